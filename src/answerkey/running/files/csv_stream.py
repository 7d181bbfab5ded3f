"""CSV and TSV as a stream: each record keeps its text, our cells follow its last one."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from typing import IO, Any

from answerkey.running.errors import InputError
from answerkey.running.fields import NAMES, PROBLEM, ROW, fields
from answerkey.running.files.csv_table import cell_text, line_text
from answerkey.running.files.items import MAX_ROW, Batch, Item, LongLine, Problem, line_of
from answerkey.verdict import Reason, Verdict


class _Lines:
    """Physical lines for the `csv` module, which are kept until somebody takes them as one record's text."""

    def __init__(self, text: io.TextIOWrapper) -> None:
        self._text = text
        self._kept: list[str] = []
        self._size = 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self._text.readline(MAX_ROW + 1)
        if not line:
            raise StopIteration
        self._size += len(line)
        self._kept.append(line)
        if self._size > MAX_ROW:
            raise csv.Error(f"a record of more than {MAX_ROW:,} characters, or a quote that does not end")
        return line

    def take(self) -> str:
        """The text of what was read since the last time."""
        kept, self._kept, self._size = "".join(self._kept), [], 0
        return kept

    def pass_from(self, start: str) -> LongLine:
        """The rest of the line of which `start` was read."""
        return LongLine(line_of(start, self._text.readline))


def items(
    stream: IO[bytes],
    wanted: frozenset[str] | None = None,
    start: int = 0,
    length: int | None = None,
    *,
    delimiter: str,
) -> Iterator[Item]:
    """The header (an item without a row), then the records. `InputError` where a column's name stands twice."""
    text = io.TextIOWrapper(stream, "utf-8", "surrogateescape", newline="")
    lines = _Lines(text)
    reader = csv.reader(lines, delimiter=delimiter)
    header = _header(reader, lines)
    if header is None:
        return
    names, first = header
    yield Item((first, len(names)), None)
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            text.detach()
            return
        except csv.Error as error:
            reason = Reason.INPUT_TOO_LONG if "of more than" in str(error) else Reason.INPUT_BROKEN
            record = lines.take()
            long = None if record.endswith(("\n", "\r")) else lines.pass_from(record)
            yield Item(long or (record, 0), None, Problem(reason, f"not CSV: {error}"))
            if long is not None:
                long.pass_by()
            reader = csv.reader(lines, delimiter=delimiter)  # the old one still holds what it had read
            continue
        record = lines.take()
        yield _item(record, cells, names, delimiter)


def batches(stream: IO[bytes], size: int, *, delimiter: str) -> Iterator[Batch]:
    """Tables of about `size` bytes with the same header and records.

    From a record on that is too long to hold (it may be a quote that does not end), all that follows passes by in one.
    """
    record = _record(delimiter)
    buffer, head = stream.read(size), None
    start = place = rows = 0
    cut = False
    while True:
        if found := record.match(buffer, place):
            place = found.end()
            if head is None:
                head, start = buffer[:place], place
                continue
            rows += 1
            if place - start >= size:
                yield Batch(head + buffer[start:place], rows)
                start, rows, cut = place, 0, True
            continue
        read = stream.read(size)
        if not read:
            break
        if len(buffer) - place > MAX_ROW:
            rest = iter(partial(stream.read, size), b"")
            yield Batch(chain([(head or b"") + buffer[start:], read], rest), rows + 1)
            return
        buffer, place, start = buffer[start:] + read, place - start, 0
    if head is None or buffer[start:] or not cut:
        yield Batch((head or b"") + buffer[start:], rows + (place < len(buffer)))


def _record(delimiter: str) -> re.Pattern[bytes]:
    """What the `csv` module takes for one record with its line break, if all of it is here.

    A field is quoted if it begins with a quote; what follows its closing quote belongs to it.
    """
    apart = re.escape(delimiter).encode()
    field = rb'(?:"(?:[^"]++|"")*+"|(?!"))[^%b\r\n]*+' % apart
    return re.compile(rb"%b(?:%b%b)*+(?:\r\n|\n|\r(?!\Z))" % (field, apart, field))


