"""What the operators see of a storage's rows: columns to read, columns to add, and no need of pandas for our own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from answerkey.operators.frames import cells
from answerkey.operators.storage import DataFlowStorage
from answerkey.running.files import ABSENT


class MissingColumnError(KeyError, ValueError):
    """A column that was asked for is not there. The message names it and the columns there are."""

    def __str__(self) -> str:
        return str(self.args[0])


class Table(Protocol):
    """The rows of one step of a storage."""

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        ...

    @property
    def size(self) -> int:
        """The number of rows."""
        ...

    def column(self, name: str) -> list[Any]:
        """The cells of a column, None where a row has none."""
        ...

    def write(self, columns: Mapping[str, Sequence[Any]]) -> None:
        """Write all rows to the storage's next step, with these columns added."""
        ...


def read_table(storage: DataFlowStorage) -> Table:
    """The rows of the storage's current step: as records where it offers them, else as a DataFrame."""
    if "records" in getattr(storage, "output_types", ()):
        return _Records(storage)
    return _Frame(storage)


def require(table: Table, names: Sequence[str]) -> None:
    """Raise `MissingColumnError` unless all of `names` are there. A table without rows and columns lacks nothing."""
    there = table.names
    missing = [name for name in names if name not in there]
    if missing and (there or table.size):
        raise MissingColumnError(
            f"there is no column {' and no column '.join(map(repr, missing))}; the columns are: {', '.join(there)}"
        )


class _Records:
    def __init__(self, storage: DataFlowStorage) -> None:
        self._storage = storage
        self._records: list[dict[str, Any]] = storage.read("records")
        self.names = list(dict.fromkeys(name for record in self._records for name in record))
        self.size = len(self._records)

    def column(self, name: str) -> list[Any]:
        return [record.get(name) for record in self._records]

    def write(self, columns: Mapping[str, Sequence[Any]]) -> None:
        rows = []
        for place, record in enumerate(self._records):
            kept = {name: cell for name, cell in record.items() if name not in columns}
            rows.append({**kept, **{name: values[place] for name, values in columns.items()}})
        self._storage.write(rows)


class _Frame:
    def __init__(self, storage: DataFlowStorage) -> None:
        self._storage = storage
        self._frame = storage.read("dataframe")
        self.names = [str(name) for name in self._frame.columns]
        self.size = len(self._frame)

    def column(self, name: str) -> list[Any]:
        column = self._frame.iloc[:, self.names.index(name)] if name in self.names else []
        return [None if cell is ABSENT else cell for cell in cells(column)]

    def write(self, columns: Mapping[str, Sequence[Any]]) -> None:
        frame = self._frame.drop(columns=[name for name in columns if name in self.names])
        self._storage.write(frame.assign(**{name: list(values) for name, values in columns.items()}))
