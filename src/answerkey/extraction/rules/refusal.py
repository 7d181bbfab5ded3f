"""A response that says it has no answer: `NO_ANSWER_REFUSAL`, unless a stronger rule found one."""

from __future__ import annotations

from answerkey.extraction.language import either, may_hold
from answerkey.extraction.response import Response
from answerkey.verdict import Reason

MAX_CHARS = 600  # a longer response has said more than that
MAX_ANSWER = 120  # characters of an answer that is none ("Answer: I don't know")


def find(response: Response) -> Reason | None:
    """`NO_ANSWER_REFUSAL` for a short response that refuses."""
    if response.end - response.start > MAX_CHARS:
        return None
    text = response.text[response.start : response.end]
    refused = may_hold(text, "refuses") and either("refuses").search(text)
    return Reason.NO_ANSWER_REFUSAL if refused else None
