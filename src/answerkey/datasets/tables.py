"""The rows of a table file: in any format that `answerkey grade` reads, and in two that only data sets come in."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from answerkey.running.files.json_rows import loads
from answerkey.running.job import errors_of
from answerkey.running.read_rows import read_rows


def table_rows(path: Path, columns: Sequence[str] = (), broken: dict[int, str] | None = None) -> list[dict[str, Any]]:
    """All rows of `path`; a `.json` file that holds one object, as MATH comes from upstream, is one row; `columns` are
    those of a table with tabs that has no header; `broken` is as in `read_rows`. `InputError` naming the file if it
    cannot be read."""
    ending = path.suffix.lower()
    with errors_of(str(path)):
        if columns and ending == ".tsv":
            with path.open(encoding="utf-8", newline="") as text:
                lines = list(csv.reader(text, delimiter="\t", quoting=csv.QUOTE_NONE))
            return [dict(zip(columns, line, strict=False)) for line in lines if line]
        if ending == ".json" and (data := path.read_bytes()).lstrip()[:1] == b"{":
            return [loads(data.decode("utf-8", "surrogateescape"))]
    return read_rows(str(path), broken)
