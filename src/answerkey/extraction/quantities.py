"""The quantities of a sentence: its numbers and formulas, and the measures, lists and bounds that they are."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from answerkey.extraction.cues import ended, starts
from answerkey.extraction.language import copulas, either, everywhere, may_hold
from answerkey.extraction.numbers import CURRENCY, bounds, large_only, numbers
from answerkey.extraction.spans import NAMED, NAMES_NEXT, strip_space, words
from answerkey.extraction.spelled import spelled

MAX_QUANTITIES = 24
MAX_COMPARED = 20  # characters behind a quantity in which it may be compared: 3 times more than
_FORMULA = re.compile(r"\$\$?(?=[^\s/,.;:)])([^$\n]{1,200})\$\$?|\\\((.{1,200}?)\\\)|\\\[(.{1,200}?)\\\]", re.DOTALL)
VARIABLE = re.compile(
    r"(?<![A-Za-z\\])[A-DF-HJ-Za-df-hj-z](?![A-Za-z{])|(?<=\d)[a-df-hj-z](?![A-Za-z])|[<>≤≥]|\\[lg]eq?\b"
)
# What relates a name to a number that is no value of it: x > 2, but not => 2, <b>2 and > 2 at the start of a line.
_UNEQUAL_END = re.compile(r"(?:[≠≤≥]|\S\s[<>]|\s[!<>]=|(?<![\w<])[A-Za-z][<>]|\\(?:neq?|[lg]eq?(?:slant)?|[lg]t))\s*\Z")
_UNSPACED = re.compile(r"[\u3040-\u9fff]{0,2}(?<!的)(?<!的.)\Z")
_CLAUSE = re.compile(r"[^,.;:!?。，、；！？\n\d()]*")
_DIGIT = re.compile(r"\d")
_MEASURE = re.compile(r"-[^\W\d_]{2}")  # a 3-digit number


class Quantity(NamedTuple):
    """Where a number or a formula of a sentence stands, its delimiters included; `content` is what they enclose."""

    start: int
    end: int
    content: tuple[int, int]


def quantities(text: str, start: int, end: int, *, in_words: bool = False) -> list[Quantity]:
    """The numbers and formulas between two places, in order; also the numbers in words, if asked for."""
    found = _in_digits(text, start, end)
    if in_words:
        found += [Quantity(one.start, one.end, (one.start, one.end)) for one in spelled(text, start, end)]
        found.sort()
    return found


def _in_digits(text: str, start: int, end: int) -> list[Quantity]:
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
            numbered = text.startswith("#", low - 1) and not text.startswith("#", low - 2)  # horse #12
            if found and large_only(text[found[-1].end : low]):  # 12万5千
                found[-1] = Quantity(found[-1].start, high, (found[-1].start, high))
            elif not _MEASURE.match(text, high) and not numbered:
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


def value(text: str, quantity: Quantity) -> str:
    """A quantity without the name it gives a value to."""
    named = NAMED.fullmatch(text, *quantity.content)
    return named["value"] if named else text[slice(*quantity.content)]


def unknown(text: str, quantity: Quantity) -> bool:
    """Does a quantity hold a letter that stands for a number? One in words does not."""
    given = value(text, quantity)
    return VARIABLE.search(given) is not None and _DIGIT.search(given) is not None


def computed(text: str, quantity: Quantity) -> bool:
    """Is a quantity worked out where it stands: `20/2 = 10`?"""
    left, equals, _ = value(text, quantity).rpartition("=")
    return bool(equals) and VARIABLE.search(left) is None


def is_amount(text: str, quantity: Quantity) -> bool:
    return CURRENCY.search(text, quantity.start, quantity.end + 2) is not None


def joins(gap: str) -> bool:
    """Is there nothing between two quantities but what joins them: "3, 4 and 5", "1 to 10"?"""
    gap = gap.strip(" ,-–")
    return not gap or either("joins", "alternatives", "ranges").fullmatch(gap) is not None


def goes_on(text: str, found: list[Quantity], index: int) -> bool:
    """Does a list go on behind a quantity?"""
    return index + 1 < len(found) and joins(text[found[index].end : found[index + 1].start])


def bounded(text: str, start: int, end: int, limit: int) -> bool:
    """Is a quantity only a bound of what is asked for ("5 apples or more", 至少是5), or no count of it ("5 dozen")?"""
    clause = _CLAUSE.match(text, end, min(limit, end + 30))
    after = clause[0] if clause else ""
    if bounds(after) or starts(after.lower().lstrip(), "dozens") or is_partial(text, start, after):
        return True
    before = text[max(0, start - 24) : start]
    if _UNEQUAL_END.search(before):
        return True
    if may_hold(before, "relations", "bounds"):
        for relation in either("relations", "bounds").finditer(before):
            between = before[relation.end() :].strip()
            unit = between.lower() in everywhere("measures")  # angalau dola 5
            if not between or unit or copulas().fullmatch(between) or _UNSPACED.fullmatch(between):  # 最多有5个
                return len(relation[0]) >= ended(before[: relation.end()].lower(), "totals")  # but "add up to 12"
    return False


def is_partial(text: str, start: int, after: str) -> bool:
    """Is a quantity one of several that are asked for: "x = 2 is one of the solutions", "one solution is x = 2"?"""
    if may_hold(after, "partials") and either("partials").search(after):
        return True
    before = NAMES_NEXT.sub("", text[max(0, start - 40) : start])
    return may_hold(before, "partials") and _partial_before().search(before) is not None


@cache
def _partial_before() -> re.Pattern[str]:
    return re.compile(rf"(?:{either('partials').pattern})\s*(?:{copulas().pattern})?\s*\Z", re.IGNORECASE)


def measure(text: str, found: list[Quantity]) -> tuple[int, int] | None:
    """Where the last measure of several parts stands ("2 hours 40 minutes"); None if the last quantity is in none."""
    first = len(found) - 1
    while first > 0 and measured(text, found, first):
        first -= 1
    if first == len(found) - 1:
        return None
    unit = measure_unit().match(text, found[-1].end)
    return found[first].content[0], unit.end("unit") if unit else found[-1].end


def measured(text: str, found: list[Quantity], index: int) -> bool:
    """Is a quantity the smaller part of a measure whose larger one stands before it: "2 hours and 40 minutes"?"""
    between = measure_unit().fullmatch(text, found[index - 1].end, found[index].start)
    return (
        between is not None
        and measure_unit().match(text, found[index].end, found[index].end + MAX_COMPARED) is not None
    )


def in_other_units(text: str, gap: str, found: list[Quantity], index: int) -> bool:
    """Does a quantity say the one before it in another unit: "840 seconds, or 14 minutes"?"""
    first, second = (measure_unit().match(text, one.end) for one in found[index - 1 : index + 1])
    if first is None or second is None or first["unit"].lower().rstrip("s") == second["unit"].lower().rstrip("s"):
        return False
    return either("namely").fullmatch(gap[first.end("unit") - found[index - 1].end :].strip(" .,")) is not None


@cache
def measure_unit() -> re.Pattern[str]:
    """A unit behind a number, and what joins the next part of the measure: "hours and", "h"."""
    units = "|".join(map(re.escape, sorted(everywhere("measures"), key=len, reverse=True)))
    joins = either("joins").pattern
    return re.compile(rf"\s?(?P<unit>{units})(?![^\W\d_])\.?,?\s*(?:(?:{joins})\s*)?", re.IGNORECASE)
