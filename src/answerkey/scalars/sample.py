"""Expressions in free variables, compared at seeded points where both are defined over the reals.

Positive points come first: they are what a formula is written for. Points of either sign follow. A point where one
side leaves the reals and the other does not says nothing; where both leave them everywhere, complex values count.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from hashlib import blake2b
from typing import Any, NamedTuple

from flint import acb

from answerkey.comparison import Same
from answerkey.limits import Budget
from answerkey.notation.nodes import Node
from answerkey.scalars.ball import agreement
from answerkey.scalars.evaluate import evaluate, rational
from answerkey.scalars.names import EXTRAPOLATED, contents
from answerkey.scalars.point import NoValue, Point

ENOUGH = 4  # valid points of a phase
TRIES = 10  # points of a phase
_SCALES = (1, 3, Fraction(1, 4), 10, 2, Fraction(1, 2), 40, 1, 5, 1000)


class Sampled(NamedTuple):
    """What the points said, and the point that showed a difference."""

    same: Same
    point: dict[str, Any]
    key: acb | None = None
    answer: acb | None = None


def sample(key: Node, answer: Node, budget: Budget) -> Sampled:
    """Compare two trees at points in their free names."""
    ours, theirs = contents(key), contents(answer)
    names, whole = sorted(ours.names | theirs.names), ours.whole | theirs.whole
    positive = _phase(key, answer, _points(names, whole, signed=False), budget)
    if positive.same is Same.DIFFERENT:
        return positive
    if set(names) <= whole:
        return positive
    signed = _phase(key, answer, _points(names, whole, signed=True), budget)
    if positive.same is Same.UNKNOWN and signed.same is not Same.UNKNOWN:
        return signed
    if signed.same is Same.DIFFERENT:  # as sqrt(x^2) and x: the same only where x > 0
        return Sampled(Same.UNKNOWN, signed.point)
    return positive


def _phase(key: Node, answer: Node, points: Iterator[dict[str, Any]], budget: Budget) -> Sampled:
    real = imaginary = 0
    extrapolated = bool((contents(key).functions | contents(answer).functions) & EXTRAPOLATED)
    for values in points:
        balls = {name: rational(value) for name, value in values.items()}
        at_key, at_answer = Point(balls, budget, evaluate), Point(balls, budget, evaluate)
        try:
            a, b = evaluate(key, at_key), evaluate(answer, at_answer)
        except NoValue:
            continue
        if at_key.left is not at_answer.left:
            continue
        same = agreement(a, b, extrapolated=extrapolated)
        if same is Same.UNKNOWN:
            continue
        if at_key.left:
            imaginary += same is Same.EQUAL
            continue
        if same is Same.DIFFERENT:
            return Sampled(same, values, a, b)
        real += 1
        if real == ENOUGH:
            break
    if real >= ENOUGH or (not real and imaginary >= ENOUGH):
        return Sampled(Same.EQUAL, {})
    return Sampled(Same.UNKNOWN, {})


def _points(names: list[str], whole: frozenset[str], *, signed: bool) -> Iterator[dict[str, Any]]:
    for number in range(TRIES):
        yield {name: _coordinate(name, number, name in whole, signed) for name in names}


def _coordinate(name: str, number: int, whole: bool, signed: bool) -> int | Fraction:
    seed = blake2b(f"{name} {number} {signed}".encode(), digest_size=4, key=b"answerkey sample").digest()
    draw = int.from_bytes(seed, "big")
    if whole:
        return 2 + draw % 4 + 2 * number
    value = (Fraction(draw % 9973, 9973) + Fraction(1, 7)) * _SCALES[number]
    return -value if signed and draw % 3 else value
