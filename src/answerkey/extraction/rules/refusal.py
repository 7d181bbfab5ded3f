"""A response that says it has no answer: `NO_ANSWER_REFUSAL`, unless a stronger rule found one."""

from __future__ import annotations

import re

from answerkey.extraction.response import Response
from answerkey.verdict import Reason

_REFUSAL = re.compile(
    r"(?<!\w)(?:I(?:'|’)?\s?(?:m|am)\s+(?:sorry|unable|not able|not sure)"
    r"|(?:I|we|but)\s+(?:can ?not|can['’]t|could not|couldn['’]t)\s+"
    r"(?:answer|solve|help|provide|determine|assist|find|give)"
    r"|(?:I\s+)?(?:do not|don['’]t)\s+know|as an AI|no idea)(?!\w)",
    re.IGNORECASE,
)
MAX_CHARS = 600  # a longer response has said more than that


def find(response: Response) -> Reason | None:
    """`NO_ANSWER_REFUSAL` for a short response that refuses."""
    if response.end - response.start > MAX_CHARS:
        return None
    refused = _REFUSAL.search(response.text, response.start, response.end)
    return Reason.NO_ANSWER_REFUSAL if refused else None


def is_refusal(text: str) -> bool:
    """Is this candidate no answer but a refusal ("Answer: I don't know")?"""
    return len(text) <= 120 and _REFUSAL.match(text) is not None
