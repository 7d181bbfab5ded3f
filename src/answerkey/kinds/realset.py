"""Sets of real numbers as sorted cuts, with union, intersection and complement, and their comparison.

A set of finitely many intervals and points is where it starts (does it hold the numbers near minus infinity?)
and the cuts at which membership changes. A cut lies just before or just after a number, so `[1,2)` has the cuts
1- and 2-, `(1,2]` has 1+ and 2+, and the single point 5 has 5- and 5+. Complement flips the start and keeps the
cuts; union and intersection are one merge. The form is canonical: equal sets have equal cuts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import pairwise
from operator import and_, or_
from typing import NamedTuple

from answerkey.comparison import Comparison, Context, because
from answerkey.kinds.matching import weakest
from answerkey.kinds.order import NEGATIVE_INFINITY, POSITIVE_INFINITY, exact, negative, order
from answerkey.notation.nodes import Node
from answerkey.scalars.cascade import same
from answerkey.verdict import Reason


class Cut(NamedTuple):
    """The place just before (`after` False) or just after (`after` True) the number `at`, and its exact `value`
    where that is known: it is asked for whenever sets are joined."""

    at: Node
    after: bool
    value: Fraction | int | None = None


class RealSet(NamedTuple):
    """A set of reals: whether it holds all numbers below its first cut, and its cuts, ascending."""

    starts: bool
    cuts: tuple[Cut, ...]


class Piece(NamedTuple):
    """One interval of a real set; a point has `low == high` and both ends closed."""

    low: Node
    low_closed: bool
    high: Node
    high_closed: bool


EMPTY = RealSet(False, ())
REALS = RealSet(True, ())


def interval(low: Node, low_closed: bool, high: Node, high_closed: bool, ctx: Context) -> RealSet | None:
    """The interval with these ends; None if they stand in the wrong order. Ends that cannot be ordered are
    believed, since they were written as an interval's."""
    first, last = _cut(low, not low_closed), _cut(high, high_closed)
    direction = _order(first, last, ctx)
    if direction == 1:
        return None
    if direction == 0:
        return point(low) if low_closed and high_closed else EMPTY
    starts = low == NEGATIVE_INFINITY
    cuts = () if starts else (first,)
    return RealSet(starts, cuts if high == POSITIVE_INFINITY else (*cuts, last))


def point(at: Node) -> RealSet:
    """The set that holds one number."""
    before = _cut(at, False)
    return RealSet(False, (before, before._replace(after=True)))


def _cut(at: Node, after: bool) -> Cut:
    value = exact(at)
    return Cut(at, after, value if value is None or value.denominator > 1 else value.numerator)


def complement(a: RealSet) -> RealSet:
    """The reals that are not in `a`."""
    return RealSet(not a.starts, a.cuts)


def union(sets: Iterable[RealSet], ctx: Context) -> RealSet | None:
    """The union; None where ends could not be ordered. It takes n log n comparisons of ends, by halves."""
    return _tree(list(sets), or_, EMPTY, ctx)


def intersection(sets: Iterable[RealSet], ctx: Context) -> RealSet | None:
    """The intersection; None where ends could not be ordered."""
    return _tree(list(sets), and_, REALS, ctx)


def _tree(sets: list[RealSet], rule: Callable[[bool, bool], bool], neutral: RealSet, ctx: Context) -> RealSet | None:
    while len(sets) > 1:
        merged: list[RealSet] = []
        for a, b in zip(sets[::2], sets[1::2], strict=False):
            both = _apart(a, b, rule, ctx) or _merge(a, b, rule, ctx)
            if both is None:
                return None
            merged.append(both)
        sets = merged + sets[len(merged) * 2 :]
    return sets[0] if sets else neutral


_ORDER = 3  # steps: what it takes to tell which of two rational numbers is less


def _apart(a: RealSet, b: RealSet, rule: Callable[[bool, bool], bool], ctx: Context) -> RealSet | None:
    """The merger of two sets of which one has all its cuts before the other's, as in a list that ascends; else None."""
    if not a.cuts or not b.cuts:
        return None
    ctx.budget.spend(_ORDER)
    direction = _order(a.cuts[-1], b.cuts[0], ctx)
    if direction != -1:
        if direction is None or _order(b.cuts[-1], a.cuts[0], ctx) != -1:
            return None
        a, b = b, a
    last = _unbounded(a)
    before = a.cuts if rule(True, b.starts) is not rule(False, b.starts) else ()
    after = b.cuts if rule(last, True) is not rule(last, False) else ()
    return RealSet(rule(a.starts, b.starts), before + after)


def _merge(a: RealSet, b: RealSet, rule: Callable[[bool, bool], bool], ctx: Context) -> RealSet | None:
    in_a, in_b, i, j = a.starts, b.starts, 0, 0
    inside = starts = rule(in_a, in_b)
    cuts: list[Cut] = []
    while i < len(a.cuts) or j < len(b.cuts):
        ctx.budget.spend(_ORDER)
        direction = _next(a.cuts, i, b.cuts, j, ctx)
        if direction is None:
            return None
        cut = a.cuts[i] if direction <= 0 else b.cuts[j]
        if direction <= 0:
            in_a, i = not in_a, i + 1
        if direction >= 0:
            in_b, j = not in_b, j + 1
        if rule(in_a, in_b) is not inside:
            inside = not inside
            cuts.append(cut)
    return RealSet(starts, tuple(cuts))


