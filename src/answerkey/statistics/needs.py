"""SciPy and NumPy, which only the `report` extra brings: without them a figure stands without its interval or test."""

from __future__ import annotations

from importlib import import_module
from typing import Any

NOTE = "Intervals over problems and p-values need SciPy: pip install 'answerkey[report]'."


class MissingExtra(ImportError):
    """A package that only an extra brings is not installed; the text says which extra."""


def numpy() -> Any | None:
    """The module numpy, or None."""
    return _load("numpy")


def scipy_stats() -> Any | None:
    """The module scipy.stats, or None."""
    return _load("scipy.stats")


def _load(name: str) -> Any | None:
    try:
        return import_module(name)
    except ImportError:
        return None
