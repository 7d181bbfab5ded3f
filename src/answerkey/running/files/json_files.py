"""JSON Lines (one object a line) and JSON arrays of objects. A row that did not change keeps its very text.

Lines end at `\\n` only, as text inside a row may hold any other line break; bytes that are not UTF-8 survive.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from answerkey.running.files import Row
from answerkey.running.files.atomic import replacing
from answerkey.running.files.json_rows import loads, rewritten

_SPACE = re.compile(r"[ \t\r\n]*")


def read_lines(path: Path) -> list[dict[str, Any]]:
    """All rows of JSON Lines; `ValueError` that names file and line at a line that is no JSON object."""
    return [_object(line, f"{path}, line {number}") for number, line in _lines(_text(path))]


def read_array(path: Path) -> list[dict[str, Any]]:
    """All rows of a JSON array; `ValueError` when the file is not an array of objects."""
    text = _text(path)
    if not text.strip():
        return []
    try:
        rows = loads(text)
    except ValueError as error:
        hint = "; it looks like JSON Lines: name it .jsonl" if text.lstrip().startswith("{") else ""
        raise ValueError(f"{path}: not JSON: {error}{hint}") from None
    if not isinstance(rows, list):
        raise ValueError(f"{path}: expected an array [...] of objects, found {_named(rows)}")
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict):
            raise ValueError(f"{path}, row {number}: expected an object {{...}}, found {_named(row)}")
    return rows


def write_lines(path: Path, rows: Sequence[Row], origin: Path | None = None) -> None:
    """Write rows as JSON Lines, each spelled as in `origin` where it is the same."""
    with replacing(path) as file:
        for text in _spelled(rows, origin):
            file.write(_bytes(text.rstrip("\n").replace("\n", " ")) + b"\n")  # JSON has line breaks between tokens only


def write_array(path: Path, rows: Sequence[Row], origin: Path | None = None) -> None:
    """Write rows as a JSON array, each spelled as in `origin` where it is the same."""
    with replacing(path) as file:
        file.write(b"[\n")
        for count, text in enumerate(_spelled(rows, origin)):
            file.write((b",\n" if count else b"") + _bytes(text))
        file.write(b"\n]\n")


def _spelled(rows: Sequence[Row], origin: Path | None) -> Iterator[str]:
    texts: list[str] = []
    if origin is not None and origin.suffix == ".jsonl":
        texts = [line for _, line in _lines(_text(origin))]
    elif origin is not None and origin.suffix == ".json":
        texts = _elements(_text(origin))
    for fields, number in rows:
        known = number is not None and 0 <= number < len(texts)
        yield rewritten(fields, texts[number] if known and number is not None else None)


def _object(line: str, place: str) -> dict[str, Any]:
    try:
        row = loads(line)
    except json.JSONDecodeError as error:  # its own text counts lines within the line
        raise ValueError(f"{place}: not JSON: {error.msg.removesuffix(' at')} at column {error.colno}") from None
    except ValueError as error:
        raise ValueError(f"{place}: not JSON: {error}") from None
    if not isinstance(row, dict):
        raise ValueError(f"{place}: expected an object {{...}}, found {_named(row)}")
    return row


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that hold something, with their numbers."""
    return ((number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip())


def _elements(text: str) -> list[str]:
    """The text of each element of an array that `read_array` accepts."""
    decoder = json.JSONDecoder(parse_int=str, parse_float=str)
    found = []
    place = _skip(text, text.find("[") + 1)
    while place < len(text) and text[place] != "]":
        _, end = decoder.raw_decode(text, place)
        found.append(text[place:end])
        place = _skip(text, _skip(text, end) + 1) if text[_skip(text, end)] == "," else _skip(text, end)
    return found


def _skip(text: str, place: int) -> int:
    match = _SPACE.match(text, place)
    return match.end() if match else place


def _text(path: Path) -> str:
    return path.read_bytes().removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _named(value: Any) -> str:
    names = {dict: "an object", list: "an array", str: "a string", bool: "a truth value", type(None): "null"}
    return names.get(type(value), "a number")
