"""Parquet as a stream of batches: the columns that were there keep their exact types, ours are appended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import IO, Any

from answerkey.running.errors import InputError
from answerkey.running.fields import NAMES, fields
from answerkey.running.files.items import Item
from answerkey.running.files.parquet import arrow, values
from answerkey.verdict import Verdict

_BATCH = 1 << 23  # bytes, about, that are held at once
_MAX_ROWS = 1 << 16


def items(stream: IO[bytes], wanted: frozenset[str] | None = None, length: int | None = None) -> Iterator[Item]:
    """The rows, only the `wanted` columns as values. The last row of a batch carries the batch, an empty file's schema.

    `InputError` for a file that is no Parquet.
    """
    pa, parquet = arrow(), import_module("pyarrow.parquet")
    try:
        file = parquet.ParquetFile(stream, pre_buffer=False, buffer_size=1 << 20)
        yield Item(file.schema_arrow, None)
        for batch in file.iter_batches(batch_size=_rows_at_once(file.metadata)):
            table = pa.Table.from_batches([batch])
            names = [name for name in table.column_names if wanted is None or name in wanted]
            columns = [values(table.column(name)) for name in names]
            for place in range(len(table)):
                row = {name: column[place] for name, column in zip(names, columns, strict=True)}
                yield Item(table if place == len(table) - 1 else None, row)
    except (pa.ArrowException, OSError) as error:
        raise InputError(f"not Parquet: {error}") from None


def _rows_at_once(metadata: Any) -> int:
    """How many rows of the file are about `_BATCH` bytes when they are not compressed."""
    groups = [metadata.row_group(place) for place in range(metadata.num_row_groups)]
    size = max((group.total_byte_size / max(1, group.num_rows) for group in groups), default=1)
    return max(1, min(_MAX_ROWS, int(_BATCH / max(1, size))))


class ParquetWriter:
    """Writes batches with our columns at their end."""

    def __init__(self, file: IO[bytes], prefix: str, further: Iterable[str] = ()) -> None:
        self._pa = arrow()
        self._file, self._prefix = file, prefix
        self._names = (*NAMES, *further)
        self._cells: dict[str, list[Any]] = {name: [] for name in self._names}
        self._writer: Any = None
        self._types = {"correct": self._pa.bool_(), "span": self._pa.list_(self._pa.int64())}

    def put(self, item: Item, verdict: Verdict | None, more: dict[str, Any]) -> None:
        """Keep the fields of a row until its batch comes, and then write the batch."""
        if verdict is None:
            self._open(item.raw)
            return
        for name, value in {**fields(verdict), **more}.items():
            self._cells[name].append(value)
        if item.raw is not None:
            table = item.raw
            for name in self._names:
                table = table.append_column(self._prefix + name, self._column(name))
                self._cells[name] = []
            self._writer.write_table(table)

    def close(self) -> None:
        """Write the file's end."""
        if self._writer is not None:
            self._writer.close()

    def _open(self, schema: Any) -> None:
        for name in self._names:
            schema = schema.append(self._pa.field(self._prefix + name, self._type(name)))
        self._writer = import_module("pyarrow.parquet").ParquetWriter(self._file, schema)

    def _column(self, name: str) -> Any:
        cells, wanted = self._cells[name], self._type(name)
        try:
            return self._pa.array(cells, wanted)
        except UnicodeEncodeError:  # lone surrogates, which Arrow's text cannot hold
            texts = [None if cell is None else cell.encode("utf-8", "backslashreplace").decode() for cell in cells]
            return self._pa.array(texts, wanted)

    def _type(self, name: str) -> Any:
        return self._types.get(name, self._pa.string())
