"""The rows of a table file, in any format that `running.files` reads, and in two that only data sets come in."""

from __future__ import annotations

import csv
import gzip
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from answerkey.running.errors import InputError
from answerkey.running.files.json_rows import loads
from answerkey.running.files.places import format_of, open_source
from answerkey.running.files.streams import NAMES, STREAMS


def read_rows(path: Path, columns: Sequence[str] | None = None) -> list[dict[str, Any]]:
    """All rows of `path`; a file that holds one JSON object is one row; `columns` are those of a table with tabs that
    has no header. `InputError` naming the file, and the row, if it cannot be read."""
    try:
        if columns and path.suffix.lower() == ".tsv":
            return _without_header(path, columns)
        return _single(path) or _rows(path)
    except ImportError as error:
        raise InputError(f"{path}: {error}") from None
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InputError(f"{path}: damaged or cut off: {error}") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from None
    except (InputError, ValueError) as error:
        raise InputError(str(error) if str(path) in str(error) else f"{path}: {error}") from None


def _rows(path: Path) -> list[dict[str, Any]]:
    form = format_of(str(path), NAMES)
    stream, raw = open_source(str(path), form.compression)
    rows: list[dict[str, Any]] = []
    with raw:
        for item in STREAMS[form.name][0](stream, None, None):
            if item.problem is not None:
                raise InputError(f"{path}: row {len(rows) + 1}: {item.problem.words}")
            if item.row is not None:
                rows.append(item.row)
    return rows


def _single(path: Path) -> list[dict[str, Any]]:
    """The one row of a file that holds one JSON object, as MATH comes from upstream; none of any other file."""
    if path.suffix.lower() != ".json":
        return []
    with path.open("rb") as file:
        if not file.read(100).lstrip().startswith(b"{"):
            return []
    return [loads(path.read_bytes().decode("utf-8", "surrogateescape"))]


def _without_header(path: Path, columns: Sequence[str]) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8", newline="") as text:
        lines = list(csv.reader(text, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [dict(zip(columns, line, strict=False)) for line in lines if line]
