"""One expression with free names: 2x + 1, sin x, n!/(n-k)!."""

from __future__ import annotations

from typing import Any

from answerkey.comparison import Context
from answerkey.kinds.forms import same_in_form
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.trees import SCALAR_HEADS, bare, is_scalar
from answerkey.notation.nodes import Node


def recognise(source: Source, ctx: Context) -> Node | None:
    """The node, if it is a scalar; one without names is a number, and decided as such."""
    return source.node if is_scalar(source.node) else None


def read_as(source: Source, key: Any, ctx: Context) -> Node | None:
    """Likewise."""
    return bare(source.node) if is_scalar(source.node) else None


KIND = Kind("expression", SCALAR_HEADS, recognise, read_as, same_in_form)
