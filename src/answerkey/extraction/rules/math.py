"""The last mathematics of the last statement: `so the solution is $x \\in [2, 5]$`."""

from __future__ import annotations

import re
from typing import NamedTuple

from answerkey.extraction.closing import opening, sentence
from answerkey.extraction.cues import ended
from answerkey.extraction.enumeration import joined
from answerkey.extraction.expression import multiplied
from answerkey.extraction.numbers import NUMBER
from answerkey.extraction.quantities import bounded
from answerkey.extraction.response import Extraction, Response
from answerkey.extraction.spans import NAMED, strip_space, words
from answerkey.extraction.spelled import COUNTED

NAME = "math"
WINDOW = 1_000
MAX_CHARS = 600  # of one formula
MAX_TRIES = 8
MAX_JOIN = 24  # characters before a formula in which a word joins it to another
MAX_LIST = 20  # formulas that are joined into one list
_DIGIT = re.compile(r"\d")
_VALUE = re.compile(r"[\d√π∞]|\\(?:pi|infty|sqrt)|(?<![A-Za-z])e(?![A-Za-z])")
_BOUND = re.compile(r"[<>≤≥≠∈]|\\(?:[lg]eq?|neq?|in)(?![A-Za-z])")
_RELATION = re.compile(r"[=<>≤≥]|\\(?:[lg]eq?|equiv|approx)\b")
_DELIMITERS = (("$$", "$$"), ("\\[", "\\]"), ("\\(", "\\)"), ("$", "$"))


class Formula(NamedTuple):
    """Where delimited mathematics opens, where its content starts and ends, and where what follows it starts."""

    opens: int
    start: int
    end: int
    after: int


def last_math(text: str, start: int, end: int) -> Formula | None:
    """The last delimited mathematics between `start` and `end`.

    Looks backwards, so that it need not know whether `start` stands within mathematics.
    """
    best: Formula | None = None
    for opens, closes in _DELIMITERS:
        place = text.rfind(closes, start, end)
        for _ in range(MAX_TRIES):
            if place <= start or (best is not None and place < best.after):
                break
            opening = text.rfind(opens, max(start, place - MAX_CHARS), place)
            if opening < 0:
                break
            content = text[opening + len(opens) : place]
            if _is_math(opens, content):
                best = Formula(opening, *strip_space(text, opening + len(opens), place), place + len(closes))
                break
            place = opening
    return best


def _is_math(opens: str, content: str) -> bool:
    bare = content.strip()
    if len(bare) < 2 and not bare.isdigit():
        return False
    if "$" in content.replace("\\$", ""):
        return False
    if opens != "$":
        return True
    if bare.isalpha() and content[0].isspace() and content[-1].isspace():  # between two formulas: $a$ and $b$
        return False
    money = "\n\n" in content or ((bare[0].isdigit() or "\\" not in content) and words(content))
    return not money  # the signs of money: $5 and $6


def find(response: Response) -> Extraction | None:
    """The content of the last delimited mathematics, if no later number stands outside it."""
    if response.wants_words or response.wants_option or response.first:
        return None
    text, end = response.text, response.end
    low = max(response.start, end - WINDOW)
    closing = max(text.rfind("$", low, end), text.rfind("\\)", low, end) + 1, text.rfind("\\]", low, end) + 1) + 1
    if closing <= low or _DIGIT.search(text, closing, end):  # seen without reading what stands in it
        return None
    last = last_math(text, low, end)
    if last is None or _DIGIT.search(text, last.after, end):
        return None
    if _DIGIT.search(text, opening(text, low, last.opens), last.opens):  # else it is all that the sentence asserts
        said = sentence(text, low, last.opens, end)
        if not said.clear:
            return None
        if said.end < last.opens:  # in what only tells the circumstances
            last = last_math(text, said.start, said.end)
            if last is None or _DIGIT.search(text, last.after, said.end):
                return None
    counts = response.kind in COUNTED and not _VALUE.search(text, last.start, last.end)
    if counts and _DIGIT.search(text, opening(text, low, last.opens), last.opens):  # 20 such triples $(a,b,c)$
        return None
    last = _before_domain(text, low, last)
    if NUMBER.fullmatch(text, last.start, last.end):  # $6$ dozen, almost $6$, $6$ million
        if bounded(text, last.opens, last.after, end):
            return None
        content = text[last.start : last.end]
        changed = multiplied(content, text[last.after : min(end, last.after + 40)])
        if changed != content:
            return response.take(last.start, last.end, NAME, changed)
    group = [last]
    while (
        len(group) < MAX_LIST
        and _may_join(text[max(low, group[-1].opens - MAX_JOIN) : group[-1].opens])
        and (before := last_math(text, low, group[-1].opens))
    ):
        if not joined(text[before.after : group[-1].opens]) or not _alike(text, before, last):
            break
        group.append(before)
    group.reverse()
    return response.take(group[0].start, last.end, NAME, ", ".join(text[one.start : one.end] for one in group))


def _before_domain(text: str, low: int, last: Formula) -> Formula:
    """The equation that a formula only says the domain of: $f(x) = 1/x$ for all $x \\ne 0$; else the formula."""
    if _BOUND.search(text, last.start, last.end) is None:
        return last
    gap = text[max(low, last.opens - MAX_JOIN) : last.opens].rstrip().lower()
    gap = gap[: len(gap) - ended(gap, "determiners")].rstrip()
    if not ended(gap, "circumstances", "subordinates"):
        return last
    before = last_math(text, opening(text, low, last.opens), last.opens)
    return before if before and "=" in text[before.start : before.end] else last


def _may_join(before: str) -> bool:
    """May what stands before a formula join it to another one? Cheaper than to look for that."""
    before = before.rstrip(" \t\n,;、，")
    return before.endswith(("$", "\\)", "\\]")) or ended(before.lower(), "joins", "alternatives") > 0


def _alike(text: str, one: Formula, other: Formula) -> bool:
    """Are two formulas members of one list and no steps of a calculation: do both name a value, or neither?"""
    parts = [text[formula.start : formula.end] for formula in (one, other)]
    if not any(_RELATION.search(part) for part in parts):
        return True
    return all(NAMED.fullmatch(part) for part in parts)
