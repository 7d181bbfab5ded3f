"""What callers may hand over: any object at all is a key or a response, and none is an error of ours."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import flint
import pytest

from answerkey import compare, extract, grade
from answerkey.verdict import Reason


class Stubborn(str):
    """A text whose methods raise."""

    def strip(self, *_: object) -> str:
        raise ValueError

    def __eq__(self, other: object) -> bool:
        raise ValueError

    def __hash__(self) -> int:
        raise ValueError


class Closed(list[Any]):
    """A list that cannot be read."""

    def __iter__(self) -> Iterator[Any]:
        raise ValueError


def _in_itself() -> list[Any]:
    one: list[Any] = ["5"]
    one.extend((one, one))
    return one


def _deep() -> list[Any]:
    one: list[Any] = ["5"]
    for _ in range(5_000):
        one = [one, one]
    return one


@pytest.mark.parametrize(
    "value",
    [Stubborn("5"), Closed(), _in_itself(), _deep(), Fraction(10**5_000, 3), Fraction(5), 10**5_000, b"5"],
    ids="text list in_itself deep fraction whole integer bytes".split(),
)
def test_no_value_is_an_error(value: Any) -> None:
    for key, answer in ((value, "5"), ("5", value), (value, value)):
        assert compare(key, answer).reason is not Reason.FAULT
        assert grade(key, answer).reason is not Reason.FAULT
    extract(value, gold=value)


def test_keys_in_a_list_in_itself() -> None:
    assert compare(_in_itself(), "5").correct
    assert compare(_deep(), "5").correct


def test_a_host_that_lowers_the_precision() -> None:
    before = flint.ctx.prec
    flint.ctx.prec = 53
    try:
        assert compare(r"\sin(\pi/7)\sin(2\pi/7)\sin(3\pi/7)", r"\sqrt7/8").reason is Reason.EQUAL_NUMERIC
    finally:
        flint.ctx.prec = before
