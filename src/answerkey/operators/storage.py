"""Face 2's storage: what an operator asks of one (`DataFlowStorage`), and one over files that keeps data intact."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, Protocol, Self, runtime_checkable

from answerkey.integrations.dataflow import accept_as
from answerkey.operators.frames import frame_of, rows_of
from answerkey.running.files import Row, format_named
from answerkey.running.files.atomic import check_writable


@runtime_checkable
class DataFlowStorage(Protocol):
    """What an operator asks of a storage. Whatever has these methods will do, DataFlow's own storages included.

    A storage that lists `"records"` in an attribute `output_types` is asked for those (a list of dictionaries);
    any other is asked for `"dataframe"`.
    """

    def read(self, output_type: Any) -> Any:
        """The rows of the current step."""
        ...

    def write(self, data: Any) -> Any:
        """Write the rows of the next step."""
        ...

    def step(self) -> Any:
        """Go on to the next step; the storage that an operator of this step is given."""
        ...

    def get_keys_from_dataframe(self) -> list[str]:
        """The names of the columns of the current step."""
        ...


class FileStorage:
    """A pipeline's rows in files: step 0 is the caller's file, step n is `{prefix}_step{n}.{type}` in the cache folder.

    Args:
        first_entry_file_name: The file that step 0 reads (`.jsonl`, `.json`, `.csv` or `.parquet`), or
            `hf:DATASET[:CONFIG][:SPLIT]` for a data set of the Hugging Face hub (`datasets` extra; the split is
            `train` unless named). Empty: no rows.
        cache_path: Folder of the files that the steps write; made when needed.
        file_name_prefix: How the names of those files begin.
        cache_type: Their type: `jsonl`, `json`, `csv` or `parquet`. `pickle` is refused: reading one runs code.

    Raises:
        ValueError: For a type that is not one of these; for reading or writing before the first `step()`.

    Nothing a row holds is lost on the way through: rows are parsed with integers of any size, `null` and a missing
    field stay apart, and a row that was not changed is written back as the text it was, with new fields at its end.
    Files are written whole or not at all.

    >>> storage = FileStorage("bench.jsonl", cache_path="cache", file_name_prefix="step")
    >>> storage.step().operator_step
    0
    """

    output_types = ("records", "dict", "dataframe")

    def __init__(
        self,
        first_entry_file_name: str,
        cache_path: str = "./cache",
        file_name_prefix: str = "dataflow_cache_step",
        cache_type: str = "jsonl",
    ) -> None:
        accept_as("storage", type(self))
        self.first_entry_file_name = str(first_entry_file_name)
        self.cache_path = cache_path
        self.file_name_prefix = file_name_prefix
        self.cache_type = cache_type
        self.operator_step = -1
        format_named(cache_type)
        if self.first_entry_file_name and not self._remote:
            format_named(_ending(self.first_entry_file_name))

    def step(self) -> Self:
        """Go on to the next step and return the storage as it is for that step's operator."""
        self.operator_step += 1
        return copy.copy(self)

    def reset(self) -> Self:
        """Go back to before the first step."""
        self.operator_step = -1
        return self

    def read(self, output_type: Literal["records", "dict", "dataframe"] = "dataframe") -> Any:
        """The rows of the current step.

        `"dataframe"` is a pandas DataFrame (`dataframe` extra) whose cells are plain Python objects, with NaN for a
        missing field and None for null; `"records"` and `"dict"` are a list of dictionaries.
        """
        if output_type not in self.output_types:
            raise ValueError(f"there is no output type {output_type!r}; the types are: {', '.join(self.output_types)}")
        records = self._records()
        return frame_of(records) if output_type == "dataframe" else records

    def write(self, data: Any) -> str:
        """Write `data` (a DataFrame or a list of dictionaries) as the next step's file, and return its path.

        A row is recognised by its index label (of a DataFrame as `read` gave it) or by its place (of a list).
        """
        rows: Iterable[Row]
        if isinstance(data, list):
            for row in data:
                if not isinstance(row, dict):
                    raise ValueError(f"expected a list of dictionaries, found {type(row).__name__} in it")
            rows = (Row(row, number) for number, row in enumerate(data))
        else:
            rows = rows_of(data)
        target, origin = self._path(self.operator_step + 1), self._origin()
        known = origin if origin is not None and origin.exists() else None
        format_named(self.cache_type).write(target, list(rows), known)
        return str(target)

    def check_writable(self) -> None:
        """Raise `OSError` if the next step's file cannot be written: before work whose result would be lost."""
        check_writable(self._path(self.operator_step + 1))

    def get_keys_from_dataframe(self) -> list[str]:
        """The names of the columns of the current step, in the order in which they first come."""
        return list(dict.fromkeys(name for record in self._records() for name in record))

    @property
    def _remote(self) -> bool:
        return self.first_entry_file_name.startswith("hf:")

    def _origin(self) -> Path | None:
        """The file that the current step reads, if it is one."""
        if self.operator_step == 0 and (self._remote or not self.first_entry_file_name):
            return None
        return self._path(self.operator_step)

    def _path(self, step: int) -> Path:
        if self.operator_step < 0:
            raise ValueError("call storage.step() first: before it there is no step to read or write")
        if step == 0:
            return Path(self.first_entry_file_name)
        return Path(self.cache_path) / f"{self.file_name_prefix}_step{step}.{self.cache_type}"

    def _records(self) -> list[dict[str, Any]]:
        if self.operator_step == 0 and self._remote:
            return _hub_records(self.first_entry_file_name)
        path = self._origin()
        if path is None:
            return []
        if not path.exists():
            raise FileNotFoundError(f"there is no file {path}")
        return format_named(_ending(str(path))).read(path)


def _ending(name: str) -> str:
    return Path(name).suffix.removeprefix(".").lower()


def _hub_records(source: str) -> list[dict[str, Any]]:
    """The rows of `hf:DATASET[:CONFIG][:SPLIT]`; one part after the name is the split, as in DataFlow."""
    try:
        datasets = import_module("datasets")
    except ImportError:
        raise ImportError("hf: needs the datasets package: pip install 'answerkey[datasets]'") from None
    _, name, *parts = source.split(":")
    split = parts[-1] if parts else "train"
    config = parts[0] if len(parts) > 1 else None
    records: list[dict[str, Any]] = datasets.load_dataset(name, config, split=split).to_list()
    return records
