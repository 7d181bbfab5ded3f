"""What stands after "the answer is", "Answer:" and the like, in the languages of `phrases/`."""

from __future__ import annotations

import re

from answerkey.extraction.language import Language, languages
from answerkey.extraction.numbers import plain
from answerkey.extraction.response import Extraction, Response
from answerkey.extraction.rules.math import last_math
from answerkey.extraction.spans import is_expression, math_run, sentence_end, tidy, trim, words
from answerkey.extraction.units import unit_after

NAME = "phrase"
TAIL, HEAD = 8_000, 2_000  # characters from the end, then from the start, in which a phrase is looked for
MAX_BODY = 500  # characters that an answer after a phrase may have
_VALUE = re.compile(r"[\d\\]")
_BRACKETS = re.compile(r"\[\s*([-−–]?[\d.,/]*\d)\s*\]")
_CURRENCY = re.compile(r"[$€£¥₹฿₽]")


def find(response: Response) -> Extraction | None:
    """The answer after the last phrase that one follows; else the answer before a phrase ("42 is the answer")."""
    low = max(response.start, response.end - TAIL)
    parts = [(low, response.end)]
    if low > response.start:
        parts.append((response.start, min(low, response.start + HEAD)))
    if response.first:
        parts.reverse()
    for start, end in parts:
        for language in languages():
            if found := _after_phrase(response, language, start, end):
                return found
        for language in languages():
            if found := _before_phrase(response, language, start, end):
                return found
    return None


def _after_phrase(response: Response, language: Language, start: int, end: int) -> Extraction | None:
    best: Extraction | None = None
    for needle in language.needles:
        for place in response.hits(needle, start, end):
            found = _candidate(response, language, place - (needle[0] != needle[0].upper() or needle.isupper()))
            if found is not None:
                if best is None or (found.span < best.span) == response.first:
                    best = found
                break
    return best


def _candidate(response: Response, language: Language, noun: int) -> Extraction | None:
    text = response.text
    if noun < response.start or (text[noun].lower() != text[noun].upper() and text[noun - 1 : noun].isalnum()):
        return None
    line = text[max(response.start, text.rfind("\n", max(response.start, noun - 80), noun) + 1) : noun]
    if language.wrong is not None and language.wrong.search(line[-30:]):
        return None
    link = language.link.match(text, noun, min(response.end, noun + 240))
    if link is None:
        return None
    if link["link"] is None and (len(words(line)) > 4 or len(line) > 60):
        return None
    return _body(response, language, link.end(), NAME)


def _body(response: Response, language: Language, start: int, rule: str) -> Extraction | None:
    """The answer that starts at `start`: mathematics first, else up to the end of the sentence or clause."""
    text, limit = response.text, min(response.end, start + MAX_BODY)
    start, _ = trim(text, start, limit)
    if text.startswith("}", start):  # "\\text{ANSWER: } 460"
        start, _ = trim(text, start + 1, limit)
    if skipped := language.skip.match(text, start, limit):
        start, _ = trim(text, skipped.end(), limit)
    if start >= limit or text[start] == "#" or (language.no and language.no.match(text, start, limit)):
        return None
    if run := math_run(text, start, limit):
        _, stop, spans = run
        (low, high), parts = (spans[0][0], spans[-1][1]), [text[a:b] for a, b in spans]
        if low >= high:
            return None
        if found := unit_after(text, *spans[-1], stop, limit):
            parts[-1] += found[0]
            high = found[1]
        return response.take(low, high, rule, ", ".join(parts))
    end = sentence_end(text, start, limit)
    if language.cut is not None and not response.wants_words and (cut := language.cut.search(text, start, end)):
        kept = language.keep is not None and language.keep.search(text, start, cut.start())
        end = end if kept else cut.start()
    start, end = tidy(text, start, end)
    if start >= end:
        return None
    if not response.wants_words and not response.wants_option:
        start, end = _narrow(text, language, start, end)
    return response.take(start, end, rule, plain(text[start:end], language))


def _narrow(text: str, language: Language, start: int, end: int) -> tuple[int, int]:
    """The answer inside a sentence ("The volume is 120", "Jane has 3 apples"), or else the sentence."""
    if language.keep is not None and language.keep.search(text, start, end):
        return start, end
    if brackets := _BRACKETS.fullmatch(text, start, end):
        return brackets.span(1)
    if language.copula is not None and not is_expression(text[start:end]):
        for copula in reversed(list(language.copula.finditer(text, start, end))):
            low, high = tidy(text, copula.end(), end)
            if is_expression(text[low:high]) and _VALUE.search(text, low, high):
                start, end = low, high
            break
    if counter := language.counter.search(text, start, end):
        end = counter.start()
    content = text[start:end]
    numbers = list(language.number.finditer(text, start, end))
    if len(numbers) > 1:
        numbers = [number for number in numbers if _CURRENCY.search(text, number.start(), number.end() + 2)]
    alone = language.code != "en" or len(words(content)) > 2
    if len(numbers) == 1 and alone and not set("\\^=_{") & set(content):
        return tidy(text, *numbers[0].span())
    return start, end


def _before_phrase(response: Response, language: Language, start: int, end: int) -> Extraction | None:
    """ "50 is the answer": the last number or mathematics before the phrase, in its own sentence."""
    if language.after is None:
        return None
    text = response.text
    for needle in language.after_needles:
        for place in response.hits(needle, start, end):
            phrases = language.after.finditer(text, max(start, place - 40), min(end, place + 80))
            found = next((match for match in phrases if match.end() > place), None)
            if found is None:
                continue
            low = max(text.rfind(stop, max(start, found.start() - 120), found.start()) for stop in ("\n", ". ", "。"))
            low = max(low + 1, start, found.start() - 120)
            if formula := last_math(text, low, found.start()):
                return response.take(formula[0], formula[1], NAME)
            low, high = tidy(text, low, found.start())
            content = text[low:high]
            if not content or (language.keep is not None and language.keep.search(content)):
                continue
            if not is_expression(content) and not response.wants_words:
                numbers = list(language.number.finditer(text, low, high))
                if len(numbers) != 1:
                    continue
                low, high = tidy(text, *numbers[0].span())
            return response.take(low, high, NAME, plain(text[low:high], language))
    return None
