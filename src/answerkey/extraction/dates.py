"""The last date of a closing sentence, when the key is one: "It was signed on the 4th of July, 1776"."""

from __future__ import annotations

import re
from functools import cache

from answerkey.extraction.closing import opening
from answerkey.extraction.language import codes, standing_words
from answerkey.extraction.numbers import ascii_digits
from answerkey.extraction.response import Extraction, Response, pick
from answerkey.extraction.spans import trim

WINDOW = 300  # characters from the end in which the sentence stands
_ISO = ("year", "month", "day")


def last(response: Response, rule: str) -> Extraction | None:
    """The date that the last sentence names last, its month in English, as keys are written."""
    text = response.text
    low, end = trim(text, max(response.start, response.end - WINDOW), response.end)
    said = pick(_date().finditer(text, low, end), first=response.first)
    if said is None or said.end() < opening(text, low, end):  # a sentence may seem to open behind "am 5."
        return None
    parts = said.groupdict()
    named = parts["before"] or parts["behind"]
    if named is None:
        date = "-".join(ascii_digits(parts[part]) for part in _ISO) if parts["year"] else said[0]
    else:
        day, year = (parts[f"{part}_before"] or parts[f"{part}_behind"] or "" for part in ("day", "year"))
        date = f"{day} {standing_words('en', 'months')[_months()[named.lower()]]} {year}".strip()
    return response.take(*said.span(), rule, date)


@cache
def _months() -> dict[str, int]:
    """The names of the months in all languages, by their place in the year."""
    listed = (enumerate(standing_words(code, "months")) for code in codes())
    return {name: place % 12 for names in listed for place, name in names}


@cache
def _date() -> re.Pattern[str]:
    """ "July 4th, 1776", "4. Juli 1776", "4 de julio de 1776", 1776-07-04, 1776年7月4日."""
    month = "|".join(sorted(map(re.escape, _months()), key=len, reverse=True))
    joint, ordinal = r"[\s,.]*(?:(?:of|de|del)\s+)?", r"(?:st|nd|rd|th|er|º)?"

    def year(place: str) -> str:
        return rf"(?:{joint}(?P<year_{place}>\d{{4}})(?!\d))?"

    return re.compile(
        rf"(?<![\d.,/-])(?P<day_before>\d{{1,2}}){ordinal}{joint}(?P<before>{month})(?!\w){year('before')}"
        rf"|(?<!\w)(?P<behind>{month})\.?\s+(?:the\s+)?(?P<day_behind>\d{{1,2}}){ordinal}(?!\w){year('behind')}"
        r"|(?P<year>\d{4})\s?年\s?(?P<month>\d{1,2})\s?月\s?(?P<day>\d{1,2})\s?[日号號]"
        r"|(?<![\d.,/-])(?:\d{4}(?P<one>[-/.])\d{1,2}(?P=one)\d{1,2}|\d{1,2}(?P<two>[-/.])\d{1,2}(?P=two)\d{4})(?![\d/-])",
        re.IGNORECASE,
    )
