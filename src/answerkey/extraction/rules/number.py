"""The last number of the last statement, when a response marks no answer at all."""

from __future__ import annotations

import re

from answerkey.extraction.language import reasons, spoken_in
from answerkey.extraction.numbers import NUMBER, ascii_digits, plain
from answerkey.extraction.response import Extraction, Response, pick
from answerkey.extraction.spans import sentence_start, tidy
from answerkey.extraction.units import unit_after

NAME = "number"
WINDOWS = (40, 200, 1_000)  # characters from the end, the few that mostly suffice first: further back is reasoning

_FOREIGN = re.compile(
    r"\d[. \u00a0\u202f]\d{3}(?!\d)|\d,\d{1,2}(?!\d)"
)  # 276.000 and 1,5: English reads them otherwise

_RESUMES = re.compile(r"[,;)，、；]")  # behind it, the sentence goes on
# "5. We add" numbers a line.
_LISTED = re.compile(r"[.)]\s+[^\W\d]")


def find(response: Response) -> Extraction | None:
    """The last number, unless the key is made of words or is an option."""
    if response.wants_words or response.wants_option:
        return None
    text = response.text
    last = _last(response)
    if last is None:
        return None
    if not response.first:
        last = _stated(text, last, max(response.start, last.start() - WINDOWS[1])) or last
    if (
        _LISTED.match(response.text, last.end(), response.end)
        and response.text[last.start() - 1 : last.start()] in "\n"
    ):
        return None
    start, end = tidy(text, *last.span())
    content = ascii_digits(text[start:end])
    if _FOREIGN.search(content) and (spoken := spoken_in(text[max(response.start, start - 300) : end + 100])):
        content = plain(content, spoken)
    if unit := unit_after(text, start, end, last.end(), response.end):
        content, end = content + unit[0], unit[1]
    return response.take(start, end, NAME, content)


def _stated(text: str, last: re.Match[str], low: int) -> re.Match[str] | None:
    """The last number before the clause of its sentence that only explains ("x = 7, where x is half of 14")."""
    low = sentence_start(text, low, last.start())
    clause = reasons().search(text, low, last.start())
    if clause is None or _RESUMES.search(text, clause.end(), last.start()):
        return None
    return pick(NUMBER.finditer(text, low, clause.start()))


def _last(response: Response) -> re.Match[str] | None:
    """The last number (or first), unless it starts before what is looked at."""
    text, end = response.text, response.end
    if response.first:
        return NUMBER.search(text, response.start, min(end, response.start + WINDOWS[-1]))
    for window in WINDOWS:
        low = max(response.start, end - window)
        last = pick(NUMBER.finditer(text, low, end))
        if last is not None and (last.start() > low or low == response.start or not text[low - 1].isalnum()):
            return last
    return None
