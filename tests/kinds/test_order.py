"""Exact values and the three-valued order of real scalars."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerkey.comparison import Context
from answerkey.kinds.order import NEGATIVE_INFINITY, POSITIVE_INFINITY, exact, literal, negative, order, sign_of
from answerkey.notation.nodes import Node
from answerkey.notation.parser import read


def tree(text: str) -> Node:
    return read(text).nodes[0]


@given(st.fractions())
def test_a_literal_has_the_value_it_stands_for(value: Fraction) -> None:
    assert exact(literal(value)) == value
    assert exact(negative(literal(value))) == -value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2.50", Fraction(5, 2)),
        (r"2\frac{1}{2}", Fraction(5, 2)),
        ("2^{-3}", Fraction(1, 8)),
        ("3/4 - 2 \\cdot 5", Fraction(-37, 4)),
        ("0^0", None),
        ("1/0", None),
        ("2^{100000}", None),
        ("2^{100000}+1", None),
        ("3 \\cdot x", None),
        ("2^{1/2}", None),
        (r"\sqrt{2}", None),
    ],
)
def test_exact(text: str, value: Fraction | None) -> None:
    assert exact(tree(text)) == value


@pytest.mark.parametrize(
    ("a", "b", "direction"),
    [
        ("1/3", "0.5", -1),
        (r"\sqrt{2}", "1.4", 1),
        (r"\sqrt{2}", r"\frac{2}{\sqrt{2}}", 0),
        (r"\pi", "e", 1),
        (r"\sqrt{2}+\sqrt{3}", r"\sqrt{5+2\sqrt{6}}", 0),
        ("x", "x", 0),
        ("x", "1", None),
        ("f(1)", "f(2)", None),
        ("i", "1", None),
        (r"\ln 0", "1", None),
    ],
)
def test_order(a: str, b: str, direction: int | None) -> None:
    assert order(tree(a), tree(b), Context()) == direction
    assert order(tree(b), tree(a), Context()) == (None if direction is None else -direction)


def test_infinities_are_the_ends_of_the_line() -> None:
    assert order(NEGATIVE_INFINITY, tree("-10^9"), Context()) == -1
    assert order(tree("x"), POSITIVE_INFINITY, Context()) == -1
    assert order(POSITIVE_INFINITY, NEGATIVE_INFINITY, Context()) == 1


def test_signs() -> None:
    assert sign_of(tree(r"\sqrt{2}-2"), Context()) == -1
    assert sign_of(tree(r"f(2)"), Context()) is None
