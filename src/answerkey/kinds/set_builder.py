"""Set-builders whose condition is not solved: the same element and condition, up to the name of the dummy."""

from __future__ import annotations

from collections.abc import Iterator

from answerkey.comparison import Comparison, Context, because
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.matching import compare_members, weakest
from answerkey.kinds.trees import children, substitute
from answerkey.notation.nodes import Node
from answerkey.verdict import Reason


def recognise(source: Source, ctx: Context) -> Node | None:
    """A set-builder."""
    return source.node if source.node.head == "setbuilder" else None


def read_as(source: Source, key: Node, ctx: Context) -> Node | None:
    """The answer as a set-builder in the key's dummies."""
    if source.node.head != "setbuilder":
        return None
    mine, theirs = (_dummies(node) for node in (key, source.node))
    if len(mine) != len(theirs):
        return source.node
    return substitute(source.node, {old: Node("name", (new,)) for old, new in zip(theirs, mine, strict=True)})


def compare(key: Node, answer: Node, ctx: Context) -> Comparison:
    """Both parts equal; a condition on a plain name that differs makes another set."""
    elements = compare_members(key.args[0], answer.args[0], ctx)
    conditions = compare_members(key.args[1], answer.args[1], ctx)
    result = weakest((elements, conditions), elements)
    if result.different and not _over_reals(key.args[0]):
        return because(Reason.UNDECIDED_VALUE)  # other conditions may leave the same integers, or the same sums
    return result


def _over_reals(element: Node) -> bool:
    """Is the element a plain name for any real number?"""
    if element.head == "rel":
        name, *homes = element.args[1]
        return bool(name.head == "name" and homes == [_REALS])
    return element.head == "name"


_REALS = Node("const", ("reals",))


def _dummies(node: Node) -> list[str]:
    """The names in the element, in the order in which they stand there."""
    element: Node = node.args[0]
    if element.head == "rel":
        element = element.args[1][0]
    return list(dict.fromkeys(_names_in_order(element)))


def _names_in_order(node: Node) -> Iterator[str]:
    if node.head == "name":
        yield node.args[0]
    for part in children(node):
        yield from _names_in_order(part)


_HEADS = frozenset({"setbuilder"})
KIND = Kind("set_builder", _HEADS, recognise, read_as, compare, "set", _HEADS)
