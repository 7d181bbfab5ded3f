"""The contract of a kind: what `table.py` lists and every kind's file provides.

A kind is a file here, a row in `table.TABLE`, and a case file of the same name. Its three functions:

* `recognise(source, ctx)`: the key's source as this kind's typed value, or None.
* `read_as(source, key_value, ctx)`: the answer's source as this kind, knowing the key's value, or None. The
  key may choose among the answer's readings; the answer never chooses among the key's.
* `compare(key_value, answer_value, ctx)`: three-valued, with reason and witness; asks `ctx.compare` for
  parts and `scalars.cascade.same` for scalars.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from answerkey.comparison import Comparison, Context
from answerkey.notation.nodes import Node

# What a value of a kind is at heart. Two values of different families that were both understood are never
# equal, except that nobody can say so of words.
Family = Literal["scalar", "relation", "set", "vector", "moment", "words"]


class Source(NamedTuple):
    """A tree and the text it was read from (empty for a part of a larger tree)."""

    node: Node
    text: str = ""


class Kind(NamedTuple):
    """One kind of answer.

    `heads`: the heads of key nodes that it may recognise (None: any). `either`: heads of which one must stand
    on one side at least (None: no such condition), for kinds like percent, where the sign may be on either
    side. Both only save time: a pair of heads that cannot fit is never tried. `final`: when both sides fit, an
    unequal result is not overruled by a later kind that finds them equal.
    """

    name: str
    heads: frozenset[str] | None
    recognise: Callable[[Source, Context], Any]
    read_as: Callable[[Source, Any, Context], Any]
    compare: Callable[[Any, Any, Context], Comparison]
    family: Family = "scalar"
    either: frozenset[str] | None = None
    final: bool = False
