"""Grade files of responses: nothing of a row is lost, no row stops a run, memory does not grow with the files."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from answerkey import __version__
from answerkey.grader import Grader
from answerkey.running.columns import Columns, choose, require
from answerkey.running.errors import InputError
from answerkey.running.fields import free_prefix
from answerkey.running.files.places import STANDARD, Format, Source, format_of, is_remote, sources
from answerkey.running.files.streams import NAMES
from answerkey.running.job import Job, Piece, Review, names_of
from answerkey.running.output import Output
from answerkey.running.workers import inline, processes
from answerkey.running.workers.tasks import Finished, Report, Task
from answerkey.statistics.summary import Summary

PIECE = 1 << 24  # bytes of a file of lines that are graded at once
_WORTH_WORKERS = 1 << 26  # bytes from which processes are worth their start
Engine = Callable[[Job, list[Task], Report], Iterator[Finished]]
_QUESTIONS = ("question", "problem")


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
    places: Sequence[str],
    *,
    gold: str | None = None,
    response: str | None = None,
    label: str | None = None,
    question: str | None = None,
    output: str | None = None,
    grader: Grader | None = None,
    workers: int | None = 1,
    strict_input: bool = False,
    review: Review | None = None,
    engine: Engine | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Graded:
    """Grade each row of the files that `places` name and, if `output` is given, write the rows with our fields added.

    `places` are files, folders, patterns (`runs/**/*.jsonl`), URLs, or `-` for JSON Lines on standard input; `output`
    a file for one file, a folder for several (each keeps its name), or `-`. `gold` and `response` name the columns
    (None: guessed); `label` a column that says already whether a response is correct, for the agreement. `workers`:
    so many processes (None: one a core where the input is worth it). `review` may settle what the rules left undecided
    (a judge, which is told the column `question`); rows then pass through this process alone. `engine` grades the
    pieces elsewhere (`workers.ray`): each piece then has a file of its own, `rows-00007.jsonl` for `rows.jsonl`.

    A row that cannot be read is kept, with an outcome that says why; `strict_input` stops at it instead. Raises
    `InputError`, whose text is one line for a person, for a file, a column or (strict) a row that cannot be used.
    """
    started = time.monotonic()
    plan = make_plan(
        places,
        gold=gold,
        response=response,
        label=label,
        question=question,
        output=output,
        grader=grader,
        strict_input=strict_input,
        review=review,
        apart=engine is not None,
    )
    files = list(dict.fromkeys(unit.source.place for unit in plan.units))
    graded = Graded(Summary(), plan.job.columns, files)
    report = _Meter(plan.total, on_progress).report
    try:
        if engine is not None:
            finished = engine(plan.job, list(_tasks(plan.units, graded, report, Output.look)), report)
        else:
            finished = _run(plan, _tasks(plan.units, graded, report, Output.start), report, review, workers)
        for task, summary in finished:
            graded.summary.merge(summary)
            if task.output is not None:
                task.output.count(summary)
                if task.last:
                    task.output.finish()
    finally:
        for unit in plan.units:
            if unit.output is not None:
                unit.output.leave()
    if not graded.summary.rows:
        raise InputError(f"{', '.join(places)}: there are no rows in it")
    graded.seconds = time.monotonic() - started
    return graded


class Unit(NamedTuple):
    """One input file: its pieces, and its output if there is one."""

    source: Source
    pieces: list[Piece]
    output: Output | None


class Plan(NamedTuple):
    """What a run has to do."""

    job: Job
    units: list[Unit]
    total: int | None  # bytes, as they are stored


def make_plan(
    places: Sequence[str],
    *,
    gold: str | None = None,
    response: str | None = None,
    label: str | None = None,
    question: str | None = None,
    output: str | None = None,
    grader: Grader | None = None,
    strict_input: bool = False,
    review: Review | None = None,
    apart: bool = False,
) -> Plan:
    """Find the files, choose the columns and the outputs; `InputError` for what would fail after the work."""
    found = [source for place in places for source in sources(place, NAMES)]
    if not found:
        raise InputError(f"{', '.join(places)}: there are no files to grade")
    forms = [format_of(source.place, NAMES) for source in found]
    if apart and output is not None and not _is_folder(output):
        raise InputError(f"{output}: on a cluster the output is a folder: end its name with /")
    targets = _targets(output, places, found, forms)
    columns, names = _columns(found, forms, gold, response, label, question)
    if question is None and review is not None:
        question = next((name for name in _QUESTIONS if name in names), None)
    further = () if review is None else review.further
    job = Job(grader or Grader(), columns, label, free_prefix(names), strict_input, question, further)
    said = {"job": repr(job), "review": None if review is None else review.name, "version": __version__}
    units: list[Unit] = []
    for source, form, (final, target, journal) in zip(found, forms, targets, strict=True):
        pieces = _pieces(source, form, target, whole=review is not None)
        same = {**said, "input": _state(source), "target": target, "pieces": len(pieces)}
        kept = len(targets) > 1 or (final is not None and journal is not None and _is_folder(output))
        if apart and final is not None and journal is not None and len(pieces) > 1:
            units += _units_of_pieces(source, pieces, final, journal, same)
            continue
        units.append(Unit(source, pieces, None if final is None else Output(final, journal, _plain(same), kept=kept)))
    sizes = [source.size for source in found]
    return Plan(job, units, None if None in sizes else sum(size or 0 for size in sizes))


def _units_of_pieces(
    source: Source, pieces: list[Piece], final: str, journal: str, same: dict[str, Any]
) -> Iterator[Unit]:
    """Each piece of a file as a unit whose output has the piece's number in its name."""
    folder, _, name = final.rpartition("/")
    stem, dot, ending = name.partition(".")
    for piece in pieces:
        own = f"{stem}-{piece.number:05}{dot}{ending}"
        beside = f"{journal.removesuffix(name + '.json')}{own}.json"
        output = Output(f"{folder}/{own}", beside, _plain({**same, "piece": piece.number}), kept=True)
        yield Unit(source._replace(size=piece.length), [piece], output)


