"""Pieces one after the other in this process: the output grows directly, a judge may be asked on the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from answerkey.running.job import Job, Review, grade_piece
from answerkey.running.workers.tasks import Finished, Report, Task
from answerkey.statistics.summary import Summary


def run(job: Job, tasks: Iterable[Task], report: Report, review: Review | None = None) -> Iterator[Finished]:
    """Grade the pieces in order."""
    for task in tasks:
        summary = Summary()
        if task.piece is not None:
            path = None if task.output is None else task.output.path
            summary = grade_piece(job, task.piece, path, "ab", report, review)
        yield task, summary
