"""Piecewise functions: on every part of the line the two must have the same value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from answerkey.comparison import Comparison, Context, because
from answerkey.kinds import reals, realset
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.matching import compare_members, weakest
from answerkey.kinds.order import NEGATIVE_INFINITY, ONE, POSITIVE_INFINITY, negative
from answerkey.kinds.realset import Piece, RealSet
from answerkey.kinds.trees import integer, over, substitute
from answerkey.notation.nodes import Node
from answerkey.scalars.cascade import same
from answerkey.verdict import Reason

Case = tuple[Node, Node | None]


class Piecewise(NamedTuple):
    """Values with their conditions as written, and, where all conditions could be solved for one name, that name
    and the set on which each value holds."""

    cases: tuple[Case, ...]
    variable: str | None = None
    domains: tuple[RealSet, ...] = ()


def recognise(source: Source, ctx: Context) -> Piecewise | None:
    """Cases."""
    if source.node.head != "cases":
        return None
    (cases,) = source.node.args
    return _solved(cases, ctx) or Piecewise(cases)


def read_as(source: Source, key: Piecewise, ctx: Context) -> Piecewise | None:
    """The answer likewise."""
    return recognise(source, ctx)


def compare(key: Piecewise, answer: Piecewise, ctx: Context) -> Comparison:
    """On every overlap of a part of the key with one of the answer's; by conditions where they are not solved."""
    if not key.variable or not answer.variable:
        return _by_conditions(key, answer, ctx)
    if key.variable != answer.variable:
        template = "the key is about {}, the answer about {}"
        return because(Reason.DIFFERENT_NAME, template, key.variable, answer.variable)
    wholes = [realset.union(one.domains, ctx) for one in (key, answer)]
    if wholes[0] is None or wholes[1] is None:
        return because(Reason.UNDECIDED_VALUE)
    defined = realset.compare(wholes[0], wholes[1], ctx)
    return weakest([defined, *_overlaps(key, answer, ctx)], defined) if defined.equal else defined


def _solved(cases: tuple[Case, ...], ctx: Context) -> Piecewise | None:
    """With the sets on which the cases hold; "otherwise" is what the others leave."""
    variable: str | None = None
    domains: list[RealSet | None] = []
    for _, condition in cases:
        if condition is None or condition.head == "text":
            domains.append(None)
            continue
        solved = reals.read(condition, variable, ctx)
        if solved is None or solved.name is None or (variable and solved.name != variable):
            return None
        variable = solved.name
        domains.append(solved.reals)
    covered = realset.union([one for one in domains if one is not None], ctx)
    if covered is None or domains.count(None) > 1 or variable is None:
        return None
    rest = realset.complement(covered)
    return Piecewise(cases, variable, tuple(rest if one is None else one for one in domains))


def _overlaps(key: Piecewise, answer: Piecewise, ctx: Context) -> Iterator[Comparison]:
    assert key.variable is not None
    for (mine, _), here in zip(key.cases, key.domains, strict=True):
        for (theirs, _), there in zip(answer.cases, answer.domains, strict=True):
            both = realset.intersection([here, there], ctx)
            if both is None:
                yield because(Reason.UNDECIDED_VALUE)
                continue
            for piece in realset.pieces(both):
                yield _on(piece, key.variable, mine, theirs, ctx)


def _on(piece: Piece, variable: str, key: Node, answer: Node, ctx: Context) -> Comparison:
    """Are two expressions the same on this piece? As expressions, or else at a number inside it."""
    inside = _inside(piece)
    at = [substitute(value, {variable: inside}) for value in (key, answer)]
    if piece.low != piece.high:
        result = same(key, answer, ctx)
        if result.equal:
            return result
    found = same(at[0], at[1], ctx)
    if found.different:
        return because(Reason.DIFFERENT_VALUE, "at {} = {} the key is {}, the answer {}", variable, inside, *at)
    return found if piece.low == piece.high else because(Reason.UNDECIDED_VALUE)


def _inside(piece: Piece) -> Node:
    """A number inside the piece, off the middle, where values are seldom equal by chance."""
    low, high = piece.low, piece.high
    if low == high:
        return low
    if low == NEGATIVE_INFINITY:
        return integer(-7) if high == POSITIVE_INFINITY else Node("add", (high, negative(integer(7))))
    if high == POSITIVE_INFINITY:
        return Node("add", (low, integer(7)))
    third = over(ONE, integer(3))
    return Node("add", (low, Node("mul", (third, Node("add", (high, negative(low)))))))


def _by_conditions(key: Piecewise, answer: Piecewise, ctx: Context) -> Comparison:
    """Equal if the cases agree one by one in some order; otherwise nothing is known."""
    left = list(answer.cases)
    results: list[Comparison] = []
    for value, condition in key.cases:
        for case in left:
            if _same_condition(condition, case[1], ctx):
                result = compare_members(value, case[0], ctx)
                if result.equal:
                    results.append(result)
                    left.remove(case)
                    break
        else:
            return because(Reason.UNDECIDED_VALUE)
    return weakest(results, results[0]) if not left else because(Reason.UNDECIDED_VALUE)


def _same_condition(key: Node | None, answer: Node | None, ctx: Context) -> bool:
    if key is None or answer is None:
        return key is answer
    return compare_members(key, answer, ctx).equal


_HEADS = frozenset({"cases"})
KIND = Kind("piecewise", _HEADS, recognise, read_as, compare, "scalar", _HEADS)
