"""Grade files of responses: nothing of a row is lost, no row stops a run, memory does not grow with the files."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import NamedTuple

from answerkey.running.columns import Columns
from answerkey.running.errors import InputError
from answerkey.running.files.locks import locked
from answerkey.running.options import Options
from answerkey.running.output import Output
from answerkey.running.plan import Plan, make_plan
from answerkey.running.workers import inline, processes
from answerkey.running.workers.tasks import Finished, Report, Task
from answerkey.statistics.summary import Summary


class Progress(NamedTuple):
    """How far a run is: rows graded, bytes read as they are stored, and all bytes (None: not known)."""

    rows: int
    bytes: int
    total: int | None


@dataclass(slots=True)
class Graded:
    """What a run came to, the columns it took, the files it graded or found graded, and how long it took."""

    summary: Summary
    columns: Columns
    files: list[str] = field(default_factory=list)
    kept: int = 0  # of the files, those that an earlier run had finished
    seconds: float = 0.0


def grade_files(
    places: str | Sequence[str],
    options: Options | None = None,
    *,
    on_progress: Callable[[Progress], None] | None = None,
) -> Graded:
    """Grade each row of the files that `places` name and, with `Options.output`, write the rows with our fields added.

    `places` (or one place) are files, folders, patterns (`runs/**/*.jsonl`), URLs, or `-` for JSON Lines on standard
    input. A row that cannot be read is kept, with an outcome that says why. Raises `InputError`, whose text is one line
    for a person, for a file or a column that cannot be used, and for an output that another run is writing.
    """
    started = time.monotonic()
    options = options or Options()
    places = [os.fspath(place) for place in ([places] if isinstance(places, str | os.PathLike) else places)]
    plan = make_plan(places, options)
    files = list(dict.fromkeys(unit.source.place for unit in plan.units))
    graded = Graded(Summary(), plan.job.columns, files)
    report = _Meter(plan.total, on_progress).report
    with ExitStack() as stack:
        for unit in plan.units:
            if unit.output is not None:
                stack.callback(unit.output.leave)
        if plan.folder is not None:
            stack.enter_context(locked(plan.folder / ".answerkey" / "lock", str(plan.folder)))
        finished = _run(plan, options, graded, report)
        stack.callback(getattr(finished, "close", int))  # before any output is left, nobody may write on
        for task, summary in finished:
            if task.piece is not None:
                graded.summary.merge(summary)
            if task.output is not None:
                if task.piece is not None:
                    task.output.count(summary)
                else:
                    task.output.finish()
    if not graded.summary.rows:
        raise InputError(f"{', '.join(places)}: there are no rows in it")
    graded.seconds = time.monotonic() - started
    return graded


def _run(plan: Plan, options: Options, graded: Graded, report: Report) -> Iterator[Finished]:
    """The engine that fits."""
    if options.engine is not None:
        return options.engine(plan.job, _tasks(plan, graded, report, Output.oversee), report)
    tasks = _tasks(plan, graded, report, Output.start)
    if options.review is not None or plan.workers < 2:
        return inline.run(plan.job, tasks, report, options.review)
    return processes.run(plan.job, tasks, report, plan.workers)


def _tasks(plan: Plan, graded: Graded, report: Report, prepare: Callable[[Output], None]) -> Iterator[Task]:
    """What is left to do; what an earlier run did is counted."""
    for source, pieces, output in plan.units:
        done = 0
        if output is not None:
            prepare(output)
            graded.summary.merge(output.summary)
            graded.kept += output.done
            report(output.summary.rows, source.size or 0 if output.done else 0)
            if output.done:
                continue
            done = output.pieces
        for number, piece in enumerate(pieces()):
            if number < done:
                report(0, piece.size)
            else:
                yield Task(piece, output)
        yield Task(None, output)


class _Meter:
    """Adds up what is done."""

    def __init__(self, total: int | None, show: Callable[[Progress], None] | None) -> None:
        self._total, self._show = total, show
        self._rows = self._bytes = 0

    def report(self, rows: int, size: int) -> float:
        """Add rows and bytes; the share of all bytes that is done (1 where their number is not known)."""
        self._rows += rows
        self._bytes += size
        if self._show is not None:
            self._show(Progress(self._rows, self._bytes, self._total))
        return min(1.0, self._bytes / self._total) if self._total else 1.0
