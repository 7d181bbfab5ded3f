"""Expressions in free variables, compared at seeded points where both are defined over the reals.

Positive points come first: they are what a formula is written for. Points of either sign follow. A point where one
side leaves the reals and the other does not says nothing; where both leave them everywhere, complex values count.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from hashlib import blake2b
from math import isqrt
from typing import NamedTuple

from flint import acb

from answerkey.comparison import Same
from answerkey.limits import Budget
from answerkey.notation.nodes import Node
from answerkey.scalars.ball import agreement
from answerkey.scalars.evaluate import evaluate, rational
from answerkey.scalars.names import EXTRAPOLATED, LARGEST, contents
from answerkey.scalars.nested_roots import COMPLEX_NAMES
from answerkey.scalars.point import NoValue, Point
from answerkey.scalars.trace import shows_every_part

ENOUGH = 5  # valid points of a phase
_MOST_HIDDEN = 6  # points that do not show every part, until it is clear that none will
# How large the points are, as a factor and a power of the largest constant: what is piecewise changes near constants.
_SCALES: tuple[tuple[int | Fraction, int], ...] = (
    (1, 0),
    (2, 1),
    (Fraction(1, 4), 0),
    (Fraction(1, 2), 1),
    (2, 2),
    *((scale, 0) for scale in (3, Fraction(1, 2), 10, 2, 5, Fraction(3, 2))),
    *((Fraction(1, n), 0) for n in (3, 5, 8, 13)),  # for domains like -1 < x < 1
)


_STEPPED = frozenset(("abs", "max", "min", "floor", "ceil", "mod", "gcd", "lcm", "binomial", "perm"))
_PIECEWISE = _STEPPED | frozenset(("norm", "sign", "root"))
_JUMPS = frozenset(("floor", "ceil", "round"))  # and these at whole numbers or halfway between them
_GRID = 24  # more points for these, half a unit apart: what changes between two roots
_WHOLE_REACH = 20  # whole numbers go a little beyond: gcd(n, 97) is 1, and n over 50 is 0, at all of them


class Sampled(NamedTuple):
    """What the points said, and the point that showed a difference."""

    same: Same
    point: dict[str, acb]
    key: acb | None = None
    answer: acb | None = None


def sample(key: Node, answer: Node, budget: Budget, *, positive_names: bool = False) -> Sampled:
    """Compare two trees at points in their free names, at positive ones alone where names stand for such numbers.

    Agreement says nothing where something may change beyond the points.
    """
    ours, theirs = contents(key), contents(answer)
    whole, functions = ours.whole | theirs.whole, ours.functions | theirs.functions
    largest = max(ours.largest, theirs.largest)
    found = _sampled(key, answer, budget, largest, positive_names=positive_names)
    far = (largest >= LARGEST and _PIECEWISE & functions) or (whole and largest > _WHOLE_REACH and _STEPPED & functions)
    return Sampled(Same.UNKNOWN, {}) if far and found.same is Same.EQUAL else found


def _sampled(key: Node, answer: Node, budget: Budget, largest: int, *, positive_names: bool) -> Sampled:
    ours, theirs = contents(key), contents(answer)
    names, whole = sorted(ours.names | theirs.names), ours.whole | theirs.whole
    largest = max(10, largest)
    grid = _GRID if _PIECEWISE & (ours.functions | theirs.functions) else 0
    with_complex = any(name[0] in COMPLEX_NAMES for name in names)
    if with_complex and _COMPONENTS & (ours.functions | theirs.functions):
        return _phase(key, answer, _points(names, whole, largest, grid, "complex"), budget, thorough=grid > 0)
    positive = _phase(key, answer, _points(names, whole, largest, grid, "positive"), budget, thorough=grid > 0)
    if positive.same is Same.EQUAL and _JUMPS & (ours.functions | theirs.functions):
        at_jumps = _phase(key, answer, _halves(names, whole), budget, thorough=True)
        if at_jumps.same is Same.DIFFERENT:
            return at_jumps
    settled = positive_names and positive.same is Same.EQUAL
    if positive.same is Same.DIFFERENT or settled or whole.issuperset(names):
        return positive
    phases = ["signed"]
    if with_complex and _MODULI & (ours.functions | theirs.functions):
        phases.append("complex")
    for phase in phases:
        found = _phase(key, answer, _points(names, whole, largest, grid, phase), budget, thorough=grid > 0)
        if positive.same is Same.UNKNOWN and found.same is not Same.UNKNOWN:
            return found
        if found.same is Same.DIFFERENT:  # as sqrt(x^2) and x: the same only where x > 0
            return Sampled(Same.UNKNOWN, found.point)
    return positive


_MODULI = frozenset(("abs", "norm"))  # of a name that may be complex, or is a real number's size
_COMPONENTS = frozenset(("re", "im", "conj", "arg"))  # of a complex number for sure
_DIRECTIONS = ((3, 4), (12, 5), (-15, 8), (7, -24))  # of complex values: each with a whole modulus


def _phase(key: Node, answer: Node, points: Iterator[dict[str, acb]], budget: Budget, *, thorough: bool) -> Sampled:
    real = imaginary = 0
    shown, hidden = False, 0  # at one point at least the digits must speak of every part
    # Two that vanish together need not be one: binom(2, k) is 0 for every k > 2, and so is k times it.
    vanishing = bool(contents(key).names and contents(answer).names)
    extrapolated = bool((contents(key).functions | contents(answer).functions) & EXTRAPOLATED)
    for values in points:
        at_key, at_answer = Point(values, budget, evaluate), Point(values, budget, evaluate)
        try:
            a, b = evaluate(key, at_key), evaluate(answer, at_answer)
        except NoValue:
            continue
        if at_key.left is not at_answer.left:
            continue
        if vanishing and a.is_zero() and b.is_zero():
            continue
        same = agreement(a, b, extrapolated=extrapolated)
        if same is Same.UNKNOWN:
            continue
        if same is Same.EQUAL and not shown:
            shown = shows_every_part(key, at_key) and shows_every_part(answer, at_answer)
            if not shown:
                hidden += 1
                if hidden > _MOST_HIDDEN:
                    break
                continue
        if at_key.left:
            imaginary += same is Same.EQUAL
            continue
        if same is Same.DIFFERENT:
            return Sampled(same, values, a, b)
        real += 1
        if real == ENOUGH and not thorough:
            break
    if real >= ENOUGH or (not real and imaginary >= ENOUGH):
        return Sampled(Same.EQUAL, {})
    return Sampled(Same.UNKNOWN, {})


def _points(names: list[str], whole: frozenset[str], largest: int, grid: int, phase: str) -> Iterator[dict[str, acb]]:
    sizes = [(scale * largest**power,) * len(names) for scale, power in _SCALES]
    for step in range(1, grid + 1):  # each name goes through the grid in an order of its own
        sizes.append(tuple(Fraction(1 + step * (place + 1) % (grid + 1), 2) for place in range(len(names))))
    for number, size in enumerate(sizes):
        yield {
            name: acb(_whole(name, number, place if number % 2 else len(names) - 1 - place))
            if name in whole
            else _coordinate(name, number, size[place], phase)
            for place, name in enumerate(names)
        }


def _halves(names: list[str], whole: frozenset[str]) -> Iterator[dict[str, acb]]:
    """Points where every name is a whole number or a half."""
    for number in range(12):
        yield {
            name: acb(_whole(name, number, place)) / (1 + number % 2 * (name not in whole))
            for place, name in enumerate(names)
        }


def _whole(name: str, number: int, rank: int) -> int:
    """Whole numbers of either parity; the one with the higher rank is mostly the larger."""
    return 2 + _draw(name) % 4 + number * (2 * rank + 1)


def _coordinate(name: str, number: int, size: int | Fraction, phase: str) -> acb:
    """A number between `size` and twice that, on the grid in the half before it.

    The first two points of the signed phase are wholly negative.
    """
    draw = _draw(f"{name} {number} {phase}")
    spread = Fraction(draw % 9973, 9973)
    value = size * (1 + spread) if number < len(_SCALES) else size - spread / 2
    if phase == "signed" and (number < 2 or draw % 2):
        value = -value
    if phase == "complex" and name[0] in COMPLEX_NAMES:
        x, y = _DIRECTIONS[draw // 9973 % 4]
        return rational(value) * acb(x, y) / isqrt(x * x + y * y)
    return rational(value)


def _draw(seed: str) -> int:
    return int.from_bytes(blake2b(seed.encode(), digest_size=4, key=b"answerkey sample").digest(), "big")
