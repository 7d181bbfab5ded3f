"""Yes or no, true or false, when the key is one: the word that a response opens with, or the last it says."""

from __future__ import annotations

import re

from answerkey.extraction.response import Extraction, Response, pick
from answerkey.extraction.standing import BEFORE, denied_before

NAME = "boolean"
WINDOW = 400
_OPENS = re.compile(r"[\W_]*(?P<word>yes|no|true|false)(?=[\W_]*(?:\Z|[,.!;:*\n—–]| -))", re.IGNORECASE)
# "no" is mostly an article: only where it ends a sentence, or is emphasised.
_LAST = re.compile(r"(?<![\w'’])(?P<word>yes|true|false|no(?=[*_\"'”]*(?:[.!]|\s*\Z)))(?![\w'’])", re.IGNORECASE)
_POSITIVE = frozenset({"yes", "true"})


def find(response: Response) -> Extraction | None:
    """The word, unless the response opens with one and ends on its opposite, or denies it ("not true")."""
    if response.kind != "boolean":
        return None
    text, start, end = response.text, response.start, response.end
    opens = _OPENS.match(text, start, min(end, start + 40))
    last = pick(_LAST.finditer(text, max(start, end - WINDOW), end), first=response.first)
    if last is not None and denied_before(text[max(start, last.start() - BEFORE) : last.start()]):
        last = None
    found = opens or last
    if found is None or (opens and last and _positive(opens) != _positive(last)):
        return None
    return response.take(*found.span("word"), NAME)


def _positive(match: re.Match[str]) -> bool:
    return match["word"].lower() in _POSITIVE
