"""SciPy and NumPy, which only the `report` extra brings: loaded where a test or an interval takes them."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class MissingExtra(ImportError):
    """A package that only an extra brings is not installed; the text says which extra."""


def numpy() -> Any:
    """The module numpy; `MissingExtra` that says how to get it."""
    return _load("numpy")


def scipy_stats() -> Any:
    """The module scipy.stats; `MissingExtra` that says how to get it."""
    return _load("scipy.stats")


def _load(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise MissingExtra("this statistic needs SciPy: pip install 'answerkey[report]'") from None
