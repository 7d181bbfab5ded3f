"""The rows that every adapter grades: the contract's own cases, as responses."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from answerkey import Outcome, grade
from case_files import cases

CASES = Path(__file__).resolve().parent / "cases"
COUNT = 500


@cache
def host_rows() -> list[dict[str, str]]:
    """500 rows with `gold` and `response`, spread over all kinds of answers and ways to give them."""
    rows = [
        {"gold": case.key, "response": f"So the answer is \\boxed{{{case.answer}}}."}
        for case in cases(CASES / "compare")
        if case.policy == "default" and case.key and case.answer
    ]
    step = len(rows) / COUNT
    return [rows[int(place * step)] for place in range(COUNT)]


@cache
def host_verdicts() -> list[bool | None]:
    """What `grade` says of each row: None for undecided."""
    return [decided(grade(row["gold"], row["response"])) for row in host_rows()]


def decided(verdict: Any) -> bool | None:
    """True for correct, False for incorrect, None for undecided."""
    return None if verdict.outcome is Outcome.UNDECIDED else bool(verdict)
