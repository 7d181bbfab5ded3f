"""The last number of the last statement, when a response marks no answer at all."""

from __future__ import annotations

from answerkey.extraction.numbers import NUMBER, ascii_digits
from answerkey.extraction.response import Extraction, Response, pick
from answerkey.extraction.spans import tidy
from answerkey.extraction.units import unit_after

NAME = "number"
WINDOW = 1_000  # characters from the end: a number further back is reasoning


def find(response: Response) -> Extraction | None:
    """The last number, unless the key is made of words or is an option."""
    if response.wants_words or response.wants_option:
        return None
    text = response.text
    low = max(response.start, response.end - WINDOW)
    if response.first:
        low = response.start
    last = pick(NUMBER.finditer(text, low, min(response.end, low + WINDOW)), first=response.first)
    if last is None or (last.start() == low > response.start and text[low - 1].isdigit()):
        return None
    start, end = tidy(text, *last.span())
    content = ascii_digits(text[start:end])
    if unit := unit_after(text, start, end, last.end(), response.end):
        content, end = content + unit[0], unit[1]
    return response.take(start, end, NAME, content)
