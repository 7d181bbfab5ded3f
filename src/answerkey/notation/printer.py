"""Placeholder until the printer lands."""

from __future__ import annotations

from typing import Any


def show(value: Any) -> str:
    """`value` as plain text for a reader: nodes are printed, anything else is `str`."""
    return str(value)
