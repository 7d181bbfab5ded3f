"""The contract as text: `tests/cases/compare/*.txt` goes through `compare`, `grade/*.txt` through `grade`."""

from __future__ import annotations

from pathlib import Path

import pytest

from answerkey import Outcome, compare, grade
from case_files import Case, cases

HERE = Path(__file__).parent / "cases"
WANTED = {"==": Outcome.CORRECT, "!=": Outcome.INCORRECT, "??": Outcome.UNDECIDED}


@pytest.mark.parametrize("case", list(cases(HERE / "compare")), ids=lambda case: case.place)
def test_compare(case: Case) -> None:
    verdict = compare(case.key, case.answer, policy=case.policy)
    assert verdict.outcome is WANTED[case.sign], f"{case.place}: {case.key} {case.sign} {case.answer}: {verdict}"


@pytest.mark.parametrize("case", list(cases(HERE / "grade")), ids=lambda case: case.place)
def test_grade(case: Case) -> None:
    verdict = grade(case.key, case.answer, policy=case.policy)
    assert verdict.outcome is WANTED[case.sign], f"{case.place}: {case.key} {case.sign} {case.answer}: {verdict}"
