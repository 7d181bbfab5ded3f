"""The examples run, where they say they do: here, against a service, or inside their hosts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from host_environments import REPOSITORY, offline, python_of, run_pytest
from serving_process import service

EXAMPLES = REPOSITORY / "examples"
HERE = {"math_verify_reward.py": "1.0 0.0 None"}
IN_HOSTS = {  # example: its host, and the end of what it prints
    "deepeval_metric.py": ("deepeval", "1.0 CORRECT: the same number as the key."),
    "evaluate_metric.py": ("evaluate", "{'answer_match': 0.6666666666666666, 'answer_undecided': 0.3333333333333333}"),
    "evalscope_metric.py": ("evalscope", "[1.0, 0.0]"),
    "lighteval_metric.py": ("lighteval", "{'answer_match': 1.0}"),
    "opencompass_evaluator.py": ("opencompass", "50.0 50.0"),
    "verl_reward.py": ("verl", "1.0 0.0"),
    "trl_grpo.py": ("trl", ""),
}
TESTED_ELSEWHERE = {"inspect_task.py", "service_rewards.py"}


def run(folder: Path, *command: str) -> str:
    environment = {**offline(folder), "PYTHONPATH": str(REPOSITORY / "src")}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout.rstrip()


def test_every_example_is_run_by_a_test() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == {*HERE, *IN_HOSTS, *TESTED_ELSEWHERE}


@pytest.mark.slow
@pytest.mark.parametrize("name", HERE)
def test_here(name: str, tmp_path: Path) -> None:
    assert run(tmp_path, sys.executable, str(EXAMPLES / name)) == HERE[name]


@pytest.mark.slow
def test_pytest(tmp_path: Path) -> None:
    (tmp_path / "test_prompts.py").write_bytes((EXAMPLES / "pytest" / "test_prompts.py").read_bytes())
    assert " passed" in (said := run_pytest(tmp_path))
    assert "failed" not in said


@pytest.mark.slow
def test_rewards_of_a_service(tmp_path: Path) -> None:
    pytest.importorskip("uvicorn")
    with service() as running:
        said = run(tmp_path, sys.executable, str(EXAMPLES / "service_rewards.py"), running.url)
    assert said.splitlines() == ["OpenRLHF: [1.0, 0.0]", "NeMo Gym: 1.0"]


@pytest.mark.host
@pytest.mark.parametrize("name", IN_HOSTS)
def test_in_its_host(name: str, tmp_path: Path) -> None:
    host, end = IN_HOSTS[name]
    assert run(tmp_path, python_of(host), str(EXAMPLES / name)).endswith(end)


@pytest.mark.host
def test_inspect(tmp_path: Path) -> None:
    inspect = Path(python_of("inspect")).with_name("inspect")
    task = tmp_path / "inspect_task.py"
    task.write_bytes((EXAMPLES / task.name).read_bytes())
    options = ("--model", "mockllm/model", "--display", "plain", "--log-dir", str(tmp_path / "logs"))
    said = run(tmp_path, str(inspect), "eval", task.name, *options)
    assert "accuracy" in said
    assert os.listdir(tmp_path / "logs")
