"""CSV and Parquet of rows whose columns are known only at the end: made of JSON Lines, in two passes."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import IO, Any

from answerkey.running.errors import InputError
from answerkey.running.fields import PROBLEM, ROW
from answerkey.running.files import ABSENT
from answerkey.running.files.csv_table import cell_text, encode, line_text
from answerkey.running.files.jsonl_stream import item_of
from answerkey.running.files.parquet import arrow

_BATCH = 1 << 23  # bytes of lines that are held at once


def write_csv(lines: IO[bytes], out: IO[bytes], ours: list[str], *, delimiter: str) -> None:
    """Write the rows under the union of their columns, `ours` last. CSV has no null: it is an empty cell."""
    header = _columns(lines, ours)
    if header:
        out.write(encode(line_text(header, delimiter) + "\n"))
    for rows in _batches(lines):
        for row in rows:
            out.write(encode(line_text([cell_text(row.get(name, ABSENT)) for name in header], delimiter) + "\n"))


def write_parquet(lines: IO[bytes], out: IO[bytes], ours: list[str]) -> None:
    """Write the rows under the union of their columns, `ours` last; `InputError` for values without a common type."""
    pa, parquet = arrow(), import_module("pyarrow.parquet")
    names, schema = _columns(lines, ours), pa.schema([])
    for rows in _batches(lines):
        found = pa.schema([(name, _column(pa, name, rows, None).type) for name in names])
        try:
            schema = pa.unify_schemas([schema, found], promote_options="permissive")
        except pa.ArrowException as error:
            raise InputError(f"the rows cannot be written as Parquet ({error}); write jsonl instead") from None
    schema = pa.schema([schema.field(name) for name in names])
    with parquet.ParquetWriter(out, schema) as writer:
        for rows in _batches(lines):
            columns = [_column(pa, name, rows, schema.field(name).type) for name in names]
            writer.write_table(pa.Table.from_arrays(columns, schema=schema))


def _column(pa: Any, name: str, rows: list[dict[str, Any]], kind: Any) -> Any:
    cells = [row.get(name) for row in rows]
    try:
        return pa.array(cells, kind)
    except UnicodeEncodeError:  # lone surrogates, which Arrow's text cannot hold
        return pa.array([_printable(cell) for cell in cells], kind)
    except (pa.ArrowException, ValueError, TypeError, OverflowError) as error:
        raise InputError(f"column {name!r} cannot be written as Parquet ({error}); write jsonl instead") from None


def _printable(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, list):
        return [_printable(one) for one in value]
    return {_printable(name): _printable(one) for name, one in value.items()} if isinstance(value, dict) else value


def _columns(lines: IO[bytes], ours: list[str]) -> list[str]:
    """All columns: those of the rows in the order in which they come up, then ours.

    Of ours, those for rows that could not be read are there only if there is such a row.
    """
    found = dict.fromkeys(name for rows in _batches(lines) for row in rows for name in row)
    kept = [name for name in ours if name in found or not name.endswith((f"_{ROW}", f"_{PROBLEM}"))]
    return [name for name in found if name not in ours] + kept


def _batches(lines: IO[bytes]) -> Iterator[list[dict[str, Any]]]:
    lines.seek(0)
    while held := lines.readlines(_BATCH):
        yield [row for line in held if (row := item_of(line, None).row) is not None]
