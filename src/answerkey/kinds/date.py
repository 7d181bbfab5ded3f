"""A calendar date, in any order of day, month and year. 04/07/1776 is two dates, and is equal to neither alone."""

from __future__ import annotations

import re
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from answerkey.comparison import Comparison, Context, because
from answerkey.kinds.kind import Kind, Source
from answerkey.verdict import Reason

_MAX_CHARS = 60
_YEAR_FIRST = re.compile(r"\s*\d{4}[-/.]")  # then the month follows, by ISO 8601
_DIGITS = re.compile(r"\d{1,4}([-/.])\d{1,2}\1\d{1,4}")
# Parts that a text leaves out are filled from a default: what comes out differently from both is not in the text.
_DEFAULTS = datetime(2000, 1, 1), datetime(2004, 2, 2)


class Date(NamedTuple):
    """Year, month and day; None for what is not said."""

    year: int | None
    month: int | None
    day: int | None


def recognise(source: Source, ctx: Context) -> frozenset[Date] | None:
    """The dates that a text may mean: one, or two where day and month can be exchanged. Digits with hyphens, slashes
    or dots are arithmetic, unless the other side is a date in words."""
    node = source.node
    if node.head in _SPELLED:
        return _dates(str(node.args[0]))
    return _dates(source.text.strip()) if _DIGITS.fullmatch(source.text.strip()) else None


@lru_cache(maxsize=512)
def _dates(text: str) -> frozenset[Date] | None:
    if len(text) > _MAX_CHARS or not any(char.isdigit() for char in text):
        return None
    orders = (False,) if _YEAR_FIRST.match(text) else (False, True)
    found = {_parse(text, day_first) for day_first in orders} - {None}
    return frozenset(date for date in found if date is not None) or None


def _parse(text: str, day_first: bool) -> Date | None:
    from dateutil import parser

    try:
        one, two = (parser.parse(text, dayfirst=day_first, default=default) for default in _DEFAULTS)
    except (ValueError, OverflowError):  # no date
        return None
    said = [getattr(one, part) if getattr(one, part) == getattr(two, part) else None for part in Date._fields]
    if said[1] is None or one.time() != _DEFAULTS[0].time():
        return None
    return Date(*said)


def read_as(source: Source, key: frozenset[Date], ctx: Context) -> frozenset[Date] | None:
    """Likewise."""
    return recognise(source, ctx)


def compare(key: frozenset[Date], answer: frozenset[Date], ctx: Context) -> Comparison:
    """Equal when all readings are; different when no reading of one agrees with any of the other."""
    if len(key) == len(answer) == 1 and key == answer:
        return because(Reason.EQUAL_TEXT)
    if not any(_agree(k, a) for k in key for a in answer):
        return because(Reason.DIFFERENT_VALUE, "another date")
    return because(Reason.UNDECIDED_TEXT, "day and month, or a part left out, may be read in two ways")


def _agree(key: Date, answer: Date) -> bool:
    """No part that both give differs."""
    return all(k is None or a is None or k == a for k, a in zip(key, answer, strict=True))


_SPELLED = frozenset({"date", "text"})
_HEADS = _SPELLED | {"div", "add"}
KIND = Kind("date", _HEADS, recognise, read_as, compare, "moment", frozenset({"date"}), final=True)
