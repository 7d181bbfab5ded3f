"""File formats, one file each: rows out of a file, and rows into one without losing what they held.

Every format has two functions (see `Format`): one gives all rows as plain Python values, the other writes rows,
taking everything that did not change from the file `origin` that they were read from, so that it comes back byte
for byte (JSON) or with its exact type (Parquet). An origin of a type that has nothing to offer is not looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple


class Absent:
    """The type of `ABSENT`."""

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = Absent()
"""A cell that a table must show although its row has no such field: missing, which is not the same as null."""


class Row(NamedTuple):
    """A row to write: its fields, and the number of the row in the origin that it most likely came from.

    The number is a hint. A row is taken from the origin only if it holds what the origin holds there.
    """

    fields: dict[str, Any]
    number: int | None = None


class Format(NamedTuple):
    """One file format."""

    read: Callable[[Path], list[dict[str, Any]]]
    write: Callable[[Path, Sequence[Row], Path | None], None]


FORMATS: dict[str, tuple[str, str, str]] = {
    # name: module, its function that reads, its function that writes
    "jsonl": ("json_files", "read_lines", "write_lines"),
    "json": ("json_files", "read_array", "write_array"),
    "csv": ("csv_table", "read", "write"),
    "parquet": ("parquet", "read", "write"),
    "tsv": ("csv_table", "read", "write"),
}


def format_named(name: str) -> Format:
    """The format called `name`; `ValueError` naming the formats there are for any other name."""
    if name in {"pickle", "pkl"}:
        raise ValueError("pickle files are refused: reading one runs whatever code it holds; use jsonl or parquet")
    if name not in FORMATS:
        raise ValueError(f"there is no file type {name!r}; the types are: {', '.join(FORMATS)}")
    module, read, write = FORMATS[name]
    home = import_module(f"{__name__}.{module}")
    return Format(getattr(home, read), getattr(home, write))
