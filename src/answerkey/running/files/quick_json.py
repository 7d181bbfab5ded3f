"""A row read by `orjson` (the `fast` extra), where that is known to give exactly what the standard `json` gives.

`orjson` takes a third of the time, but it makes floats of large integers, keeps the last of several fields of one name
without a word, and nests deeper. Which rows it may read is decided by what came out of it: the rest, and whatever it
refuses, is left to `json`, which also words what is wrong. So rows and verdicts are the same with and without it.
"""

from __future__ import annotations

from typing import Any

try:
    from orjson import loads
except ImportError:  # the extra is not installed
    loads = None  # type: ignore[assignment]

_EXACT = frozenset({str, int, bool, type(None)})  # a float may have been an integer
_DEEP = 64  # levels of lists and objects


def row_of(line: bytes, wanted: frozenset[str]) -> dict[str, Any] | None:
    """The row that `line` holds, exact in its names and in its `wanted` fields; None to read it with `json`.

    >>> row_of(b'{"key": 5, "key": 6}', frozenset({"key"})) is None
    True
    """
    if loads is None:
        return None
    try:
        row = loads(line)
    except ValueError:
        return None
    if type(row) is not dict or not _EXACT.issuperset([type(row.get(name)) for name in wanted]):
        return None
    texts = _texts(row)
    if texts is None:
        return None
    inside = sum([text.count('"') for text in texts if '"' in text])
    if inside and b"\\u0022" in line:
        return None
    # A name that stands twice in an object leaves more quotation marks than there are around texts and in them.
    return row if _quotes(line) == 2 * len(texts) + inside else None


def _texts(row: dict[str, Any]) -> list[str] | None:
    """All names and texts in a row; None if it is nested deeply."""
    texts: list[str] = []
    level: list[Any] = [row]
    for _ in range(_DEEP):
        below = []
        for one in level:
            if type(one) is dict:
                texts += one
                one = one.values()
            for value in one:
                kind = type(value)
                if kind is str:
                    texts.append(value)
                elif kind is dict or kind is list:
                    below.append(value)
        if not below:
            return texts
        level = below
    return None


def _quotes(line: bytes) -> int:
    """How many quotation marks stand in a line. Most of it is one text, which has its middle in the line's middle."""
    middle = len(line) // 2
    before, after = line.rfind(b'"', 0, middle), line.find(b'"', middle)
    return line.count(b'"', 0, before + 1) + (line.count(b'"', after) if after >= 0 else 0)
