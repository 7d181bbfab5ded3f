"""The last mathematics of the last statement: `so the solution is $x \\in [2, 5]$`."""

from __future__ import annotations

import re

from answerkey.extraction.numbers import NUMBER
from answerkey.extraction.response import Extraction, Response
from answerkey.extraction.spans import strip_space, words

NAME = "math"
WINDOW = 1_000
_MATH = re.compile(
    r"\$\$(?P<dollars>[^$]{1,600})\$\$|(?<!\\)\$(?P<dollar>[^$\n]{1,400})(?<!\\)\$"
    r"|\\\[(?P<display>(?:(?!\\\]).){1,600})\\\]|\\\((?P<inline>(?:(?!\\\)).){1,400})\\\)",
    re.DOTALL,
)


def last_math(text: str, start: int, end: int, *, first: bool = False) -> tuple[int, int, int] | None:
    """Where the content of the last delimited mathematics starts and ends, and where what follows it starts."""
    found = None
    for match in _MATH.finditer(text, start, end):
        group = match.lastgroup
        assert group is not None
        content = match[group]
        if group == "dollar" and words(content) and (content[:1].isdigit() or "\\" not in content):
            continue  # the signs of money: $5 and $6
        if len(content.strip()) > 1 or content.strip().isdigit():
            found = (*strip_space(text, *match.span(group)), match.end())
            if first:
                break
    return found


def find(response: Response) -> Extraction | None:
    """The content of the last delimited mathematics, if no later number stands outside it."""
    if response.wants_words or response.wants_option:
        return None
    text, end = response.text, response.end
    found = None
    for low in _lows(response):
        found = last_math(text, low, min(end, low + WINDOW), first=response.first)
        if found is not None:
            break
    if found is None or (not response.first and NUMBER.search(text, found[2], end)):
        return None
    return response.take(found[0], found[1], NAME)


def _lows(response: Response) -> tuple[int, ...]:
    """Where to look from: the last line, then the last lines; never from within mathematics."""
    if response.first:
        return (response.start,)
    text, end = response.text, response.end
    low = max(response.start, end - WINDOW)
    aligned = text.find("\n", low, end) + 1 if low > response.start else low
    return max(text.rfind("\n", low, end) + 1, response.start), aligned or low