def _next(a: tuple[Cut, ...], i: int, b: tuple[Cut, ...], j: int, ctx: Context) -> int | None:
    """Which of two sequences of cuts has the next cut: -1 the first, 1 the second, 0 both."""
    if i == len(a):
        return 1
    if j == len(b):
        return -1
    direction = _order(a[i], b[j], ctx)
    return direction if direction != 0 else a[i].after - b[j].after


def _order(a: Cut, b: Cut, ctx: Context) -> int | None:
    """`order` of the numbers that two cuts are at."""
    if a.value is None or b.value is None:
        return order(a.at, b.at, ctx)
    return (a.value > b.value) - (a.value < b.value)


def pieces(a: RealSet) -> Iterator[Piece]:
    """The intervals and points of `a`, ascending."""
    ends = [Cut(NEGATIVE_INFINITY, True)] if a.starts else []
    ends += a.cuts
    if len(ends) % 2:
        ends.append(Cut(POSITIVE_INFINITY, False))
    for low, high in zip(ends[::2], ends[1::2], strict=True):
        yield Piece(low.at, not low.after, high.at, high.after)


def points(a: RealSet) -> tuple[Node, ...] | None:
    """The members of `a` if it is finite."""
    found = tuple(piece.low for piece in pieces(a) if piece.low == piece.high)
    return found if 2 * len(found) == len(a.cuts) and not a.starts else None


def holds(a: RealSet, number: Node, ctx: Context) -> bool | None:
    """Is the number a member of `a`? None where ends could not be ordered with it."""
    inside = a.starts
    for cut in a.cuts:
        ctx.budget.spend(_ORDER)
        direction = order(number, cut.at, ctx)
        if direction is None:
            return None
        if direction < 0 or (direction == 0 and cut.after):
            break
        inside = not inside
    return inside


def samples(sets: Iterable[RealSet]) -> Iterator[Node]:
    """Numbers at which membership in one of `sets` may change, and numbers around and between them."""
    ends = list(dict.fromkeys(cut.at for a in sets for cut in a.cuts))
    half = Node("div", (Node("int", (1,)), Node("int", (2,))))
    hundredth = Node("dec", (1, 2))
    yield from ends
    for end in ends:
        yield from (Node("add", (end, step)) for step in (hundredth, negative(hundredth), half, negative(half)))
    for low, high in pairwise(ends):
        yield Node("mul", (half, Node("add", (low, high))))


def compare(key: RealSet, answer: RealSet, ctx: Context) -> Comparison:
    """Equal when all cuts are; a different shape, end or bracket is a difference, and the witness names it."""
    shape = _shape(key, answer)
    if shape is not None:
        return shape
    results: list[Comparison] = []
    for index, (mine, theirs) in enumerate(zip(key.cuts, answer.cuts, strict=True)):
        left = (index % 2 == 0) is not key.starts
        side = "left" if left else "right"
        result = same(mine.at, theirs.at, ctx)
        if result.different:
            return because(result.reason, f"the {side} end is {{}} in the key, {{}} in the answer", mine.at, theirs.at)
        if result.equal and mine.after is not theirs.after:
            words = ("open", "closed") if mine.after is left else ("closed", "open")
            template = f"the {side} end {{}} is {words[0]} in the key, {words[1]} in the answer"
            return because(Reason.DIFFERENT_BRACKET, template, mine.at, diagnosis="bracket")
        results.append(result)
    if any(mine.after is not theirs.after for mine, theirs in zip(key.cuts, answer.cuts, strict=True)):
        return because(Reason.UNDECIDED_VALUE)
    return weakest(results, because(Reason.EQUAL_EXPRESSION))


def _shape(key: RealSet, answer: RealSet) -> Comparison | None:
    """How the two sets differ in their numbers of pieces or in where they are unbounded, if they do."""
    for name, mine, theirs in (
        ("below", key.starts, answer.starts),
        ("above", _unbounded(key), _unbounded(answer)),
    ):
        if mine is not theirs:
            sides = ("unbounded", "bounded") if mine else ("bounded", "unbounded")
            return because(Reason.DIFFERENT_VALUE, f"{name}, the key is {sides[0]} and the answer {sides[1]}")
    if len(key.cuts) != len(answer.cuts):
        counts = sum(1 for _ in pieces(key)), sum(1 for _ in pieces(answer))
        if counts[0] != counts[1]:
            return because(Reason.DIFFERENT_VALUE, "the key has {} pieces, the answer {}", *counts)
        return because(Reason.DIFFERENT_VALUE, "the key and the answer have different pieces")
    return None


def _unbounded(a: RealSet) -> bool:
    return a.starts is not bool(len(a.cuts) % 2)
