"""`<answer>…</answer>`: what a format asked for with tags holds; a lost closing tag ends with the response."""

from __future__ import annotations

from answerkey.extraction.inner import answer_in
from answerkey.extraction.response import Extraction, Response
from answerkey.verdict import Reason

NAME = "tag"
MAX_CHARS = 4_000
_ENDS = ("nswer>", "NSWER>")  # of every tag
_TAGS = ("answer", "final_answer", "Answer", "ANSWER")


def find(response: Response) -> Extraction | Reason | None:
    """The answer in the last pair of tags that holds anything."""
    text, start, end = response.text, response.start, response.end
    if text.find("<", start, end) < 0 or all(text.rfind(sign, start, end) < 0 for sign in _ENDS):
        return None
    for tag in _TAGS:
        for place in response.hits(f"<{tag}>"):
            low = place + len(tag) + 2
            high = text.find(f"</{tag}>", low, end)
            if high < 0:
                high = end
            if high - low <= MAX_CHARS and text[low:high].strip():
                return answer_in(response._replace(start=low, end=high), NAME)
    return None
