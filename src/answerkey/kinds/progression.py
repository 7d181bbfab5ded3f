"""Arithmetic progressions a + k·p over all integers k, with a and p rational combinations of 1 and π."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import floor, gcd, lcm
from typing import NamedTuple

from answerkey.kinds.order import exact
from answerkey.notation.nodes import Node

_MAX_RESIDUES = 400

# (holds the parameter, holds π): coefficient
Affine = dict[tuple[bool, bool], Fraction]
Pair = tuple[Fraction, Fraction]


class Progression(NamedTuple):
    """offset + k·period; each is r + s·π, given as (r, s)."""

    offset: Pair
    period: Pair


def affine(node: Node, parameter: str) -> Affine | None:
    """`node` as a combination of 1, π, k and kπ with rational coefficients, if it is one."""
    head, args = node.head, node.args
    if head == "name":
        return {(True, False): Fraction(1)} if args[0] == parameter else None
    if node == Node("const", ("pi",)):
        return {(False, True): Fraction(1)}
    if head == "neg":
        return _scaled(affine(args[0], parameter), Fraction(-1))
    if head == "degree":
        return _product(affine(args[0], parameter), {(False, True): Fraction(1, 180)})
    if head == "add":
        return _sum(affine(arg, parameter) for arg in args)
    if head == "mul":
        product: Affine | None = {(False, False): Fraction(1)}
        for arg in args:
            product = _product(product, affine(arg, parameter))
        return product
    if head == "div":
        below = affine(args[1], parameter)
        if below is None or set(below) != {(False, False)} or not below[False, False]:
            return None
        return _scaled(affine(args[0], parameter), 1 / below[False, False])
    if head == "group" and len(args) == 3:
        return affine(args[2], parameter)
    if head == "pow" and exact(args[0]) == -1:
        return _alternating(affine(args[1], parameter))
    value = exact(node)
    return None if value is None else {(False, False): value}


def _alternating(exponent: Affine | None) -> Affine | None:
    """(-1)^e where e has the same parity for all values of the parameter."""
    if exponent is None or any(pi for _, pi in exponent):
        return None
    constant, factor = exponent.get((False, False), Fraction(0)), exponent.get((True, False), Fraction(0))
    if constant.denominator != 1 or (factor / 2).denominator != 1:
        return None
    return {(False, False): Fraction(-1 if constant.numerator % 2 else 1)}


def _scaled(a: Affine | None, factor: Fraction) -> Affine | None:
    return None if a is None else {part: factor * value for part, value in a.items()}


def _sum(terms: Iterable[Affine | None]) -> Affine | None:
    total: Affine = {}
    for term in terms:
        if term is None:
            return None
        for part, value in term.items():
            total[part] = total.get(part, Fraction(0)) + value
    return total


def _product(a: Affine | None, b: Affine | None) -> Affine | None:
    if a is None or b is None:
        return None
    product: Affine = {}
    for (k, pi), x in a.items():
        for (m, qi), y in b.items():
            if (k and m) or (pi and qi):
                return None
            part = (k or m, pi or qi)
            product[part] = product.get(part, Fraction(0)) + x * y
    return product


def progression(a: Affine) -> Progression:
    """The progression that an affine form runs through."""
    parts = [[a.get((k, pi), Fraction(0)) for pi in (False, True)] for k in (False, True)]
    return Progression((parts[0][0], parts[0][1]), (parts[1][0], parts[1][1]))


def residues(progressions: list[Progression], others: list[Progression]) -> tuple[set[Pair], set[Pair]] | None:
    """Both unions of progressions as sets of residues modulo one common period, so that they are equal exactly
    if these are. None if there is no common period or it is too long."""
    base = progressions[0].period
    axis = 0 if base[0] else 1
    if not base[axis]:
        return None
    ratios: list[Fraction] = []
    for one in (*progressions, *others):
        ratio = one.period[axis] / base[axis]
        if not ratio or (ratio * base[0], ratio * base[1]) != one.period:
            return None
        ratios.append(abs(ratio))
    common = Fraction(lcm(*(r.numerator for r in ratios)), gcd(*(r.denominator for r in ratios)))
    period = (common * base[0], common * base[1])
    if sum(common / ratio for ratio in ratios) > _MAX_RESIDUES:
        return None
    return _residues(progressions, period, axis), _residues(others, period, axis)


def _residues(progressions: list[Progression], period: Pair, axis: int) -> set[Pair]:
    found: set[Pair] = set()
    for offset, step in progressions:
        for k in range(int(abs(period[axis] / step[axis]))):
            x, y = offset[0] + k * step[0], offset[1] + k * step[1]
            turns = floor((x, y)[axis] / period[axis])
            found.add((x - turns * period[0], y - turns * period[1]))
    return found
