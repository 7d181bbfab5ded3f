"""The solution sets of linear and quadratic inequalities in one name with rational coefficients, within bars too."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from answerkey.comparison import Context
from answerkey.kinds import realset
from answerkey.kinds.order import NEGATIVE_INFINITY, POSITIVE_INFINITY, exact, literal, negative
from answerkey.kinds.realset import EMPTY, REALS, RealSet
from answerkey.kinds.trees import children, integer, names, rebuild, substitute
from answerkey.notation.nodes import Node
from answerkey.scalars.cascade import identical

_MOST_BARS = 3  # absolute values that are taken apart


def coefficients(expression: Node, name: str, ctx: Context) -> tuple[Fraction, Fraction, Fraction] | None:
    """a, b and c of an expression that is a·x² + b·x + c; None if it is of another form.

    They are found from the values at -1, 0 and 1, and confirmed by comparing the expression with what they make.
    """
    at = [exact(substitute(expression, {name: integer(value)})) for value in (-1, 0, 1)]
    below, constant, above = at
    if below is None or constant is None or above is None:
        return None
    square, linear = (above + below) / 2 - constant, (above - below) / 2
    x = Node("name", (name,))
    powers = (Node("pow", (x, integer(2))), x)
    terms = [Node("mul", (literal(factor), power)) for factor, power in zip((square, linear), powers, strict=True)]
    rebuilt = Node("add", (*terms, literal(constant)))
    return (square, linear, constant) if identical(rebuilt, expression, ctx).equal else None


def solution(expression: Node, operator: str, name: str, ctx: Context, depth: int = _MOST_BARS) -> RealSet | None:
    """The set on which `expression operator 0` holds, operator `<`, `<=` or `!=`; None if it was not found.

    Absolute values are taken apart where what is inside changes its sign, `depth` of them at most.
    """
    barred = _inside_bars(expression, name)
    if barred is not None:
        return _by_cases(expression, operator, name, barred, ctx, depth - 1) if depth else None
    found = coefficients(expression, name, ctx)
    if found is None:
        return None
    square, linear, constant = found
    leading = square or linear
    roots = _roots(square, linear, constant)
    if operator == "!=":
        return realset.complement(_points(roots, ctx))
    closed = operator == "<="
    if not leading:
        return REALS if constant < 0 or (closed and not constant) else EMPTY
    if not square:
        ends = (NEGATIVE_INFINITY, roots[0]) if linear > 0 else (roots[0], POSITIVE_INFINITY)
        return realset.interval(ends[0], closed, ends[1], closed, ctx)
    if square > 0:
        return realset.interval(roots[0], closed, roots[1], closed, ctx) if roots else EMPTY
    if not roots:
        return REALS
    inside = realset.interval(roots[0], not closed, roots[1], not closed, ctx)
    return None if inside is None else realset.complement(inside)


def _inside_bars(node: Node, name: str) -> Node | None:
    """What the first absolute value that depends on the name holds."""
    if node.head == "call" and node.args[0] == "abs" and name in names(node):
        inner: Node = node.args[1]
        return inner
    return next((found for part in children(node) if (found := _inside_bars(part, name)) is not None), None)


def _by_cases(expression: Node, operator: str, name: str, inside: Node, ctx: Context, depth: int) -> RealSet | None:
    """The solutions where `inside` is negative, and those where it is not."""
    parts: list[RealSet] = []
    for sign in (negative(inside), inside):
        region = solution(negative(sign), "<=", name, ctx, 0)
        here = solution(_without_bars(expression, inside, sign), operator, name, ctx, depth)
        both = None if region is None or here is None else realset.intersection([region, here], ctx)
        if both is None:
            return None
        parts.append(both)
    return realset.union(parts, ctx)


def _without_bars(expression: Node, inside: Node, value: Node) -> Node:
    bars = Node("call", ("abs", inside))
    return rebuild(expression, lambda part: value if part == bars else None)


def _points(roots: tuple[Node, ...], ctx: Context) -> RealSet:
    return realset.union(map(realset.point, roots), ctx) or EMPTY


def _roots(square: Fraction, linear: Fraction, constant: Fraction) -> tuple[Node, ...]:
    """The real roots in ascending order, a double root twice."""
    if not square:
        return (literal(-constant / linear),) if linear else ()
    middle, discriminant = -linear / (2 * square), (linear * linear - 4 * square * constant) / (4 * square * square)
    if discriminant < 0:
        return ()
    half = _square_root(discriminant)
    if half is not None:
        return literal(middle - half), literal(middle + half)
    root = Node("root", (literal(discriminant), integer(2)))
    return Node("add", (literal(middle), Node("neg", (root,)))), Node("add", (literal(middle), root))


def _square_root(value: Fraction) -> Fraction | None:
    root = Fraction(isqrt(value.numerator), isqrt(value.denominator))
    return root if root * root == value else None
