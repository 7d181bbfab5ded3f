"""The last number of the last statement, when a response marks no answer at all."""

from __future__ import annotations

import re
from itertools import pairwise

from answerkey.extraction import dates, enumeration, expression
from answerkey.extraction.circumstances import outweighs
from answerkey.extraction.closing import Sentence, sentence
from answerkey.extraction.cues import behind, ended
from answerkey.extraction.language import Language, either, language, spoken_in
from answerkey.extraction.numbers import NUMBER, ascii_digits, numbers, plain
from answerkey.extraction.quantities import Quantity, bounded, measure
from answerkey.extraction.response import Extraction, Response, pick
from answerkey.extraction.spans import NAMES_NEXT, sentence_end, strip_space, tidy
from answerkey.extraction.spelled import COUNTED, spelled
from answerkey.extraction.units import unit_after

NAME = "number"
WINDOWS = (40, 200, 1_000)  # characters from the end, the few that mostly suffice first: further back is reasoning

_FOREIGN = re.compile(
    r"\d[. \u00a0\u202f]\d{3}(?!\d)|\d,\d{1,2}(?!\d)"
)  # 276.000 and 1,5: English reads them otherwise

_GROUPED = re.compile(r"(?<![\d.,])[1-9]\d{0,2}\.\d{3}(?![\d.,]*\d)")
_ASKS = ("?", "？")
MAX_GAP = 30  # characters between two numbers that are joined
_CALCULATION = re.compile(r"\d[\d\s.,%$]*[-+*/×·÷−][-+*/×·÷−\s\d.,$]*\d\Z")
_DIGIT = re.compile(r"\d")
_APPROXIMATES = re.compile(r"[$\s]*+(?:≈|\\approx)[$\s]*")
_FRACTION = re.compile(r"\s?(\d{1,2}/\d{1,2})(?=\s+[^\W\d_]{2})")  # of what is counted
_KILO = re.compile(r"[$€£]?\d[\d,.]*k")
# "5. We add" numbers a line.
_LISTED = re.compile(r"[.)]\s+[^\W\d]")


def find(response: Response) -> Extraction | None:
    """The last number, unless the key is made of words or is an option."""
    if response.wants_words or response.wants_option:
        return None
    if response.kind == "date" and (dated := dates.last(response, NAME)):
        return dated
    text, limit = response.text, response.end
    if response.first:
        first = NUMBER.search(text, response.start, min(limit, response.start + WINDOWS[-1]))
        return _take(response, *first.span()) if first and not _numbers_a_line(text, *first.span(), limit) else None
    closing = _closing(text, response.start, limit)
    if response.kind in COUNTED and (worded := _in_words(response, closing[0] if closing else None)):
        return worded
    if closing is None:
        return None
    said, (start, end) = closing
    found = said.quantities
    if _numbers_a_line(text, start, end, limit):
        return None
    rest = text[end:limit]
    if ("?" in rest or "？" in rest) and text.startswith(_ASKS, sentence_end(text, end, limit)):  # "Is the total 36?"
        return _open(response, said.start, end)
    if said.clear and len(found) == 1 and expression.alone(text, start, end, limit):
        return _with_unit(response, text[start:end], start, end)
    several, open_ = None, not said.clear
    if len(found) > 1:
        if either("operators").fullmatch(text[found[-2].end : found[-1].start].strip()):
            return response.take(*tidy(text, found[-2].content[0], end), NAME)  # 8 minus 3
        if _APPROXIMATES.fullmatch(text, found[-2].end, found[-1].start):  # 1/3 ≈ 33.3%
            run = expression.whole(text, *found[-2].content, response.start, found[-1].start)
            return response.take(*tidy(text, run[0], end), NAME)
        if mixed := _mixed(text, *found[-2:]):
            return _with_unit(response, *mixed)
        if whole := measure(text, found):
            return response.take(*tidy(text, *whole), NAME)
        several = _list(response, found)
        ranged = several is not None and behind(text, said.start, several.span[0], "circumstances")  # between 1 and 6
        open_ = open_ or ranged
    if open_ or _ambiguous(response, start, end) or bounded(text, *(found[-1][:2] if found else (start, end)), limit):
        return _open(response, said.start, end)
    return several or _take(response, start, end)


def _mixed(text: str, whole: Quantity, part: Quantity) -> tuple[str, int, int] | None:
    """An integer and a fraction of what is counted, and where they stand: "2 and 3/4 cups", but no two values ("The
    slopes are 2 and 3/4 in order")."""
    start, end = strip_space(text, whole.start, whole.end)
    fraction = _FRACTION.match(text, part.start)
    if (
        fraction is None
        or not text[start:end].isdecimal()
        or ended(text[max(0, start - 12) : start].rstrip(), "plurals")
    ):
        return None
    joined = either("joins").fullmatch(text[end : part.start].strip())
    return (f"{text[start:end]} {fraction[1]}", start, fraction.end()) if joined else None


def _open(response: Response, start: int, end: int) -> Extraction:
    """The sentence that starts and whose last number ends at these places, of which the answer cannot be told."""
    span = tidy(response.text, start, sentence_end(response.text, end, response.end))
    return response.take(*span, NAME)._replace(open=True)


