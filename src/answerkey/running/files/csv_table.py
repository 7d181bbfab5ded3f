"""CSV and TSV, every cell as the text it is: "0010" stays "0010"."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from answerkey.running.files import ABSENT, Row
from answerkey.running.files.atomic import replacing
from answerkey.running.files.json_rows import dumps

csv.field_size_limit(min(sys.maxsize, 2**31 - 1))  # a model's response may be longer than the module's 128 KB


def read(path: Path) -> list[dict[str, Any]]:
    """All rows; a row with fewer cells than the header lacks the last columns, one with more is a `ValueError`."""
    text = _decode(path.read_bytes().removeprefix(b"\xef\xbb\xbf"))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter_of(path.suffix))
    header = next(reader, [])
    if len(set(header)) < len(header):
        raise ValueError(f"{path}: a column name is there twice: {', '.join(header)}")
    rows = []
    for cells in reader:
        if len(cells) > len(header):
            raise ValueError(f"{path}, line {reader.line_num}: {len(cells)} cells under {len(header)} column names")
        if cells:
            rows.append(dict(zip(header, cells, strict=False)))
    return rows


def write(path: Path, rows: Sequence[Row], origin: Path | None = None) -> None:
    """Write rows under the union of their columns. CSV has no null: None and a missing field are empty cells."""
    header = list(dict.fromkeys(name for row in rows for name in row.fields))
    lines = [header] if header else []
    lines += [[cell_text(fields.get(name, ABSENT)) for name in header] for fields, _ in rows]
    with replacing(path) as file:
        for line in lines:
            file.write(encode(line_text(line, delimiter_of(path.suffix)) + "\n"))


def delimiter_of(ending: str) -> str:
    """What stands between the cells of a file whose name ends so (`.csv`, `.tsv`)."""
    return "\t" if ending.lower() == ".tsv" else ","


def line_text(cells: Sequence[str], delimiter: str = ",") -> str:
    """The cells as one line without its end. The writer quotes a line break only if it is part of its own line end,
    so it is given one that has both."""
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter, lineterminator="\r\n").writerow(cells)
    return text.getvalue()[:-2]


def _decode(data: bytes) -> str:
    """Text that `encode` turns into the same bytes, be they UTF-8, UTF-8 with lone surrogates, or neither."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "surrogateescape")


def encode(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def cell_text(value: Any) -> str:
    """A cell's text; CSV has no null: None and a missing field are empty."""
    if value is None or value is ABSENT:
        return ""
    return value if isinstance(value, str) else str(value) if isinstance(value, (bool, int, float)) else dumps(value)
