"""What reading a text came to: the trees worth having, what was mended, and where reading stopped."""

from __future__ import annotations

from typing import NamedTuple

from answerkey.notation.nodes import Node


class Failure(NamedTuple):
    """Where and why reading stopped. `limit` is True when a size limit was the reason."""

    position: int
    why: str
    limit: bool = False


class Reading(NamedTuple):
    """`nodes`: the readings worth having, most likely first; empty exactly when `failure` says why.

    `repairs` names what was mended on the way (`completed_frac`, `stray_dollar`, `sentence_end`,
    `unit_split`, …): see `repair.py` for all of them.
    """

    text: str
    nodes: tuple[Node, ...]
    repairs: tuple[str, ...] = ()
    failure: Failure | None = None
