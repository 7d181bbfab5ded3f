"""What the last sentence says something is: `the simplified expression is x^2 + 1`, `so the length equals 2√3`."""

from __future__ import annotations

import re

from answerkey.extraction.numbers import ascii_digits
from answerkey.extraction.response import Extraction, Response, pick
from answerkey.extraction.spans import tidy, words

NAME = "statement"
MAX_CHARS = 300
_SAYS = re.compile(
    r"(?<!\w)(?:is|are|equals?|becomes?|gets?|have|has|gives?|obtain|be|at)\s+"
    r"(?:(?:that|therefore|thus|approximately|about|exactly|simply|just|equal to|given by)\s+)*",
    re.IGNORECASE,
)
_VALUE = re.compile(r"[\d\\√π]")


def find(response: Response) -> Extraction | None:
    """The end of the last sentence from its last verb on, where that is mathematics and no prose."""
    if response.wants_words or response.wants_option or response.first:
        return None
    text, end = response.text, response.end
    low = max(response.start, end - MAX_CHARS)
    low = max(low, text.rfind("\n", low, end) + 1)
    says = pick(_SAYS.finditer(text, low, end))
    if says is None:
        return None
    start, stop = tidy(text, says.end(), end)
    content = text[start:stop]
    if not _VALUE.search(content) or words(content) or "$" in content or ". " in content:
        return None
    return response.take(start, stop, NAME, ascii_digits(content))
