"""Do the digits of a value speak of every part of its expression?

erf(20) is 1 to more digits than balls hold, and so is 1 + e^(-300): their agreement with 1 says nothing of 20 or 300.
So an equality by digits counts only where each number and each name has left its trace: another one in its place
would show within the first 30 digits. Functions that forget (a floor, the larger of two) are asked about their
arguments, and sums and the like about their terms. What is called must be called at, and give, numbers of ordinary
size: sin x is x at 10^(-60), and 2 cosh x is e^x at 300.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from flint import acb, arb

from answerkey.notation.nodes import Node
from answerkey.scalars.evaluate import evaluate
from answerkey.scalars.names import children, contents, infinite
from answerkey.scalars.point import NoValue, Point

_SEEN = arb(10) ** -30  # of the value: how far a changed part must move it
_DIGITS = arb(10) ** 90  # of its radius, likewise: where a difference cancels, the value no longer tells its scale
_SMALL, _LARGE = arb(10) ** -30, arb(10) ** 30  # ordinary size

# What gives the same value at many arguments.
_FORGETFUL = frozenset("floor ceil round sign gcd lcm mod max min abs norm re im arg det".split())
_NUMERALS = frozenset(("dec", "rep", "based", "mixed", "const"))
_LEAVES = _NUMERALS | {"int", "name"}
_ONE = Node("int", (1,))
_NUDGE = Node("div", (Node("int", (1025,)), Node("int", (1024,))))


def shows_every_part(node: Node, point: Point) -> bool:
    """Whether changing any one number or name of the tree would change its value at this point visibly."""
    stands_for: dict[Any, acb] = {}
    try:
        smooth = _smooth(node, point, stands_for)
        bench = Point({**point.values, **stands_for}, point.budget, evaluate)
        value = evaluate(smooth, bench)
        if not value.is_finite():
            return False
        enough = (_SEEN * abs(value).upper()).max(_DIGITS * value.rad())
        return all(any(_moves(mutant, value, enough, bench) for mutant in pair) for pair in _mutants(smooth, bench))
    except (NoValue, _Hidden):
        return False


class _Hidden(Exception):
    """A part that the value does not show."""


def _moves(mutant: Node, value: acb, enough: arb, bench: Point) -> bool:
    try:
        moved = evaluate(mutant, bench)
    except NoValue:  # the change leaves the domain
        return True
    return not moved.is_finite() or bool(abs(moved - value).lower() > enough)


def _mutants(node: Node, bench: Point) -> Iterator[tuple[Node, ...]]:
    """For each number and name of the tree: the trees with another one in its place, two to choose from.

    The rest of each tree is known: its parts stand in it by their values, so that the work is no square.
    """
    head, args = node
    if head == "int":
        yield Node("int", (args[0] + 1,)), Node("mul", (node, _NUDGE))
    elif head == "name":
        yield Node("add", (node, _ONE)), Node("mul", (node, _NUDGE))
    elif head in _NUMERALS:
        yield (Node("mul", (node, _NUDGE)),)
    elif (value := bench.values[_known(node, bench).args[0]]).is_exact():  # 2^(-200), or x times 0
        yield from () if value.is_zero() else ((Node("mul", (_known(node, bench), _NUDGE)),),)
    else:
        known = [_known(arg, bench) if _is_part(head, place, arg) else arg for place, arg in enumerate(args)]
        for place, arg in enumerate(args):
            if isinstance(arg, Node):
                for pair in _mutants(arg, bench):
                    yield tuple(Node(head, (*known[:place], mutant, *known[place + 1 :])) for mutant in pair)


def _is_part(head: str, place: int, arg: object) -> bool:
    """Is the argument a tree whose value may take its place? Exponents are more: thirds are odd roots."""
    return isinstance(arg, Node) and not (place == 1 and head in ("pow", "root"))


def _known(part: Node, bench: Point) -> Node:
    """A name for the value of a part."""
    if part.head in _LEAVES:
        return part
    if part not in bench.values:
        args = (_known(arg, bench) if _is_part(part.head, place, arg) else arg for place, arg in enumerate(part.args))
        bench.values[part] = evaluate(Node(part.head, tuple(args)), bench)
    return Node("name", (part,))


def _smooth(node: Node, point: Point, stands_for: dict[Any, acb]) -> Node:
    """The tree with a name for the value of everything that is no smooth function of its parts.

    Raises `_Hidden` where one of those parts does not show.
    """
    head, args = node
    if head in _PARTS or (head == "call" and args[0] in _FORGETFUL):
        value = evaluate(node, point)
        if not all(_PARTS.get(head, _arguments)(node, abs(value).upper() * _SEEN, point)):
            raise _Hidden
        name = f"#{len(stands_for)}"
        stands_for[name] = value
        return Node("name", (name,))
    if head == "call":
        for part in (node, *children(node)):
            size = abs(evaluate(part, point))
            if not (size < _LARGE and (size > _SMALL or size.contains(0))):
                raise _Hidden
    return Node(head, tuple(_smooth(arg, point, stands_for) if isinstance(arg, Node) else arg for arg in args))


def _arguments(node: Node, seen: arb, point: Point) -> Iterator[bool]:
    """Of a function that forgets: each argument by itself."""
    for child in children(node):
        cells = children(child) if child.head == "matrix" else (child,)
        yield from (shows_every_part(cell, point) for cell in cells)


def _terms(node: Node, seen: arb, point: Point) -> Iterator[bool]:
    """Of a sum or product: the first terms, and at a finite end that the last ones count."""
    body, variable, low, high = node.args
    name = variable.args[0]
    yield shows_every_part(low, point)
    first = evaluate(low, point)
    yield _shows_at(body, name, (first + k for k in range(5)), point)
    if infinite(high):  # floor(n tanh(pi)) is n - 1 for the first 268 terms
        yield not contents(body).functions & _FORGETFUL
        return
    yield shows_every_part(high, point)
    last = evaluate(high, point)
    near = [evaluate(body, point.with_name(name, last - k)) for k in (0, 1)]
    yield any(_exceeds(term - 1, _SEEN) if node.head == "prod" else _exceeds(term, seen) for term in near)


def _integrand(node: Node, seen: arb, point: Point) -> Iterator[bool]:
    """Of an integral: the integrand between the ends, and just inside a finite one that it counts."""
    body, variable, *bounds = node.args
    name = variable.args[0]
    yield from (shows_every_part(end, point) for end in bounds if not infinite(end))
    low, high = (None if infinite(end) else evaluate(end, point) for end in bounds)
    start = acb(0) if low is None else low
    length = acb(1) if low is None or high is None else high - low
    yield _shows_at(body, name, (start + length * k / 7 for k in (3, 1, 5)), point)
    for end, inward in ((low, length), (high, -length)):
        if end is not None:
            yield _exceeds(evaluate(body, point.with_name(name, end + inward / 64)), seen)


def _neighbours(node: Node, seen: arb, point: Point) -> Iterator[bool]:
    """Of a limit: the body on the way there."""
    body, variable, to, _ = node.args
    sign = infinite(to)
    if sign:
        places = [acb(sign * 2**k) for k in (3, 4, 5)]
    else:
        places = [evaluate(to, point) + acb(1) / 2**k for k in (3, 4, 5)]
    yield _shows_at(body, variable.args[0], places, point)


def _shows_at(body: Node, name: str, places: Iterable[acb], point: Point) -> bool:
    return any(shows_every_part(body, point.with_name(name, place)) for place in places)


def _exceeds(value: acb, bound: arb) -> bool:
    return bool(abs(value).lower() > bound)


def _slope(node: Node, seen: arb, point: Point) -> Iterator[bool]:
    """Of a derivative: nothing, as it forgets constants by right."""
    return iter(())


_PARTS: dict[str, Callable[[Node, arb, Point], Iterator[bool]]] = {
    "sum": _terms,
    "prod": _terms,
    "integral": _integrand,
    "limit": _neighbours,
    "diff": _slope,
    "mod": _arguments,
}
