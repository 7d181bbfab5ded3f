"""Our assertion inside the real promptfoo, which `ANSWERKEY_PROMPTFOO` names as a command (`npx promptfoo@0.123.1`)."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from host_environments import REPOSITORY
from host_rows import host_rows, host_verdicts

EXAMPLE = REPOSITORY / "examples" / "promptfoo"
QUIET = {"PROMPTFOO_DISABLE_TELEMETRY": "1", "PROMPTFOO_DISABLE_UPDATE": "1", "NO_COLOR": "1"}


def evaluated(folder: Path, config: Path) -> list[dict[str, object]]:
    """The results of `promptfoo eval`, in the order of the tests."""
    command = os.environ.get("ANSWERKEY_PROMPTFOO")
    if not command:
        pytest.skip("needs promptfoo: ANSWERKEY_PROMPTFOO='npx promptfoo@0.123.1'")
    places = {"PROMPTFOO_PYTHON": sys.executable, "PROMPTFOO_CONFIG_DIR": str(folder / "state")}
    done = subprocess.run(
        [*shlex.split(command), "eval", "--no-cache", "--no-table", "-c", str(config), "-o", "out.json"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, **QUIET, **places, "HOME": str(folder), "PYTHONPATH": str(REPOSITORY / "src")},
    )
    assert (folder / "out.json").exists(), done.stdout + done.stderr
    results = json.loads((folder / "out.json").read_text(encoding="utf-8"))["results"]["results"]
    return sorted(results, key=lambda result: result["testIdx"])


@pytest.mark.host
def test_the_example_passes(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLE, tmp_path, dirs_exist_ok=True)
    results = evaluated(tmp_path, tmp_path / "promptfooconfig.yaml")
    assert [result["success"] for result in results] == [True, True]


@pytest.mark.host
def test_the_same_verdicts(tmp_path: Path) -> None:
    rows, wanted = host_rows()[::25], host_verdicts()[::25]  # each assertion is a process
    answer = {"type": "python", "value": f"file://{REPOSITORY}/src/answerkey/integrations/promptfoo.py"}
    config = {
        "prompts": ["{{said}}"],
        "providers": ["echo"],
        "tests": [
            {"vars": {"said": row["response"], "key": row["gold"]}, "assert": [{**answer, "config": {"key": "key"}}]}
            for row in rows
        ],
    }
    (tmp_path / "config.json").write_text(json.dumps(config), encoding="utf-8")
    results = evaluated(tmp_path, tmp_path / "config.json")
    assert [result["success"] for result in results] == [verdict is True for verdict in wanted]
