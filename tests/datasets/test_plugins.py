"""Data sets and evaluators of other packages, by the entry points of an installed distribution."""

from __future__ import annotations

from pathlib import Path

import pytest

from answerkey import evaluate
from answerkey.datasets import benchmark_named, load, names
from answerkey.evaluators.evaluator import evaluator_named
from answerkey.evaluators.evaluator import names as evaluator_names
from answerkey.running.errors import InputError

PLUGIN = """
from answerkey.datasets import Benchmark

def example(row, place):
    return {"id": place.number, "question": row["q"], "answer": row["a"]}

SUMS = Benchmark("sums", "Sums", 2, "MIT", ("sums.jsonl",), example, evaluators=("answer_match", "length"))
NOT_ONE = 7

class Length:
    name = "length"

    def score(self, original, processed):
        return {"length": float(len(processed["response"]))}
"""
POINTS = """[answerkey.datasets]
sums = plug_in_package:SUMS
wrong = plug_in_package:NOT_ONE
gone = no_such_package:SUMS
math = plug_in_package:NOT_ONE

[answerkey.evaluators]
length = plug_in_package:Length
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "plug_in_package.py").write_text(PLUGIN)
    info = tmp_path / "plug_in_package-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plug-in-package\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(POINTS)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "sums.jsonl").write_text('{"q": "1+1?", "a": "2"}\n{"q": "2+2?", "a": "4"}\n')
    return tmp_path


def test_a_data_set_and_an_evaluator_of_another_package(installed: Path) -> None:
    assert "sums" in names()
    assert names().count("math") == 1
    assert "length" in evaluator_names()
    result = evaluate([lambda example: "2"], load("sums", data_dir=installed))
    assert result.summary["<lambda>"] == {
        "answer_match": 0.5,
        "answer_undecided": 0.0,
        "length": 1.0,
        "rows": 2,
        "failed": 0,
        "truncated": 0,
    }


def test_ours_win_and_broken_ones_are_named(installed: Path) -> None:
    assert benchmark_named("math").rows == 5000
    with pytest.raises(InputError, match="gives no Benchmark but int"):
        load("wrong", data_dir=installed)
    with pytest.raises(InputError, match=r"'gone' of answerkey.datasets .*no_such_package"):
        load("gone", data_dir=installed)
    with pytest.raises(InputError, match="not on the hub; name a folder"):
        load("sums")


def test_an_unknown_evaluator_names_the_known() -> None:
    with pytest.raises(ValueError, match="math_equivalence, answer_match, multiple_choice"):
        evaluator_named("rouge")
