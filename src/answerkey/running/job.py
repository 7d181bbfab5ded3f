"""What one worker does alone: grade a piece of a file. All it needs can be pickled; the rows never are."""

from __future__ import annotations

import errno
import gzip
import io
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import chain
from typing import IO, Any, NamedTuple, Protocol

from answerkey.grader import Grader
from answerkey.running.columns import Columns, require
from answerkey.running.errors import InputError
from answerkey.running.fields import OURS, truth
from answerkey.running.files.items import MAX_ROW, Item, LongLine, Passing, Problem, Writer
from answerkey.running.files.places import BUFFER, STANDARD, Format, compressing, open_source
from answerkey.running.files.streams import STREAMS, converts, writer
from answerkey.statistics.summary import Broken, Summary
from answerkey.verdict import Reason, Verdict

_LOOKED_AT = 200  # rows that show which columns a file has
_TICK = 256  # rows between two reports of progress
WINDOW_BYTES = 1 << 26  # that a review is given at once, about
_WINDOW_ROWS = 20_000
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})  # only writing ends so

Tick = Callable[[int, int], float]  # told rows and stored bytes since the last report; gives the share that is done


class Piece(NamedTuple):
    """A part of a file that can be graded alone.

    Of a file of lines it is the rows that start within `length` bytes from `start`, of Parquet so many row groups from
    there on. Of any other file it is a `batch` that was cut out of it: a file of the same format, or its bytes as they
    pass by. `size` is what is stored of it, in bytes; `before` the number of rows before it, where that is known.
    """

    place: str
    form: Format
    target: Format | None = None  # of what is written, None without an output
    start: int = 0
    length: int | None = None
    number: int = 0
    size: int = 0
    before: int = 0
    batch: bytes | Iterator[bytes] | None = None


class Window(NamedTuple):
    """Some rows that are reviewed at once, their verdicts by the rules, and the `share` of the run that they reach."""

    rows: list[dict[str, Any]]
    verdicts: list[Verdict]
    columns: Columns
    question: str | None  # the column of the questions
    share: float


class Review(Protocol):
    """Settles what the rules left undecided (a judge), and adds fields of its own to each row."""

    name: str  # says which review it is: a run goes on only from one with the same
    further: tuple[str, ...]

    def __call__(self, window: Window) -> tuple[list[Verdict], list[dict[str, Any]]]:
        """Verdicts after the review, and the further fields, of the rows of `window`."""
        ...

    def spent(self) -> dict[str, Any]:
        """What it spent since this was last asked, in types that JSON knows."""
        ...

    def add(self, spent: dict[str, Any]) -> None:
        """Count what the same review spent elsewhere."""
        ...


@dataclass(frozen=True, slots=True)
class Job:
    """How the pieces of a run are graded, the same for all of them."""

    grader: Grader
    columns: Columns
    label: str | None = None
    prefix: str = "answerkey_"
    strict: bool = False
    question: str | None = None
    further: tuple[str, ...] = ()
    again: bool = False  # the rows were graded before: our fields are replaced


def grade_piece(
    job: Job, piece: Piece, path: str | None, mode: str = "wb", tick: Tick | None = None, review: Review | None = None
) -> Summary:
    """Grade the rows of a piece and write them to the file `path`; what they came to.

    Raises `InputError` for a file that cannot be read and, where the job is strict, for a row that cannot be graded.
    """
    with errors_of(piece.place), ExitStack() as stack:
        stream, raw = _opened(piece)
        stack.callback(raw.close)
        sink, out, part = None, None, piece.target
        if path is not None and part is not None:
            file = sys.stdout.buffer if path == STANDARD else stack.enter_context(open(path, mode, BUFFER))
            out = compressing(file, part.compression)
            sink = writer(piece.form.name, part.name, out, job.prefix, job.further, first=not piece.number)
        whole = part is not None and converts(piece.form.name, part.name)
        found = STREAMS[piece.form.name].items(stream, None if whole else _wanted(job), piece.start, piece.length)
        if job.again:
            found = STREAMS[piece.form.name].as_before(found)
        counted = _Counting(job, piece, raw, tick)
        counted.run(_with_columns(found, job, piece), sink, review)
        if out is not None and out is not file:
            out.close()
    return counted.summary


