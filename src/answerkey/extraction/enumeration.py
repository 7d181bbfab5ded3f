"""Answers of several parts where a response ends: roots on lines of their own, labelled parts, values joined by "and".

One of several roots is not the answer, so what is clearly a list is taken as one. Lines are a list if each gives
another value to the same name (but `x = 14/2`, `x = 7` is a calculation), if bullets or numbers head lines that name
their values, or if labels in order do: "(a) 3 (b) 5", "Part 1: 3", "Part 2: 5".
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise

from answerkey.extraction.language import either, everywhere
from answerkey.extraction.spans import NAMED, is_expression, tidy

MAX_PARTS = 20
MAX_LINE = 200  # characters of a last line with labels
MAX_CHARS = 600  # that are looked at before the end

_LINE = re.compile(r"(?P<mark>[-*•+]\s+|(?P<number>\d{1,2})[.)]\s+)?(?P<rest>.+)")
_PLAIN = re.compile(r"[-−+]?\d{1,18}(?:\.\d{1,18}|/\d{1,18})?")
_SIGN = re.compile(r"[-−+±]")
_PROSE = re.compile(r"[A-Za-z]{2}")  # what no line opens with that names a value
_LABEL_ENDS = re.compile(r"[):.](?:(?<!\.)|(?=[ \t*]))")
_LABEL = re.compile(
    r"(?:(?<=\s)|\A|(?<=[,;]))(?:\*\*)?(?:(?P<word>[^\W\d_]{2,12})\s+)?"
    r"(?:\((?P<a>[a-h1-9])\)|(?P<b>[a-h1-9])\)|(?P<c>[1-9A-H])(?=[:.]))[:.]?(?:\*\*)?[:.]?\s+"
)


def at_end(text: str, low: int, end: int) -> tuple[int, str] | None:
    """Where the list begins that a response ends on, on lines or with labels, and its members; None without one."""
    last = text[max(low, end - MAX_CHARS, text.rfind("\n", low, end) + 1) : end]
    if not last or last.isspace():
        return lines(text, low, end) or labelled(text, low, end)
    named = lines(text, low, end) if "=" in last else None
    return named or (labelled(text, low, end) if _LABEL_ENDS.search(last) else None)


def lines(text: str, low: int, end: int) -> tuple[int, str] | None:
    """Where the list begins that the last lines before `end` are, and its members; None if they are none."""
    low = max(low, end - MAX_CHARS)
    found: list[tuple[int, re.Match[str], re.Match[str]]] = []
    place = end
    while place > low and len(found) < MAX_PARTS:
        begin = text.rfind("\n", low, place) + 1 or low
        start, stop = begin, place
        place = max(begin - 1, low)
        if _PROSE.match(text, start, stop):
            break
        if not text[start:stop].strip():
            continue
        head = _LINE.match(text, *_stripped(text, start, stop))
        if head is None:
            break
        span = tidy(text, *head.span("rest"))
        named = NAMED.fullmatch(text, *span)
        if named is None or not any(sign.isdigit() for sign in named["value"]) or not is_expression(named["value"]):
            break
        found.append((span[0], head, named))
    found.reverse()
    while len(found) > 1 and not _is_list(found):
        del found[0]
    if len(found) < 2:
        return None
    return found[0][0], ", ".join(named[0] for _, _, named in found)


def _stripped(text: str, start: int, stop: int) -> tuple[int, int]:
    part = text[start:stop]
    return start + len(part) - len(part.lstrip()), start + len(part.rstrip())


def _is_list(found: list[tuple[int, re.Match[str], re.Match[str]]]) -> bool:
    heads, named = [head for _, head, _ in found], [one for _, _, one in found]
    if len({one["name"] for one in named}) == 1:
        return all(_differ(one["value"], other["value"]) for one, other in pairwise(named))
    if [head["number"] for head in heads] == [str(place + 1) for place in range(len(heads))]:
        return True
    return len({one["name"] for one in named}) == len(named) and all(
        head["mark"] and not head["number"] for head in heads
    )


def _differ(one: str, other: str) -> bool:
    """Are these two roots, and not one value in two forms or rounded?"""
    one, other = one.strip(" .,;$*"), other.strip(" .,;$*")
    if not (_PLAIN.fullmatch(one) and _PLAIN.fullmatch(other)):
        return one != other and _SIGN.sub("", one) == _SIGN.sub("", other)
    if one.endswith("/0") or other.endswith("/0"):
        return False
    first, second = (Fraction(value.replace("−", "-")) for value in (one, other))
    return abs(first - second) >= 1 or (first < 0) != (second < 0) or not ("." in one or "." in other or "/" in one)


def joined(gap: str) -> bool:
    """Do these signs or words make one list of what stands beside them: ", ", " and ", "、", " oder "?"""
    bare = gap.strip(" \t\n,;、，")
    return bare != gap if not bare else either("joins", "alternatives").fullmatch(bare) is not None


def with_commas(text: str) -> str:
    """Named values that a word of another language joins, with commas: `x = -2 oder x = 1` is `x = -2, x = 1`."""
    if text.count("=") < 2:
        return text
    words = either("joins", "alternatives")
    return re.sub(rf"(?<!\s)(?:\s*+,)?+\s*+({words.pattern})\s*+(?=[A-Za-z]\s*+=)", _comma, text, flags=words.flags)


def _comma(join: re.Match[str]) -> str:
    return join[0] if join[1].lower() in ("and", "or") else ", "  # which readers of formulas know


def labelled(text: str, low: int, end: int) -> tuple[int, str] | None:
    """Where begins the list that parts with labels in order are at the end ("(a) 3 (b) 5"), and its members."""
    low = max(low, end - MAX_CHARS)
    line = max(low, text.rfind("\n", low, end) + 1)
    if end - line > MAX_LINE or not _LABEL.search(text, line, end):
        return None
    labels = [one for one in _LABEL.finditer(text, low, end) if _sign(one)]
    members: list[str] = []
    stop, start = end, end
    for label in reversed(labels[-MAX_PARTS:]):
        span = tidy(text, label.end(), stop)
        member = text[slice(*span)].strip(" ,;")
        if not member or not is_expression(member) or not any(sign.isdigit() for sign in member):
            return None
        members.append(member)
        stop, start = label.start(), span[0]
        if _sign(label) in ("a", "A", "1"):
            signs = [_sign(one) for one in labels[-len(members) :]]
            ordered = all(ord(after) - ord(before) == 1 for before, after in pairwise(signs))
            return (start, ", ".join(reversed(members))) if ordered and len(members) > 1 else None
    return None


def _sign(label: re.Match[str]) -> str:
    """The letter or digit of a label; none where the word before it numbers steps, or a number ends a sentence."""
    if label["c"] and not label["word"]:
        return ""
    if label["word"] and label["word"].lower() not in everywhere("labels"):
        return ""
    return label["a"] or label["b"] or label["c"] or ""
