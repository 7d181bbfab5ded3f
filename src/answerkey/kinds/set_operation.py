"""Unions, intersections, differences and complements of sets that are not worked out: compared by their parts."""

from __future__ import annotations

from answerkey.comparison import Comparison, Context, because
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.matching import compare_in_order, compare_without_order
from answerkey.notation.nodes import Node
from answerkey.verdict import Reason

HEADS = frozenset({"union", "inter", "setminus", "complement"})


def recognise(source: Source, ctx: Context) -> Node | None:
    """A set operation."""
    return source.node if source.node.head in HEADS else None


def read_as(source: Source, key: Node, ctx: Context) -> Node | None:
    """The answer as the same operation."""
    return source.node if source.node.head == key.head else None


def compare(key: Node, answer: Node, ctx: Context) -> Comparison:
    """Equal parts make equal sets, whatever the order in unions and intersections; other parts may as well."""
    by_parts = compare_without_order if key.head in ("union", "inter") else compare_in_order
    result = by_parts(_parts(key), _parts(answer), ctx)
    return result if result.equal else because(Reason.UNDECIDED_VALUE)


def _parts(node: Node) -> tuple[Node, ...]:
    """The operands, those of the same operation inside them included where it is associative."""
    if node.head not in ("union", "inter"):
        return node.args
    parts: list[Node] = []
    for arg in node.args:
        parts += _parts(arg) if arg.head == node.head else (arg,)
    return tuple(parts)


KIND = Kind("set_operation", HEADS, recognise, read_as, compare, "set")
