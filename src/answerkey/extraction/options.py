"""What a text says when the key is the letter of an option: `(C) 14 meters`, `option C`, `A, C and D`."""

from __future__ import annotations

import re
from functools import cache

from answerkey.extraction.language import either
from answerkey.extraction.response import Extraction
from answerkey.extraction.standing import AFTER, BEFORE, denied_after, denied_before

_CLEAN = re.compile(r"\\(?:text|mathrm|mathbf|textbf|mbox|boxed|fbox)\s*\{|[\s*_`$\"'“”{]|\\[(\[]")
_PREFIX = re.compile(
    r"(?:(?:the|correct|option|options|choice|choices|letter|answer|is|are|both|选项|選項)[\s:]+)*", re.IGNORECASE
)
# One option: "(C)", "C)", "C.", "C:", or the letter alone; then a text of its own may follow.
_ONE = re.compile(r"[(\[]\s*(?P<inside>[A-Za-z])\s*[)\]]|(?P<letter>[A-Za-z])(?![A-Za-z'’])")
_AND = re.compile(r"[\s*}$]*(?:,\s*and|,|;|and|&|/|und|y|et|和|、)[\s*{$]*(?=[(\[]?[A-Z](?![a-z]))", re.IGNORECASE)
# What stands between two options is often markup: C \\text{ or } D, C (or D).
_GAP = r"(?:\\(?:text|mathrm|mathbf|textbf|mbox)\s*\{|\\[ ,;!]|[\s*{}()\[\]$~,;])*"
# Options before an option: "A, B and " before C.
_LISTED = re.compile(r"(?<![A-Za-z])(?:[(\[]?[A-J][)\]]?\s*(?:,|/|&|and\b|or\b)\s*(?:and\s+|or\s+)?)+[(\[]?\Z")
_RUN = re.compile(r"[A-J]{2,6}(?![A-Za-z])")
_KEY = re.compile(r"\s*\(?[A-H]\)?(?:\s*(?:,|;|&|and|,\s*and|)\s*\(?[A-H]\)?)+\s*")
_MENTION = re.compile(
    r"(?:option|choice|answer|choose|select|pick|选|選)\s*(?:is\s*)?[:：]?[\s*]*[(\[]?\s*(?P<named>[A-Za-z])(?![A-Za-z'’])"
    r"|[(\[]\s*(?P<inside>[A-J])\s*[)\]]|\*\*\s*(?P<bold>[A-J])(?:[.):][^*\n]*)?\s*\*\*"
    r"|(?<![\w'’(\[])(?P<end>[A-J])(?=[.!*)\]\"'”$}]*\s*\Z)"
    r"|(?:^|\n)\s*(?P<line>[A-J])(?=[.):]|\s*(?:\n|\Z))"
    r"|(?<![\w'’])(?P<right>[A-HJ])(?=\s+is\s+(?:the\s+)?(?:correct|right|true|answer|best))",
    re.IGNORECASE,
)


@cache
def _or() -> re.Pattern[str]:
    """ "or" in any language and an option behind it."""
    words = f"(?:{either('alternatives').pattern}|\\\\(?:lor|vee)(?![a-z]))"
    hedges = r"(?:(?:maybe|possibly|perhaps|option|else|even)\s+)*"
    return re.compile(rf"{_GAP}{words}{_GAP}{hedges}{_GAP}(?=[A-J](?![A-Za-z]))", re.IGNORECASE)


def is_option_key(key: str) -> bool:
    """Is the key the letters of several options, in order?

    >>> is_option_key("AC"), is_option_key("A, C and D"), is_option_key("CA")
    (True, True, False)
    """
    if len(key) > 24 or not _KEY.fullmatch(key):
        return False
    found = [sign for sign in key if sign.isupper()]
    return found == sorted(set(found))


def letters(text: str, start: int, end: int) -> tuple[str, int, int] | None:
    """The option, or options, that `text[start:end]` names first of all, and where; None if it names none.

    The article "a" and the pronoun "I" are no options: a letter that words follow must be marked as an option.

    >>> letters("(C) 14 meters", 0, 13)
    ('C', 1, 2)
    """
    place = _skip(text, start, end)
    if (run := _RUN.match(text, place, end)) and _alone(text, run.end(), end):
        return ", ".join(run[0]), *run.span()
    found: list[str] = []
    hedged = False
    low = high = place
    while one := _ONE.match(text, place, end):
        group = "inside" if one["inside"] else "letter"
        letter = one[group]
        if not found and group == "letter" and not _marked(text, letter, one.end(), end):
            return None
        if letter.upper() > "J" or _denied(text, one.end(), end):
            return None
        if not found:
            low = one.start(group)
        found.append(letter.upper())
        high = one.end(group)
        joined = _AND.match(text, one.end(), end)
        if joined is None:
            joined = _or().match(text, one.end(), end)
            hedged = hedged or joined is not None
        if joined is None:
            break
        place = joined.end()
    return ((" or " if hedged else ", ").join(dict.fromkeys(found)), low, high) if found else None


def _denied(text: str, place: int, end: int) -> bool:
    return denied_after(text[place : min(end, place + AFTER)], option=True)


def _skip(text: str, start: int, end: int) -> int:
    place = start
    while True:
        before = place
        if clean := _CLEAN.match(text, place, end):
            place = clean.end()
        if prefix := _PREFIX.match(text, place, end):
            place = prefix.end()
        if place == before:
            return place


def _alone(text: str, place: int, end: int) -> bool:
    return not text[place:end].strip(" \t\r\n.*_`$}\\)]\"'!")


def _marked(text: str, letter: str, place: int, end: int) -> bool:
    """A bare letter is an option if nothing follows it, or a sign that options carry, or another option."""
    if _alone(text, place, end):
        return True
    if letter.islower():
        return False
    follows = text[place : place + 1]
    if follows in ".):]*}" or _AND.match(text, place, end) or _or().match(text, place, end):
        return True
    if letter == "A" and follows in (",", ";"):
        return True
    return letter not in "AI" and follows in " ,;\n-–—\\$"


def narrow(found: Extraction, response: str) -> Extraction | None:
    """`found` as the letters it names, or None if it names no option; alternatives stay as they are."""
    if found.alternatives:
        return found
    named = letters(response, *found.span)
    if named is None:
        named = letters(found.text, 0, len(found.text))
        return named and Extraction(named[0], found.span, found.rule, found.alternatives)
    return Extraction(named[0], (named[1], named[2]), found.rule, found.alternatives)


def mentioned(text: str, start: int, end: int, *, first: bool = False) -> tuple[str, int, int] | None:
    """The last option (or first) that a text without any phrase puts forward and does not deny."""
    best = None
    for mention in _MENTION.finditer(text, start, end):
        group = mention.lastgroup
        assert group is not None
        letter = mention[group]
        if (letter.islower() and group != "named") or letter.upper() > "J":
            continue
        if group == "named" and not _marked(text, letter, mention.end(group), end):
            continue
        if denied_before(text[max(start, mention.start() - BEFORE) : mention.start()]):
            continue
        if _denied(text, mention.end(group), end):
            continue
        found = None
        low = max(start, mention.start(group) - 40)
        listed = _LISTED.search(text[low : mention.start(group)]) if group == "end" else None
        if listed is not None and letter not in listed[0]:
            found = letters(text, low + listed.start(), end)
        best = found or letters(text, mention.start(group), end) or (letter.upper(), *mention.span(group))
        if first:
            break
    return best
