"""Whether a response takes back what it said: "Wait, that is wrong", "I made a mistake"."""

from __future__ import annotations

import re

WINDOW = 4_000
_TAKEN_BACK = re.compile(
    r"(?<!\w)(?:wait|hold on|no,|actually|correction|scratch that|i was wrong|let me (?:correct|fix|redo)"
    r"|(?:(?:that|this|it)(?:'s|’s)|is|was) (?:wrong|incorrect|not right|not correct)"
    r"|i made (?:a|an) (?:\w+ )?(?:mistake|error))(?!\w)",
    re.IGNORECASE,
)


def taken_back(text: str, start: int, end: int) -> int | None:
    """Where, between `start` and `end`, what was said before `start` is taken back; None if it is not."""
    found = _TAKEN_BACK.search(text, start, min(end, start + WINDOW))
    return found and found.end()
