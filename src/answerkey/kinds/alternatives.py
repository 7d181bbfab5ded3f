"""A key that gives one value in several forms, "1/2 or 0.5": any of them is the answer.

Alternatives that differ in value, as in `x = 1 or x = 2`, are a solution set and no alternatives.
"""

from __future__ import annotations

from answerkey.comparison import Comparison, Context
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.matching import compare_members
from answerkey.notation.nodes import Node

Alternatives = tuple[Node, ...]


def recognise(source: Source, ctx: Context) -> Alternatives | None:
    """The forms of a key joined by "or", if all stand for the same."""
    node = source.node
    if node.head == "list" and node.args[0] == "or":
        forms = node.args[1:]
    elif node.head == "or":
        forms = node.args
    else:
        return None
    first, *others = forms
    return forms if all(compare_members(first, other, ctx).equal for other in others) else None


def read_as(source: Source, key: Alternatives, ctx: Context) -> Node | None:
    """The answer as it is."""
    return source.node


def compare(key: Alternatives, answer: Node, ctx: Context) -> Comparison:
    """The first form that is equal, else what the first one says."""
    results = [compare_members(form, answer, ctx) for form in key]
    return next((result for result in results if result.equal), results[0])


KIND = Kind("alternatives", frozenset({"list", "or"}), recognise, read_as, compare, "set")
