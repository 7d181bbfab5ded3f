"""Set-builders whose condition is not solved: the same element and condition, up to the name of the dummy."""

from __future__ import annotations

from answerkey.comparison import Comparison, Context, because
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.matching import compare_members, weakest
from answerkey.kinds.trees import names, substitute
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
    if result.different and (not elements.equal or key.args[0].head == "add"):
        return because(Reason.UNDECIDED_VALUE)
    return result


def _dummies(node: Node) -> list[str]:
    """The names in the element, in the order of the alphabet."""
    element: Node = node.args[0]
    if element.head == "rel":
        element = element.args[1][0]
    return sorted(names(element))


_HEADS = frozenset({"setbuilder"})
KIND = Kind("set_builder", _HEADS, recognise, read_as, compare, "set", _HEADS)
