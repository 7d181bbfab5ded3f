"""An equation as the set of its solutions: 2x + 3y = 6 is 4x + 6y = 12, and y = 2x + 3 is 2x - y + 3 = 0.

With D the difference of an equation's sides, two equations are the same when the quotient of their D is a constant
that is not zero: D1(x) * D2(p) = D2(x) * D1(p) for a fixed point p where neither vanishes. Denominators are multiplied
out first, which adds no solutions as long as they do not vanish where an equation is solved. Two equations are
different when a point that solves one does not solve the other; such points come from the equation solved for a name
in which it is of degree one or two at fixed values of the other names.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from answerkey.comparison import Comparison, Context, because
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.trees import NAMED_NUMBERS, integer, is_scalar, minus, names, over, substitute, times
from answerkey.notation.nodes import Node
from answerkey.scalars import cascade
from answerkey.scalars.exact import normal_form
from answerkey.verdict import Reason

_ZERO, _ONE, _TWO = integer(0), integer(1), integer(2)
_MAX_NAMES = 12
_MAX_DEGREE = 4  # as written: terms may cancel down to degree two
# Values for names: small rationals without a relation between them, so that few equations vanish there by chance.
_VALUES = tuple(over(integer(p), integer(q)) for p, q in ((1, 3), (2, 5), (3, 7), (5, 8), (4, 9), (3, 11)))


class Equation(NamedTuple):
    """The difference of the sides, the same without its denominators, these, and: are the sides name and number?"""

    difference: Node
    cleared: Node
    denominators: tuple[Node, ...]
    solved: bool


def recognise(source: Source, ctx: Context) -> Equation | None:
    """One equation between scalars; an equation without a name is none."""
    node = source.node
    if node.head != "rel" or node.args[0] != ("=",):
        return None
    left, right = node.args[1]
    if not (is_scalar(left) and is_scalar(right)):
        return None
    difference = left if right == _ZERO else minus(left, right)
    if not 0 < len(_unknowns(difference)) <= _MAX_NAMES:
        return None
    cleared, denominators = _cleared(difference)
    return Equation(difference, cleared, denominators, _is_solved(left, right) or _is_solved(right, left))


def read_as(source: Source, key: Equation, ctx: Context) -> Equation | None:
    """Likewise."""
    return recognise(source, ctx)


def compare(key: Equation, answer: Equation, ctx: Context) -> Comparison:
    """The same up to a factor, or different at a point."""
    ours, theirs = key.cleared, answer.cleared
    if _same_solutions(key, answer, ctx):
        if ctx.policy.require_solved_form and key.solved and not answer.solved:
            return because(Reason.UNDECIDED_FORM, "the same solution, but not solved")
        return because(Reason.EQUAL_EXPRESSION)
    for side, one, other in (("key", ours, theirs), ("answer", theirs, ours)):
        for point in _solutions(one, ctx):
            if cascade.identical(_ZERO, substitute(other, point), ctx).different:
                where = ", ".join(["{} = {}"] * len(point))
                parts = [part for item in point.items() for part in item]
                return because(Reason.DIFFERENT_VALUE, where + f" solves only the {side}", *parts)
    return because(Reason.UNDECIDED_VALUE)


def _same_solutions(key: Equation, answer: Equation, ctx: Context) -> bool:
    if _unknowns(key.difference) != _unknowns(answer.difference):
        return False
    if _proportional(key.difference, answer.difference, ctx):
        return True
    denominators = key.denominators + answer.denominators
    return (
        bool(denominators)
        and _proportional(key.cleared, answer.cleared, ctx)
        and not any(_vanishes(denominator, key.cleared, ctx) for denominator in denominators)
    )


def _cleared(difference: Node) -> tuple[Node, tuple[Node, ...]]:
    """The sum with the denominators that hold names multiplied out, and these denominators."""
    parts = [_fraction(term) for term in _terms(difference)]
    denominators = tuple(dict.fromkeys(bottom for _, bottom in parts if bottom != _ONE))
    if not denominators or len(denominators) > 3:
        return difference, ()
    terms = tuple(_product(top, *(other for other in denominators if other != bottom)) for top, bottom in parts)
    return (terms[0] if len(terms) == 1 else Node("add", terms)), denominators


def _terms(node: Node) -> Iterator[Node]:
    if node.head == "add":
        for term in node.args:
            yield from _terms(term)
    elif node.head == "neg" and node.args[0].head == "add":
        for term in _terms(node.args[0]):
            yield Node("neg", (term,))
    else:
        yield node


def _product(*factors: Node) -> Node:
    return factors[0] if len(factors) == 1 else times(*factors)


def _fraction(term: Node) -> tuple[Node, Node]:
    """A term as numerator and the denominator that holds names (1 if there is none)."""
    if term.head == "neg":
        top, bottom = _fraction(term.args[0])
        return Node("neg", (top,)), bottom
    if term.head == "div" and _unknowns(term.args[1]):
        return term.args[0], term.args[1]
    if term.head == "mul":
        tops, bottoms = zip(*map(_fraction, term.args), strict=True)
        bottoms = tuple(bottom for bottom in bottoms if bottom != _ONE)
        return (times(*tops), _product(*bottoms)) if bottoms else (term, _ONE)
    return term, _ONE


def _vanishes(denominator: Node, equation: Node, ctx: Context) -> bool:
    """May the denominator be zero where the equation holds? At the points that are known to solve it."""
    points = list(_solutions(equation, ctx))
    values = [substitute(denominator, point) for point in points]
    return not points or not all(cascade.identical(_ZERO, value, ctx).different for value in values)


def _unknowns(node: Node) -> frozenset[str]:
    return names(node) - NAMED_NUMBERS


def _is_solved(left: Node, right: Node) -> bool:
    return left.head == "name" and not _unknowns(right)


def _proportional(key: Node, answer: Node, ctx: Context) -> bool:
    for shift in range(3):
        point = _point(_unknowns(key), shift)
        at_key, at_answer = substitute(key, point), substitute(answer, point)
        if cascade.identical(_ZERO, at_key, ctx).different and cascade.identical(_ZERO, at_answer, ctx).different:
            return cascade.identical(times(key, at_answer), times(answer, at_key), ctx).equal
    return False


def _point(unknowns: frozenset[str], shift: int) -> dict[str, Node]:
    return {
        name: _VALUES[(index + shift) % len(_VALUES)] if index < len(_VALUES) else integer(index + shift + 2)
        for index, name in enumerate(sorted(unknowns))
    }


def _solutions(equation: Node, ctx: Context) -> Iterator[dict[str, Node]]:
    """Points that solve `equation`: all names but one at fixed values, that one by the formula of its degree."""
    unknowns = _unknowns(equation)
    degrees = ((name, _degree(equation, name)) for name in sorted(unknowns, reverse=True))
    solvable = [name for name, degree in degrees if degree is not None and degree <= _MAX_DEGREE]
    for name in solvable[:3]:
        others = _point(unknowns - {name}, 0)
        partial = substitute(equation, others)
        at = [_worked_out(substitute(partial, {name: integer(value)})) for value in (-1, 0, 1)]
        constant = at[1]
        square = _worked_out(over(minus(Node("add", (at[0], at[2])), times(_TWO, constant)), _TWO))
        linear = _worked_out(over(minus(at[2], at[0]), _TWO))
        unknown = Node("name", (name,))
        rebuilt = Node("add", (times(square, Node("pow", (unknown, _TWO))), times(linear, unknown), constant))
        if not cascade.identical(rebuilt, partial, ctx).equal:
            continue  # of another degree, or no polynomial
        if cascade.identical(_ZERO, square, ctx).equal:
            if cascade.identical(_ZERO, linear, ctx).different:
                yield others | {name: _worked_out(over(Node("neg", (constant,)), linear))}
            continue
        discriminant = _worked_out(minus(Node("pow", (linear, _TWO)), times(integer(4), square, constant)))
        root = Node("root", (discriminant, _TWO))
        for signed in (root, Node("neg", (root,))):
            top = signed if linear == _ZERO else Node("add", (Node("neg", (linear,)), signed))
            yield others | {name: _worked_out(over(top, _worked_out(times(_TWO, square))))}


def _degree(node: Node, name: str) -> int | None:
    """An upper bound of the degree of `node` as a polynomial in `name`, None where it may be none."""
    head, args = node
    if head == "name":
        return int(args[0] == name)
    if name not in names(node):
        return 0
    if head in ("add", "mul", "neg"):
        degrees = [_degree(arg, name) for arg in args]
        known = [degree for degree in degrees if degree is not None]
        if len(known) < len(degrees):
            return None
        return sum(known) if head == "mul" else max(known)
    if head == "div" and name not in names(args[1]):
        return _degree(args[0], name)
    if head == "pow" and args[1].head == "int":
        base = _degree(args[0], name)
        return None if base is None else base * int(args[1].args[0])
    return None


def _worked_out(node: Node) -> Node:
    """A rational number as such; anything else as it is."""
    value = normal_form(node)
    if isinstance(value, int):
        return integer(value)
    return over(*map(integer, value.as_integer_ratio())) if isinstance(value, Fraction) else node


_HEADS = frozenset({"rel"})
KIND = Kind("equation", _HEADS, recognise, read_as, compare, "relation", _HEADS)
