"""CSV and TSV as a stream: each record keeps its text, our cells follow its last one."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import IO, Any

from answerkey.running.errors import InputError
from answerkey.running.fields import NAMES, PROBLEM, fields
from answerkey.running.files.csv_table import cell_text, line_text
from answerkey.running.files.items import MAX_ROW, Item, Problem
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
        line = self._text.readline()
        if not line:
            raise StopIteration
        self._size += len(line)
        self._kept.append(line)
        if self._size > MAX_ROW:
            raise csv.Error(f"a record of more than {MAX_ROW:,} characters, or a quote that does not end")
        return line

    def take(self) -> str:
        kept, self._kept, self._size = "".join(self._kept), [], 0
        return kept


def items(
    stream: IO[bytes], wanted: frozenset[str] | None = None, length: int | None = None, *, delimiter: str
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
    record: str | None = None
    cells: list[str] = []
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            text.detach()
            return
        except csv.Error as error:
            reason = Reason.INPUT_TOO_LONG if "of more than" in str(error) else Reason.INPUT_BROKEN
            yield Item((lines.take(), 0), None, Problem(reason, f"not CSV: {error}"))
            reader = csv.reader(lines, delimiter=delimiter)  # the old one still holds what it had read
            continue
        record = lines.take()
        yield _item(record, cells, names, delimiter)


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
    if not record.endswith(("\n", "\r")) and _is_open(record, delimiter):
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

    A record that could not be read keeps its text in its first cell, or its surplus cells after ours.
    """

    def __init__(self, file: IO[bytes], prefix: str, further: Iterable[str] = (), *, delimiter: str) -> None:
        self._file = file
        self._prefix, self._further = prefix, tuple(further)
        self._line: Callable[[list[str]], str] = partial(line_text, delimiter=delimiter)
        self._delimiter = delimiter
        self._width: int | None = None

    def put(self, item: Item, verdict: Verdict | None, more: dict[str, Any]) -> None:
        """Write a record as it was, with the cells of its verdict."""
        record, count = item.raw
        if self._width is None:
            self._width = count
            names = [f"{self._prefix}{name}" for name in (*NAMES, *self._further, PROBLEM)]
            self._write(self._extended(record, self._line(names)))
        elif verdict is None:
            self._write(record)
        else:
            values = fields(verdict)
            ours = [cell_text(values[name]) for name in NAMES] + [cell_text(more.get(name)) for name in self._further]
            ours.append("; ".join(verdict.notes) if item.problem else "")
            if item.problem is None:
                missing = self._delimiter * (self._width - count)
                self._write(self._extended(record, missing + self._line(ours) if missing else self._line(ours)))
            else:
                body = record.rstrip("\r\n")
                self._write(self._line([body, *[""] * (self._width - 1), *ours]) + (record[len(body) :] or "\n"))

    def close(self) -> None:
        """Records have no end of their own."""

    def _extended(self, record: str, cells: str) -> str:
        body = record.rstrip("\r\n")
        return f"{body}{self._delimiter}{cells}{record[len(body) :]}"

    def _write(self, text: str) -> None:
        self._file.write(text.encode("utf-8", "surrogateescape"))
