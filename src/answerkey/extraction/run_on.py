"""Where a response runs on: a base model that has answered often goes on to make up the next question and its answer.

What was asked is answered before that. A response that begins with a question is another thing: it cuts its problem
into questions of its own, and its last answer counts.
"""

from __future__ import annotations

import re
from functools import cache

from answerkey.extraction.language import questions

WINDOW = 2_000  # characters before an answer in which a question may begin
MAX_QUESTIONS = 16  # that a response asks itself, from the end, which are looked behind
_HEADER = r"[ \t*#>_]*(?:{})[ \t*_]*[:：]"


def next_question(text: str, start: int, found: int) -> int | None:
    """Where the last question that the response asks itself between `start` and `found` begins; None without one.

    >>> next_question("#### 5\\n\\nQuestion: 2+2?\\n#### 4", 0, 30)
    6
    """
    low = max(start, found - WINDOW)
    if not _line().search(text, low, found):  # one search instead of one for each word: mostly there is none
        return None
    for needle in questions(ascii_text=text.isascii()):
        place = text.rfind(needle, low, found)
        line = text.rfind("\n", low, place) if place > 0 else -1
        if line > start and _header().match(text, line + 1) and not _header().match(text, start):
            return line
    return None


@cache
def _header() -> re.Pattern[str]:
    words = "|".join(map(re.escape, questions(ascii_text=False)))
    return re.compile(_HEADER.format(words))


@cache
def _line() -> re.Pattern[str]:
    """The start of a line that may head a question."""
    spellings = questions(ascii_text=False)
    words, letters = "|".join(map(re.escape, spellings)), "".join({word[0] for word in spellings})
    return re.compile(rf"\n[ \t*#>_]*(?=[{letters}])(?:{words})")
