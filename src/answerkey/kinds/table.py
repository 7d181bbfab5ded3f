"""The ordered table of kinds, and the comparison of two readings by kind.

A kind is a file here, a row in `TABLE`, and a case file of the same name. Its three functions:

* `recognise(source, ctx)`: the key's source as this kind's typed value, or None.
* `read_as(source, key_value, ctx)`: the answer's source as this kind, knowing the key's value, or None. The
  key may choose among the answer's readings; the answer never chooses among the key's.
* `compare(key_value, answer_value, ctx)`: three-valued, with reason and witness; asks `ctx.compare` for
  parts and `scalars.cascade.same` for scalars.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from answerkey.comparison import Comparison, Context, because
from answerkey.notation.nodes import Node
from answerkey.verdict import Reason


class Source(NamedTuple):
    """A tree and the text it was read from (empty for a part of a larger tree)."""

    node: Node
    text: str = ""


class Kind(NamedTuple):
    """One kind of answer. `heads`: the heads of nodes it may recognise (None: any)."""

    name: str
    heads: frozenset[str] | None
    recognise: Callable[[Source, Context], Any]
    read_as: Callable[[Source, Any, Context], Any]
    compare: Callable[[Any, Any, Context], Comparison]


TABLE: tuple[Kind, ...] = ()


def compare_sources(key: Source, answer: Source, ctx: Context) -> Comparison:
    """Compare by the first kinds that fit; equal under any fitting kind is equal."""
    if key.node == answer.node:
        return because(Reason.EQUAL_TEXT)
    first: Comparison | None = None
    for kind in TABLE:
        if kind.heads is not None and key.node.head not in kind.heads:
            continue
        key_value = kind.recognise(key, ctx)
        if key_value is None:
            continue
        answer_value = kind.read_as(answer, key_value, ctx)
        if answer_value is None:
            continue
        result = kind.compare(key_value, answer_value, ctx)
        if result.equal:
            return result
        first = first or result
    return first or because(Reason.UNDECIDED_KIND)


def kind_of(source: Source) -> str | None:
    """The name of the first kind that recognises `source`: what extraction may use to choose a candidate."""
    ctx = Context()
    for kind in TABLE:
        if (kind.heads is None or source.node.head in kind.heads) and kind.recognise(source, ctx) is not None:
            return kind.name
    return None
