"""What in a sentence only tells the circumstances of a quantity, or says more of it: asides and comparisons.

"10 boxes to pack all 120 eggs", "20, 5 more than Tom", "$120, of which she pays $10": the second number is none that
the sentence asserts. In front of the main clause ("In 3 hours she earns $10") the first is none.
"""

from __future__ import annotations

import re
from functools import cache, partial
from typing import NamedTuple

from answerkey.extraction.cues import behind, ended, starts
from answerkey.extraction.language import copulas, either, everywhere, may_hold, reasons
from answerkey.extraction.quantities import (
    MAX_COMPARED,
    Quantity,
    computed,
    goes_on,
    in_other_units,
    is_amount,
    joins,
    measure_unit,
    measured,
)
from answerkey.extraction.response import pick
from answerkey.extraction.spans import NAMES_NEXT
from answerkey.extraction.standing import DENIES

_BOUNDARY = re.compile(r"[,;:，、；：](?!\d)\s*|[)\]]\s+")
_EQUALS = re.compile(r"\s*[=≈]\s*\$?")
_RESULT = re.compile(r"[=≈;；→⇒]")
_PARENTHESIS_END = re.compile(r"(?:\s[^\W\d_]+)?[,，]")
_UNEQUAL = re.compile(r"≠|\\neq?(?![a-z])")
_UNCASED = "\u0900"  # from where scripts put behind a number what others put before it
MAX_WORDS = 6  # between a quantity and the preposition that belongs to it: "5 bags of dog food in 3 days"
MAX_COMPARISON = 60  # likewise in which the words of a comparison stand: 5 more apples than
MIN_PARTICIPLE = 4  # letters that a participle has more than: no king sells
MAX_APPOSED = 2  # words between an article and the preposition behind it: a nice return on
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
    if _EQUALS.fullmatch(text, low, place):  # as of most calculations
        return None
    if either("partitives").match(text, found[index].end + 1, found[index].end + 40):
        return Circumstance(low)
    gap = text[low:place]
    if text[found[index - 1].content[1] - 1] in ",;":  # "$12,$ when": the comma is one of the sentence
        low, gap = low - 1, f",{gap}"
    aside: bool | None = None
    if comma := _parenthesis_end(text, found[index - 1], gap):
        low, gap, aside = low + comma, gap[comma:], True
        if copulas().fullmatch(gap.strip()):  # "her age, 21, is 3 times that of her son"
            return Circumstance(low, False)
    if _compares(text, gap, found[index]) or _ago(text, gap, found[index]):
        return Circumstance(low)
    if (than := _than(gap)) >= 0:
        return Circumstance(low + than)
    if measured(text, found, index):  # the minutes of "2 hours 40 minutes"
        return circumstance(text, found, index - 1) if index > 1 else None
    boundary = _clause(gap)
    concludes = 0 < boundary == concluded(gap)  # behind which only a circumstance of its own says more
    if not concludes and (said_more := _aside(text, gap, boundary, found, index)) is not None:
        return Circumstance(low + boundary, said_more)
    gap = NAMES_NEXT.sub("", gap)
    if joins(gap):  # between 1 and 100: one status for both
        listed = "," not in gap or any(sign.isalpha() for sign in gap) or goes_on(text, found, index)
        return circumstance(text, found, index - 1) if index > 1 and listed else None
    needed = _needed().search(text, max(0, low - 60), found[index - 1].start) is not None
    if needed and (purpose := either("purposes").search(gap, boundary)):
        words = len(_TOKEN.findall(gap, boundary, purpose.start()))
        if words <= (0 if boundary else MAX_WORDS) and not either("totals").search(gap, purpose.end()):
            return Circumstance(low + purpose.start(), True)
    total = either("totals").search(gap)
    reached = (
        total
        and not (
            either("parts").match(gap[boundary:])  # "out of a total of 40"
            or either("circumstances", "subordinates").match(gap[total.end() :].lstrip())  # "in total after 5 months"
        )
    )
    if _RESULT.search(gap) or reached or computed(text, found[index]):
        return None
    joined = max((stop.end() for stop in either("joins", "alternatives").finditer(gap, boundary)), default=0)
    part = max(boundary, joined)
    if joined > boundary and _coordinates(gap):  # 130 students and 8 teachers
        return circumstance(text, found, index - 1) if index > 1 else None
    if boundary > joined and gap[boundary:].strip() and _only_determiners(gap[boundary:]):
        return Circumstance(low + boundary)
    opened = _opened(gap, part, joined=joined == part > 0, bounded=boundary == part > 0)
    if opened is None:  # "the divisor, 6, divides both 18 and 24"
        own = either("determiners", "relatives").match(gap.lstrip())  # a subject
        return Circumstance(low, False) if aside and not part and not own else None
    return Circumstance(low + opened.start, aside if opened.aside is None else opened.aside)


