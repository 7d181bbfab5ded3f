"""Parquet through Apache Arrow: a column that did not change keeps its exact type (the `parquet` extra)."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from answerkey.running.files import ABSENT, Row
from answerkey.running.files.atomic import replacing


def read(path: Path) -> list[dict[str, Any]]:
    """All rows, as plain Python values."""
    table = _table(path)
    columns = [values(table.column(place)) for place in range(table.num_columns)]
    names = table.column_names
    return [{name: column[place] for name, column in zip(names, columns, strict=True)} for place in range(len(table))]


def write(path: Path, rows: Sequence[Row], origin: Path | None = None) -> None:
    """Write rows; `ValueError` naming the column when its values have no common type."""
    pa, parquet = arrow(), import_module("pyarrow.parquet")
    source = _table(origin) if origin is not None and origin.suffix == ".parquet" else None
    names = list(dict.fromkeys(name for row in rows for name in row.fields))
    if source is not None and not rows:
        names = list(source.column_names)
    columns, fields = [], []
    for name in names:
        cells = [_cell(row.fields.get(name)) for row in rows]
        column, field = _column(pa, source, name, cells, [row.number for row in rows])
        columns.append(column)
        fields.append(field)
    metadata = source.schema.metadata if source is not None else None
    table = pa.Table.from_arrays(columns, schema=pa.schema(fields, metadata=metadata))
    with replacing(path) as file:
        parquet.write_table(table, file)


def _column(pa: Any, source: Any, name: str, cells: list[Any], numbers: list[int | None]) -> tuple[Any, Any]:
    """The column `name` and its field: the origin's own where it holds `cells`, else a new one."""
    if source is not None and name in source.column_names:
        field = source.schema.field(name)
        if all(number is not None and 0 <= number < source.num_rows for number in numbers):
            old = source.column(name).take(pa.array(numbers, pa.int64()))
            if repr(values(old)) == repr(cells):
                return old, field
        try:
            return pa.array(cells, type=field.type), field
        except (pa.ArrowException, ValueError, TypeError, OverflowError):
            pass  # the caller changed what the column holds
    try:
        column = pa.array(cells)
    except (pa.ArrowException, ValueError, TypeError, OverflowError) as error:
        raise ValueError(f"column {name!r} cannot be written as Parquet ({error}); write jsonl instead") from None
    return column, pa.field(str(name), column.type)


def values(column: Any) -> list[Any]:
    """The cells of a column; times that Python cannot hold (finer than a microsecond, or too far off) as text."""
    pa = arrow()
    try:
        return list(column.to_pylist())
    except (ValueError, OverflowError):
        pass
    try:
        return list(column.cast(pa.string()).to_pylist())
    except pa.ArrowException:  # they stand inside of lists or structures
        return [_value(pa, cell) for cell in column]


def _value(pa: Any, cell: Any) -> Any:
    try:
        return cell.as_py()
    except (ValueError, OverflowError):
        return str(pa.array([cell], cell.type))


def _cell(value: Any) -> Any:
    if value is ABSENT or type(value).__name__ == "NAType":
        return None
    return value.tolist() if hasattr(value, "tolist") else value


def _table(path: Path) -> Any:
    arrow()
    try:
        return import_module("pyarrow.parquet").read_table(path, partitioning=None)
    except (ValueError, OSError) as error:
        if isinstance(error, FileNotFoundError):
            raise
        raise ValueError(f"{path}: not Parquet: {error}") from None


def arrow() -> Any:
    """The pyarrow package; `ImportError` that says how to install it."""
    try:
        return import_module("pyarrow")
    except ImportError:
        raise ImportError("reading or writing Parquet needs pyarrow: pip install 'answerkey[parquet]'") from None
