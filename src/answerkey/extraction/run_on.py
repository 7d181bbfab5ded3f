"""Where a response runs on: a base model that has answered often goes on to make up the next question and its answer,
and many check or explain what they have answered.

What was asked is answered before that. A response that begins with a question is another thing: it cuts its problem
into questions of its own, and its last answer counts. So does what a check concludes ("So it is 5 after all").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from answerkey.extraction.cues import WORD, starts
from answerkey.extraction.language import everywhere, lowered, questions
from answerkey.extraction.numbers import NUMBER
from answerkey.extraction.response import pick
from answerkey.extraction.spans import tidy

WINDOW = 2_000  # characters before an answer in which a question, or what is only explained, may begin
MAX_QUESTIONS = 16  # that a response asks itself, from the end, which are looked behind
REMARK = 200  # characters before a number in which the check or the explanation opens that it is of
_REMARKS = ("checks", "explanations")
_OPENS = re.compile(r"[\n.!?。！？।✓✔:][\s*_#>(\[-]*+")
_FIRST = re.compile(r"[\s*_#>(\[-]*+")
_ENDS = re.compile(r"[ \t*_]*(?:[:：?？,，.。…!\n]|by\b)")
_HEADS = re.compile(r"[ \t*_]*(?:[:：]|\n)")
_ASIDE = re.compile(r"[.!?✓]\s+(?=\((?:[^()]|\([^()]*\))*\)[\s*_]*\Z)")
_COUNTED = re.compile(r"(?:\s?(?:[^\W\d_]+|%)){0,2}")  # "19 chairs"
_PARAGRAPH = re.compile(r"\n[ \t]*\n")
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


def remark(text: str, start: int, found: int, end: int) -> int | None:
    """Where begins what only checks or explains an answer, if what was found stands there; None without such a thing.

    >>> said = "Tim has 12. Check: 12 - 7 = 5."
    >>> said[: remark(said, 0, 28, len(said))]
    'Tim has 12. '
    """
    low = max(start, found - REMARK)
    opening = max(text.rfind("\n", low, found) + 1, text.rfind(". ", low, found) + 2, low)
    if starts(lowered(text[opening : opening + 24]).lstrip(" *_"), "concludes"):  # most answers
        return None
    part = lowered(text[low:found])
    for stop, place in _sentences(part, whole=low == start):
        if part[place : place + 1] not in _letters() or not (length := starts(part, *_REMARKS, place=place)):
            continue
        explains = starts(part, "explanations", place=place) == length
        heads = (_HEADS if explains else _ENDS).match(part, _past_fillers(part, place + length))
        if heads and text[start : low + stop].strip():
            return None if _concludes(part, heads.end()) else low + stop
    if text[end - 1] == ")" and (aside := _ASIDE.search(text, low, end)) and aside.end() < found:
        return aside.end()
    return _behind_a_number(text, start, found)


@cache
def _letters() -> frozenset[str]:
    """The signs that what heads a remark begins with."""
    return frozenset(word[0] for name in _REMARKS for word in everywhere(name))


def _sentences(part: str, place: int = 0, *, whole: bool = False) -> Iterator[tuple[int, int]]:
    """Where sentences of a text end, and where the next ones begin; of a `whole` one also the first."""
    if whole:
        yield 0, _FIRST.match(part).end()  # type: ignore[union-attr]
    for opens in _OPENS.finditer(part, place):
        yield opens.start() + 1, opens.end()


def _concludes(part: str, place: int) -> bool:
    """Does a sentence behind a place conclude?"""
    return any(starts(part, "concludes", place=opens) for _, opens in _sentences(part, place))


def _past_fillers(part: str, place: int) -> int:
    """Where words without meaning end: "check our answer"."""
    while (word := WORD.match(part, place + 1)) and part[place] == " " and word[0] in everywhere("fillers"):
        place = word.end()
    return place


def _behind_a_number(text: str, start: int, found: int) -> int | None:
    """Where a first paragraph ends that is nothing but a number and what it counts, and that a few sentences follow
    which conclude nothing; what is longer is no remark."""
    paragraph = _PARAGRAPH.search(text, start, min(found, start + 80)) if found - start < WINDOW else None
    if paragraph is None:
        return None
    low, high = tidy(text, start, paragraph.start())
    number = NUMBER.match(text, low, high)
    only = number and _COUNTED.fullmatch(text, number.end(), high)
    return paragraph.end() if only and not _concludes(lowered(text[paragraph.start() : found]), 0) else None


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
