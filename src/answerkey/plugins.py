"""What other packages add, by the entry points of their distributions."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Any


def found(group: str) -> list[str]:
    """The names in an entry point group, each once."""
    return list(dict.fromkeys(point.name for point in entry_points(group=group)))


def loaded(group: str, name: str) -> Any:
    """What the entry point `name` stands for; `ValueError` that says so if it cannot be loaded."""
    point = next(point for point in entry_points(group=group) if point.name == name)
    try:
        return point.load()
    except Exception as error:  # another package's code
        raise ValueError(f"the entry point {name!r} of {group} ({point.value}) cannot be loaded: {error}") from error
