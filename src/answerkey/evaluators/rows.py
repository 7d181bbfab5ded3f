"""What evaluators read of the two dicts that `score` takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def key_of(original: Mapping[str, Any]) -> Any:
    """The `answer` of an example, None where it has none.

    >>> key_of("5")
    Traceback (most recent call last):
    TypeError: original is a dict with 'answer', not str
    """
    return _field(original, "original", "answer")


def response_of(processed: Mapping[str, Any]) -> Any:
    """The `response` of what was made of an example, None where it has none; likewise."""
    return _field(processed, "processed", "response")


def _field(row: Mapping[str, Any], name: str, field: str) -> Any:
    try:
        return row.get(field)  # asks no more of a row than `get`: a pandas Series has it too
    except AttributeError:
        if hasattr(row, "get"):
            raise
    raise TypeError(f"{name} is a dict with {field!r}, not {type(row).__name__}")
