"""Placeholder until the reader lands: integers only."""

from __future__ import annotations

from answerkey.notation.nodes import Node
from answerkey.notation.reading import Failure, Reading


def read(text: str) -> Reading:
    """The readings of `text`."""
    stripped = text.strip()
    if stripped.isdecimal():
        return Reading(text, (Node("int", (int(stripped),)),))
    return Reading(text, (), (), Failure(0, "not an integer"))