def _in_words(response: Response, said: Sentence | None) -> Extraction | None:
    """The number that a response says in words at its end, if its last digits do not count.

    They do not before its last sentence, nor where that says them only of the number in words ("five of the 12") or
    before what it concludes ("12 for each wall, so forty-eight").
    """
    text, limit = response.text, response.end
    low = max(response.start, limit - WINDOWS[1])
    if said and said.quantities:
        stop = sentence_end(text, said.quantities[-1].end, limit)
        low = stop if text[stop:limit].strip(" .\n*") else max(low, said.start)
    words = spelled(text, low, limit)
    if not words:
        return None
    last = sentence(text, response.start, words[-1].start, limit, in_words=True)
    word = next((one for one in words if last.quantities and one.start == last.quantities[-1].start), None)
    if word is None or (said and behind(text, last.start, word.start, "circumstances")):  # "in two ways"
        return None
    if behind(text, last.start, word.start, "parts") and not behind(text, last.start, word.start, "totals"):
        return None  # "in one of two ways"
    if said and last.start <= said.start and not outweighs(text, last.start, said.quantities, *word[:2]):
        return None
    opens = said is not None and last.start > said.start and not text[last.start : word.start].strip(" *\n")
    if opens and said and word.digits == text[slice(*said.quantities[-1].content)].strip(" $"):
        return None  # "That leaves 5. Five apples remain."
    if opens or not last.clear or bounded(text, word.start, word.end, limit):
        return _open(response, last.start, word.end)
    return _with_unit(response, word.digits, word.start, word.end)


def _list(response: Response, found: list[Quantity]) -> Extraction | None:
    """The quantities at the end of a sentence that are joined into one: "x = -2 or x = 1", "2, 3 und 5"."""
    text, low, words = response.text, response.start, False
    parts: list[Extraction] = []
    for after, before in pairwise(reversed(found[-enumeration.MAX_PARTS :])):
        if after.start - before.end > MAX_GAP:
            break
        one = _take(response, *before.content)
        named = NAMES_NEXT.search(text, one.span[1], after.start)
        gap = text[one.span[1] : named.start() if named else after.start]
        if not enumeration.joined(gap) or (
            named and not NAMES_NEXT.search(text, max(low, one.span[0] - 12), one.span[0])
        ):
            break
        if _CALCULATION.search(one.text) and either("namely").search(gap):  # 20 + 80 + 160, or 260
            break
        words = words or named is not None or any(sign.isalpha() for sign in gap)
        parts.insert(0, one)
    if not words:
        return None
    parts.append(_take(response, *found[-1].content))
    return response.take(parts[0].span[0], parts[-1].span[1], NAME, ", ".join(part.text for part in parts))


def _take(response: Response, start: int, end: int) -> Extraction:
    """The number between two places with the expression, the words and the unit that it is a part of."""
    text = response.text
    start, end = (strip_space if text[end - 1].isdigit() else tidy)(text, start, end)
    content, low, high = expression.spelled(text, start, end, response.end)
    if (low, high) == (start, end):
        if (run := expression.whole(text, start, end, response.start, response.end)) != (start, end):
            start, end = tidy(text, *run)
        if (member := expression.last_member(text, start, end)) != (start, end):
            start, end = tidy(text, *member)
        content = ascii_digits(text[start:end])
        if not content.isascii():
            content = plain(content, language("zh"))  # 12万5000
    else:
        start, end = low, high
    if response.kind in COUNTED and _KILO.fullmatch(content):  # a number is no multiple of a k
        content = plain(f"${content}", language("en")).lstrip("$")
    if _FOREIGN.search(content) and (spoken := _spoken(response, start, end)) and spoken.decimal == ",":
        content = plain(content, spoken)
    return _with_unit(response, content, start, end)


def _spoken(response: Response, start: int, end: int) -> Language | None:
    """The language of the words around a number."""
    return spoken_in(response.text[max(response.start, start - 300) : min(response.end, end + 100)])


def _ambiguous(response: Response, start: int, end: int) -> bool:
    """Is a number like 1.250 one of two, as nothing tells whose words stand around it?"""
    return _GROUPED.search(response.text, start, end) is not None and _spoken(response, start, end) is None


def _with_unit(response: Response, content: str, start: int, end: int) -> Extraction:
    if unit := unit_after(response.text, start, end, end, response.end):
        content, end = content + unit[0], unit[1]
    return response.take(start, end, NAME, content)


def _numbers_a_line(text: str, start: int, end: int, limit: int) -> bool:
    return _LISTED.match(text, end, limit) is not None and text[start - 1 : start] in "\n"


def _closing(text: str, low: int, limit: int) -> tuple[Sentence, tuple[int, int]] | None:
    """The last sentence with a number, and where that number stands: the last digit mostly tells, unless it is one of
    a name."""
    said: Sentence | None = None
    for window in WINDOWS:
        if digit := _DIGIT.search(text[max(low, limit - window) : limit][::-1]):
            said = sentence(text, low, limit - digit.end(), limit)
            break
    if said is None or said.quantities:
        return said and (said, said.quantities[-1].content)
    last = _last(text, low, limit)
    if last is None:
        return None
    said = sentence(text, low, last.start(), limit)
    return said, said.quantities[-1].content if said.quantities else last.span()


def _last(text: str, low: int, limit: int) -> re.Match[str] | None:
    """The last number, unless it starts before what is looked at."""
    for window in WINDOWS:
        start = max(low, limit - window)
        last = pick(numbers(text, start, limit))
        if last is not None and (last.start() > start or start == low or text[start - 1].isspace()):
            return last
    return None
