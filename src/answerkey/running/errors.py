"""The one error of everything that a caller hands in."""

from __future__ import annotations


class InputError(Exception):
    """What is wrong with a caller's file, column or option, as one line for a person to read."""
