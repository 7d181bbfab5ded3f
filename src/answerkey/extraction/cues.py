"""Words of the lists in `phrases/*.toml` at a place of a text: all languages together, looked up by how they begin
and end.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from answerkey.extraction.language import everywhere

CLOSING = " \t\r\n*_`\"“”»'’)$\\]}>,、，）」』】》〉"  # what may close an answer
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_LAST_WORD = re.compile(rf"{WORD.pattern}\Z")


class _Words(NamedTuple):
    """The words of lists by how they begin and end: by their first and last words where spaces part words, else by
    their first and last signs, the longest first. Most texts are so ruled out by one look."""

    heads: dict[str, tuple[str, ...]]
    tails: dict[str, tuple[str, ...]]


@cache
def listed(*names: str) -> _Words:
    heads: dict[str, tuple[str, ...]] = {}
    tails: dict[str, tuple[str, ...]] = {}
    for word in sorted({word for name in names for word in everywhere(name)}, key=len, reverse=True):
        first, last = word[0], word[-1]
        if (head := WORD.match(word)) and first.lower() != first.upper():
            first = head[0]
        if (tail := _LAST_WORD.search(word)) and last.lower() != last.upper():
            last = tail[0]
        heads[first] = (*heads.get(first, ()), word)
        tails[last] = (*tails.get(last, ()), word)
    return _Words(heads, tails)


def ends(text: str, *names: str) -> bool:
    """Does the text end with a word of the lists, which is no part of a longer word?"""
    return ended(text, *names) > 0


def ended(text: str, *names: str) -> int:
    """The length of the longest word of the lists that the text ends with, 0 if it ends with none."""
    tails = listed(*names).tails
    last = text[text.rfind(" ") + 1 :]
    if not last.isalpha():
        last = found[0] if (found := _LAST_WORD.search(last)) else text[-1:]
    words = tails.get(last) or tails.get(text[-1:], ())
    for one in words:
        if text.endswith(one) and apart(text[: -len(one)][-1:], one[:1]):
            return len(one)
    return 0


def behind(text: str, low: int, place: int, *names: str) -> bool:
    """Does a word of the lists end at a place, past spaces and the sign of a formula?

    >>> behind("between $3$", 0, 9, "circumstances"), behind("beside 3", 0, 7, "circumstances")
    (True, False)
    """
    return ended(text[max(low, place - 24) : place].rstrip(" $").lower(), *names) > 0


def starts(text: str, *names: str, place: int = 0) -> int:
    """The length of the longest word of the lists that the text has at `place`, 0 if it has none."""
    heads = listed(*names).heads
    found = WORD.match(text, place)
    words = (found and heads.get(found[0])) or heads.get(text[place : place + 1], ())
    for one in words:
        stop = place + len(one)
        if text.startswith(one, place) and apart(text[stop : stop + 1], text[stop - 1]):
            return len(one)
    return 0


def apart(beside: str, edge: str) -> bool:
    """Do two signs belong to different words? Scripts without capitals may write words without spaces."""
    return not beside.isalnum() or edge.lower() == edge.upper() or beside.lower() == beside.upper()
