"""What reads as a set of real numbers: intervals, inequalities, set operations, points, and words between them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from answerkey.comparison import Context
from answerkey.kinds import realset
from answerkey.kinds.interval import interval, surely
from answerkey.kinds.order import NEGATIVE_INFINITY, POSITIVE_INFINITY, ZERO, negative
from answerkey.kinds.plus_minus import expand_all
from answerkey.kinds.realset import EMPTY, REALS, Cut, RealSet
from answerkey.kinds.trees import is_scalar, names
from answerkey.notation.nodes import Node

_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
# Which name is the unknown where both sides of an inequality are bare names: the earlier here, then the left.
_UNKNOWNS = ["x", "y", "z", "t", "u", "v", "w", "s", "r", "theta", "p", "q", "n", "m", "k", "l", "j"]


class Solved(NamedTuple):
    """A set of reals, and the name of the unknown it was solved for, if it was given by conditions on one."""

    reals: RealSet
    name: str | None = None


def read(node: Node, wanted: str | None, ctx: Context) -> Solved | None:
    """`node` as a set of reals. `wanted`: the unknown to solve for, where the other side of the comparison has one."""
    rule = _RULES.get(node.head)
    return None if rule is None else rule(node, wanted, ctx)


def subject(node: Node) -> str | None:
    """The text of an unknown: a name, or a function of names as in `f(x)`, whose arguments are dummies."""
    if node.head == "name":
        return str(node.args[0])
    if node.head == "apply" and all(arg.head == "name" for arg in node.args[1:]):
        return f"{node.args[0]}()"
    return None


def points(nodes: tuple[Node, ...], ctx: Context) -> RealSet | None:
    """The finite set of these scalars; None if one is no scalar or they cannot be ordered."""
    values = expand_all(nodes)
    if values is None or not all(map(is_scalar, values)):
        return None
    return realset.union(map(realset.point, values), ctx)


def _named(reals: RealSet | None, name: str | None = None) -> Solved | None:
    return None if reals is None else Solved(reals, name)


def _group(node: Node, wanted: str | None, ctx: Context) -> Solved | None:
    if len(node.args) == 3 and node.args[0] == "(":
        return read(node.args[2], wanted, ctx)
    return _named(interval(node, ctx))


def _const(node: Node, wanted: str | None, ctx: Context) -> Solved | None:
    return _CONSTANTS.get(node.args[0])


def _set(node: Node, wanted: str | None, ctx: Context) -> Solved | None:
    return _named(points(node.args, ctx))


def _together(
    join: Callable[[list[RealSet], Context], RealSet | None],
    parts: tuple[Node, ...],
    wanted: str | None,
    ctx: Context,
) -> Solved | None:
    """Parts about one unknown, joined."""
    sets: list[RealSet] = []
    name: str | None = None
    for part in parts:
        solved = read(part, name or wanted, ctx)
        if solved is None or (name and solved.name and solved.name != name):
            return None
        name = name or solved.name
        sets.append(solved.reals)
    return _named(join(sets, ctx), name)


def _union(node: Node, wanted: str | None, ctx: Context) -> Solved | None:
    return _together(realset.union, node.args, wanted, ctx)


def _intersection(node: Node, wanted: str | None, ctx: Context) -> Solved | None:
    if node.head == "and" and all(part.head == "rel" and part.args[0] == ("=",) for part in node.args):
        return None  # x = 1 and x = 2 lists values, it does not ask for both
    return _together(realset.intersection, node.args, wanted, ctx)


def _setminus(node: Node, wanted: str | None, ctx: Context) -> Solved | None:
    whole, without = (read(part, wanted, ctx) for part in node.args)
    if whole is None or without is None:
        return None
    return _named(realset.intersection([whole.reals, realset.complement(without.reals)], ctx), whole.name)


def _complement(node: Node, wanted: str | None, ctx: Context) -> Solved | None:
    inner = read(node.args[0], wanted, ctx)
    return None if inner is None else Solved(realset.complement(inner.reals), inner.name)


def _list(node: Node, wanted: str | None, ctx: Context) -> Solved | None:
    """Intervals in a row are their union. Conditions in a row all hold, but two inequalities in a row may be
    meant either way, and are not read."""
    separator, *members = node.args
    if all(member.head in ("group", "set", "union") for member in members):
        return _union(Node("union", tuple(members)), wanted, ctx) if any(map(surely, members)) else None
    first = members[0]
    if first.head == "rel" and first.args[0] == ("!=",) and all(map(is_scalar, members[1:])):
        return _rel(
            Node("rel", (("!=",), (first.args[1][0], Node("set", (first.args[1][1], *members[1:]))))), wanted, ctx
        )
    if separator == "or":
        return _union(Node("or", tuple(members)), wanted, ctx)
    if sum(not _exclusion(member) for member in members) <= 1:
        return _intersection(Node("and", tuple(members)), wanted, ctx)
    return None


def _exclusion(node: Node) -> bool:
    """A condition that is an aside: `x \\neq 2`, `x \\in \\mathbb{R}`."""
    return node.head == "rel" and (node.args[0] == ("!=",) or node.args[1][-1] == Node("const", ("reals",)))


def _builder(node: Node, wanted: str | None, ctx: Context) -> Solved | None:
    """A set-builder with a solved condition on its own element; the element's name is a dummy."""
    element, condition = node.args
    within = REALS
    if element.head == "rel" and element.args[0] == ("in",):
        element, home = element.args[1]
        outer = read(home, None, ctx)
        if outer is None:
            return None
        within = outer.reals
    name = subject(element)
    solved = read(condition, name, ctx) if name else None
    if solved is None or solved.name != name:
        return None
    return _named(realset.intersection([within, solved.reals], ctx))


