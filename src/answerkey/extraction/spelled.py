"""Numbers in words: where a sentence says "eighteen", "three quarters" or "achtzehn", and what that is in digits.

One is left out, as it is an article in most languages, and so is a number with a determiner before it ("the two
friends"): it is known, and no result.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from answerkey.extraction.cues import ends
from answerkey.extraction.language import codes, either, everywhere, language, lowered, marks
from answerkey.extraction.numbers import numeral
from answerkey.notation.number_words import share_of, value_of
from answerkey.notation.words import NUMBER_WORDS, SCALES

COUNTED = frozenset(("number", "money", "percent", "quantity"))  # kinds of keys that are numbers
_WORD = re.compile(r"[^\W\d_]+")
_JOINED = re.compile(r"(?:-|\s+)(?:and\s+)?")
_COMPOUND = re.compile(r"-[^\W\d_]")  # three-digit
MAX_BEFORE = 24  # characters before a number in which its determiner stands
MAX_CHARS = 300  # by which the language of a sentence is told


class Spelled(NamedTuple):
    """Where a number in words stands, and what it is in digits."""

    start: int
    end: int
    digits: str


def spelled(text: str, start: int, end: int) -> list[Spelled]:
    """The numbers in words between two places that are no articles and not known.

    >>> [one.digits for one in spelled("so the two of them eat twenty-five apples, or three quarters", 0, 60)]
    ['25', '3/4']
    >>> [one.digits for one in spelled("Also bleiben fünf der zwölf Äpfel, und das ist gut", 0, 50)]
    ['5']
    """
    small = lowered(text[start:end])
    if not small.isascii() and (counted := list(_counted().finditer(small))):
        numbers = [Spelled(*one.span(), str(numeral(one[0]))) for one in counted]
        return [one._replace(start=start + one.start, end=start + one.end) for one in _halved(small, numbers)]
    if _every_word().isdisjoint(_WORD.findall(small)) and not any(half in small for half in _joined_halves()):
        return []
    words = list(_WORD.finditer(small))
    spoken = _spoken(text, end)
    found = _english(small, words) if spoken == "en" else _listed(small, words, spoken)
    return [
        Spelled(start + one.start, start + one.end, one.digits)
        for one in _halved(small, found)
        if not _COMPOUND.match(small, one.end)
        and not _known(small[max(0, one.start - MAX_BEFORE) : one.start].rstrip())
    ]


def _halved(small: str, found: Iterable[Spelled]) -> Iterator[Spelled]:
    """The numbers from two on, and all with the half that follows them: "one and a half", 三个半."""
    for one in found:
        half = half_after().match(small, one.end) if one.digits.isdecimal() else None
        if half:
            yield Spelled(one.start, half.end(), f"{one.digits} 1/2")
        elif one.digits != "1":
            yield one


@cache
def half_after() -> re.Pattern[str]:
    """A half that belongs to the number before it, also behind what that counts: "and a half", "hours and a half"."""
    return re.compile(rf"\s?(?:[^\W\d_]+\s)?(?:{either('halves').pattern})", re.IGNORECASE)


@cache
def _joined_halves() -> tuple[str, ...]:
    """The words for a half that end another word: dreieinhalb."""
    return tuple(word for word in everywhere("halves") if word.isascii() and " " not in word)


@cache
def _counted() -> re.Pattern[str]:
    """A Chinese numeral before what counts: 五个, but not 第五个 and 三角形."""
    signs = "一两兩二三四五六七八九十百千万"
    return re.compile(rf"(?<![第\d{signs}])[{signs}]+(?=(?:{either('counters').pattern}))")


@cache
def _every_word() -> frozenset[str]:
    """The words of all languages for numbers from two on, or the first of them."""
    others = (word for code in codes() for word, value in language(code).words.items() if value > 1)
    return frozenset(word for word, value in NUMBER_WORDS.items() if value > 1).union(
        (_WORD.findall(word)[0] for word in others), ("hundred", "thousand", "million"), marks("halves")
    )


def _spoken(text: str, end: int) -> str:
    """The language of the end of a text, by its commonest words."""
    words = set(_WORD.findall(text[max(0, end - MAX_CHARS) : end].lower()))
    counts = {code: len(words & language(code).common) for code in codes() if language(code).common}
    best = max(counts, key=lambda code: counts[code])
    if counts[best] > 1 or not words.isdisjoint(NUMBER_WORDS):
        return best
    return next((code for code in codes() if not words.isdisjoint(language(code).words)), best)


def _english(text: str, words: list[re.Match[str]]) -> Iterator[Spelled]:
    index = 0
    while index < len(words):
        stop, share, parts = index, None, list[str]()
        while stop < len(words) and (
            stop == index or _JOINED.fullmatch(text, words[stop - 1].end(), words[stop].start())
        ):
            word = words[stop][0]
            if word == "and" and parts and parts[-1] in SCALES:
                stop += 1
                continue
            if not (word in NUMBER_WORDS or (word in SCALES and word != "dozen" and (parts or _article(words, stop)))):
                share = share_of(word) if parts and word.endswith("s") else None
                stop += share is not None
                break
            parts.append(word)
            stop += 1
        while stop > index + 1 and words[stop - 1][0] == "and":
            stop -= 1
        if parts and (share or value_of(parts) > 0):
            number = str(value_of(parts))
            yield Spelled(words[index].start(), words[stop - 1].end(), f"{number}/{share}" if share else number)
        index = max(stop, index + 1)


def _article(words: list[re.Match[str]], index: int) -> bool:
    return index > 0 and words[index - 1][0] == "a"  # a hundred


def _listed(text: str, words: list[re.Match[str]], code: str) -> Iterator[Spelled]:
    values = language(code).words
    end = 0
    for index, word in enumerate(words):
        if word.start() < end:
            continue
        for stop in range(min(index + 3, len(words)), index, -1):  # quatre-vingt-dix
            span = word.start(), words[stop - 1].end()
            number = text[slice(*span)]
            half = next((half for half in _joined_halves() if number.endswith(half)), "")
            if (value := values.get(number.removesuffix(half), 0)) > 0:
                end = span[1]
                yield Spelled(*span, f"{value} 1/2" if half else str(value))
                break


def _known(before: str) -> bool:
    """Does a determiner stand before a number: "the two", "all three", "Ann's two"?"""
    before = before.rstrip()
    if before.endswith(("'s", "s'")):
        return True
    return ends(before, "determiners") and not ends(before, "indefinites")
