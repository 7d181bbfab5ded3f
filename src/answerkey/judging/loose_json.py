"""JSON as language models write it: single quotes, Python's constants, trailing commas, unescaped LaTeX.

The standard parser is asked first; this one finds objects inside prose and reads them by a grammar that is
loose about spelling and strict about structure: what is inside a string stays inside it, so that text which a
judge quotes is never taken for a key of its own. Nothing is executed, depth and length are bounded.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

MAX_DEPTH = 6
_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’"}
_GAP = re.compile(r"(?:\s++|//[^\n{]*+|/\*[^*]*+\*/)*+")  # comments that a failed attempt cannot scan twice
_BARE = re.compile(r"[^\s\"'{}\[\],:“”‘’]+")
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\Z")
_CONSTANTS: dict[str, Any] = {
    "true": True,
    "false": False,
    "null": None,
    "none": None,
}


class Pairs(list[tuple[str, Any]]):
    """The members of an object in their order, repeated keys included."""


class Found(NamedTuple):
    """An object found in a text, with its place there."""

    start: int
    end: int
    pairs: Pairs


class _Malformed(Exception):
    """The text at hand is no object; `opened`: where the innermost one starts, which is none either."""

    opened: int | None = None


def objects(text: str) -> list[Found]:
    """All outermost objects of `text`, in order; an object that ends with the text may lack its last brace.

    >>> objects("So: {'judgement_result': True,}")[0].pairs
    [('judgement_result', True)]
    """
    found = []
    start = text.find("{")
    while start >= 0:
        try:
            pairs, end = _object(text, start, 0)
        except _Malformed as error:  # nor is any between the two, which would fail at the same place
            end = (start if error.opened is None else error.opened) + 1
        else:
            found.append(Found(start, end, pairs))
        start = text.find("{", end)
    return found


def _skip(text: str, at: int) -> int:
    match = _GAP.match(text, at)
    return match.end() if match else at


def _object(text: str, start: int, depth: int) -> tuple[Pairs, int]:
    try:
        return _members(text, start, depth)
    except _Malformed as error:
        if error.opened is None:
            error.opened = start
        raise


def _members(text: str, at: int, depth: int) -> tuple[Pairs, int]:
    if depth > MAX_DEPTH:
        raise _Malformed
    pairs = Pairs()
    at = _skip(text, at + 1)
    while not text.startswith("}", at):
        key, at = _scalar(text, at)
        at = _skip(text, at)
        if not text.startswith((":", "="), at):
            raise _Malformed
        value, at = _value(text, _skip(text, at + 1), depth)
        pairs.append((str(key), value))
        at = _skip(text, at)
        if at == len(text):  # cut off after a whole member: what is there can be read
            return pairs, at
        at = _separator(text, at, "}")
    return pairs, at + 1


def _list(text: str, at: int, depth: int) -> tuple[list[Any], int]:
    if depth > MAX_DEPTH:
        raise _Malformed
    items: list[Any] = []
    at = _skip(text, at + 1)
    while not text.startswith("]", at):
        item, at = _value(text, at, depth)
        items.append(item)
        at = _separator(text, _skip(text, at), "]")
    return items, at + 1


def _separator(text: str, at: int, close: str) -> int:
    if text.startswith((",", ";"), at):
        return _skip(text, at + 1)
    if text.startswith(close, at):
        return at
    raise _Malformed


def _value(text: str, at: int, depth: int) -> tuple[Any, int]:
    if text.startswith("{", at):
        return _object(text, at, depth + 1)
    if text.startswith("[", at):
        return _list(text, at, depth + 1)
    return _scalar(text, at)


def _scalar(text: str, at: int) -> tuple[Any, int]:
    """A quoted string, or one bare word; two bare words in a row ("true or false") are no value."""
    quote = _QUOTES.get(text[at : at + 1])
    if quote is not None:
        return _string(text, at + 1, quote)
    match = _BARE.match(text, at)
    if match is None:
        raise _Malformed
    word = match.group()
    if word.lower() in _CONSTANTS:
        return _CONSTANTS[word.lower()], match.end()
    return (float(word) if _NUMBER.match(word) else word), match.end()


def _string(text: str, at: int, quote: str) -> tuple[str, int]:
    end = at
    while True:
        end = text.find(quote, end)
        if end < 0:
            raise _Malformed
        backslashes = 0
        while text[end - 1 - backslashes] == "\\" and end - 1 - backslashes >= at:
            backslashes += 1
        if backslashes % 2 == 0:
            return text[at:end], end + 1
        end += 1
