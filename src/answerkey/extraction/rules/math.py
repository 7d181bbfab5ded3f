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


def find(response: Response) -> Extraction | None:
    """The content of the last delimited mathematics, if no later number stands outside it."""
    if response.wants_words or response.wants_option:
        return None
    text, end = response.text, response.end
    low = max(response.start, end - WINDOW)
    last = None
    for match in _MATH.finditer(text, low, end):
        group = match.lastgroup
        assert group is not None
        content = match[group]
        if group == "dollar" and content[:1].isdigit() and words(content):  # $5 and $6 are money
            continue
        if len(content.strip()) > 1 or content.strip().isdigit():
            last = match
            if response.first:
                break
    if last is None or last.lastgroup is None:
        return None
    if not response.first and NUMBER.search(text, last.end(), end):
        return None
    start, stop = strip_space(text, *last.span(last.lastgroup))
    return response.take(start, stop, NAME)
