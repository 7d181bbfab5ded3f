"""JSON replies, whole or fenced: the last field that is named as an answer is."""

from __future__ import annotations

import json
import re

from answerkey.extraction.inner import answer_in
from answerkey.extraction.response import Extraction, Response, pick
from answerkey.extraction.spans import strip_space
from answerkey.verdict import Reason

NAME = "json"
MAX_CHARS = 4_000
_FIELD = re.compile(
    r"[\"'](?:final[_ -]?answer|answer|solution|result|prediction|response|choice|option)[\"']\s*:\s*", re.IGNORECASE
)
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_PLAIN = re.compile(r"'([^'\n]*)'|[^,}\]\n]+")
_LOST = re.compile(r"[\x08\x0c\t\r\n][a-z]")  # \\boxed, \\frac, \\text, \\right, \\neq read as JSON escapes
_DECODER = json.JSONDecoder()


def find(response: Response) -> Extraction | Reason | None:
    """The answer field of a reply that is JSON, or that holds a fenced block of it."""
    text = response.text
    start, end = response.start, response.end
    if not (text.startswith("{", start) and text.endswith("}", start, end)):
        fence = text.rfind("```json", start, end) if "`" in text else -1
        if fence < 0:
            return None
        start = fence
    last = pick(_FIELD.finditer(text, max(start, end - 4 * MAX_CHARS), end))
    return None if last is None else _value(response, last.end(), end)


def _value(response: Response, start: int, end: int) -> Extraction | Reason | None:
    text = response.text
    if string := _STRING.match(text, start, min(end, start + MAX_CHARS)):
        low, high = string.span(1)
        if not string[1].strip():
            return Reason.NO_ANSWER
        if "\\" not in string[1]:
            return answer_in(response._replace(start=low, end=high), NAME)
        try:
            decoded = str(json.loads(string[0], strict=False))
        except ValueError:
            decoded = string[1]
        if _LOST.search(decoded):
            decoded = string[1]
        found = answer_in(response._replace(text=decoded, start=0, end=len(decoded)), NAME)
        return found._replace(span=(low, high)) if isinstance(found, Extraction) else found
    if text[start : start + 1] in ("[", "{"):
        return _container(response, start, end)
    plain = _PLAIN.match(text, start, min(end, start + MAX_CHARS))
    if plain is None:
        return None
    low, high = strip_space(text, *(plain.span(1) if plain[1] is not None else plain.span()))
    return Reason.NO_ANSWER if text[low:high] in ("", "null", "None") else response.take(low, high, NAME)


def _container(response: Response, start: int, end: int) -> Extraction | None:
    try:
        value, length = _DECODER.raw_decode(response.text[start : min(end, start + MAX_CHARS)])
    except (ValueError, RecursionError):
        return None
    members = value if isinstance(value, list) else list(value.values())
    if not members or any(isinstance(member, (list, dict)) for member in members):
        return response.take(start, start + length, NAME)
    content = ", ".join(member if isinstance(member, str) else json.dumps(member) for member in members)
    return response.take(start, start + length, NAME, content)
