r"""Sums, products and collections with dots: `1 + 2 + \cdots + 100`, `1 \cdot 3 \cdots (2n-1)`, `\{1, 2, \ldots, 10\}`.

Dots stand for terms that the reader can supply. That is sure where the terms before the dots and the last one are the
same but for numbers which go up in equal steps (`1^2 + 2^2 + \cdots + n^2`), or where each is the one before times
the same ratio. What fits both ways (1, 2, …, 1024) or neither stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from answerkey.comparison import Context
from answerkey.kinds.order import DOTS, ONE, ZERO, exact
from answerkey.kinds.trees import children, integer, minus, names, over, rebuild, size, substitute, times
from answerkey.notation.nodes import Node
from answerkey.scalars.cascade import identical

_COUNTER = "#"  # no name that can be read
_MOST = 1_000  # members of a collection that are written out


def supplied(node: Node, ctx: Context) -> Node:
    """`node` with its sums and products over dots in closed form, where what the dots stand for is sure."""
    return rebuild(node, lambda part: _closed(part, ctx) if part.head in ("add", "mul") and DOTS in part.args else None)


def members(nodes: tuple[Node, ...], ctx: Context) -> tuple[Node, ...]:
    """`nodes` with the members that dots stand for, where that is sure and they are numbers."""
    found = _run(nodes)
    last = None if found is None else exact(_steps(*found, ctx) or ZERO)
    if found is None or last is None or not len(found[0]) <= last < _MOST or _by_ratio(*found, ctx):
        return nodes
    body = _general(found[0])
    ctx.budget.spend(int(last) * size(body or ZERO))
    return nodes if body is None else tuple(_at(body, integer(k)) for k in range(int(last) + 1))


def _closed(node: Node, ctx: Context) -> Node | None:
    found = _run(node.args)
    if found is None:
        return None
    terms, last = found
    steps = _by_steps(node.head, terms, last, ctx)
    ratio = _by_ratio(terms, last, ctx) if node.head == "add" else None
    if steps is None or ratio is None:
        return steps or ratio
    return steps if identical(steps, ratio, ctx).equal else None


def _run(nodes: tuple[Node, ...]) -> tuple[tuple[Node, ...], Node] | None:
    """The terms before the dots and the one behind them: two at least before, and one."""
    if nodes.count(DOTS) != 1 or len(nodes) < 4 or nodes[-2] != DOTS:
        return None
    return nodes[:-2], nodes[-1]


def _by_steps(head: str, terms: tuple[Node, ...], last: Node, ctx: Context) -> Node | None:
    steps, body = _steps(terms, last, ctx), _general(terms)
    if steps is None or body is None:
        return None
    number = exact(steps)
    if number is not None and (number.denominator != 1 or number < len(terms)):
        return None
    return Node("sum" if head == "add" else "prod", (body, Node("name", (_COUNTER,)), ZERO, steps))


def _by_ratio(terms: tuple[Node, ...], last: Node, ctx: Context) -> Node | None:
    """The closed form (r·last - first)/(r - 1) of a geometric sum, where the last term is one of it."""
    first, second = terms[:2]
    ratio = over(second, first)
    if not all(identical(times(a, second), times(b, first), ctx).equal for a, b in pairwise(terms)):
        return None
    r, start, end = exact(ratio), exact(first), exact(last)
    if r is None or start is None or end is None:
        reached = _is_power(last, terms, ratio, ctx)
    else:
        reached = bool(start) and _reaches(start * r, r, end, ctx)
    return over(minus(times(ratio, last), first), minus(ratio, ONE)) if reached else None


def _reaches(term: Fraction, ratio: Fraction, end: Fraction, ctx: Context) -> bool:
    """Is `end` one of the terms that begin with `term`, each `ratio` times the one before?"""
    for _ in range(_MOST if ratio not in (0, 1, -1) else 0):
        ctx.budget.spend()
        if term == end:
            return True
        if term and (abs(term) > abs(end)) is (abs(ratio) > 1):
            return False
        term *= ratio
    return False


def _is_power(last: Node, terms: tuple[Node, ...], ratio: Node, ctx: Context) -> bool:
    """Is a last term in n one of the geometric sequence: its next is it times the ratio, and it is a term at some n?"""
    if len(free := _in_exponents(last)) != 1:
        return False
    (name,) = free
    following = substitute(last, {name: Node("add", (Node("name", (name,)), ONE))})
    powers = (Node("pow", (ratio, integer(power))) for power in range(1, 4))
    if not any(identical(following, times(power, last), ctx).equal for power in powers):
        return False
    early = (substitute(last, {name: integer(value)}) for value in range(6))
    return any(identical(term, one, ctx).equal for one in early for term in terms)


def _is_linear(node: Node, ctx: Context) -> bool:
    """Does the node grow by the same with each step of its name, if it has one?"""
    if not (free := names(node)):
        return True
    if len(free) > 1:
        return False
    (name,) = free
    one, two, three = (substitute(node, {name: Node("add", (Node("name", (name,)), integer(k)))}) for k in range(3))
    return identical(minus(three, two), minus(two, one), ctx).equal


def _in_exponents(node: Node) -> frozenset[str]:
    """The names in exponents, as in the last term of a geometric sum."""
    if node.head == "pow":
        return names(node.args[1]) | _in_exponents(node.args[0])
    return frozenset[str]().union(*map(_in_exponents, children(node)))


def _steps(terms: tuple[Node, ...], last: Node, ctx: Context) -> Node | None:
    """How many steps lead from the first term to the last: the same in each place where the terms differ.

    Two numbers show a step of 1 or 2, or the multiples of the first; 1 + 4 + … may go on by steps or by squares.
    """
    found: Node | None = None
    for places, end in _places((*terms, last)):
        step = places[1] - places[0]
        if not step or any(b - a != step for a, b in pairwise(places)) or not _is_linear(end, ctx):
            return None
        if len(places) == 2 and abs(step) > 2 and step != places[0]:
            return None
        steps = over(minus(end, integer(places[0])), integer(step))
        value = exact(steps)
        steps = steps if value is None or value.denominator != 1 else integer(int(value))
        if found is None:
            found = steps
        elif found != steps and exact(found) is not None:
            return None
    return found


def _general(terms: tuple[Node, ...]) -> Node | None:
    """The term number k as a tree in k, from what changes between the first two."""
    first, second = terms[:2]
    if first.head == "int" and second.head == "int":
        a, b = first.args[0], second.args[0]
        counted = times(integer(b - a), Node("name", (_COUNTER,)))
        return first if a == b else Node("add", (first, counted))
    if first.head != second.head or len(first.args) != len(second.args):
        return None
    args = []
    for one, two in zip(first.args, second.args, strict=True):
        if isinstance(one, Node) and isinstance(two, Node):
            inner = _general((one, two))
            if inner is None:
                return None
            args.append(inner)
        elif one != two:
            return None
        else:
            args.append(one)
    return Node(first.head, tuple(args))


def _places(nodes: tuple[Node, ...]) -> Iterator[tuple[tuple[int, ...], Node]]:
    """The numbers that change from term to term, place by place, each with what stands there in the last term.

    Terms of other shapes give a place of equal numbers, which is no step.
    """
    *terms, last = nodes
    if all(term == terms[0] for term in terms) and last == terms[0]:
        return
    if all(term.head == "int" for term in terms):
        yield tuple(term.args[0] for term in terms), last
    elif all(term.head == last.head and len(term.args) == len(last.args) for term in terms):
        for parts in zip(*(node.args for node in nodes), strict=True):
            if all(isinstance(part, Node) for part in parts):
                yield from _places(parts)
            elif any(part != parts[0] for part in parts):
                yield (0, 0), last
    else:
        yield (0, 0), last


def _at(body: Node, value: Node) -> Node:
    counter = Node("name", (_COUNTER,))
    filled = rebuild(body, lambda part: value if part == counter else None)
    number = exact(filled)
    return integer(int(number)) if number is not None and number.denominator == 1 else filled
