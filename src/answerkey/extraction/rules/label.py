"""`A: 26`: an answer line of the short kind, opposite `Q:`. Not for option keys, whose options are labelled so."""

from __future__ import annotations

from answerkey.extraction.response import Extraction, Response
from answerkey.extraction.spans import is_expression, tidy, words

NAME = "label"
WINDOW = 2_000


def find(response: Response) -> Extraction | None:
    """The rest of the last line that starts with `A:`, where that is an answer by itself."""
    if response.wants_option:
        return None
    text = response.text
    for place in response.hits("A:", max(response.start, response.end - WINDOW)):
        if place > response.start and text[place - 1] != "\n":
            continue
        end = text.find("\n", place, response.end)
        start, end = tidy(text, place + 2, response.end if end < 0 else end)
        content = text[start:end]
        if is_expression(content) or (content and response.wants_words and len(words(content)) <= 8):
            return response.take(start, end, NAME)
    return None
