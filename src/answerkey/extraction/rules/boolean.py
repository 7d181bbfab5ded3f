"""Yes or no, true or false, when the key is one: the word that a response opens with, or the last it says."""

from __future__ import annotations

import re
from functools import cache

from answerkey.extraction.cues import ends, starts
from answerkey.extraction.language import either, everywhere, lowered
from answerkey.extraction.response import Extraction, Response
from answerkey.extraction.spans import sentence_start, strip_space
from answerkey.extraction.standing import AFTER, BEFORE, denied_before, refuses
from answerkey.verdict import Reason

NAME = "boolean"
WINDOW = 400
_LISTS = ("yes_words", "no_words")
_ENDS = r"[\W_]*(?:\Z|[,.!;:*\n—–、，。！；।]| -)"
_QUALIFIES = ("conditions", "supposes", "excludes", "left")  # "if yes, then", "partly true", "only true"
_NEGATED = re.compile(r"(?:not|n't|cannot be|can't be)\s+\Z", re.IGNORECASE)
_END = re.compile(r"[*_\"'”]*(?:[.!]|\s*\Z)")
_SENTENCE_ENDS = frozenset({"no"})  # mostly an article: only where it ends a sentence, or is emphasised


def find(response: Response) -> Extraction | Reason | None:
    """The word, unless the response opens with one and ends on its opposite, denies it ("not true"), or only asks
    ("yes or no?"); a reason where it opens with the word to decline ("No, I cannot help")."""
    if response.kind != "boolean":
        return None
    text, start, end = response.text, response.start, response.end
    opens = _opens().match(text, start, min(end, start + 40))
    low = max(start, end - WINDOW)
    said = sentence_start(text, low, strip_space(text, low, end)[1] - 1)
    closes = _opens().match(text, said, end) or _brief().match(text, said, end)
    if opens and refuses(text[opens.end("word") : min(end, opens.end("word") + 80)].lstrip(" ,.;:!—–*_")):
        return Reason.NO_ANSWER_REFUSAL
    asked = [choice.span() for choice in _choice().finditer(text, low, end)]
    last = None
    for word in _word().finditer(text, low, end):
        if any(begin <= word.start() < stop for begin, stop in asked):
            continue
        if word["word"].lower() in _SENTENCE_ENDS and not _ends(text, word.end(), end):
            continue
        if refuses(text[word.end() : min(end, word.end() + 80)].lstrip(" ,.;:!—–*_")):
            return Reason.NO_ANSWER_REFUSAL
        last = word
        if response.first:
            break
    if last is not None:
        before = text[max(start, last.start() - BEFORE) : last.start()]
        after = lowered(text[last.end() : min(end, last.end() + AFTER)]).lstrip()
        negated = _NEGATED.search(before) if _ends(text, last.end(), end) and not closes else None
        if negated and last["word"].lower() == "true":  # "it is not true."
            return response.take(last.start() - len(negated[0]), last.end(), NAME, "No")
        granted = starts(after, "qualifies") and either("adversatives").search(after)  # "true that …, but"
        if denied_before(before) or ends(lowered(before).rstrip(), *_QUALIFIES) or starts(after, "left") or granted:
            last = None
    last = closes or last
    found = opens or last
    if found is None or (opens and last and _positive(opens["word"]) != _positive(last["word"])):
        return None
    return narrow(response.take(*found.span("word"), NAME))


def narrow(found: Extraction) -> Extraction:
    """A word of another language in English, which is what keys are written in; anything else as it is.

    >>> narrow(Extraction("Nein", (0, 4), "box")).text
    'No'
    """
    said = _plain(found.text)
    opens = _opens().match(said) if found.rule == "phrase" else None  # "(the answer is) yes, although …"
    english = None if said in _ENGLISH or found.alternatives else _english(opens["word"] if opens else said)
    return found._replace(text=english) if english else found


def in_english(text: str) -> str:
    """Yes or no in English where a text is nothing else in another language; the text itself where it is not.

    >>> in_english("Sí."), in_english("true"), in_english("sido")
    ('Yes', 'true', 'sido')
    """
    said = _plain(text)
    return text if said in _ENGLISH else _english(said) or text


def _english(word: str) -> str | None:
    return next((said for name, said in zip(_LISTS, ("Yes", "No"), strict=True) if word in everywhere(name)), None)


def _plain(text: str) -> str:
    return _TEXT.sub(r"\1", text).strip(" .!。！*").lower()


_TEXT = re.compile(r"\\text\s*\{([^{}]*)\}")
_ENGLISH = frozenset({"yes", "no", "true", "false"})


def _positive(word: str) -> bool:
    return word.lower() in everywhere("yes_words")


def _ends(text: str, place: int, end: int) -> bool:
    return _END.match(text, place, end) is not None


@cache
def _word() -> re.Pattern[str]:
    """English words alone may stand last: elsewhere the same words also end sentences about something else."""
    return re.compile(rf"(?<![\w'’])(?P<word>{'|'.join(sorted(_ENGLISH))})(?![\w'’])", re.IGNORECASE)


@cache
def _opens() -> re.Pattern[str]:
    return re.compile(rf"[\W_]*(?P<word>{either(*_LISTS).pattern})(?={_ENDS})", re.IGNORECASE)


@cache
def _brief() -> re.Pattern[str]:
    """Few words that lead in a sentence of nothing but yes or no: "In short, no"."""
    return re.compile(
        rf"[\W_]*+[^\W\d_]++(?:[\W_]++[^\W\d_]++){{0,2}}[,:，：]{_opens().pattern}[\W_]*\Z", re.IGNORECASE
    )


@cache
def _choice() -> re.Pattern[str]:
    """Both words as what may be chosen, or as no choice at all: "yes or no", [Yes/No], "yes and no"."""
    word = either(*_LISTS).pattern
    return re.compile(rf"(?:{word})\s*(?:[/|]|{either('alternatives', 'joins').pattern})\s*(?:{word})", re.IGNORECASE)