def _header(reader: Any, lines: _Lines) -> tuple[list[str], str] | None:
    try:
        names = next(reader, None)
    except csv.Error as error:
        raise InputError(f"not CSV: {error}") from None
    if names is None:
        return None
    names = [name.removeprefix("\ufeff") for name in names[:1]] + names[1:]
    if len(set(names)) < len(names):
        raise InputError(f"a column name is there twice: {', '.join(names)}")
    return names, lines.take()


def _item(record: str, cells: list[str], names: list[str], delimiter: str) -> Item:
    raw = (record, len(cells))
    if not cells:
        return Item(raw, None)
    if len(cells) > len(names):
        return Item(raw, None, Problem(Reason.INPUT_BROKEN, f"{len(cells)} cells under {len(names)} column names"))
    last = record.count('"') % 2 or not record.endswith(("\n", "\r"))  # or may be: a line break may stand in quotes
    if last and _is_open(record, delimiter):
        return Item(raw, None, Problem(Reason.INPUT_BROKEN, "not CSV: a quote that does not end"))
    return Item(raw, dict(zip(names, cells, strict=False)))


def _is_open(record: str, delimiter: str) -> bool:
    """Whether the last record of a file ends inside quotes, which only the strict reader tells."""
    try:
        list(csv.reader(record.splitlines(keepends=True), delimiter=delimiter, strict=True))
    except csv.Error as error:
        return "unexpected end" in str(error)
    return False


class CsvWriter:
    """Writes records with our cells after their own; a record with too few gets empty ones before ours.

    The text of a record that could not be read stands in a cell of ours, after empty ones. The header is written where
    `first` says that the file begins here.
    """

    def __init__(
        self, file: IO[bytes], prefix: str, further: Iterable[str] = (), *, first: bool = True, delimiter: str
    ) -> None:
        self._file, self._first = file, first
        self._names = [f"{prefix}{name}" for name in (*NAMES, *further, ROW, PROBLEM)]
        self._further = tuple(further)
        self._line: Callable[[list[str]], str] = partial(line_text, delimiter=delimiter)
        self._delimiter = delimiter
        self._width, self._end = -1, "\n"

    def put(self, item: Item, verdict: Verdict | None, more: dict[str, Any]) -> None:
        """Write a record as it was, with the cells of its verdict."""
        if self._width < 0:
            record, self._width = item.raw
            self._end = record[len(record.rstrip("\r\n")) :] or "\n"
            if self._first:
                self._write(self._extended(record, self._line(self._names)))
            return
        if verdict is None:
            self._write(item.raw[0])
            return
        values = fields(verdict)
        ours = [cell_text(values[name]) for name in NAMES] + [cell_text(more.get(name)) for name in self._further]
        if item.problem is None:
            record, count = item.raw
            self._write(self._extended(record, self._delimiter * (self._width - count) + self._line([*ours, "", ""])))
            return
        self._write(self._delimiter * self._width + self._line(ours) + self._delimiter)
        if isinstance(item.raw, LongLine):
            for piece in _quoted(item.raw.pieces()):
                self._write(piece)
        else:
            self._write(self._line([item.raw[0].rstrip("\r\n")]))
        self._write(self._delimiter + self._line(["; ".join(verdict.notes)]) + self._end)

    def _extended(self, record: str, cells: str) -> str:
        body = record.rstrip("\r\n")
        return f"{body}{self._delimiter}{cells}{record[len(body) :]}"

    def _write(self, text: str) -> None:
        self._file.write(text.encode("utf-8", "surrogateescape"))


def _quoted(pieces: Iterable[str]) -> Iterator[str]:
    """One cell in quotes that holds the text of all pieces but a line break at its end."""
    yield '"'
    for piece in pieces:
        yield (piece.rstrip("\r\n") if piece.endswith(("\n", "\r")) else piece).replace('"', '""')
    yield '"'
