"""What the last sentence says something is: `the simplified expression is x^2 + 1`, `so the length equals 2√3`."""

from __future__ import annotations

import re

from answerkey.extraction.closing import opening, restated, sentence
from answerkey.extraction.cues import starts
from answerkey.extraction.language import copulas, either
from answerkey.extraction.numbers import NUMBER, ascii_digits, without_counter
from answerkey.extraction.options import letters
from answerkey.extraction.quantities import is_partial
from answerkey.extraction.response import Extraction, Response, pick
from answerkey.extraction.spans import is_expression, sentence_end, tidy, trim, words
from answerkey.extraction.standing import MAX_NAME, alone, denial, lead
from answerkey.extraction.withdrawal import anew, corrected, replacement

NAME = "statement"
MAX_CHARS = 300
_VERBS = "is are equal equals become becomes get gets have has give gives obtain be at yield yields".split()
_VERBS_TO = (
    "simplify simplifies reduce reduces evaluate evaluates come comes amount amounts expand expands factor factors "
    "sum sums work works"
).split()
_LOWER = re.compile("[a-z]+")
_SIGNALS = frozenset((*_VERBS, *_VERBS_TO, "in"))
_SAYS = re.compile(
    rf"(?<!\w)(?:in\s+(?=[\[({{\\])"
    rf"|(?:{'|'.join(_VERBS)}|(?:{'|'.join(_VERBS_TO)})(?:\s+out)?\s+(?:to|as|into))\s+)"
    r"(?:(?:that|therefore|thus|approximately|about|exactly|simply|just|equal to|given by)\s+)*",
    re.IGNORECASE,
)
_VALUE = re.compile(r"[\d\\√π]")


def instead(response: Response) -> Extraction | None:
    """What replaces an answer that was just denied ("not 5, but 6") or doubted, up to the end of its sentence."""
    text, limit = response.text, response.end
    for said in (replacement, corrected, anew):
        place = said(text, response.start, limit)
        if place < 0:
            continue
        stop = sentence_end(text, place, min(limit, place + MAX_CHARS))
        if response.wants_option:
            if named := letters(text, place, stop):
                return response.take(named[1], named[2], NAME, named[0])
            continue
        start, end = tidy(text, place, alone(text, place, stop))
        end = without_counter(text, start, end)
        content = ascii_digits(text[start:end])
        letter = response.kind is None and len(content) == 1 and content.isupper()  # of an option, as far as is known
        plainly = (
            letter or NUMBER.fullmatch(content) if said is corrected else said is replacement or _VALUE.search(content)
        )
        if plainly and is_expression(content):
            return response.take(start, end, NAME, content)
    return None


def concluded(response: Response) -> Extraction | None:
    """What a closing sentence that concludes, or is all of a response, says its subject is, if that is a name."""
    text = response.text
    low = max(response.start, response.end - MAX_CHARS)
    end = trim(text, low, response.end)[1]
    low = opening(text, low, end)
    low += len(text[low:end]) - len(text[low:end].lstrip(" \n*"))
    conclusion = lead(text, low, end)
    # the response is this sentence
    alone_said = not text[response.start : low].strip(" \n*") and either("determiners").match(text, low, end)
    says = pick(copulas().finditer(text, conclusion, end)) if conclusion > low or alone_said else None
    if says is None or either("faults", "denies", "examples").search(text, conclusion, says.start()):
        return None
    start = says.end() + len(text[says.end() : end]) - len(text[says.end() : end].lstrip())
    start, stop = tidy(text, start, alone(text, start, end, word=True))
    named = text[start:stop]
    if (
        not named[:1].isalpha()
        or len(named.split()) > MAX_NAME
        or denial(text, start, stop) > start
        or starts(named.lower(), "hedges")
    ):
        return None
    return response.take(start, stop, NAME)


def find(response: Response) -> Extraction | None:
    """The end of the last sentence from its last verb on, where that is mathematics and no prose."""
    if response.kind == "words":
        return concluded(response)
    if response.wants_words or response.wants_option or response.first:
        return None
    text, end = response.text, response.end
    low = max(response.start, end - MAX_CHARS)
    low = max(low, text.rfind("\n", low, end) + 1)
    if _SIGNALS.isdisjoint(_LOWER.findall(text[low:end].lower())) or not _SAYS.search(text, low, end):
        return None
    said = sentence(text, low, trim(text, low, end)[1], end)
    end = restated(text, said.start, said.end)
    says = pick(_SAYS.finditer(text, low, end))
    if says is None or not said.clear:
        return None
    start, stop = tidy(text, says.end(), end)
    content = text[start:stop]
    if not _VALUE.search(content) or words(content) or "$" in content or ". " in content:
        return None
    if is_partial(text, start, ""):  # "one of the roots is x = 7"
        return None
    return response.take(start, stop, NAME, ascii_digits(content))
