"""The streaming formats in one table: how a file's rows are read one by one, cut apart, and written with our fields.

A format's own writer takes what its own reader gave and changes nothing of it. From one format to another, JSON takes
rows as they come; CSV and Parquet want to know every column before the first row, so they are made of JSON Lines when
all rows are there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import IO, Any, NamedTuple, Protocol

from answerkey.running.files import again, array_stream, csv_stream, jsonl_stream, parquet_stream, tables
from answerkey.running.files.items import Batch, Item, LongLine, Writer
from answerkey.running.files.json_rows import dumps
from answerkey.running.files.places import Format
from answerkey.verdict import Verdict


class Items(Protocol):
    """Gives the rows of a file; with `start` and `length` (of bytes or row groups) those of a part of it."""

    def __call__(
        self, stream: IO[bytes], wanted: frozenset[str] | None = None, start: int = 0, length: int | None = None
    ) -> Iterator[Item]: ...


class MakeWriter(Protocol):
    """Makes what writes items into a file; `first` where the file begins here."""

    def __call__(self, file: IO[bytes], prefix: str, further: tuple[str, ...], *, first: bool) -> Writer: ...


class Stream(NamedTuple):
    """A format: its reader, its writer, and what gives its rows without our fields where they were graded before.

    `batches` cuts a file, which can only be read from its beginning, into files of the same format.
    """

    items: Items
    writer: MakeWriter
    as_before: Callable[[Iterator[Item]], Iterator[Item]]
    batches: Callable[[IO[bytes], int], Iterator[Batch]] | None = None


_CSV = (csv_stream.items, csv_stream.CsvWriter, again.records, csv_stream.batches)


def _table(delimiter: str) -> Stream:
    own = {"delimiter": delimiter}
    return Stream(*(partial(one, **own) for one in _CSV))  # type: ignore[arg-type]


STREAMS: dict[str, Stream] = {
    "jsonl": Stream(jsonl_stream.items, jsonl_stream.LinesWriter, again.json_rows, jsonl_stream.batches),
    "json": Stream(array_stream.items, array_stream.ArrayWriter, again.json_rows, array_stream.batches),
    "csv": _table(","),
    "parquet": Stream(parquet_stream.items, parquet_stream.FieldsWriter, again.table_rows),
    "tsv": _table("\t"),
}
NAMES = tuple(STREAMS)
_JSON = ("jsonl", "json")
_LINES = Format("jsonl")
# What makes a table of JSON Lines: lines, the file to write, our columns.
TABLES: dict[str, Callable[[IO[bytes], IO[bytes], list[str]], None]] = {
    "csv": partial(tables.write_csv, delimiter=","),
    "parquet": tables.write_parquet,
    "tsv": partial(tables.write_csv, delimiter="\t"),
}


def part_of(source: str, target: Format) -> Format:
    """The format of what is written row by row, of which a file of the format `target` is made when it ends."""
    if target.name == "json":
        return Format("json")
    return _LINES if source != target.name and target.name in TABLES else target


def writer(source: str, part: str, file: IO[bytes], prefix: str, further: tuple[str, ...], *, first: bool) -> Writer:
    """What writes the items of a file of the format `source` in the format `part`."""
    own = STREAMS[part].writer(file, prefix, further, first=first)
    return own if source == part else _AsJson(own, flat=part == "jsonl", json=source in _JSON)


def converts(source: str, target: str) -> bool:
    """Whether writing `target` from `source` needs all fields of a row."""
    return source != target and not (source in _JSON and target in _JSON)


class _AsJson:
    """Hands rows of another format to a JSON writer, as the JSON text that says the same."""

    def __init__(self, inner: Writer, *, flat: bool, json: bool) -> None:
        self._inner, self._flat, self._json = inner, flat, json

    def put(self, item: Item, verdict: Verdict | None, more: dict[str, Any]) -> None:
        """Write the row."""
        if verdict is None:
            return
        if item.row is None:
            line = item.raw if self._json or isinstance(item.raw, LongLine) else _text(item.raw)
            line = LongLine(map(_encoded, line.pieces())) if isinstance(line, LongLine) else _encoded(line)
        elif self._json:
            line = item.raw.strip(b" \t\r\n")
            if self._flat:
                line = line.replace(b"\n", b" ")  # JSON has line breaks between tokens only
        else:
            line = dumps(item.row).encode("utf-8", "surrogateescape")
        raw = line if isinstance(line, LongLine) or not self._flat else line.rstrip(b"\n") + b"\n"
        self._inner.put(Item(raw, item.row, item.problem), verdict, more)


def _text(raw: Any) -> str:
    """The text of a row that is none: of a table's record, or of a cell that holds it since another time."""
    return str(raw[0] if isinstance(raw, tuple) else raw).rstrip("\r\n")


def _encoded(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
