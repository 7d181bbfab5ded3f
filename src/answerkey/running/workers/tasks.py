"""What an engine is given and what it gives back."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from answerkey.running.job import Piece
from answerkey.running.output import Output
from answerkey.statistics.summary import Summary


class Task(NamedTuple):
    """A piece to grade and where its rows go. No piece: there are no more, and the output can be finished."""

    piece: Piece | None
    output: Output | None


Report = Callable[[int, int], float]  # rows and bytes that are done, in addition; gives the share that is done
Finished = tuple[Task, Summary]
