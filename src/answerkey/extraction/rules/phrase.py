"""What stands after "the answer is", "Answer:" and the like, in the languages of `phrases/`."""

from __future__ import annotations

import re
from itertools import islice

from answerkey.extraction.closing import restated
from answerkey.extraction.enumeration import at_end
from answerkey.extraction.language import Language, languages, lowered
from answerkey.extraction.numbers import CURRENCY, NUMBER, bounds, plain, without_counter
from answerkey.extraction.response import Extraction, Response
from answerkey.extraction.rules.math import last_math
from answerkey.extraction.spans import is_expression, math_run, sentence_end, tidy, trim, words
from answerkey.extraction.spelled import half_after
from answerkey.extraction.standing import alone, denial, relates
from answerkey.extraction.units import unit_after
from answerkey.extraction.withdrawal import replaced_at

NAME = "phrase"
TAIL, HEAD = 3_500, 600  # characters from the end, then from the start, in which a phrase is looked for
MAX_PLACES = 50  # of one noun that are tried
MAX_BODY = 500  # characters that an answer after a phrase may have
MAX_MARK = 12  # characters of a bullet or a label before the first of several answers
_VALUE = re.compile(r"[\d\\]")
_BRACKETS = re.compile(r"\[\s*([-−–]?[\d.,/]*\d)\s*\]")
# $18 per day: what is paid, not what for.
_MONEY = re.compile(
    r"((?:\\?\$|[€£¥₹])\s?(?:\d[\d,]*)(?:\.\d+)?)\s+(?!(?:hundred|thousand|[mbt]r?illion|lakh|crore|k|and|or)\b)[A-Za-z][^\d]*",
)
_SPELLED = re.compile(r"[^\W\d_]+(?:[ -][^\W\d_]+){0,4}\s*\(\s*([-−–]?[\d.,]*\d)\s*\)")  # five (5)


def find(response: Response) -> Extraction | None:
    """The answer at the last phrase that has one, in the first language that has such a phrase."""
    text = response.text
    low = max(response.start, response.end - TAIL)
    parts = [(low, response.end)]
    if low > response.start:
        parts.append((response.start, min(low, response.start + HEAD)))
    if response.first:
        parts.reverse()
    spoken_there = languages(ascii_text=text.isascii())
    for start, end in parts:
        part = lowered(text[start:end])
        for spoken, needles in spoken_there:
            best: Extraction | None = None
            for needle in needles:
                if part.rfind(needle) < 0:  # from the end, which is the faster way to find nothing
                    continue
                found = _at_needle(response, spoken, needle, part, start)
                if found and (best is None or (found.span < best.span) == response.first):
                    best = found
            if best is not None:
                return best
    return None


def _at_needle(response: Response, spoken: Language, needle: str, part: str, start: int) -> Extraction | None:
    """The answer at the last place of a noun (or the first) in a part of the response, which begins at `start`."""
    cased = needle.lower() != needle.upper()
    for place in islice(Response(part, 0, len(part), first=response.first).hits(needle), MAX_PLACES):
        if cased and part[place - 1 : place].isalnum():
            continue
        noun = start + place
        before = " ".join(part[max(0, place - 24) : place].split())
        if before.endswith(spoken.before) and (found := _before(response, spoken, noun, start, start + len(part))):
            return found
        if found := _after(response, spoken, noun):
            return found
    return None


def _after(response: Response, spoken: Language, noun: int) -> Extraction | None:
    """What a link ("is", ":", a heading's end) joins to the noun at `noun`."""
    text = response.text
    line_start = max(response.start, text.rfind("\n", max(response.start, noun - 80), noun) + 1)
    line = text[line_start:noun]
    if spoken.wrong is not None and spoken.wrong.search(line[-30:]):
        return None
    link = spoken.link.match(text, noun, min(response.end, noun + 240))
    if link is None or (link["link"] is None and (len(line) > 60 or len(words(line)) > 4)):
        return None
    start = link.end()
    if text.count("**", line_start, start) % 2 and (ends := text.find("**", start, response.end)) > start:
        response = response._replace(end=ends)  # **Answer: 5** and what else stands there
    return _body(response, spoken, start)


def _before(response: Response, spoken: Language, noun: int, start: int, end: int) -> Extraction | None:
    """ "50 is the answer": the last mathematics, expression or only number of the sentence up to the phrase."""
    if spoken.after is None:
        return None
    text = response.text
    phrases = spoken.after.finditer(text, max(start, noun - 24), min(end, noun + 24))
    phrase = next((match for match in phrases if match.start() < noun < match.end() or match.start() == noun), None)
    if phrase is None:
        return None
    low = max(start, phrase.start() - 120)
    low = max(low, *(text.rfind(stop, low, phrase.start()) + 1 for stop in ("\n", ". ", "。")))
    if formula := last_math(text, low, phrase.start()):
        return response.take(formula.start, formula.end, NAME)
    low, high = tidy(text, low, phrase.start())
    content = text[low:high]
    if not content or (spoken.keep is not None and spoken.keep.search(content)):
        return None
    if not is_expression(content) and not (response.wants_words and not _starts(spoken.pronoun, content)):
        numbers = list(spoken.number.finditer(text, low, high))
        if len(numbers) != 1:
            return None
        low, high = tidy(text, *numbers[0].span())
    return response.take(low, high, NAME, plain(text[low:high], spoken))


