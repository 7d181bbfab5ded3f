"""Parquet as a stream of batches: the columns that were there keep their exact types, ours are appended.

A Parquet file can neither be appended to nor put together from parts. So our fields are written first, as lines; when
all are there, `join` reads the columns once more and writes both.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from itertools import islice
from typing import IO, Any, NamedTuple

from answerkey.running.errors import InputError
from answerkey.running.fields import NAMES, OURS, PROBLEM, ROW, JsonFields
from answerkey.running.files.items import Item
from answerkey.running.files.parquet import arrow, values
from answerkey.verdict import Verdict

_BATCH = 1 << 23  # bytes, about, that are read at once
_MAX_ROWS = 1 << 10  # likewise: what a file says of its bytes may count a text once that stands in many rows
_GROUP = 1 << 24  # bytes of a row group that is written


class Groups(NamedTuple):
    """Row groups that follow each other: the first, how many, their bytes in the file, the rows before them."""

    start: int
    length: int
    size: int
    before: int


def items(
    stream: IO[bytes], wanted: frozenset[str] | None = None, start: int = 0, length: int | None = None
) -> Iterator[Item]:
    """The rows of `length` row groups from `start` on, only the `wanted` columns as values.

    `InputError` for a file that is no Parquet.
    """
    for batch in _batches(_file(stream), wanted, start, length):
        chosen = [(name, column) for name, column in zip(batch.schema.names, batch.columns, strict=True)]
        names = [name for name, _ in chosen if wanted is None or name in wanted]
        columns = [values(column) for name, column in chosen if name in names]
        for cells in zip(*columns, strict=True) if columns else [()] * batch.num_rows:
            yield Item(None, dict(zip(names, cells, strict=True)))


def groups(stream: IO[bytes], size: int) -> list[Groups]:
    """The row groups of a file, as many together as have about `size` bytes; an empty file has one of nothing."""
    found: list[Groups] = []
    start = held = rows = before = 0
    metadata = _file(stream).metadata
    for place in range(metadata.num_row_groups):
        group = metadata.row_group(place)
        held += sum(group.column(column).total_compressed_size for column in range(group.num_columns))
        rows += group.num_rows
        if held >= size or place == metadata.num_row_groups - 1:
            found.append(Groups(start, place + 1 - start, held, before))
            start, held, before = place + 1, 0, rows
    return found or [Groups(0, 0, 0, 0)]


def _batches(file: Any, wanted: frozenset[str] | None, start: int, length: int | None) -> Iterator[Any]:
    pa = arrow()
    chosen = list(range(start, file.metadata.num_row_groups if length is None else start + length))
    columns = None if wanted is None else [name for name in file.schema_arrow.names if name in wanted]
    found = file.iter_batches(_rows_at_once(file.metadata), row_groups=chosen, columns=columns, use_threads=False)
    passed = 0
    try:
        for batch in found:
            passed += batch.nbytes
            yield batch
            if passed > _BATCH:  # or the pool keeps several times what is ever in use
                pa.default_memory_pool().release_unused()
                passed = 0
    except (pa.ArrowException, OSError) as error:
        raise InputError(f"not Parquet: {error}") from None


def _file(stream: IO[bytes]) -> Any:
    pa, parquet = arrow(), import_module("pyarrow.parquet")
    try:
        return parquet.ParquetFile(stream, pre_buffer=False, buffer_size=1 << 20)
    except (pa.ArrowException, OSError) as error:
        raise InputError(f"not Parquet: {error}") from None


def _rows_at_once(metadata: Any) -> int:
    """How many rows of the file are about `_BATCH` bytes when they are not compressed."""
    found = [metadata.row_group(place) for place in range(metadata.num_row_groups)]
    size = max((group.total_byte_size / max(1, group.num_rows) for group in found), default=1)
    return max(1, min(_MAX_ROWS, int(_BATCH / max(1, size))))


class FieldsWriter:
    """Writes our fields of each row as a line, for `join`."""

    def __init__(self, file: IO[bytes], prefix: str, further: Iterable[str] = (), *, first: bool = True) -> None:
        self._file = file
        self._fields = JsonFields(prefix)

    def put(self, item: Item, verdict: Verdict | None, more: dict[str, Any]) -> None:
        """Write the fields of a row."""
        if verdict is not None:
            if item.problem is not None:
                more = {**more, ROW: item.raw, PROBLEM: "; ".join(verdict.notes)}
            self._file.write(b"{%b}\n" % self._fields(verdict, more))


def join(
    stream: IO[bytes],
    lines: IO[bytes],
    out: IO[bytes],
    prefix: str,
    further: Sequence[str] = (),
    start: int = 0,
    length: int | None = None,
) -> None:
    """Write the rows of `stream` with the fields that `lines` hold as columns after their own.

    Columns that are ours from another time are replaced. Those for rows that were none are there only if they were.
    """
    pa, parquet = arrow(), import_module("pyarrow.parquet")
    file = _file(stream)
    ours = [prefix + name for name in (*NAMES, *further, ROW, PROBLEM)]
    names = [name for name in ours if name in file.schema_arrow.names or not name.endswith((f"_{ROW}", f"_{PROBLEM}"))]
    gone = {prefix + name for name in OURS}
    kept = [place for place, name in enumerate(file.schema_arrow.names) if name not in gone]
    schema = pa.schema([file.schema_arrow.field(place) for place in kept], file.schema_arrow.metadata)
    for name in names:
        schema = schema.append(pa.field(name, _type(pa, name)))
    with parquet.ParquetWriter(out, schema) as writer:
        held: list[Any] = []
        size = 0
        for batch in _batches(file, None, start, length):
            rows = json.loads(b"[%b]" % b",".join(islice(lines, batch.num_rows)))
            added = [text_column(pa, [row.get(name) for row in rows], _type(pa, name)) for name in names]
            columns = [batch.column(place) for place in kept]
            held.append(pa.RecordBatch.from_arrays([*columns, *added], schema=schema))
            size += held[-1].nbytes
            if size >= _GROUP:
                writer.write_table(pa.Table.from_batches(held))
                held, size = [], 0
        if held:
            writer.write_table(pa.Table.from_batches(held))


def text_column(pa: Any, cells: list[Any], kind: Any) -> Any:
    try:
        return pa.array(cells, kind)
    except UnicodeEncodeError:  # lone surrogates, which Arrow's text cannot hold
        return pa.array([None if cell is None else cell.encode("utf-8", "backslashreplace").decode() for cell in cells])


def _type(pa: Any, name: str) -> Any:
    if name.endswith("_correct"):
        return pa.bool_()
    return pa.list_(pa.int64()) if name.endswith("_span") else pa.string()
