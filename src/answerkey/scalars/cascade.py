"""The ordered table of scalar comparers: cheapest first, each answers equal, different, or passes on."""

from __future__ import annotations

from answerkey.comparison import Comparison, Context, because
from answerkey.notation.nodes import Node
from answerkey.verdict import Reason


def same(key: Node, answer: Node, ctx: Context) -> Comparison:
    """Are the two scalars one? EQUAL needs a normal form or agreement to 90 digits; DIFFERENT a witness."""
    if key == answer:
        return because(Reason.EQUAL_TEXT)
    return because(Reason.UNDECIDED_VALUE)
