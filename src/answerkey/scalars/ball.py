"""Numeric comparison of two values: disjoint balls prove a difference, agreement to 90 digits counts as equal."""

from __future__ import annotations

from fractions import Fraction

from flint import acb, arb

from answerkey.comparison import Same
from answerkey.limits import Budget
from answerkey.notation.nodes import Node
from answerkey.scalars.evaluate import evaluate
from answerkey.scalars.point import NoValue, Point
from answerkey.scalars.tolerance import Distance

DIGITS = 90
_TINY = arb(10) ** -DIGITS
_EXPLICABLE = arb(10) ** -30
_HUGE = arb(10) ** 60  # beyond it 90 digits say too little: n and n + 1 agree to as many as n has


def numeric_value(node: Node, budget: Budget) -> acb | None:
    """The finite ball of a tree without variables, or None."""
    return value_at(node, Point({}, budget, evaluate))


def value_at(node: Node, point: Point) -> acb | None:
    """The finite ball of a tree at a point, or None."""
    try:
        value = evaluate(node, point)
    except NoValue:
        return None
    return value if value.is_finite() else None


def agreement(a: acb, b: acb, *, extrapolated: bool = False) -> Same:
    """DIFFERENT for disjoint balls, EQUAL when they agree to 90 digits, UNKNOWN when they are too wide to tell.

    Extrapolated values differ only where they are far enough apart that no error of theirs explains it.
    """
    if not (a.is_finite() and b.is_finite()):
        return Same.UNKNOWN
    size = abs(a).upper().max(abs(b).upper())
    if not a.overlaps(b):
        if extrapolated and not bool(abs(a - b).lower() > (1 + size) * _EXPLICABLE):
            return Same.UNKNOWN
        return Same.DIFFERENT
    distance = abs(a - b).upper()
    if a.contains(0) and b.contains(0):
        return Same.EQUAL if distance <= _TINY else Same.UNKNOWN
    return Same.EQUAL if _EXPLICABLE < size < _HUGE and distance <= size * _TINY else Same.UNKNOWN


def gap(key: Node, answer: Node, budget: Budget) -> Distance | None:
    """How far apart two real numbers are, from above."""
    a, b = numeric_value(key, budget), numeric_value(answer, budget)
    if a is None or b is None:
        return None
    distance, size = _fraction(abs(a - b).upper()), _fraction(abs(a).upper())
    return (
        None
        if distance is None or size is None
        else Distance(distance, bool(abs(b) > abs(a)), size, key_is_whole=False)
    )


def _fraction(exact: arb) -> Fraction | None:
    """An exact ball of moderate size as a fraction."""
    mantissa, exponent = (int(part) for part in exact.mid().man_exp())
    if abs(exponent) > 20_000:
        return None
    return Fraction(mantissa) * Fraction(2) ** exponent
