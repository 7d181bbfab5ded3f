"""What in a sentence only tells the circumstances of a quantity, or says more of it: asides and comparisons.

"10 boxes to pack all 120 eggs", "20, 5 more than Tom", "$120, of which she pays $10": the second number is none that
the sentence asserts. In front of the main clause ("In 3 hours she earns $10") the first is none.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from answerkey.extraction.cues import behind, ended
from answerkey.extraction.language import copulas, either, everywhere
from answerkey.extraction.quantities import (
    MAX_COMPARED,
    Quantity,
    computed,
    goes_on,
    in_other_units,
    is_amount,
    joins,
    measured,
)
from answerkey.extraction.spans import NAMES_NEXT
from answerkey.extraction.standing import DENIES

_BOUNDARY = re.compile(r"[,;:，、；：](?!\d)\s*|[)\]]\s+")
_RESULT = re.compile(r"[=≈;；→⇒]")
_UNEQUAL = re.compile(r"≠|\\neq?(?![a-z])")
MAX_WORDS = 6  # between a quantity and the preposition that belongs to it: "5 bags of dog food in 3 days"
MAX_COMPARISON = 60  # likewise in which the words of a comparison stand: 5 more apples than
MIN_PARTICIPLE = 4  # letters that a participle has more than: no king sells
MAX_FREE = 12  # letters of a word between a preposition and its quantity, where words are written without spaces
_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*['’]?")


class Circumstance(NamedTuple):
    """Where what brings in a quantity as a circumstance opens.

    `aside`: it only says more of the quantity before it; False if it may be what is asked for, None if it is no aside.
    """

    start: int
    aside: bool | None = None


def circumstance(text: str, found: list[Quantity], index: int) -> Circumstance | None:
    """What brings in a quantity as a circumstance of the one before it; None if nothing does."""
    low, place = found[index - 1].end, found[index].start
    if either("partitives").match(text, found[index].end + 1, found[index].end + 40):
        return Circumstance(low)
    gap = text[low:place]
    if text[found[index - 1].content[1] - 1] in ",;":  # "$12,$ when": the comma is one of the sentence
        low, gap = low - 1, f",{gap}"
    if _compares(text, gap, found[index]):
        return Circumstance(low)
    if (than := _than(gap)) >= 0:
        return Circumstance(low + than)
    if measured(text, found, index):  # the minutes of "2 hours 40 minutes"
        return circumstance(text, found, index - 1) if index > 1 else None
    boundary = _clause(gap)
    if (aside := _aside(text, gap, boundary, found, index)) is not None:
        return Circumstance(low + boundary, aside)
    gap = NAMES_NEXT.sub("", gap)
    if joins(gap):  # between 1 and 100: one status for both
        listed = "," not in gap or any(sign.isalpha() for sign in gap) or goes_on(text, found, index)
        return circumstance(text, found, index - 1) if index > 1 and listed else None
    total = either("totals").search(gap) and not either("parts").match(gap[boundary:])  # but "out of a total of 40"
    if _RESULT.search(gap) or total or computed(text, found[index]):
        return None
    joined = max((stop.end() for stop in either("joins", "alternatives").finditer(gap, boundary)), default=0)
    part = max(boundary, joined)
    if joined > boundary and _coordinates(gap):  # 130 students and 8 teachers
        return circumstance(text, found, index - 1) if index > 1 else None
    if boundary > joined and gap[boundary:].strip() and _only_determiners(gap[boundary:]):
        return Circumstance(low + boundary)
    for opener in either("circumstances", "purposes", "subordinates", "parts").finditer(gap, part):
        if either("relations").match(gap, opener.start()):
            break
        before, after = _TOKEN.findall(gap, part, opener.start()), gap[opener.end() :]
        if boundary == part > 0 and either("relatives").match(after.lstrip()):
            break
        if _opens(opener[0].lower(), before, after, joined=joined == part > 0, bounded=boundary == part > 0):
            return Circumstance(low + opener.start())
        if either("purposes").fullmatch(opener[0]) and not either("circumstances").fullmatch(opener[0]):
            # "to finish in 4": what is reached
            break
    return None


def _clause(text: str) -> int:
    """Where the last clause of a text begins."""
    return max((stop.end() for stop in _BOUNDARY.finditer(text)), default=0)


def _aside(text: str, gap: str, boundary: int, found: list[Quantity], index: int) -> bool | None:
    """Does a quantity stand in what only says more of the one before it? None if not, False if it may be the answer.

    So it does in "24 ways to arrange 4 books", "25, of which 10 are red", "20, 5 more than Tom", "10 trips, carrying 5
    bags each"; what is gained in the end may be asked for ("for 4 hours, earning $60").
    """
    clause, quantity = gap[boundary:], found[index]
    said = text[quantity.start - len(clause) : quantity.content[1]]
    if "=" not in said and _UNEQUAL.search(said):  # x ≠ 3
        return True
    if _contrasts(gap.rstrip(" $").lower()):  # 12 and not 13
        return True
    if either("namely").search(gap) and index + 1 < len(found) and measured(text, found, index + 1):
        return True
    if in_other_units(text, gap, found, index) and not computed(text, quantity):
        return False
    if not clause.strip() or not boundary:
        told = copulas().search(gap) or either("joins", "totals").search(gap) or _RESULT.search(gap)
        if _ways().match(gap) and not told and not computed(text, quantity):
            return True
    if not boundary:
        return None
    if either("partitives").match(clause):
        return True
    if either("relations").match(clause) and not copulas().search(clause):  # "6, half of the 12"
        return True
    alike = either("distributives").match(clause) and not either("subordinates").match(clause)
    if alike and not _reaches(clause):  # "2 pizzas, each cut in 8 slices", but "8 sides, each of length 5"
        return False
    if person := either("persons").match(clause):  # 3 years older than Ann, who is 12
        return copulas().match(clause, person.end() + 1) is not None or _than(gap[: boundary - 1].rstrip(",")) >= 0
    if _light().fullmatch(clause) and _comparison().match(text, quantity.end, quantity.end + MAX_COMPARISON):
        return True
    participle = _participle(clause)
    if participle is None:
        return None
    return participle in everywhere("perfects") or _distributed(text, clause, quantity)


def _contrasts(gap: str) -> bool:
    """Does a gap end with a negation and what sets it against the quantity before: ", not", " and not"?"""
    denial = ended(gap, *DENIES)
    rest = gap[: len(gap) - denial].rstrip()
    return denial > 0 and (
        rest.endswith((",", "，", "(", ";"))
        or ended(rest, "joins", "instead") > 0
        or either("joins").match(gap, len(gap) - denial) is not None
    )


def _participle(clause: str) -> str | None:
    """The participle that a clause opens with, if what it brings in is no result: "carrying", but not "leaving"."""
    for token in _TOKEN.findall(clause.lower())[:3]:
        if token.endswith(everywhere("gerunds")) and len(token) > MIN_PARTICIPLE:
            perfect = token in everywhere("perfects") and not clause.lower().rstrip().endswith(token)
            return token if perfect or token not in everywhere("results") else None
        if token not in everywhere("circumstances") and token not in everywhere("distributives"):
            return None
    return None


def _distributed(text: str, clause: str, quantity: Quantity) -> bool:
    """Is a quantity one of each of what was counted before: "carrying 5 bags each", ", 7 days a week"?"""
    distributives = either("distributives")
    return bool(distributives.search(clause) or distributives.search(text, quantity.end, quantity.end + MAX_COMPARED))


@cache
def _ways() -> re.Pattern[str]:
    return re.compile(rf"\s?(?:[^\W\d_]+\s)?(?:{either('ways').pattern})", re.IGNORECASE)


@cache
def _comparison() -> re.Pattern[str]:
    """What compares a quantity behind it: " more apples than", " de plus que"."""
    noun = r"(?:\s+[^\W\d_]+)"
    return re.compile(
        rf"{noun}?\s*(?:{either('comparatives').pattern}){noun}{{0,3}}?,?\s+(?P<than>{either('comparisons').pattern})",
        re.IGNORECASE,
    )


@cache
def _light() -> re.Pattern[str]:
    """Words that may stand between a comma and what is compared: ", das sind 5 weniger als"."""
    words = either("restates", "leads", "namely", "circumstances", "relatives").pattern
    return re.compile(rf"(?:(?:{words}|{copulas().pattern})\s*){{0,2}}", re.IGNORECASE)


def _than(gap: str) -> int:
    """Where a gap behind a quantity goes on to what it is compared with, if that is no number; -1 if it does not.

    >>> _than(" more boys than girls in the class of "), _than(" fewer boxes than ")
    (10, -1)
    """
    compared = _comparison().match(gap)
    if compared is None or copulas().search(compared[0]):
        return -1
    rest = gap[compared.end() :]
    named = any(token.lower() not in everywhere("determiners") for token in _TOKEN.findall(rest))
    goes_on = _BOUNDARY.search(rest) or either("relations").search(rest) or copulas().search(rest)
    return compared.start("than") if named and not goes_on else -1


def _compares(text: str, gap: str, quantity: Quantity) -> bool:
    """Does a relative clause only compare the quantity before it: ", which is 4 more than 20", ", which is twice 6"?"""
    _, comma, clause = gap.rpartition(",")
    relative = either("relatives").match(clause.lstrip()) if comma else None
    if relative is None or not copulas().search(clause):
        return False
    relations = either("relations")
    return bool(relations.search(clause) or relations.search(text, quantity.end, quantity.end + MAX_COMPARED))


def _coordinates(gap: str, most: int = 2) -> bool:
    """Are two quantities joined that count different things, with at most so many words: " students and the "?"""
    join = next(iter(either("joins").finditer(gap)), None)
    if join is None or _BOUNDARY.search(gap) or "=" in gap:
        return False
    before, after = gap[: join.start()].split(), gap[join.end() :]
    openers = most < MAX_WORDS and either("circumstances", "purposes", "subordinates").search(gap, 0, join.start())
    return 0 < len(before) <= most and not openers and (not after.strip() or _only_determiners(after))


def coordinated(text: str, found: list[Quantity]) -> bool:
    """Are the last quantities two that count different things, of which none is the answer?

    So they are in "15 girls and 10 boys" and in "10 minutes a day, 7 days a week".
    """
    if len(found) < 2:
        return False
    gap = text[found[-2].end : found[-1].start]
    return _coordinates(gap, MAX_WORDS) or (
        gap.rstrip(" $").endswith((",", "，")) and _distributed(text, "", found[-1])
    )


def _may_lead(before: list[str], subordinate: bool) -> int:
    """How many words stand between a comma and what opens a circumstance: "attained when", "which is attained at"."""
    relative = before[:1] and before[0].lower() in everywhere("relatives")
    if subordinate:
        return 3 if relative else 1
    return 3 if relative and len(before) == 3 and copulas().fullmatch(before[1]) else 0


def _reaches(clause: str) -> bool:
    """Does a clause say what is reached in the end: "each getting"?"""
    return any(token.lower() in everywhere("results") for token in _TOKEN.findall(clause))


def _opens(opener: str, before: list[str], after: str, *, joined: bool, bounded: bool) -> bool:
    """Does a word open a circumstance, with `before` behind the quantity before it and `after` in front of the next?"""
    subordinate = opener in everywhere("subordinates")
    if len(before) > (0 if joined else _may_lead(before, subordinate) if bounded else MAX_WORDS):
        return False
    if subordinate:
        return True
    light = (*everywhere("determiners"), *everywhere("degrees"))
    free = [word for word in after.lower().split() if word not in light and _TOKEN.search(word)]
    if opener in everywhere("purposes") and opener not in everywhere("circumstances"):
        return bool(after.strip()) and len(free) <= 1 and not any(word in everywhere("results") for word in free)
    if opener in everywhere("parts") and opener not in everywhere(
        "circumstances"
    ):  # 8 multiples of 12, but no profit of 12
        return len(before) <= 2 and not bounded and not joined and not free and not copulas().search(" ".join(before))
    return len(free) <= 1 and sum(map(len, free)) <= MAX_FREE


def given(text: str, low: int, quantity: Quantity) -> bool:
    """Is the first quantity of a sentence none that it asserts ("In 3 hours", "the 4 workers", "Selling 3 shirts")?"""
    before = NAMES_NEXT.sub("", text[low : quantity.start])
    part = _clause(before)
    if either("totals").search(before, part) or behind(before, part, len(before), "leads"):  # "In total, it is"
        return False
    tokens = [token.lower() for token in _TOKEN.findall(before[part:])]
    if tokens and (tokens[-1] in everywhere("determiners") or tokens[-1].endswith(("'s", "’s", "s'"))):
        return True
    if tokens and tokens[0] not in everywhere("determiners") and _participle(" ".join(tokens[:2])):
        return True
    for opener in either("circumstances", "purposes", "subordinates").finditer(before, part):
        if any(word.lower() not in everywhere("leads") for word in _TOKEN.findall(before, part, opener.start())):
            break
        if _opens(opener[0].lower(), [], before[opener.end() :], joined=False, bounded=False):
            return True
    return False


def _only_determiners(text: str) -> bool:
    tokens = _TOKEN.findall(text)
    return bool(tokens) and all(token.lower() in everywhere("determiners") for token in tokens)


def either_way(text: str, low: int, found: list[Quantity], kept: int, main: int) -> bool:
    """May the quantity in the circumstance be what is asked for as well as the last one that is kept?

    The price of what is sold may ("3 shirts for $45"), and what a bare subject does ("so 4 workers finish in 2 hours").
    """
    last, dropped = found[kept - 1], found[kept]
    if main == last.end:  # "12 apples, 5 of which are red"
        return False
    compared = _comparison().match(text, last.end, dropped.start)
    if compared and not copulas().search(compared[0]):  # 10 fewer boxes than 30, but 80 is greater than 79
        return _than(text[last.end : dropped.start]) < 0
    if either("operators").fullmatch(text[last.end : dropped.start].strip()):
        return True
    if either("prices").match(text, main, main + 8) and is_amount(text, dropped) and not is_amount(text, last):
        return True
    gap = text[last.end : dropped.start].strip()
    alone = not text[dropped.end : dropped.end + 2].strip(" .,;!?*\n")
    if alone and either("circumstances").fullmatch(gap) and not is_amount(text, last):  # the odds are 1 in 6
        return True
    if either("parts").match(gap):  # 10 of the 30 marbles
        return alone and either("parts").fullmatch(gap) is not None
    before = text[low if kept == 1 else found[kept - 2].end : last.start]
    before = before[_clause(before) :]
    subject = all(word.lower() in everywhere("leads") for word in _TOKEN.findall(before)) and "=" not in before
    return subject and not copulas().search(before) and not copulas().search(text, last.end, main)
