"""A ratio a : b : …, equal to any proportional one; of two members, also to the fraction a/b."""

from __future__ import annotations

from answerkey.comparison import Comparison, Context, Same, because
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.trees import SCALAR_HEADS, integer, is_scalar, times
from answerkey.notation.nodes import Node
from answerkey.verdict import Evidence, Reason

_ZERO, _ONE = integer(0), integer(1)
_DOTS = Node("const", ("dots",))
_STEPS = 20  # that a pair of members takes, at least


def recognise(source: Source, ctx: Context) -> tuple[Node, ...] | None:
    """The members; a single number is the ratio to 1."""
    node = source.node
    if node.head in ("ratio", "div") and node.args[1:] == (_ZERO,):
        return None  # nothing stands in a ratio to zero: 12:00 is a time
    if node.head == "ratio" or (node.head == "div" and is_scalar(node)):
        return node.args
    return (node, _ONE) if is_scalar(node) else None


def read_as(source: Source, key: tuple[Node, ...], ctx: Context) -> tuple[Node, ...] | None:
    """Likewise."""
    return recognise(source, ctx)


def compare(key: tuple[Node, ...], answer: tuple[Node, ...], ctx: Context) -> Comparison:
    """Cross products with the first member of the key that is not zero; zeros must stand where zeros stand."""
    if len(key) != len(answer):
        return because(Reason.DIFFERENT_COUNT, "the key has {} members, the answer {}", len(key), len(answer))
    dots = [member == _DOTS for member in key]
    if dots != [member == _DOTS for member in answer]:
        return because(Reason.UNDECIDED_VALUE)
    pairs = [(k, a) for k, a in zip(key, answer, strict=True) if k != _DOTS]
    assert ctx.compare is not None
    pivot: tuple[Node, Node] | None = None
    unknown: Comparison | None = None
    ctx.budget.spend(_STEPS * len(pairs))
    for k, a in pairs:
        zeros = ctx.compare(_ZERO, k, ctx), ctx.compare(_ZERO, a, ctx)
        if any(zero.same is Same.UNKNOWN for zero in zeros):
            return because(Reason.UNDECIDED_VALUE)
        if zeros[0].equal is not zeros[1].equal:
            return _different(k, a, pairs)
        if zeros[0].equal:
            continue
        if pivot is None:
            pivot = k, a
            continue
        result = ctx.compare(times(k, pivot[1]), times(a, pivot[0]), ctx)
        if result.different:
            return _different(k, a, pairs)
        if not result.equal:
            unknown = unknown or result
    return unknown or because(Reason.EQUAL_NUMBER)


def _different(key: Node, answer: Node, pairs: list[tuple[Node, Node]]) -> Comparison:
    reversed_order = [k for k, _ in pairs] == [a for _, a in reversed(pairs)]
    return Comparison(
        Same.DIFFERENT,
        Reason.DIFFERENT_VALUE,
        Evidence("the members {} and {} are not in proportion to the others", (key, answer)),
        "the order is reversed" if reversed_order else None,
    )


_HEADS = frozenset({"ratio"})
KIND = Kind("ratio", SCALAR_HEADS | _HEADS, recognise, read_as, compare, "scalar", _HEADS)
