"""The last mathematics of the last statement: `so the solution is $x \\in [2, 5]$`."""

from __future__ import annotations

from answerkey.extraction.numbers import NUMBER
from answerkey.extraction.response import Extraction, Response
from answerkey.extraction.spans import strip_space, words

NAME = "math"
WINDOW = 1_000
MAX_CHARS = 600  # of one formula
MAX_TRIES = 8
_DELIMITERS = (("$$", "$$"), ("\\[", "\\]"), ("\\(", "\\)"), ("$", "$"))


def last_math(text: str, start: int, end: int) -> tuple[int, int, int] | None:
    """Where the content of the last delimited mathematics starts and ends, and where what follows it starts.

    Looks backwards, so that it need not know whether `start` stands within mathematics.
    """
    best: tuple[int, int, int] | None = None
    for opens, closes in _DELIMITERS:
        place = text.rfind(closes, start, end)
        for _ in range(MAX_TRIES):
            opening = text.rfind(opens, max(start, place - MAX_CHARS), place) if place > start else -1
            if opening < 0 or (best is not None and place < best[2]):
                break
            content = text[opening + len(opens) : place]
            if _is_math(opens, content):
                best = (*strip_space(text, opening + len(opens), place), place + len(closes))
                break
            place = opening
    return best


def _is_math(opens: str, content: str) -> bool:
    bare = content.strip()
    if len(bare) < 2 and not bare.isdigit():
        return False
    if opens == "$" and ("\n\n" in content or (words(content) and (bare[0].isdigit() or "\\" not in content))):
        return False  # the signs of money: $5 and $6
    return "$" not in content.replace("\\$", "")


def find(response: Response) -> Extraction | None:
    """The content of the last delimited mathematics, if no later number stands outside it."""
    if response.wants_words or response.wants_option or response.first:
        return None
    text, end = response.text, response.end
    found = last_math(text, max(response.start, end - WINDOW), end)
    if found is None or NUMBER.search(text, found[2], end):
        return None
    return response.take(found[0], found[1], NAME)