def _opened(piece: Piece) -> tuple[IO[bytes], IO[bytes]]:
    """The bytes of a piece, and the file whose place shows how much has been read of what is stored."""
    if piece.batch is None:
        return open_source(piece.place, piece.form.compression)
    held = io.BytesIO(piece.batch) if isinstance(piece.batch, bytes) else io.BufferedReader(Passing(piece.batch))
    return held, held


class _Counting:
    """One pass over the items of a piece: verdicts, counts, output, progress."""

    def __init__(self, job: Job, piece: Piece, raw: IO[bytes], tick: Tick | None) -> None:
        self.summary = Summary()
        self._job, self._piece, self._raw, self._tick = job, piece, raw, tick
        self._at = self._rows = 0

    def run(self, items: Iterator[Item], sink: Writer | None, review: Review | None) -> None:
        job, add, grade = self._job, self.summary.add, self._job.grader
        gold, response, label = job.columns.gold, job.columns.response, job.label
        window: list[tuple[Item, Verdict | None]] = []
        size = 0
        for number, item in enumerate(items, 1):
            row = item.row
            verdict: Verdict | None = None
            if row is not None and gold in row and response in row:
                verdict = grade(row[gold], row[response])
            elif row is not None or item.problem is not None:
                problem = item.problem or _missing(row or {}, gold, response)
                if job.strict or self.summary.broken is None:
                    self.summary.broken = broken = self._broken(number, problem.words)
                    if job.strict:
                        raise InputError(f"{broken.file}, {where(broken)}: {broken.words}")
                verdict = problem.verdict(job.grader.policy.name)  # type: ignore[union-attr]
            if review is None:
                if verdict is not None:
                    add(verdict, truth(row.get(label)) if label is not None and row is not None else None)
                if sink is not None:
                    sink.put(item, verdict, {})
            else:
                window.append((item, verdict))
                size += len(item.raw) if isinstance(item.raw, bytes) else 1000
                if size > WINDOW_BYTES or len(window) >= _WINDOW_ROWS or isinstance(item.raw, LongLine):
                    self._review(window, sink, review)
                    window, size = [], 0
            if self._tick is not None and number % _TICK == 0:
                self._report()
        if review is not None and window:
            self._review(window, sink, review, last=True)
        self._report(done=True)

    def _review(
        self, window: list[tuple[Item, Verdict | None]], sink: Writer | None, review: Review, *, last: bool = False
    ) -> None:
        graded = [(item.row, verdict) for item, verdict in window if verdict is not None]
        share = self._report(done=last)
        rows, verdicts = [row or {} for row, _ in graded], [verdict for _, verdict in graded]
        verdicts, more = review(Window(rows, verdicts, self._job.columns, self._job.question, share))
        settled = zip(verdicts, more, strict=True)
        label = self._job.label
        for item, verdict in window:
            if verdict is None:
                if sink is not None:
                    sink.put(item, None, {})
                continue
            verdict, further = next(settled)
            self.summary.add(verdict, truth(item.row.get(label)) if label and item.row is not None else None)
            if sink is not None:
                sink.put(item, verdict, further)

    def _report(self, *, done: bool = False) -> float:
        if self._tick is None:
            return 1.0
        at, rows = self._piece.size if done else self._position(), self.summary.rows
        share = self._tick(rows - self._rows, max(0, at - self._at))
        self._at, self._rows = at, rows
        return share

    def _position(self) -> int:
        """How many of the piece's bytes have been read, where that can be told before it is done."""
        if self._piece.batch is not None or self._piece.form.name == "parquet":
            return self._at
        try:
            return self._raw.tell() - self._piece.start
        except (OSError, ValueError):  # standard input has no place
            return self._at

    def _broken(self, number: int, words: str) -> Broken:
        piece = self._piece
        start = piece.start if piece.form.name == "jsonl" else 0  # else the number of rows before it is known
        return Broken(piece.place, piece.form.name, start, piece.before + number, words)