def _clause(text: str) -> int:
    """Where the last clause of a text begins: behind a sign, or behind a word that concludes."""
    stop = _last_sign(text)
    return max(stop, concluded(text, stop))


def _opened(gap: str, part: int, *, joined: bool, bounded: bool) -> Circumstance | None:
    """The circumstance that a word opens in what stands between two quantities, from `part` on, behind a word that
    joins them or a sign that bounds a clause."""
    for opener in either("circumstances", "purposes", "subordinates", "parts").finditer(gap, part):
        word = opener[0].lower()
        if either("relations").match(gap, opener.start()):
            break
        if word in everywhere("indefinites"):  # which is a preposition in another language
            continue
        before, after = _TOKEN.findall(gap, part, opener.start()), gap[opener.end() :]
        if either("contrasts").fullmatch(opener[0]) and not _only_determiners(after):
            return Circumstance(opener.start(), False)
        if bounded and either("relatives").match(after.lstrip()):
            break
        shared = word in everywhere("subordinates") and either("distributives").match(opener[0])
        if shared and len(_free(after)) > 1:  # ", each of them gets"
            return Circumstance(opener.start(), False)
        opens = partial(_opens, word, before, joined=joined, bounded=bounded)
        if opens(after):
            return Circumstance(opener.start())
        inner = pick(either("circumstances", "parts").finditer(after))
        if (
            word in everywhere("circumstances")
            and inner
            and 0 < len(_free(after[: inner.start()])) <= MAX_APPOSED
            and opens(after[inner.end() :])
        ):
            # "in the air of the 3 rooms", but "at a rate of 5", "for a distance of 180" may say what is asked for
            return Circumstance(opener.start(), False if _indefinite(after) else None)
        reached = word in everywhere("purposes") and word not in everywhere("circumstances")
        if reached and _article().match(after.lstrip()) is None:  # "to finish in 4", but "to the hive in 4"
            break
    return None


def _last_sign(text: str) -> int:
    return max((stop.end() for stop in _BOUNDARY.finditer(text)), default=0)


def concluded(text: str, low: int = 0) -> int:
    """Where what concludes in a text ends ("so he sleeps", but not "so that he"), 0 if nothing does."""
    end = 0
    for word in either("concludes").finditer(text, low):
        other = either("subordinates", "purposes").match(text, word.start())
        if other is None or other.end() <= word.end() or text[: word.start()].rstrip().endswith(","):
            end = max(word.end(), other.end() if other else 0)
    return end


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
        return True if _gerund_ends(clause) else None
    if either("partitives").match(clause):
        return True
    article = _article().match(clause)
    said_more = clause[article.end() :] if article else clause
    if either("relations").match(said_more) and not copulas().search(clause):  # "6, half of the 12"
        return True
    if said_more != clause and (apposed := _apposed(clause, said_more)) is not None:
        return apposed
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


def _parenthesis_end(text: str, quantity: Quantity, gap: str) -> int:
    """Where the comma ends behind a quantity between two: "the maximum, 10, is", "3 of 4, i.e. 75 percent, of"; 0 if
    it is between none."""
    comma = _PARENTHESIS_END.match(gap)
    if comma is None or joins(gap):
        return 0
    before = text[max(0, quantity.start - 24) : quantity.start].rstrip()
    said = ended(before.lower(), "namely")
    return comma.end() if before[: len(before) - said].rstrip().endswith((",", "，")) else 0


def _ago(text: str, gap: str, quantity: Quantity) -> bool:
    """Does a quantity say when: "18 years old 3 years ago", "18 ans il y a 3 ans"?"""
    unit = measure_unit().match(text, quantity.end)
    if unit is None or computed(text, quantity) or "=" in gap or _clause(gap) or copulas().search(gap):
        return False
    return either("agos").match(text, unit.end()) is not None or ended(gap.rstrip().lower(), "agos") > 0


