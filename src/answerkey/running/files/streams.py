"""The streaming formats in one table: how a file's rows are read one by one, and written with our fields.

A format's own writer takes what its own reader gave and changes nothing of it. From one format to another, JSON takes
rows as they come; CSV and Parquet want to know every column before the first row, so the rows are held until the end.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

from answerkey.running.fields import PROBLEM, ROW, fields
from answerkey.running.files import Row, array_stream, csv_stream, format_named, jsonl_stream, parquet_stream
from answerkey.running.files.items import Item, LongLine, Writer
from answerkey.running.files.json_rows import dumps
from answerkey.verdict import Verdict

Items = Callable[[IO[bytes], frozenset[str] | None, int | None], Iterator[Item]]
MakeWriter = Callable[[IO[bytes], str, tuple[str, ...]], Writer]

STREAMS: dict[str, tuple[Items, MakeWriter]] = {
    "jsonl": (jsonl_stream.items, jsonl_stream.LinesWriter),
    "json": (array_stream.items, array_stream.ArrayWriter),
    "csv": (partial(csv_stream.items, delimiter=","), partial(csv_stream.CsvWriter, delimiter=",")),
    "parquet": (parquet_stream.items, parquet_stream.ParquetWriter),
    "tsv": (partial(csv_stream.items, delimiter="\t"), partial(csv_stream.CsvWriter, delimiter="\t")),
}
NAMES = tuple(STREAMS)
_JSON = ("jsonl", "json")


def writer(source: str, target: str, file: IO[bytes], prefix: str, further: tuple[str, ...]) -> Writer:
    """What writes the items of a file of the format `source` into one of the format `target`."""
    own = STREAMS[target][1]
    if source == target:
        return own(file, prefix, further)
    if target in _JSON:
        return _AsJson(own(file, prefix, further), flat=target == "jsonl", json=source in _JSON)
    return _Collecting(target, file, prefix)


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
        if self._json and item.row is not None:
            line = item.raw.strip(b" \t\r\n")
            if self._flat:
                line = line.replace(b"\n", b" ")  # JSON has line breaks between tokens only
        elif self._json:
            line = item.raw
        else:
            line = (raw_text(item) if item.row is None else dumps(item.row)).encode("utf-8", "surrogateescape")
        raw = line if isinstance(line, LongLine) or not self._flat else line.rstrip(b"\n") + b"\n"
        self._inner.put(Item(raw, item.row, item.problem), verdict, more)

    def close(self) -> None:
        """Close the file's own writer."""
        self._inner.close()


class _Collecting:
    """Holds all rows until the end, for a table whose columns are known only then."""

    def __init__(self, target: str, file: IO[bytes], prefix: str) -> None:
        self._target, self._file, self._prefix = target, file, prefix
        self._rows: list[Row] = []

    def put(self, item: Item, verdict: Verdict | None, more: dict[str, Any]) -> None:
        """Keep the row."""
        if verdict is None:
            return
        ours = {**fields(verdict), **more}
        if item.row is None:
            ours = {ROW: raw_text(item), **ours, PROBLEM: "; ".join(verdict.notes)}
        added = {self._prefix + name: value for name, value in ours.items()}
        self._rows.append(Row({**(item.row or {}), **added}))

    def close(self) -> None:
        """Write all rows."""
        with TemporaryDirectory() as folder:
            path = Path(folder) / f"rows.{self._target}"
            format_named(self._target).write(path, self._rows, None)
            with path.open("rb") as whole:
                shutil.copyfileobj(whole, self._file)


def raw_text(item: Item) -> str:
    """The text of an item that is no row."""
    if isinstance(item.raw, tuple):
        return str(item.raw[0]).rstrip("\r\n")
    raw = b"".join(item.raw.pieces()) if isinstance(item.raw, LongLine) else item.raw
    return str(raw.decode("utf-8", "surrogateescape")).rstrip("\r\n")
