"""Where a response runs on: a base model that has answered often goes on to make up the next question and its answer.

What was asked is answered before that. A response that begins with a question is another thing: it cuts its problem
into questions of its own, and its last answer counts.
"""

from __future__ import annotations

import re
from functools import cache

from answerkey.extraction.language import questions
from answerkey.extraction.response import pick

WINDOW = 2_000  # characters before an answer in which a question may begin
MAX_QUESTIONS = 16  # that a response asks itself, from the end, which are looked behind
_HEADER = r"[ \t*#>_]*+{}(?:{})[ \t*_]*[:：]"


def next_question(text: str, start: int, found: int) -> int | None:
    """Where the last question that the response asks itself between `start` and `found` begins; None without one.

    >>> next_question("#### 5\\n\\nQuestion: 2+2?\\n#### 4", 0, 30)
    6
    """
    low = max(start, found - WINDOW)
    last = pick(_line().finditer(text, low, found))
    if last is None or last.start() <= start or _header().match(text, start):
        return None
    return last.start()


@cache
def _header() -> re.Pattern[str]:
    return re.compile(_HEADER.format("", _words()))


@cache
def _line() -> re.Pattern[str]:
    """A line that heads a question, from the end of the line before. The first letters rule most lines out at once."""
    letters = "".join({word[0] for word in questions()})
    return re.compile("\\n" + _HEADER.format(f"(?=[{letters}])", _words()))


def _words() -> str:
    return "|".join(map(re.escape, questions()))
