"""Expressions in free variables, compared at seeded points where both are defined over the reals.

Positive points come first: they are what a formula is written for. Points of either sign follow. A point where one
side leaves the reals and the other does not says nothing; where both leave them everywhere, complex values count.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from hashlib import blake2b
from typing import NamedTuple

from flint import acb

from answerkey.comparison import Same
from answerkey.limits import Budget
from answerkey.notation.nodes import Node
from answerkey.scalars.ball import agreement
from answerkey.scalars.evaluate import evaluate, rational
from answerkey.scalars.names import EXTRAPOLATED, contents
from answerkey.scalars.nested_roots import COMPLEX_NAMES
from answerkey.scalars.point import NoValue, Point

ENOUGH = 5  # valid points of a phase
_SCALES: tuple[tuple[int | Fraction, bool], ...] = (  # times the largest constant where marked, for what is piecewise
    (1, False),
    (2, True),
    (Fraction(1, 4), False),
    (Fraction(1, 2), True),
    (3, False),
    (Fraction(1, 2), False),
    (10, False),
    (2, False),
    (5, False),
    (Fraction(3, 2), False),
    *((Fraction(1, n), False) for n in (3, 5, 8, 13)),  # for domains like -1 < x < 1
)


class Sampled(NamedTuple):
    """What the points said, and the point that showed a difference."""

    same: Same
    point: dict[str, acb]
    key: acb | None = None
    answer: acb | None = None


def sample(key: Node, answer: Node, budget: Budget) -> Sampled:
    """Compare two trees at points in their free names."""
    ours, theirs = contents(key), contents(answer)
    names, whole = sorted(ours.names | theirs.names), ours.whole | theirs.whole
    largest = max(10, ours.largest, theirs.largest)
    positive = _phase(key, answer, _points(names, whole, largest, "positive"), budget)
    if positive.same is Same.DIFFERENT or whole.issuperset(names):
        return positive
    phases = ["signed"]
    if _MODULI & (ours.functions | theirs.functions) and any(name[0] in COMPLEX_NAMES for name in names):
        phases.append("complex")
    for phase in phases:
        found = _phase(key, answer, _points(names, whole, largest, phase), budget)
        if positive.same is Same.UNKNOWN and found.same is not Same.UNKNOWN:
            return found
        if found.same is Same.DIFFERENT:  # as sqrt(x^2) and x: the same only where x > 0
            return Sampled(Same.UNKNOWN, found.point)
    return positive


_MODULI = frozenset(("abs", "norm", "re", "im", "conj", "arg"))  # what tells real values of a name from complex ones


def _phase(key: Node, answer: Node, points: Iterator[dict[str, acb]], budget: Budget) -> Sampled:
    real = imaginary = 0
    extrapolated = bool((contents(key).functions | contents(answer).functions) & EXTRAPOLATED)
    for values in points:
        at_key, at_answer = Point(values, budget, evaluate), Point(values, budget, evaluate)
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


def _points(names: list[str], whole: frozenset[str], largest: int, phase: str) -> Iterator[dict[str, acb]]:
    for number, (scale, stretched) in enumerate(_SCALES):
        size = scale * largest if stretched else scale
        yield {
            name: acb(_whole(name, number, place)) if name in whole else _coordinate(name, number, size, phase)
            for place, name in enumerate(names)
        }


def _whole(name: str, number: int, place: int) -> int:
    """Whole numbers of either parity, with another step for every name."""
    return 2 + _draw(name) % 4 + number * (2 * place + 1)


def _coordinate(name: str, number: int, size: int | Fraction, phase: str) -> acb:
    draw = _draw(f"{name} {number} {phase}")
    value = (Fraction(draw % 9973, 9973) + Fraction(1, 7)) * size
    if phase == "signed" and (number == 0 or draw % 2):
        value = -value
    if phase == "complex" and name[0] in COMPLEX_NAMES:
        return rational(value) * acb(3, 4) / 5
    return rational(value)


def _draw(seed: str) -> int:
    return int.from_bytes(blake2b(seed.encode(), digest_size=4, key=b"answerkey sample").digest(), "big")
