"""What a marked part of a response (a tag's content, a field of JSON) gives: a stronger mark inside, or all of it."""

from __future__ import annotations

from answerkey.extraction.response import Extraction, Response
from answerkey.extraction.rules import box, hashes, phrase
from answerkey.extraction.spans import tidy
from answerkey.verdict import Reason


def answer_in(response: Response, rule: str) -> Extraction | Reason | None:
    """The answer of a part that is an answer as a whole, under the name of the rule that found the part."""
    for find in (box.find, hashes.find, phrase.find):
        found = find(response)
        if isinstance(found, Extraction):
            return found._replace(rule=rule)
        if found is not None:
            return found
    start, end = tidy(response.text, response.start, response.end)
    return response.take(start, end, rule) if start < end else None
