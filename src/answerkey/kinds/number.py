"""One number without free names: 1/2, 0.5, 2 sqrt(3), e^(i pi)."""

from __future__ import annotations

from typing import Any

from answerkey.comparison import Context
from answerkey.kinds.forms import same_in_form
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.trees import NAMED_NUMBERS, SCALAR_HEADS, bare, is_scalar, names
from answerkey.notation.nodes import Node

_LITERALS = frozenset({"int", "dec", "rep"})


def recognise(source: Source, ctx: Context) -> Node | None:
    """The node, if it is a scalar whose only names are e and i."""
    node = source.node
    if node.head in _LITERALS or (is_scalar(node) and names(node) <= NAMED_NUMBERS):
        return node
    return None


def read_as(source: Source, key: Any, ctx: Context) -> Node | None:
    """Any scalar: a name in the answer does not keep it from being compared with a number."""
    return bare(source.node) if is_scalar(source.node) else None


KIND = Kind("number", SCALAR_HEADS, recognise, read_as, same_in_form, final=True)
