"""Pieces one after the other in this process: the output grows directly, a judge may be asked on the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from answerkey.running.job import Job, Review, grade_piece
from answerkey.running.workers.tasks import Finished, Report, Task


def run(job: Job, tasks: Iterable[Task], report: Report, review: Review | None = None) -> Iterator[Finished]:
    """Grade the pieces in order."""
    for task in tasks:
        path = None if task.output is None else task.output.path
        yield task, grade_piece(job, task.piece, path, "ab", report, review)
