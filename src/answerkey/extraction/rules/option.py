"""The option that a response ends on when no phrase marks it: `(C)`, `**C**`, `option C`, `C. 14 meters`."""

from __future__ import annotations

from answerkey.extraction.options import letters, mentioned
from answerkey.extraction.response import Extraction, Response

NAME = "option"
WINDOW = 1_000


def find(response: Response) -> Extraction | None:
    """For an option key alone: what the whole names, else the last option put forward and not denied."""
    if not response.wants_option:
        return None
    text = response.text
    start, end = response.start, response.end
    named = letters(text, start, end) if end - start <= 200 else None
    if named is None or mentioned(text, named[2], end) is not None:
        low = start if response.first else max(start, end - WINDOW)
        named = mentioned(text, low, min(end, low + WINDOW), first=response.first)
    return named and Extraction(named[0], (named[1], named[2]), NAME)