def _starts(pattern: re.Pattern[str] | None, text: str) -> bool:
    return pattern is not None and pattern.match(text) is not None


def _body(response: Response, spoken: Language, start: int) -> Extraction | None:
    """The answer that starts at `start`: mathematics first, else up to the end of the sentence or clause."""
    text, limit = response.text, min(response.end, start + MAX_BODY)
    start, _ = trim(text, start, limit)
    if text.startswith("}", start):  # "\\text{ANSWER: } 460"
        start, _ = trim(text, start + 1, limit)
    if (several := at_end(text, start, response.end)) and several[0] - start < MAX_MARK:
        return response.take(several[0], trim(text, several[0], response.end)[1], NAME, plain(several[1], spoken))
    if skipped := spoken.skip.match(text, start, limit):
        start, _ = trim(text, skipped.end(), limit)
    stop = start if response.wants_words else denial(text, start, limit)
    if stop >= limit:
        return None
    denied = stop > start and (response.wants_option or _VALUE.search(text, stop, min(limit, stop + 20)) is not None)
    if denied:  # "not 5": what it is not
        start, _ = trim(text, stop, limit)
    if start >= limit or text[start] == "#" or (spoken.no and spoken.no.match(text, start, limit)):
        return None
    if run := math_run(text, start, limit):
        _, stop, spans = run
        (low, high), parts = (spans[0][0], spans[-1][1]), [text[a:b] for a, b in spans]
        if low >= high:
            return None
        if found := unit_after(text, *spans[-1], stop, limit):
            parts[-1] += found[0]
            high = found[1]
        return response.take(low, high, NAME, ", ".join(parts))
    end = sentence_end(text, start, limit)
    if denied:
        end = replaced_at(text, start, end)
    elif not response.wants_option:
        end = alone(text, start, end, word=response.wants_words)
    if spoken.cut is not None and not response.wants_words and (cut := spoken.cut.search(text, start, end)):
        kept = relates(text[start : cut.start()]) or (spoken.keep and spoken.keep.search(text, start, cut.start()))
        if kept and (concluded := _after_copula(text, spoken, cut.start(), end)):
            return response.take(*concluded, NAME, plain(text[slice(*concluded)], spoken))
        end = end if kept or not words(text[start:end]) else cut.start()
    start, end = tidy(text, start, restated(text, start, end))
    start, end = tidy(text, start, end)
    if start >= end:
        return None
    if not response.wants_words and not response.wants_option:
        number = NUMBER.match(text, start, end)
        if number and number[0].isdecimal() and (half := half_after().match(text, number.end(), end)):
            return response.take(start, half.end(), NAME, f"{number[0]} 1/2")
        start, end = _narrow(text, spoken, start, end)
    return response.take(start, end, NAME, plain(text[start:end], spoken)) if start < end else None


def _after_copula(text: str, spoken: Language, start: int, end: int) -> tuple[int, int] | None:
    """What the last copula of a sentence says, if that is a value ("so it is 8")."""
    copulas = list(spoken.copula.finditer(text, start, end)) if spoken.copula else []
    if not copulas:
        return None
    low, high = tidy(text, copulas[-1].end(), end)
    return (low, high) if is_expression(text[low:high]) and _VALUE.search(text, low, high) else None


def _narrow(text: str, spoken: Language, start: int, end: int) -> tuple[int, int]:
    """The answer inside a sentence ("The volume is 120", "Jane has 3 apples"), or else the sentence."""
    if NUMBER.fullmatch(text, start, end):
        return start, end
    if (
        relates(text[start:end])
        or bounds(text[start:end])
        or (spoken.keep and spoken.keep.search(text, start, end))
        or (spoken.article and spoken.article.match(text, start))
    ):
        return start, end
    if brackets := _BRACKETS.fullmatch(text, start, end) or _SPELLED.fullmatch(text, start, end):
        return brackets.span(1)
    if (concluded := _after_copula(text, spoken, start, end)) and not is_expression(text[start:end]):
        start, end = concluded
    end = without_counter(text, start, end)
    if money := _MONEY.match(text, start, end):
        return money.span(1)
    content = text[start:end]
    numbers = list(spoken.number.finditer(text, start, end))
    if len(numbers) > 1:
        numbers = [number for number in numbers if CURRENCY.search(text, number.start(), number.end() + 2)]
    alone = spoken.code != "en" or len(words(content)) > 2
    if len(numbers) == 1 and alone and not set("\\^=_{") & set(content):
        return tidy(text, *numbers[0].span())
    return start, end
