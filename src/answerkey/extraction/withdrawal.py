"""How a response takes back what it said before, and what it says in its place."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from answerkey.extraction import predicate
from answerkey.extraction.cues import CLOSING, WORD, ended, ends, listed, starts
from answerkey.extraction.language import either, everywhere, lowered

LATER = 4_000  # characters after an answer in which it may be taken back
ANEW = 200  # characters behind a pause in which the answer may be said anew
UNIT = 2  # words that a unit behind an answer may have
MAX_SENTENCES = 2  # behind the one of the pause, of which one may say it

_CLAUSE = re.compile(r"(?:[.!?,;:—–\n。！？，、；।)}$]|\s-+\s)+[\s*_\"'”’)}\]$]*")
_STOPS = frozenset(".!?\n。！？।")
_COUNTED = re.compile(r"\d+\s+[^\W\d_]{2,}")  # "3 terms": no value that could be wrong
_PAUSES = ("pauses", "admits")
_INSTEAD = ("instead", "restates")
_BACK = (*_PAUSES, "instead", "withdraws", "cancels")  # lists of words that begin a clause which takes back


class Withdrawal(NamedTuple):
    """Where a response takes back what stands before, and whether it does so for good ("wait" alone does not)."""

    end: int
    final: bool


def withdrawn(text: str, start: int, end: int, *, word: bool = False) -> Withdrawal | None:
    """How a response takes back, between `start` and `end`, what it said before; None if it does not. Of a `word` like
    yes and no, "that is wrong" is the reason."""
    end = min(end, start + LATER)
    part = lowered(text[start:end])
    pause: Withdrawal | None = None
    backs, denials = listed(*_BACK).heads, predicate.heads()
    for clause in _CLAUSE.finditer(f"{part}\n"):
        place = skipped = clause.end()
        first, sign = WORD.match(part, place), part[place : place + 1]
        head = first[0] if first else sign
        paused = length = 0
        if back := head in backs or sign in backs:
            paused = starts(part, *_PAUSES, place=place)
            skipped += starts(part, "instead", place=place) or paused
            if skipped > place:
                skipped += len(part[skipped : skipped + 4]) - len(part[skipped : skipped + 4].lstrip(" ,，、"))
            length = starts(part, "withdraws", place=skipped) or _cancels(part, skipped)
        elif head not in denials and sign not in denials:
            continue
        denied = place if paused and starts(part, "noes", place=place) else skipped  # "no es correcto"
        rejected = 0 if length or word else predicate.rejects(part, denied)
        if rejected or length:
            stop = rejected or skipped + length
            if not (_affirmed(part, stop) or (rejected and _of_another(part, place, stop))):
                return Withdrawal(start + stop, True)
            pause = pause or Withdrawal(start + stop, False)
        if back and starts(part, "admits", place=place) and not _affirmed(part, skipped):
            return Withdrawal(start + skipped, True)
        if pause is None and paused and not _determines(part, place, place + paused):
            pause = Withdrawal(start + place + paused, False)
    return pause


def _cancels(part: str, place: int) -> int:
    """The length of what cancels what was said, as "strike that", 0 if nothing does."""
    verb = starts(part, "cancels", place=place)
    said = verb and starts(part, "subjects", place=place + verb + 1)
    return verb + 1 + said if said else 0


def _determines(part: str, place: int, stop: int) -> bool:
    """Is a "no" none that stands alone, but one that goes on with what there is not: "No other value works"?"""
    follows = stop + len(part[stop : stop + 4]) - len(part[stop : stop + 4].lstrip(" "))
    return (
        starts(part, "noes", place=place) > 0
        and part[follows : follows + 1].isalnum()
        and not starts(part, *_PAUSES, *_INSTEAD, place=follows)
    )


def _affirmed(part: str, stop: int) -> bool:
    return any(words in part[stop:] for words in everywhere("affirms"))


@cache
def _asides() -> frozenset[str]:
    """Words that may stand between an answer and a clause which takes it back."""
    lists = (*_PAUSES, "instead", "adverbs", "adversatives", "noes")
    return frozenset(word for name in lists for words in everywhere(name) for word in WORD.findall(words))


def _of_another(part: str, start: int, stop: int) -> bool:
    """Is "that is wrong" said of something else: of a value named in between, under a condition, or of what a sentence
    in between says, if it is no word for an error ("brute force. That is too slow")?"""
    between = part[:start]
    if either("conditions").search(between, max(between.rfind(sign) for sign in _STOPS) + 1):
        return True
    if not (_STOPS.isdisjoint(between) or ends(part[:stop], "errors")):
        words = [word for word in WORD.findall(between) if word not in _asides()]
        if len(words) > UNIT:
            return True
    if not either("supposes", "thinks", "writes", "denies").search(between):
        between = _COUNTED.sub("", between)
    return any(sign.isdigit() for sign in between)


def replacement(text: str, start: int, end: int) -> int:
    """Where stands what a denied answer is replaced by: "(not 5) but 6"; -1 if nothing is said to replace it."""
    place = start + len(text[start : start + 8]) - len(text[start : start + 8].lstrip(CLOSING + ";；.。:："))
    part = lowered(text[place : min(end, place + 40)])
    denied = starts(part, "lasts", "fails")  # 18 নয়, 26
    gap = len(part[denied:]) - len(part[denied:].lstrip(CLOSING)) if denied else 0
    length = starts(part, *_INSTEAD, *(("leads",) if denied else ()), place=denied + gap)
    return place + denied + gap + length if length or denied else -1


def corrected(text: str, start: int, end: int) -> int:
    """Where stands what replaces an answer behind a pause: "no, wait, 6", "Correction: 6"; -1 if no pause is there.

    >>> corrected(" wait, 6", 0, 8), corrected("6", 0, 1)
    (7, -1)
    """
    place = start
    for _ in range(4):
        place += len(text[place : place + 8]) - len(text[place : place + 8].lstrip(" ,，、:：…*.。!！"))
        length = starts(lowered(text[place : min(end, place + 40)]), *_PAUSES)
        if not length:
            break
        place += length
    if place == start:
        return -1
    place += len(text[place : place + 8]) - len(text[place : place + 8].lstrip(" ,，、:：*"))
    said = starts(lowered(text[place : min(end, place + 40)]), "restates", "leads")
    return place + said + text.startswith(" ", place + said)


def anew(text: str, start: int, end: int) -> int:
    """Where an answer is said anew after a pause, in its sentence or one of the next; -1 if it is not.

    >>> anew(", sign error. It's -5.", 0, 22), anew(", let me check.", 0, 15)
    (18, -1)
    """
    part = lowered(text[start : min(end, start + ANEW)])
    admitted = ended(lowered(text[max(0, start - 24) : start]).rstrip(CLOSING), "admits") > 0
    stops = 0
    for clause in _CLAUSE.finditer(part):
        stops += not _STOPS.isdisjoint(clause[0])
        if stops > MAX_SENTENCES:
            break
        place = clause.end() + starts(part, "instead", place=clause.end())
        place += part.startswith(" ", place)
        length = starts(part, "restates", place=place)
        if length or (admitted and not stops and clause[0][:1] in (":", "：")):  # Oops, sign error: -5.
            return start + place + length
    return -1


def replaced_at(text: str, start: int, end: int) -> int:
    """Where a sentence that denies one answer goes on to another: "(not 5) but 6"; `end` if it does not."""
    found = either(*_INSTEAD).search(text, start, end)
    return found.start() if found else end
