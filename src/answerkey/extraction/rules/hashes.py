"""`#### 18`: the line by which GSM8K marks an answer (a Markdown heading of that level is none)."""

from __future__ import annotations

import re

from answerkey.extraction.response import Extraction, Response
from answerkey.extraction.spans import is_expression, tidy, words

NAME = "hashes"
_LIST_NUMBER = re.compile(r"\d+[.)]\s+\S")


def find(response: Response) -> Extraction | None:
    """The rest of the last line that `####` opens, where that is an answer by itself."""
    text = response.text
    if "#" not in text:  # one character is found much faster than four
        return None
    for place in response.hits("####"):
        end = text.find("\n", place, response.end)
        start, end = tidy(text, place + 4, response.end if end < 0 else end)
        content = text[start:end]
        if not content or _LIST_NUMBER.match(content) or content.startswith("#"):
            continue
        if is_expression(content) or (response.wants_words and len(words(content)) <= 6) or response.wants_option:
            return response.take(start, end, NAME)
    return None
