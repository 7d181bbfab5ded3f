"""A function's definition, f(x) = …: the arguments are dummies, the function's name is not."""

from __future__ import annotations

from typing import NamedTuple

from answerkey.comparison import Comparison, Context, because
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.trees import names, substitute
from answerkey.notation.nodes import Node
from answerkey.verdict import Reason


class Definition(NamedTuple):
    """The function's name, its parameters, and what it is defined as."""

    name: str
    parameters: tuple[str, ...]
    body: Node


def recognise(source: Source, ctx: Context) -> Definition | None:
    """An equation whose one side is a function of distinct names."""
    node = source.node
    if node.head != "rel" or node.args[0] != ("=",):
        return None
    for left, right in (node.args[1], node.args[1][::-1]):
        if left.head == "apply" and all(arg.head == "name" for arg in left.args[1:]):
            parameters = tuple(arg.args[0] for arg in left.args[1:])
            if parameters and len(set(parameters)) == len(parameters):
                return Definition(str(left.args[0]), parameters, right)
    return None


def read_as(source: Source, key: Definition, ctx: Context) -> Definition | None:
    """Likewise."""
    return recognise(source, ctx)


def compare(key: Definition, answer: Definition, ctx: Context) -> Comparison:
    """The same name, as many parameters, and the same body once the parameters are called the same."""
    if key.name != answer.name:
        return because(Reason.DIFFERENT_NAME, "{} is not {}", answer.name, key.name)
    if len(key.parameters) != len(answer.parameters):
        return because(Reason.DIFFERENT_COUNT, "{} parameters, not {}", len(answer.parameters), len(key.parameters))
    body = answer.body
    if key.parameters != answer.parameters:
        if names(body) & (set(key.parameters) - set(answer.parameters)):
            return because(Reason.UNDECIDED_VALUE)  # a free name that the key uses for a parameter
        body = substitute(
            body, {old: Node("name", (new,)) for old, new in zip(answer.parameters, key.parameters, strict=True)}
        )
    assert ctx.compare is not None
    return ctx.compare(key.body, body, ctx)


_HEADS = frozenset({"rel"})
KIND = Kind("function_definition", _HEADS, recognise, read_as, compare, "relation", _HEADS, final=True)
