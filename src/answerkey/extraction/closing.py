"""What a closing sentence asserts: its quantities, and which of them stand in what only tells the circumstances.

"He needs 10 boxes to pack all 120 eggs" asserts 10: what a preposition, a purpose or a subordinate clause brings in is
a circumstance, in front of the main clause ("In 3 hours she earns $10") and behind it alike. So a sentence is read up
to where nothing but circumstances follow. A sentence of which nothing can be told so is read to its end.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from answerkey.extraction.cues import ended, starts
from answerkey.extraction.language import copulas, either, everywhere, reasons
from answerkey.extraction.numbers import CURRENCY, bounds, numbers
from answerkey.extraction.response import pick
from answerkey.extraction.spans import NAMED, NAMES_NEXT, sentence_end, sentence_start, strip_space, words
from answerkey.extraction.standing import DENIES, exact_end
from answerkey.notation.words import LEXICON

WINDOWS = (100, 400)  # characters before a number in which its sentence starts, the few that mostly suffice first
MAX_QUANTITIES = 24

_FORMULA = re.compile(r"\$\$?(?=[^\s/,.;:)])([^$\n]{1,200})\$\$?|\\\((.{1,200}?)\\\)|\\\[(.{1,200}?)\\\]", re.DOTALL)
_BOUNDARY = re.compile(r"[,;:，、；：](?!\d)\s*|[)\]]\s+")
_REMARK = re.compile(r"(?<=[\w%°})$])\s\(((?=[^()\n]*\d)(?:[^()\n]|\([^()\n]*\)){1,80})\)(?!.*\d)")
_LAST_NAME = re.compile(r"\\?[A-Za-z]+\Z")
_COMPLETE = ("name", "const", "circ", "degree", "%", "prime")  # what a name may be that needs nothing behind it
_SAYS_MORE = re.compile(r"[%=≈<>≤≥]|\A[-−]?\d+[./]\d+\Z")  # what no factor in brackets has
_UNSPACED = re.compile(r"[\u3040-\u9fff]{0,2}(?<!的)(?<!的.)\Z")
_CLAUSE = re.compile(r"[^,.;:!?。，、；！？\n\d()]*")
_VARIABLE = re.compile(
    r"(?<![A-Za-z\\])[A-DF-HJ-Za-df-hj-z](?![A-Za-z{])|(?<=\d)[a-df-hj-z](?![A-Za-z])|[<>≤≥]|\\[lg]eq?\b"
)
_RESULT = re.compile(r"[=≈;；→⇒]")
_CLOSES = re.compile(r"[.!?]\s?(?:\$\$?|\\[\])])")  # a formula with the end of the sentence in it
_DISPLAY_END = re.compile(r"[.!?](?:\$\$|\\\])\s*(?=[A-Z])")
_UNEQUAL = re.compile(r"≠|\\neq?(?![a-z])")
_UNEQUAL_ENDS = ("≠", " !=", "\\neq", "\\ne")
MAX_WORDS = 6  # between a quantity and the preposition that belongs to it: "5 bags of dog food in 3 days"
MAX_COMPARED = 20  # characters behind a quantity in which it may be compared: 3 times more than
MAX_COMPARISON = 60  # likewise in which the words of a comparison stand: 5 more apples than
MIN_PARTICIPLE = 4  # letters that a participle has more than: no king sells
MAX_FREE = 12  # letters of a word between a preposition and its quantity, where words are written without spaces
_RESUMES = re.compile(r"[,;)，、；]\s*(?=[^,;]*\d)")  # behind a reason, the sentence goes on
_DIGIT = re.compile(r"\d")
_MEASURE = re.compile(r"-[^\W\d_]{2}")  # a 3-digit number
_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*['’]?")


class Quantity(NamedTuple):
    """Where a number or a formula of a sentence stands, its delimiters included; `content` is what they enclose."""

    start: int
    end: int
    content: tuple[int, int]


class Sentence(NamedTuple):
    """A closing sentence with its quantities, up to the end of what it asserts.

    `clear`: it cannot be read in another way.
    """

    start: int
    end: int
    quantities: list[Quantity]
    clear: bool = True


def quantities(text: str, start: int, end: int) -> list[Quantity]:
    """The numbers and formulas between two places, in order."""
    found: list[Quantity] = []
    place = start
    formulas = text.count("$", start, end) > 1 or text.find("\\", start, end) >= 0
    while place < end and len(found) < MAX_QUANTITIES:
        formula = _FORMULA.search(text, place, end) if formulas else None
        while formula and formula[0][0] == "$" and _is_money(text, formula):
            formula = _FORMULA.search(text, formula.start() + 1, end)  # the signs of money: $5 and $6
        stop = formula.start() if formula else end
        for number in numbers(text, place, stop):
            low, high = number.span()
            if not _MEASURE.match(text, high):
                found.append(Quantity(low, high, (low, high)))
        if formula is None:
            break
        content = strip_space(text, *formula.span(formula.lastindex or 0))
        if _DIGIT.search(text, *content):
            found.append(Quantity(*formula.span(), content))
        place = formula.end()
    return found


def _is_money(text: str, formula: re.Match[str]) -> bool:
    """Are the two signs those of amounts: $5 and $6, $18 x 2 = $36?"""
    return formula[1][0].isdigit() and (text[formula.end() : formula.end() + 1].isdigit() or bool(words(formula[1])))


def sentence(text: str, low: int, place: int, end: int) -> Sentence:
    """The sentence that holds `place`, up to the circumstances, reasons and restatements that close it.

    >>> said = "He needs 10 boxes to pack all 120 eggs."
    >>> said[: sentence(said, 0, 30, len(said)).end]
    'He needs 10 boxes '
    """
    low = opening(text, low, place)
    limit = min(end, place + WINDOWS[-1])
    end = sentence_end(text, place, limit)
    if closes := _CLOSES.match(text, end, limit):
        end = closes.end()
    found = quantities(text, low, end)
    if len(found) < 2:
        return Sentence(low, end, found)
    cut = _unexplained(text, low, found[0].end, end)
    found = [one for one in found if one.end <= cut]
    main, kept = cut, len(found)
    while kept > 1 and (opens := _circumstance(text, found, kept - 1)) >= 0:
        kept, main = kept - 1, opens
    if kept < len(found) and (
        _VARIABLE.search(_value(text, found[kept - 1])) or _ends_with(("relations",), text, low, found[kept - 1].start)
    ):
        return Sentence(low, cut, found)  # "x^2 - 46 is least when x = 7", "less than 5 when k = 7" may assert either
    aside = None if main == cut else _aside(text, text[found[kept - 1].end : found[kept].start], found, kept)
    if aside is not None:
        return Sentence(low, main, found[:kept], aside)
    if main == cut or (kept == 1 and _given(text, low, found[0])):
        return Sentence(low, cut, found)
    return Sentence(low, main, found[:kept], clear=not _either_way(text, low, found, kept, main))


def opening(text: str, low: int, place: int) -> int:
    """Where the sentence that holds `place` starts, also behind a display that the one before it ends with."""
    for window in WINDOWS:
        begin = max(low, place - window)
        start = sentence_start(text, begin, place)
        if start > begin:
            break
    display = pick(_DISPLAY_END.finditer(text, start, place))
    return display.end() if display else start


def restated(text: str, start: int, end: int) -> int:
    """Where what stands between two places ends, before a remark in brackets or "which is about" says it again.

    >>> restated("3/4 (75%)", 0, 9), restated("2 (x + 1)", 0, 9)
    (3, 9)
    """
    if text.endswith(")", start, end) and (remark := _remark(text, start, end)) and remark.end() == end:
        end = remark.start()
    return exact_end(text, start, end)


def _remark(text: str, start: int, end: int) -> re.Match[str] | None:
    """The brackets behind which there is no number, if they hold a remark and no factor."""
    remark = _REMARK.search(text, start, end)
    if (
        remark
        and not _awaits(text[max(start, remark.start() - 20) : remark.start()])
        and (_SAYS_MORE.search(remark[1]) or words(remark[1]) or either("alternatives").match(remark[1]))
    ):
        return remark
    return None


def _awaits(before: str) -> bool:
    """Does what stands before brackets end with a function or an operator, whose operand they hold: `\\mod (3/4)`?"""
    name = _LAST_NAME.search(before)
    return name is not None and name[0] in LEXICON and LEXICON[name[0]][0] not in _COMPLETE


def _unexplained(text: str, low: int, place: int, end: int) -> int:
    """Where a sentence ends, whose first quantity ends at `place`, before it says so again or why."""
    if remark := _remark(text, place - 1, end):
        end = remark.start()
    reason = reasons().search(text, place, end)
    if reason and not _RESUMES.search(text, reason.end(), end):
        end = reason.start()
    return exact_end(text, low, end)


def bounded(text: str, start: int, end: int, limit: int) -> bool:
    """Is a quantity only a bound of what is asked for ("5 apples or more", 至少是5), or no count of it ("5 dozen")?"""
    clause = _CLAUSE.match(text, end, min(limit, end + 30))
    after = clause[0] if clause else ""
    if bounds(after) or starts(after.lower().lstrip(), "dozens"):
        return True
    before = text[max(0, start - 24) : start]
    if before.rstrip().endswith(_UNEQUAL_ENDS):
        return True
    if before.isascii():
        before = before.rstrip().lower()
        related = ended(before, "relations", "bounds")
        return related > 0 and related >= ended(before, "totals")  # but "add up to 12"
    for relation in either("relations", "bounds").finditer(before):
        between = before[relation.end() :].strip()
        if not between or copulas().fullmatch(between) or _UNSPACED.fullmatch(between):  # 最多有5个
            return True
    return False


def _circumstance(text: str, found: list[Quantity], index: int) -> int:
    """Where opens what brings in a quantity as a circumstance of the one before it; -1 if nothing does."""
    low, place = found[index - 1].end, found[index].start
    if either("partitives").match(text, found[index].end + 1, found[index].end + 40):
        return low
    gap = text[low:place]
    if text[found[index - 1].content[1] - 1] in ",;":  # "$12,$ when": the comma is one of the sentence
        low, gap = low - 1, f",{gap}"
    if _compares(text, gap, found[index]):
        return low
    if (than := _than(gap)) >= 0:
        return low + than
    if _measured(text, found, index):  # the minutes of "2 hours 40 minutes"
        return _circumstance(text, found, index - 1) if index > 1 else -1
    boundary = max((stop.end() for stop in _BOUNDARY.finditer(gap)), default=0)
    if _aside(text, gap, found, index) is not None:
        return low + boundary
    gap = NAMES_NEXT.sub("", gap)
    if _joins(gap):  # between 1 and 100: one status for both
        listed = "," not in gap or any(sign.isalpha() for sign in gap) or _goes_on(text, found, index)
        return _circumstance(text, found, index - 1) if index > 1 and listed else -1
    total = either("totals").search(gap) and not either("parts").match(gap[boundary:])  # but "out of a total of 40"
    if _RESULT.search(gap) or total or _computed(text, found[index]):
        return -1
    joined = max((stop.end() for stop in either("joins", "alternatives").finditer(gap, boundary)), default=0)
    part = max(boundary, joined)
    if joined > boundary and _coordinates(gap):  # 130 students and 8 teachers
        return _circumstance(text, found, index - 1) if index > 1 else -1
    if boundary > joined and gap[boundary:].strip() and _only_determiners(gap[boundary:]):
        return low + boundary
    for opener in either("circumstances", "purposes", "subordinates", "parts").finditer(gap, part):
        if either("relations").match(gap, opener.start()):
            break
        before, after = _TOKEN.findall(gap, part, opener.start()), gap[opener.end() :]
        if boundary == part > 0 and either("relatives").match(after.lstrip()):
            break
        if _opens(opener[0].lower(), before, after, joined=joined == part > 0, bounded=boundary == part > 0):
            return low + opener.start()
        if either("purposes").fullmatch(opener[0]) and not either("circumstances").fullmatch(opener[0]):
            # "to finish in 4": what is reached
            break
    return -1


def _aside(text: str, gap: str, found: list[Quantity], index: int) -> bool | None:
    """Does a quantity stand in what only says more of the one before it? None if not, False if it may be the answer.

    So it does in "24 ways to arrange 4 books", "25, of which 10 are red", "20, 5 more than Tom", "10 trips, carrying 5
    bags each"; what is gained in the end may be asked for ("for 4 hours, earning $60").
    """
    boundary = max((stop.end() for stop in _BOUNDARY.finditer(gap)), default=0)
    clause, quantity = gap[boundary:], found[index]
    said = text[quantity.start - len(clause) : quantity.content[1]]
    if "=" not in said and _UNEQUAL.search(said):  # x ≠ 3
        return True
    if _contrasts(gap.rstrip(" $").lower()):  # 12 and not 13
        return True
    if either("namely").search(gap) and index + 1 < len(found) and _measured(text, found, index + 1):
        return True
    if _in_other_units(text, gap, found, index) and not _computed(text, quantity):
        return False
    if not clause.strip() or not boundary:
        told = copulas().search(gap) or either("joins", "totals").search(gap) or _RESULT.search(gap)
        if _ways().match(gap) and not told and not _computed(text, quantity):
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


def _measured(text: str, found: list[Quantity], index: int) -> bool:
    """Is a quantity the smaller part of a measure whose larger one stands before it: "2 hours and 40 minutes"?"""
    between = _measure().fullmatch(text, found[index - 1].end, found[index].start)
    return between is not None and _measure().match(text, found[index].end, found[index].end + MAX_COMPARED) is not None


def _in_other_units(text: str, gap: str, found: list[Quantity], index: int) -> bool:
    """Does a quantity say the one before it in another unit: "840 seconds, or 14 minutes"?"""
    first, second = (_measure().match(text, one.end) for one in found[index - 1 : index + 1])
    if first is None or second is None or first["unit"].lower().rstrip("s") == second["unit"].lower().rstrip("s"):
        return False
    return either("namely").fullmatch(gap[first.end("unit") - found[index - 1].end :].strip(" .,")) is not None


def measure(text: str, found: list[Quantity]) -> tuple[int, int] | None:
    """Where the last measure of several parts stands ("2 hours 40 minutes"); None if the last quantity is in none."""
    first = len(found) - 1
    while first > 0 and _measured(text, found, first):
        first -= 1
    if first == len(found) - 1:
        return None
    unit = _measure().match(text, found[-1].end)
    return found[first].content[0], unit.end("unit") if unit else found[-1].end


@cache
def _measure() -> re.Pattern[str]:
    """A unit behind a number, and what joins the next part of the measure: "hours and", "h"."""
    units = "|".join(map(re.escape, sorted(everywhere("measures"), key=len, reverse=True)))
    joins = either("joins").pattern
    return re.compile(rf"\s?(?P<unit>{units})(?![^\W\d_])\.?,?\s*(?:(?:{joins})\s*)?", re.IGNORECASE)


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


def _value(text: str, quantity: Quantity) -> str:
    """A quantity without the name it gives a value to."""
    named = NAMED.fullmatch(text, *quantity.content)
    return named["value"] if named else text[slice(*quantity.content)]


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


def _computed(text: str, quantity: Quantity) -> bool:
    """Is a quantity worked out where it stands: `20/2 = 10`?"""
    left, equals, _ = _value(text, quantity).rpartition("=")
    return bool(equals) and _VARIABLE.search(left) is None


def _joins(gap: str) -> bool:
    """Is there nothing between two quantities but what joins them: "3, 4 and 5", "1 to 10"?"""
    gap = gap.strip(" ,-–")
    return not gap or either("joins", "alternatives", "ranges").fullmatch(gap) is not None


def _goes_on(text: str, found: list[Quantity], index: int) -> bool:
    """Does a list go on behind a quantity?"""
    return index + 1 < len(found) and _joins(text[found[index].end : found[index + 1].start])


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


def denied(text: str, low: int, place: int) -> bool:
    """Does a negation stand directly before a place?"""
    return _ends_with(DENIES, text, low, place)


def brought_in(text: str, low: int, place: int) -> bool:
    """Does a preposition stand directly before a place: "between", "in"?"""
    return _ends_with(("circumstances",), text, low, place)


def _ends_with(names: tuple[str, ...], text: str, low: int, place: int) -> bool:
    """Does a word of the lists end at a place?"""
    return ended(text[max(low, place - 24) : place].rstrip(" $").lower(), *names) > 0


def _given(text: str, low: int, quantity: Quantity) -> bool:
    """Is the first quantity of a sentence none that it asserts ("In 3 hours", "the 4 workers", "Selling 3 shirts")?"""
    before = NAMES_NEXT.sub("", text[low : quantity.start])
    part = max((stop.end() for stop in _BOUNDARY.finditer(before)), default=0)
    if either("totals").search(before, part) or _ends_with(("leads",), before, part, len(before)):  # "In total, it is"
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


def _is_amount(text: str, quantity: Quantity) -> bool:
    return CURRENCY.search(text, quantity.start, quantity.end + 2) is not None


def _only_determiners(text: str) -> bool:
    tokens = _TOKEN.findall(text)
    return bool(tokens) and all(token.lower() in everywhere("determiners") for token in tokens)


def _either_way(text: str, low: int, found: list[Quantity], kept: int, main: int) -> bool:
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
    if either("prices").match(text, main, main + 8) and _is_amount(text, dropped) and not _is_amount(text, last):
        return True
    gap = text[last.end : dropped.start].strip()
    alone = not text[dropped.end : dropped.end + 2].strip(" .,;!?*\n")
    if alone and either("circumstances").fullmatch(gap) and not _is_amount(text, last):  # the odds are 1 in 6
        return True
    if either("parts").match(gap):  # 10 of the 30 marbles
        return alone and either("parts").fullmatch(gap) is not None
    before = text[low if kept == 1 else found[kept - 2].end : last.start]
    before = before[max((stop.end() for stop in _BOUNDARY.finditer(before)), default=0) :]
    subject = all(word.lower() in everywhere("leads") for word in _TOKEN.findall(before)) and "=" not in before
    return subject and not copulas().search(before) and not copulas().search(text, last.end, main)