def where(broken: Broken) -> str:
    """The line or row of its file that it is. Of a file of lines that was cut, those before its part are counted."""
    number, left = broken.number, broken.start
    if left:
        stream, _ = open_source(broken.file)
        with stream:
            while left > 0 and (block := stream.read(min(left, 1 << 20))):
                number, left = number + block.count(b"\n"), left - len(block)
            number += not block.endswith(b"\n")  # the line on which the part starts is another part's
    return row_name(broken.form, number)


def row_name(form: str, number: int) -> str:
    """What the `number`th item of a file is called: the line of a file of lines, else the row; a header is none."""
    return f"line {number}" if form == "jsonl" else f"row {number - (form in ('csv', 'tsv'))}"


def names_of(piece: Piece) -> tuple[list[str], Problem | None]:
    """The columns that the first rows of a file show, and what is wrong with the first of them that is none."""
    with errors_of(piece.place), ExitStack() as stack:
        stream, raw = open_source(piece.place, piece.form.compression)
        stack.callback(raw.close)
        head, _ = _head(STREAMS[piece.form.name].items(stream))
    names = dict.fromkeys(name for item in head if item.row is not None for name in item.row)
    return list(names), next((item.problem for item in head if item.problem is not None), None)


@contextmanager
def errors_of(place: str) -> Iterator[None]:
    """What can go wrong with reading a file, as an `InputError` that names it."""
    try:
        yield
    except InputError as error:
        raise (error if str(error).startswith(place) else InputError(f"{place}: {error}")) from None
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InputError(f"{place}: damaged or cut off: {error}") from None
    except ImportError as error:
        raise InputError(f"{place}: {error}") from None
    except BrokenPipeError:  # of the output: who read it has gone, and no file is to blame
        raise
    except OSError as error:
        if error.errno in _FULL:
            raise InputError(f"{place}: its output cannot be written: {error.strerror}") from None
        name = error.filename or place
        raise InputError(f"{name}: {error.strerror or error}") from None


def _head(
    items: Iterator[Item], enough: Callable[[dict[str, Any]], bool] = lambda row: False
) -> tuple[list[Item], bool]:
    """The first rows, up to one that is `enough`, and whether there was one."""
    head: list[Item] = []
    size = 0
    for item in items:
        head.append(item)
        size += len(item.raw) if isinstance(item.raw, bytes) else 0
        if item.row is not None and enough(item.row):
            return head, True
        if len(head) >= _LOOKED_AT or size > MAX_ROW or isinstance(item.raw, LongLine):
            break
    return head, False


def _with_columns(items: Iterator[Item], job: Job, piece: Piece) -> Iterator[Item]:
    """`items`; `InputError` if the first rows of a file do not have the columns to grade."""
    if piece.number:
        return items
    wanted = [job.columns.gold, job.columns.response, *([job.label] if job.label else [])]
    head, found = _head(items, lambda row: all(name in row for name in wanted))
    if not found:
        names = dict.fromkeys(name for item in head if item.row is not None for name in item.row)
        for name in wanted if names else ():
            require(name, names)
    return chain(head, items)


def _missing(row: dict[str, Any], *wanted: str) -> Problem:
    """What is wrong with a row that lacks a column to grade: it says neither what was asked nor what was answered."""
    name = next(name for name in wanted if name not in row)
    return Problem(Reason.INPUT_MISSING, f"there is no {name!r} in it")


def _wanted(job: Job) -> frozenset[str]:
    """The columns that matter for grading."""
    ours = [job.prefix + name for name in OURS] if job.again else []
    return frozenset(name for name in (*job.columns[:2], job.label, job.question, *ours) if name is not None)