def _rel(node: Node, wanted: str | None, ctx: Context) -> Solved | None:
    operators, operands = node.args
    if len(operators) == 1:
        return _simple(operators[0], operands[0], operands[1], wanted, ctx)
    if len(operators) != 2 or not (set(operators) <= {"<", "<="} or set(operators) <= {">", ">="}):
        return None
    low, middle, high = operands
    low_closed, high_closed = operators[0] in ("<=", ">="), operators[1] in ("<=", ">=")
    if operators[0][0] == ">":
        low, high, low_closed, high_closed = high, low, high_closed, low_closed
    if middle.head == "neg" and subject(middle.args[0]):
        middle, low, high = middle.args[0], negative(high), negative(low)
        low_closed, high_closed = high_closed, low_closed
    name = subject(middle)
    if name is None or not (_free_of(low, middle) and _free_of(high, middle)):
        return None
    return _named(realset.interval(low, low_closed, high, high_closed, ctx), name)


def _simple(operator: str, left: Node, right: Node, wanted: str | None, ctx: Context) -> Solved | None:
    """A single relation between an unknown and what it is compared with."""
    if operator in ("in", "notin"):
        inner = Solved(REALS) if right == Node("name", ("R",)) else read(right, None, ctx)
        name = subject(left)
        if inner is None or name is None:
            return None
        return Solved(inner.reals if operator == "in" else realset.complement(inner.reals), name)
    if _unknown_is_right(left, right, wanted):
        left, right, operator = right, left, _FLIPPED.get(operator, operator)
    if left.head == "neg" and operator in _FLIPPED:
        left, right, operator = left.args[0], negative(right), _FLIPPED[operator]
    name = subject(left)
    if name is None or not _free_of(right, left):
        return None
    if operator in ("=", "!="):
        reals = points(_listed(right), ctx)
        if reals is None:
            return None
        return Solved(reals if operator == "=" else realset.complement(reals), name)
    if operator not in _FLIPPED or not is_scalar(right):
        return None
    if operator[0] == ">":
        return _named(realset.interval(right, operator == ">=", POSITIVE_INFINITY, False, ctx), name)
    return _named(realset.interval(NEGATIVE_INFINITY, False, right, operator == "<=", ctx), name)


def _listed(node: Node) -> tuple[Node, ...]:
    if node.head == "list":
        return node.args[1:]
    return node.args if node.head == "set" else (node,)


def _unknown_is_right(left: Node, right: Node, wanted: str | None) -> bool:
    mine, theirs = (subject(side.args[0] if side.head == "neg" else side) for side in (left, right))
    if theirs is None:
        return False
    if mine is None or theirs == wanted:
        return True
    return mine != wanted and _rank(theirs) < _rank(mine)


def _rank(name: str) -> int:
    return _UNKNOWNS.index(name) if name in _UNKNOWNS else len(_UNKNOWNS)


def _free_of(node: Node, unknown: Node) -> bool:
    return not names(node) & names(unknown)


def _text(node: Node, wanted: str | None, ctx: Context) -> Solved | None:
    words = node.args[0].lower().split()
    kinds = [word for word in words if word not in _FILLERS]
    if "real" not in words and "reals" not in words:
        return None
    return Solved(REALS) if not kinds else Solved(_POSITIVE) if kinds == ["positive"] else None


def _sum(node: Node, wanted: str | None, ctx: Context) -> Solved | None:
    """`\\mathbb{R} - \\{0\\}`."""
    whole, *rest = node.args
    if whole.head not in _SET_HEADS or not all(part.head == "neg" for part in rest):
        return None
    without = Node("union", tuple(part.args[0] for part in rest))
    return _setminus(Node("setminus", (whole, without)), wanted, ctx)


def _power(node: Node, wanted: str | None, ctx: Context) -> Solved | None:
    """`\\mathbb{R}^+`."""
    return Solved(_POSITIVE) if node.args == (Node("const", ("reals",)), Node("name", ("+",))) else None


_FILLERS = frozenset({"all", "any", "the", "real", "reals", "number", "numbers"})
_SET_HEADS = frozenset({"const", "union", "set", "group"})
_POSITIVE = RealSet(False, (Cut(ZERO, True, 0),))
_CONSTANTS = {"reals": Solved(REALS), "empty": Solved(EMPTY)}
_RULES: dict[str, Callable[[Node, str | None, Context], Solved | None]] = {
    "group": _group,
    "const": _const,
    "set": _set,
    "union": _union,
    "inter": _intersection,
    "setminus": _setminus,
    "complement": _complement,
    "or": _union,
    "and": _intersection,
    "not": _complement,
    "list": _list,
    "setbuilder": _builder,
    "rel": _rel,
    "text": _text,
    "add": _sum,
    "pow": _power,
}