@cache
def _needed() -> re.Pattern[str]:
    """What ends with a verb of need, whose object is asked for: "will take her", "needs to make"."""
    other = either("circumstances", "parts").pattern
    return re.compile(
        rf"(?:{either('needs').pattern})(?:\s+(?:{either('purposes').pattern}))?(?:\s+(?!{other})[^\W\d_]+){{0,2}}\s*\Z",
        re.IGNORECASE,
    )


def _contrasts(gap: str) -> bool:
    """Does a gap end with a negation and what sets it against the quantity before: ", not", " and not"?"""
    denial = ended(gap, *DENIES, "noes")
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


def _gerund_ends(gap: str) -> bool:
    """Does what stands between two quantities end with a participle that takes the second: "$70 filling all 5"?"""
    tokens = _TOKEN.findall(gap.lower())
    while tokens and tokens[-1] in everywhere("determiners"):
        del tokens[-1]
    if not tokens or _participle(tokens[-1]) is None or (tokens[1:] and tokens[-2] in everywhere("determiners")):
        return False  # the spring
    return not copulas().search(gap) and not either("joins", "purposes", "circumstances").search(gap)


def _distributed(text: str, clause: str, quantity: Quantity) -> bool:
    """Is a quantity one of each of what was counted before: "carrying 5 bags each", ", 7 days a week"?"""
    distributives = either("distributives")
    return bool(distributives.search(clause) or distributives.search(text, quantity.end, quantity.end + MAX_COMPARED))


def _apposed(clause: str, rest: str) -> bool | None:
    """Does a clause with an article only tell what the quantity before it is: ", a nice return on his investment of"?

    False if what it is may be what is asked for: ", a profit of".
    """
    if _indefinite(clause) and ended(clause.rstrip(), "relations"):  # ", a number that is divisible by"
        return True
    if copulas().search(clause) or either("totals", "results", "concludes").search(clause):
        return None
    openers = list(either("circumstances", "parts").finditer(rest))
    if not openers or not openers[0].start() or len(_free(rest[openers[-1].end() :])) > 1:
        return None
    if len(_TOKEN.findall(rest, 0, openers[0].start())) > MAX_APPOSED:
        return None
    of = len(openers) == 1 and openers[0][0].lower() in everywhere("parts")
    return not of if _indefinite(clause) else True if of else None


def _indefinite(text: str) -> bool:
    return either("indefinites").match(text.lstrip()) is not None


@cache
def _article() -> re.Pattern[str]:
    """The determiners that a clause begins with."""
    return re.compile(rf"(?:(?:{either('determiners').pattern})\s+)+", re.IGNORECASE)


