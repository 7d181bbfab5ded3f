"""What is lost beside something larger is never called equal, and what all shows is."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from answerkey import Outcome, compare
from answerkey.limits import Budget
from answerkey.notation.parser import read
from answerkey.scalars.evaluate import evaluate
from answerkey.scalars.point import Point
from answerkey.scalars.trace import shows_every_part

_SATURATING = (
    r"\operatorname{erf}(%d)",
    r"\tanh(%d)",
    r"1+e^{-%d}",
    r"\coth(%d)",
    r"\frac{1}{1+e^{-%d}}",
    r"\zeta(%d)",
)
_VALUES = (
    r"\sqrt{2}",
    r"\sqrt[3]{5}",
    r"\sin 1",
    r"\ln 7",
    r"\pi",
    "3",
    r"e^{\sqrt{2}}",
    r"\arctan 5",
    "x",
    r"\sqrt{x+1}",
)


@settings(max_examples=60)
@given(st.sampled_from(_SATURATING), st.integers(9, 100_000), st.sampled_from(_VALUES))
def test_a_function_that_saturates_is_not_its_limit(function: str, at: int, value: str) -> None:
    near = rf"{function % at}\cdot {value}"
    assert compare(value, near).outcome is not Outcome.CORRECT
    assert compare(near, value).outcome is not Outcome.CORRECT


@settings(max_examples=60)
@given(
    st.sampled_from(_VALUES),
    st.sampled_from((r"e^{-%d}", r"10^{-%d}", r"2^{-%d}\pi", r"\frac{1}{%d!}")),
    st.integers(31, 3_000),
)
def test_a_small_addend_counts(value: str, addend: str, size: int) -> None:
    assert compare(value, f"{value}+{addend % size}").outcome is not Outcome.CORRECT


@pytest.mark.parametrize(
    ("text", "shows"),
    [
        (r"\sqrt{2}+\ln 3", True),
        (r"\lfloor \pi\rfloor+1", True),
        (r"\max(3, \pi)", True),
        (r"1+e^{-100}", False),
        (r"\max(3, 1+e^{-100})", False),
        (r"\sum_{n=1}^{9} \frac{1}{n}", True),
        (r"\sum_{n=1}^{900} \frac{1}{n!}", False),
        (r"\prod_{n=1}^{900} (1+2^{-n})", False),
        (r"\int_0^{20} e^{-x^2} dx", False),
        (r"\int_0^{2} e^{-x^2} dx", True),
        (r"\ln 0", False),
    ],
)
def test_which_parts_show(text: str, shows: bool) -> None:
    (node, *_) = read(text).nodes
    assert shows_every_part(node, Point({}, Budget(), evaluate)) is shows
