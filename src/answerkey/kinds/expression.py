"""One expression with free names: 2x + 1, sin x, n!/(n-k)!."""

from __future__ import annotations

from typing import Any

from answerkey.comparison import Comparison, Context
from answerkey.kinds.forms import same_in_form
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.trees import SCALAR_HEADS, is_scalar, names
from answerkey.notation.nodes import Node

_CONSTANTS_OF_INTEGRATION = ("C", "c", "K", "k")


def recognise(source: Source, ctx: Context) -> Node | None:
    """The node, if it is a scalar."""
    return source.node if is_scalar(source.node) else None


def read_as(source: Source, key: Any, ctx: Context) -> Node | None:
    """Likewise."""
    return source.node if is_scalar(source.node) else None


def compare(key: Node, answer: Node, ctx: Context) -> Comparison:
    """As scalars; constants of integration are dummies, whatever they are called."""
    constants = constant_of_integration(key), constant_of_integration(answer)
    if constants[0] is not None and constants[0] != constants[1]:
        if constants[1] is not None and constants[1] not in names(key):
            answer = _with_constant(answer, constants[1], constants[0])
        elif constants[1] is None and ctx.policy.missing_constant_accepted:
            key = _without(key, constants[0])
    return same_in_form(key, answer, ctx)


def constant_of_integration(node: Node) -> str | None:
    """The name that stands alone as a term (possibly signed), is customary for it, and occurs nowhere else."""
    if node.head != "add":
        return None
    for term in reversed(node.args):
        term = term.args[0] if term.head == "neg" else term
        if term.head == "name" and term.args[0] in _CONSTANTS_OF_INTEGRATION:
            name: str = term.args[0]
            others = [part for part in node.args if part is not term and part.args != (term,)]
            # With no other name there is nothing that could have been integrated: 3 + C is a sum of two names.
            if all(name not in names(part) for part in others) and any(map(names, others)):
                return name
    return None


def _with_constant(node: Node, old: str, new: str) -> Node:
    """The sum with its constant's term (of either sign: a dummy has none) called `new`."""
    constant = Node("name", (new,))
    return Node("add", tuple(constant if _is_term(part, old) else part for part in node.args))


def _without(node: Node, name: str) -> Node:
    rest = tuple(part for part in node.args if not _is_term(part, name))
    return rest[0] if len(rest) == 1 else Node("add", rest)


def _is_term(part: Node, name: str) -> bool:
    return part.args == (name,) or (part.head == "neg" and part.args[0].args == (name,))


KIND = Kind("expression", SCALAR_HEADS, recognise, read_as, compare)
