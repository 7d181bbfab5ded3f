"""Between records and pandas, with nothing lost on the way (the `dataframe` extra)."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from answerkey.running.files import ABSENT, Row


def frame_of(records: list[dict[str, Any]]) -> Any:
    """A DataFrame whose cells are the records' own objects; a field that a record lacks is NaN."""
    try:
        pandas = import_module("pandas")
    except ImportError:
        raise ImportError("a DataFrame needs pandas: pip install 'answerkey[dataframe]'") from None
    names = dict.fromkeys(name for record in records for name in record)
    missing = float("nan")
    columns = {
        name: pandas.Series([record.get(name, missing) for record in records], dtype=object, name=name)
        for name in names
    }
    return pandas.DataFrame(columns, index=pandas.RangeIndex(len(records)))


def rows_of(frame: Any) -> Iterator[Row]:
    """The rows of a DataFrame. NaN stands for a missing field; the index label is the row's number in its origin."""
    if not (hasattr(frame, "columns") and hasattr(frame, "index")):
        raise ValueError(f"expected a DataFrame or a list of dictionaries, found {type(frame).__name__}")
    names = [str(name) for name in frame.columns]
    columns = [cells(frame.iloc[:, place]) for place in range(len(names))]
    for place, label in enumerate(frame.index.tolist()):
        fields = {name: column[place] for name, column in zip(names, columns, strict=True)}
        yield Row(fields, label if type(label) is int else None)


def cells(column: Any) -> list[Any]:
    """The cells of a Series as Python objects, NaN, NaT and NA as `ABSENT`."""
    return [ABSENT if _is_missing(cell) else cell for cell in column.tolist()]


def _is_missing(cell: Any) -> bool:
    """NaN and pandas' own missing values, but not None, which is a value (null)."""
    return (isinstance(cell, float) and cell != cell) or type(cell).__name__ in {"NAType", "NaTType"}
