"""The whole response, when it is short enough to be nothing but an answer."""

from __future__ import annotations

import re

from answerkey.extraction.closing import reason, restated
from answerkey.extraction.enumeration import lines, with_commas
from answerkey.extraction.expression import spelled
from answerkey.extraction.language import either
from answerkey.extraction.numbers import NUMBER
from answerkey.extraction.response import Extraction, Response
from answerkey.extraction.rules.statement import concluded
from answerkey.extraction.spans import is_expression, sentence_end, tidy, words
from answerkey.extraction.spelled import COUNTED
from answerkey.extraction.spelled import spelled as in_words
from answerkey.extraction.standing import alone, denial, lead

MAX_CHARS = 400
_DIGIT = re.compile(r"[\d⁰¹²³⁴-⁹₀-₉]")
_ARROW = re.compile(r"(?:=>|=(?!=)|⇒|→|∴)\s*(?=\S)")  # what concludes, before the conclusion
_BULLET = re.compile(r"[-•]\s+(?=[A-Za-z]\w*\s*=)")  # "- x = 7" is an item of a list
_BOLD = re.compile(r"\*\*([^*\n]+)\*\*")
_BRACKETS = re.compile(r"\[\$?([^\[\]$]+)\$?\]")  # [45]
_FACTORIAL = re.compile(r"!+")
_REMARK = re.compile(r"(?<=[\d)\]}])\s+\([A-Za-z][A-Za-z ,'-]{2,}\)\Z")


def bare(response: Response) -> Extraction | None:
    """The whole response if it is one expression, or a few words without a number."""
    if response.wants_option or response.end - response.start > 2_000:
        return None
    start, end = tidy(response.text, response.start, response.end)
    if "\n" in response.text[start:end] and lines(response.text, start, end):  # a list, which the last line ends
        return None
    if bullet := _BULLET.match(response.text, start, end):
        start = bullet.end()
    if arrow := _ARROW.match(response.text, start, end):
        start, end = tidy(response.text, arrow.end(), end)
    if remark := _REMARK.search(response.text, max(start, end - 80), end):
        end = remark.start() if remark.start() > start else end
    said = lead(response.text, start, end)
    led = said != start and response.text.find(". ", said, end) < 0
    if led:
        start, end = tidy(response.text, said, end)
        if (
            response.text.count("$", start, end) > 1 or response.text.count("\\(", start, end) > 1
        ):  # several formulas, which the rule for them joins
            return None
    end = restated(response.text, start, end)
    if denial(response.text, start, end) > start and NUMBER.search(response.text, start, end):  # not 5 but 6
        return None
    end = alone(response.text, start, _unexplained(response.text, start, end), word=response.wants_words)
    content = response.text[start:end]
    if not content:
        return None
    if response.text.startswith("!", end) and not led and not words(content):  # no sentence ends here
        end = _FACTORIAL.match(response.text, end).end()  # type: ignore[union-attr]
        content = response.text[start:end]
    if "," in content and either("concludes").search(content):  # "12 + 24 = 36, so 36"
        return None
    few = response.wants_words or _DIGIT.search(content) is None
    if few and response.kind in COUNTED and not is_expression(content) and in_words(content, 0, len(content)):
        return None  # "He is eleven years old"
    if response.wants_words and len(bold := _BOLD.findall(content + "**")) == 1 and "\n" not in content:
        place = content.index(bold[0])
        return response.take(start + place, start + place + len(bold[0]), "bare")
    if response.kind == "words" and concluded(response):  # "So the day is Tuesday", which the statement reads
        return None
    if response.kind == "number" and (brackets := _BRACKETS.fullmatch(content)):
        return response.take(start + brackets.start(1), start + brackets.end(1), "bare")
    if (number := NUMBER.match(response.text, start, end)) and number.end() < end:  # $5k, 7万
        value, *span = spelled(response.text, *number.span(), end)
        if span == [start, end]:
            return response.take(start, end, "bare", value)
    delimited = content[-1:] != "$" and response.text[start - 1 : start] in ("$", "(", "[") and start > response.start
    if is_expression(content) or delimited or (few and "\n" not in content and len(words(content)) <= 8):
        return response.take(start, end, "bare", with_commas(content))
    return None


def _unexplained(text: str, start: int, end: int) -> int:
    """Where an expression ends before it is explained."""
    why = reason(text, start, start, end) if sentence_end(text, start, end) == end else None
    return why.start() if why and not why[0].endswith("(") and is_expression(text[start : why.start()]) else end


def find(response: Response) -> Extraction | None:
    """The whole response if it is short."""
    if response.end - response.start > 2 * MAX_CHARS:
        return None
    start, end = tidy(response.text, response.start, response.end)
    return response.take(start, end, "whole") if 0 < end - start <= MAX_CHARS else None
