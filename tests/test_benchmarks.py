"""The benchmarks run: what they measure is theirs, that they do not rot is tested here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

pytestmark = pytest.mark.slow


def run(script: str, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, str(ROOT / "benchmarks" / script), *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_accuracy_counts_errors(tmp_path: Path) -> None:
    rows = [
        {"gold": "5", "pred": "The answer is 5.", "label": True},
        {"gold": "5", "pred": "The answer is 6.", "label": True},
        {"gold": "5", "pred": "5", "label": False},
        {"gold": "5", "pred": r"\boxed{5}", "expected": "extract:5 (or so)", "kind": "extraction"},
        {"gold": "5", "pred": "grade: A", "expected": "A", "kind": "judge"},
        {"gold": "any", "pred": "9^{9^9}", "expected": "no-hang", "kind": "hang"},
    ]
    (tmp_path / "small.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    output = run("accuracy.py", "--cases", str(tmp_path), "--only", "small", "--errors")
    (line,) = [line for line in output.splitlines() if "│ small" in line]
    cells = [cell.strip() for cell in line.strip("│").split("│")]
    assert cells[1:3] == ["5", "2"]  # rows, errors
    assert cells[4] == "1"  # false accepts
    assert "wanted True" in output


def test_startup_prints_a_line_a_statement() -> None:
    assert "answerkey --help" in run("startup.py")


@pytest.mark.shared
def test_speed_grades_hostile_input(shared: Path) -> None:
    output = run("speed.py", "--only", "hostile")
    assert "power tower" in output
    assert "RAISED" not in output


def test_fuzzing_finds_nothing() -> None:
    assert run("fuzz.py", "--seconds", "30", "--seed", "42").rstrip().endswith("0 failures")


def test_fuzzing_would_find_something(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text(
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import fuzz\n"
        "from hypothesis import given\n"
        "def target(text):\n"
        "    @given(text)\n"
        "    def check(value): assert value.count('(') < 3\n"
        "    return check\n"
        "fuzz.TARGETS['grade'] = target\n"
        "made, failed = fuzz.run(['grade'], 5, 0)\n"
        "print(failed[0])\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, str(tmp_path / "broken.py"), str(ROOT / "benchmarks")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert "AssertionError" in done.stdout


@pytest.mark.shared
def test_throughput_prints_ratios(shared: Path) -> None:
    output = run("throughput.py", "--megabytes", "2", "--peer-rows", "0")
    assert "grading 10 KB responses" in output
    assert "8 responses a key" in output
