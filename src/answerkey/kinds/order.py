"""Exact rational values of trees, and the three-valued order of real scalars."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from answerkey.comparison import Context
from answerkey.kinds.trees import children, minus, names, size
from answerkey.limits import MAX_BITS
from answerkey.notation.nodes import Node
from answerkey.scalars.cascade import identical

ZERO = Node("int", (0,))
ONE = Node("int", (1,))
DOTS = Node("const", ("dots",))
POSITIVE_INFINITY = Node("const", ("inf",))
_FRACTION = 3  # steps: one operation on fractions
_NUMBERS = frozenset({"e", "i"})  # names that stand for numbers
NEGATIVE_INFINITY = Node("neg", (POSITIVE_INFINITY,))


def exact(node: Node) -> Fraction | None:
    """The rational value of `node`, or None where it is not plainly rational or too large to work out.

    >>> exact(Node("div", (ONE, Node("int", (3,)))))
    Fraction(1, 3)
    """
    rule = _EXACT.get(node.head)
    return None if rule is None else rule(node.args)


def literal(value: Fraction) -> Node:
    """The tree that stands for `value`."""
    size = Node("int", (abs(value.numerator),))
    if value.denominator != 1:
        size = Node("div", (size, Node("int", (value.denominator,))))
    return Node("neg", (size,)) if value < 0 else size


def order(a: Node, b: Node, ctx: Context) -> int | None:
    """-1, 0 or 1 as `a` is less than, equal to or greater than `b`; None where that could not be shown."""
    if a == b:
        return 0
    for node, sign in ((a, -1), (b, 1)):
        if node == NEGATIVE_INFINITY:
            return sign
        if node == POSITIVE_INFINITY:
            return -sign
    x, y = exact(a), exact(b)
    if x is not None and y is not None:
        return (x > y) - (x < y)
    return sign_of(minus(a, b), ctx)


def sign_of(node: Node, ctx: Context) -> int | None:
    """-1, 0 or 1, the sign of a real scalar; None where it could not be shown, as where a function is unknown."""
    return None if _applies(node) else stand_in_sign(node, ctx)


def _applies(node: Node) -> bool:
    return node.head == "apply" or any(map(_applies, children(node)))


def stand_in_sign(node: Node, ctx: Context) -> int | None:
    """The sign of a real scalar in which the comparers' stand-ins take the place of unknown functions."""
    ctx.budget.spend(_FRACTION * size(node))
    value = exact(node)
    if value is not None:
        return (value > 0) - (value < 0)
    if names(node) - _NUMBERS:
        return None
    from answerkey.scalars.ball import numeric_value  # loads python-flint, which rational ends do not need

    ball = numeric_value(node, ctx.budget)
    if ball is None or not ball.imag.contains(0):
        return None
    if not ball.real.contains(0):
        return 1 if ball.real > 0 else -1
    return 0 if identical(ZERO, node, ctx).equal else None


def negative(node: Node) -> Node:
    """The negative of `node`, without a double sign."""
    if node.head == "neg":
        inner: Node = node.args[0]
        return inner
    return node if node == ZERO else Node("neg", (node,))


def _int(args: tuple[Any, ...]) -> Fraction:
    return Fraction(args[0])


def _decimal(args: tuple[Any, ...]) -> Fraction | None:
    coefficient, places = args
    return Fraction(coefficient, 10**places) if places < MAX_BITS // 4 else None


def _mixed(args: tuple[Any, ...]) -> Fraction | None:
    parts = [exact(arg) for arg in args]
    whole, top, bottom = parts
    if whole is None or top is None or not bottom:
        return None
    return whole + top / bottom


def _neg(args: tuple[Any, ...]) -> Fraction | None:
    value = exact(args[0])
    return None if value is None else -value


def _add(args: tuple[Any, ...]) -> Fraction | None:
    total = Fraction(0)
    for arg in args:
        value = exact(arg)
        if value is None:
            return None
        total += value
    return total


def _mul(args: tuple[Any, ...]) -> Fraction | None:
    product = Fraction(1)
    for arg in args:
        value = exact(arg)
        if value is None or _bits(product) + _bits(value) > MAX_BITS:
            return None
        product *= value
    return product


def _div(args: tuple[Any, ...]) -> Fraction | None:
    (above, one), (below, other) = args
    if above == below == "int" and other[0]:
        return Fraction(one[0], other[0])
    top, bottom = exact(args[0]), exact(args[1])
    return top / bottom if top is not None and bottom else None


def _pow(args: tuple[Any, ...]) -> Fraction | None:
    base, exponent = exact(args[0]), exact(args[1])
    if base is None or exponent is None or exponent.denominator != 1:
        return None
    if (not base and exponent <= 0) or _bits(base) * abs(exponent.numerator) > MAX_BITS:
        return None
    return base**exponent.numerator


def _bits(value: Fraction) -> int:
    return value.numerator.bit_length() + value.denominator.bit_length()


_EXACT: dict[str, Callable[[tuple[Any, ...]], Fraction | None]] = {
    "int": _int,
    "dec": _decimal,
    "mixed": _mixed,
    "neg": _neg,
    "add": _add,
    "mul": _mul,
    "div": _div,
    "pow": _pow,
}
