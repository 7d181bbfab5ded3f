"""Verdicts do not depend on the process's limit on converting integers."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerkey import Outcome, Reason, compare, grade
from answerkey.notation.digits import from_digits, to_digits

LONG = "1" * 2000


@pytest.fixture
def _least_limit() -> Iterator[None]:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    yield
    sys.set_int_max_str_digits(before)


@given(st.integers(-(10**30), 10**30), st.integers(0, 2000))
def test_there_and_back(number: int, power: int) -> None:
    number *= 7**power
    assert to_digits(number) == str(number)
    assert from_digits(str(abs(number))) == abs(number)


@pytest.mark.usefixtures("_least_limit")
@pytest.mark.parametrize(
    "text",
    [
        LONG, f"-{LONG}", f"0.{LONG}", f"{LONG}.5", f"{LONG}e3", rf"0.1\overline{{{LONG}}}", f"{LONG}_5", f"0x{LONG}",
        f"2 {LONG}/{LONG}2", f"x^{{{LONG}}}", rf"\sqrt[{LONG}]{{2}}", rf"{LONG}\%", rf"\${LONG}", f"{LONG} cm",
        f"({LONG}, 2)", rf"{LONG} \pmod{{5}}", f"{LONG}th", f"C_{{{LONG}}}^2", rf"\frac{{{LONG}}}{{3}}",
    ],
)  # fmt: skip
def test_long_numbers_under_the_least_limit(text: str) -> None:
    for policy in ("default", "strict"):
        for key, answer in ((text, "5"), ("5", text), (text, f"{text} ")):
            verdict = compare(key, answer, policy=policy)
            assert verdict.reason is not Reason.FAULT, verdict.notes
            assert verdict.explain()
    assert grade(text, rf"The answer is \boxed{{{text}}}.").outcome is Outcome.CORRECT
