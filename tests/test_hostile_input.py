"""Hostile input through the whole pipeline: always a verdict, never an error of ours, never much memory.

Time, which depends on the machine, is measured by `benchmarks/speed.py`, whose list this is.
"""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from answerkey import Outcome, Reason, grade

ROOT = Path(__file__).resolve().parents[1]
MEGABYTES = 64

pytestmark = pytest.mark.slow


def test_hostile_input_gets_a_verdict_in_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    from speed import HOSTILE

    grade("\\sqrt{2+\\pi}", "\\sin 1")  # what is imported once is no input's memory
    for name, text in HOSTILE.items():
        for key, answer in (("1", text), (text, f"{text}+1"), (text, text.replace("1", "2").replace("x", "y"))):
            tracemalloc.start()
            verdict = grade(key, rf"\boxed{{{answer}}}")
            peak = tracemalloc.get_traced_memory()[1] / 1e6
            tracemalloc.stop()
            assert verdict.reason is not Reason.FAULT, (name, verdict.notes)
            assert verdict.outcome is not Outcome.CORRECT or key != "1", name
            assert peak < MEGABYTES, name
