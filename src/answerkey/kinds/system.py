"""Several equations or inequalities in several unknowns: `x + y = 3, x - y = 1`. Their order is presentation.

Systems with one solution may be written in other equations, so those that do not pair up are left undecided.
"""

from __future__ import annotations

from typing import NamedTuple

from answerkey.comparison import Comparison, Context, because
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.matching import compare_without_order
from answerkey.notation.nodes import Node
from answerkey.verdict import Reason


class System(NamedTuple):
    """Relations, and whether all of them hold ("and") or one of them ("or")."""

    joined: str
    relations: tuple[Node, ...]


def recognise(source: Source, ctx: Context) -> System | None:
    """Relations with commas or "and" between them, or with "or"."""
    head, args = source.node
    if head not in _HEADS:
        return None
    joined, parts = (args[0], args[1:]) if head == "list" else (head, args)
    if len(parts) < 2 or any(part.head != "rel" for part in parts):
        return None
    return System("or" if joined == "or" else "and", parts)


def read_as(source: Source, key: System, ctx: Context) -> System | None:
    """Likewise."""
    return recognise(source, ctx)


def compare(key: System, answer: System, ctx: Context) -> Comparison:
    """Equal if the relations pair up; no conclusion if they do not."""
    if key.joined == answer.joined:
        result = compare_without_order(key.relations, answer.relations, ctx)
        if result.equal:
            return result
    return because(Reason.UNDECIDED_FORM, "other relations, which may have the same solutions")


_HEADS = frozenset({"list", "and", "or"})
KIND = Kind("system", _HEADS, recognise, read_as, compare, "relation")
