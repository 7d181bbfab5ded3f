"""Intervals: `[0, 1)`, `]a, b[`, `(-\\infty, 2]`."""

from __future__ import annotations

from answerkey.comparison import Context
from answerkey.kinds import realset
from answerkey.kinds.order import NEGATIVE_INFINITY, POSITIVE_INFINITY
from answerkey.kinds.realset import RealSet
from answerkey.kinds.trees import is_scalar
from answerkey.notation.nodes import Node

# Is the end with this bracket closed? An end with a bracket turned outwards is open.
_LEFT = {"(": False, "[": True, "]": False}
_RIGHT = {")": False, "]": True, "[": False}


def interval(node: Node, ctx: Context) -> RealSet | None:
    """The interval that a pair in brackets stands for; None if its ends are no scalars or descend, or if it is
    closed at infinity."""
    if len(node.args) != 4:
        return None
    left, right, low, high = node.args
    if left not in _LEFT or right not in _RIGHT or not (is_scalar(low) and is_scalar(high)):
        return None
    if (_LEFT[left] and low == NEGATIVE_INFINITY) or (_RIGHT[right] and high == POSITIVE_INFINITY):
        return None
    return realset.interval(low, _LEFT[left], high, _RIGHT[right], ctx)


def surely(node: Node) -> bool:
    """Can the bracketed pair be nothing but an interval: brackets that differ, or an infinite end?"""
    if node.head != "group" or len(node.args) != 4:
        return False
    return (node.args[0], node.args[1]) not in (("(", ")"), ("[", "]"), ("<", ">")) or any(
        end in (NEGATIVE_INFINITY, POSITIVE_INFINITY) for end in node.args[2:]
    )