def _free(text: str) -> list[str]:
    """The words of a text that are neither determiners nor degrees."""
    light = (*everywhere("determiners"), *everywhere("degrees"))
    words = (word.strip(" ,;:.()$*") for word in text.lower().split())  # tokens would part signs of Thai
    return [word for word in words if word not in light and _TOKEN.search(word)]


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
    (11, -1)
    """
    compared = _comparison().match(gap)
    if compared is None or copulas().search(compared[0]):
        return -1
    rest = gap[compared.end() :]
    named = any(token.lower() not in everywhere("determiners") for token in _TOKEN.findall(rest))
    goes_on = _clause(rest) or either("relations").search(rest) or copulas().search(rest)
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
    join = None if "=" in gap else either("joins").search(gap)
    if join is None or _clause(gap):
        return False
    before, after = gap[: join.start()].split(), gap[join.end() :]
    openers = most < MAX_WORDS and either("circumstances", "purposes", "subordinates").search(gap, 0, join.start())
    return 0 < len(before) <= most and not openers and (not after.strip() or _only_determiners(after))


def coordinated(text: str, low: int, found: list[Quantity]) -> bool:
    """Are the last quantities two that count different things, of which none is the answer?

    So they are in "15 girls and 10 boys", "10 minutes a day, 7 days a week" and "Ann is 25, and Ben is 12".
    """
    if len(found) < 2:
        return False
    gap = text[found[-2].end : found[-1].start]
    return (
        _coordinates(gap, MAX_WORDS)
        or (gap.rstrip(" $").endswith((",", "，")) and _distributed(text, "", found[-1]))
        or _rivals(text, low, gap, found)
    )


def _rivals(text: str, low: int, gap: str, found: list[Quantity]) -> bool:
    """Do two clauses each assert one of the last quantities, and nothing concludes: "Ann is 25, and Ben is 12"?"""
    if (
        "=" in text[found[-2].end : found[-1].end]
        or concluded(gap)
        or either("totals", "relatives", "namely").search(gap)
    ):
        return False
    part = sign = _last_sign(gap)
    if join := either("joins", "contrasts").search(gap, sign):
        part = join.end()
    clause = gap[part:]
    if not part or not _free(clause) or _reaches(clause) or copulas().match(clause.lstrip(" $")):
        return False
    if not (join and join.start() == sign) and _fronted(text, low, found[0]):  # "If Ann is 25, Ben is 12"
        return False
    one, other = (text[slice(*quantity.content)].strip() for quantity in found[-2:])
    if one == other or text.endswith("[", low, found[-1].start):  # "second try [45]"
        return False
    before = text[low if len(found) < 3 else found[-3].end : found[-2].start]
    first, second = (text[one.end : one.end + 1] for one in found[-2:])
    if first >= _UNCASED and first != second:  # 3年後、彼は12歳
        return False
    doubts = (*DENIES, "modals", "thinks")  # "not 10, it is 12", "you might expect 10, but it is 12"
    doubted = may_hold(before, *doubts) and either(*doubts).search(before)
    return not doubted and not given(text, low, found[-2]) and not reasons().search(" " + before)


_FRONTS = ("circumstances", "subordinates", "purposes", "conditions", "perfects", "hypotheses", "inverts", "concedes")


def _fronted(text: str, low: int, first: Quantity) -> bool:
    """Does a sentence open with a condition, a reason or a circumstance, behind which the main clause stands?"""
    before = text[low : first.start].lstrip()
    if led := starts(before.lower(), "leads", "concludes"):
        before = before[led:].lstrip(" ,")
    if ended(text[low : first.start].rstrip().lower(), "agos"):  # "il y a 5 ans"
        return True
    opens = either(*_FRONTS).match(before)
    return opens is not None or reasons().match(" " + before) is not None or _participle(before) is not None


def outweighs(text: str, low: int, digits: list[Quantity], start: int, end: int) -> bool:
    """Does a number in words count, and not the digits of its sentence?

    So does "five of the 12 apples", and what is concluded from the digits: "12 for each wall, so forty-eight".
    """
    behind_it = [one for one in digits if one.start > end]
    if behind_it:
        gap = text[end : behind_it[0].start]
        needed = _needed().search(text, max(0, low, start - 60), start)
        parts = either("parts").match(gap.lstrip())
        return bool((needed and either("purposes").search(gap)) or (parts and not _free(gap.lstrip()[parts.end() :])))
    gap = text[digits[-1].end : start]
    if copulas().fullmatch(gap.strip()):  # 3 × 3 is nine
        return True
    if "=" in text[low:start]:
        return False
    if not _clause(gap):  # the 15 children form three teams
        return len(digits) == 1 and ended(text[low : digits[0].start].rstrip().lower(), "determiners") > 0
    return bool(concluded(gap)) or ";" in gap or _fronted(text, low, digits[0])


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
    free = _free(after)
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
    if (
        len(tokens) > 1
        and tokens[-1] in everywhere("indefinites")
        and tokens[-2] not in (*everywhere("leads"), *everywhere("concludes"))
    ):  # "makes a $70 profit"
        return False
    if tokens and (tokens[-1] in everywhere("determiners") or tokens[-1].endswith(("'s", "’s", "s'"))):
        return True
    if tokens and tokens[0] not in everywhere("determiners") and _participle(" ".join(tokens[:2])):
        return True
    for opener in either("circumstances", "purposes", "subordinates").finditer(before, part):
        led = (*everywhere("leads"), *everywhere("joins"))
        if any(word.lower() not in led for word in _TOKEN.findall(before, part, opener.start())):
            break
        if either("distributives").match(before, opener.start()):  # "each of the friends gets 7"
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
