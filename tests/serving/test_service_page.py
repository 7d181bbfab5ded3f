"""docs/service.md: its Python runs, it names every path and bound; and the judge behind the service."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("uvicorn")
pytest.importorskip("aiohttp")

from answerkey.serving.openapi import document
from answerkey.serving.settings import Limits, Settings
from fault_server import serving
from serving_process import service

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "service.md").read_text("utf-8")


def test_the_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    with service() as one:
        exec(block.replace("http://127.0.0.1:8080", one.url), {})
        said = capsys.readouterr().out
        assert said.startswith("equal.number\n[True, False]\nINCORRECT")
        example = [sys.executable, str(ROOT / "examples" / "service_rewards.py"), one.url]
        done = subprocess.run(example, capture_output=True, text=True, check=True)
        assert done.stdout == "OpenRLHF: [1.0, 0.0]\nNeMo Gym: 1.0\n"


def test_it_names_every_path_and_bound() -> None:
    for path in document(Settings())["paths"]:
        assert f"`POST {path}`" in TEXT or f"`GET {path}`" in TEXT
    limits = Limits()
    for number in (limits.body_bytes, limits.rows, limits.text_chars, limits.keys, limits.requests, limits.held_bytes):
        assert f"{number:,}" in TEXT


def test_a_judge_behind_it(tmp_path: Path) -> None:
    rows = [{"gold": "a large city", "response": "\\boxed{a big town}"}, {"gold": "5", "response": "\\boxed{6}"}]
    with (
        serving() as judge,
        service("--judge-url", judge.url, "--judge-model", "m", XDG_CACHE_HOME=str(tmp_path)) as one,
    ):
        verdicts = one.post("/grade", {"rows": rows}).value["verdicts"]
        assert [verdict["reason"] for verdict in verdicts] == ["equal.judged", "different.value"]
        assert verdicts[0]["remark"] == "as told"
        assert one.post("/grade", rows[0]).value["correct"]
        assert one.stop() == 0


def test_what_cannot_be_served_is_one_line(tmp_path: Path) -> None:
    def said(*arguments: str) -> str:
        command = [sys.executable, "-m", "answerkey", "serve", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
        assert done.returncode == 2
        (line,) = done.stderr.splitlines()
        return line

    assert "NO_SUCH_TOKEN, which is not set" in said("--token-env", "NO_SUCH_TOKEN")
    assert "--judge-url and --judge-model" in said("--judge-url", "http://127.0.0.1:9")
    assert "--judge-concurrency: a judge takes both" in said("--judge-concurrency", "3")
    judge = ("--judge-url", "http://127.0.0.1:9", "--judge-model", "m", "--judge-key-env", "NO_SUCH_KEY")
    assert "the API key is read from the environment variable NO_SUCH_KEY, which is not set" in said(*judge)
    with service() as one:
        assert "cannot listen at 127.0.0.1" in said("--port", str(one.place[1]))
