"""A value under conditions: "1/x where x is not 0". An exception that only keeps the value defined is presentation."""

from __future__ import annotations

from typing import NamedTuple

from answerkey.comparison import Comparison, Context, because
from answerkey.kinds.kind import Kind, Source
from answerkey.notation.nodes import Node
from answerkey.verdict import Reason


class Conditioned(NamedTuple):
    """A value and what must hold for it."""

    value: Node
    conditions: tuple[Node, ...]


def recognise(source: Source, ctx: Context) -> Conditioned | None:
    """Any value: conditions may be on one side only."""
    node = source.node
    if node.head == "where":
        return Conditioned(node.args[0], node.args[1:])
    if node.head == "list" and not _excepts(node.args[1]) and all(map(_excepts, node.args[2:])):
        return Conditioned(node.args[1], node.args[2:])  # 1/x, x != 0
    return Conditioned(node, ())


def read_as(source: Source, key: Conditioned, ctx: Context) -> Conditioned | None:
    """Likewise, where there is a condition on either side."""
    value = recognise(source, ctx)
    return value if value is not None and (value.conditions or key.conditions) else None


def compare(key: Conditioned, answer: Conditioned, ctx: Context) -> Comparison:
    """By value; then every condition needs a partner, unless it only excepts points."""
    assert ctx.compare is not None
    result = ctx.compare(key.value, answer.value, ctx)
    if not result.equal:
        return result
    # Points are excepted for nothing but where the value is defined; not so from a solution, nor one point for another.
    bounded = key.value.head in _SOLUTIONS or (
        any(map(_excepts, key.conditions)) and any(map(_excepts, answer.conditions))
    )
    rest = list(answer.conditions)
    for condition in key.conditions:
        partner = next((other for other in rest if ctx.compare(condition, other, ctx).equal), None)
        if partner is not None:
            rest.remove(partner)
        elif (bounded or not _excepts(condition)) and not _is_customary(condition):
            return because(Reason.UNDECIDED_FORM, "the answer leaves out that {}", condition)
    extra = next((one for one in rest if (bounded or not _excepts(one)) and not _is_customary(one)), None)
    return result if extra is None else because(Reason.UNDECIDED_FORM, "the key does not say that {}", extra)


_SOLUTIONS = frozenset({"rel", "and", "or"})


def _excepts(condition: Node) -> bool:
    return condition.head == "rel" and set(condition.args[0]) == {"!="}


def _is_customary(condition: Node) -> bool:
    """That n is an integer says what its name says already."""
    if condition.head != "rel" or condition.args[0] != ("in",):
        return False
    name, home = condition.args[1]
    return home == Node("const", ("integers",)) and name.head == "name" and name.args[0] in ("n", "m", "k")


_HEADS = frozenset({"where", "list"})
KIND = Kind("condition", None, recognise, read_as, compare, "relation", _HEADS)