def _columns(
    found: list[Source],
    forms: list[Format],
    gold: str | None,
    response: str | None,
    label: str | None,
    question: str | None,
) -> tuple[Columns, list[str]]:
    """The columns to grade and the names there are, as the first file that has rows shows them."""
    place, problem = found[0].place, None
    names: list[str] = []
    for source, form in zip(found, forms, strict=True):
        place = source.place
        names, problem = names_of(Piece(place, form))
        if names:
            break
        if problem is not None and gold and response:
            return Columns(gold, response), []
    if not names:
        raise InputError(
            f"{place}: {'there are no rows in it' if problem is None else f'no row can be read: {problem.words}'}"
        )
    try:
        for name in (label, question):
            require(name, names)
        return choose(names, gold, response), names
    except InputError as error:
        raise InputError(f"{place}: {error}") from None


def _targets(
    output: str | None, places: Sequence[str], found: list[Source], forms: list[Format]
) -> list[tuple[str | None, Format | None, str | None]]:
    """Where each file's rows go, in which format, and where the journal is."""
    if output is None:
        return [(None, None, None)] * len(found)
    if output == STANDARD:
        return [(output, Format("jsonl"), None)] * len(found)
    if not _is_folder(output):
        if len(found) > 1 or found[0].place not in places:
            raise InputError(f"{output}: several files go to a folder: name one that is there, or end its name with /")
        target = format_of(output, NAMES)
        _check_writable(output, found[0])
        folder, name = os.path.split(output)
        journal = None if is_remote(output) else os.path.join(folder, f".part-{name}.journal")
        return [(output, target, journal)]
    base = output.rstrip("/")
    finals = [f"{base}/{'input.jsonl' if source.place == STANDARD else source.name}" for source in found]
    for final, source in zip(finals, found, strict=True):
        _check_writable(final, source)
    if twice := [final for final in finals if finals.count(final) > 1]:
        raise InputError(f"{twice[0]}: two of the files would be written there")
    return [
        (final, form, f"{base}/.answerkey{final.removeprefix(base)}.json")
        for final, form in zip(finals, forms, strict=True)
    ]


def _is_folder(output: str | None) -> bool:
    return output is not None and (output.endswith(("/", os.sep)) or os.path.isdir(output))


def _check_writable(final: str, source: Source) -> None:
    """Find out before the work what would prevent the writing after it."""
    if is_remote(final):
        if final == source.place:
            raise InputError(f"{final}: is the input; name another place for the output")
        return
    path = Path(final)
    if path.is_dir():
        raise InputError(f"{final}: is a folder; name a file for the output")
    if path.exists() and os.path.exists(source.place) and path.samefile(source.place):
        raise InputError(f"{final}: is the input; name another file for the output")
    nearest = next(parent for parent in path.absolute().parents if parent.exists())
    if not nearest.is_dir() or not os.access(nearest, os.W_OK):
        raise InputError(f"{final}: cannot be written: {nearest} is no folder that you may write to")


def _pieces(source: Source, form: Format, target: Format | None, *, whole: bool) -> list[Piece]:
    """The parts of a file that can be graded alone: of plain JSON Lines so many bytes each, else the file."""
    lines = form == ("jsonl", None) and (target is None or target.name == "jsonl")
    if whole or not lines or not source.size:
        return [Piece(source.place, form, target)]
    starts = range(0, source.size, PIECE)
    return [Piece(source.place, form, target, start, PIECE, number) for number, start in enumerate(starts)]


def _state(source: Source) -> list[Any]:
    """What changes when a file does."""
    local = source.place != STANDARD and not is_remote(source.place)
    return [source.place, source.size, os.stat(source.place).st_mtime_ns if local else None]


def _plain(value: dict[str, Any]) -> dict[str, Any]:
    """`value` as it is after a journey through JSON."""
    plain: dict[str, Any] = json.loads(json.dumps(value))
    return plain


def _tasks(units: list[Unit], graded: Graded, report: Report, prepare: Callable[[Output], object]) -> Iterator[Task]:
    """What is left to do; what an earlier run did is counted."""
    for unit in units:
        done = 0
        if unit.output is not None:
            prepare(unit.output)
            graded.summary.merge(unit.output.summary)
            done = len(unit.pieces) if unit.output.done else unit.output.pieces
            graded.kept += unit.output.done
            report(unit.output.summary.rows, unit.source.size or 0 if unit.output.done else done * PIECE)
        for piece in unit.pieces[done:]:
            yield Task(piece, unit.output, piece is unit.pieces[-1])


def _run(
    plan: Plan, tasks: Iterable[Task], report: Report, review: Review | None, workers: int | None
) -> Iterator[Finished]:
    """The engine that fits."""
    if workers is None:
        large = plan.total is not None and plan.total >= _WORTH_WORKERS
        workers = min(_cores(), sum(len(unit.pieces) for unit in plan.units)) if large else 1
    if review is not None or workers < 2:
        return inline.run(plan.job, tasks, report, review)
    return processes.run(plan.job, tasks, report, workers)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


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
