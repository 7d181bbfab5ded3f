"""What a clause says of the answer before it: whether it denies it, by one small grammar for all languages.

    5, which | is | clearly | not | the | correct     answer
       opener  auxiliary adverb negation article merit

A clause denies by a fault that it does not negate ("is too small"), a merit that it negates ("does not work"), or a
word that says so by itself ("contradicts", 太大). It is read word by word as far as the lists of `[standing]` know its
words: what else it says of the answer ("is not a square") denies nothing.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from typing import NamedTuple

from answerkey.extraction.cues import WORD, apart, starts
from answerkey.extraction.language import codes, spellings, standing_words

MAX_WORDS = 12  # of one clause that are read
MAX_OBJECT = 2  # words that may stand between a verb and the negation that ends its clause
_OPENERS = ("relatives", "adversatives")
_FILLERS = ("articles", "adverbs")
_CONTEXT = frozenset(("option", "word", "sign", "own"))  # what is known of a clause before its words are read
_FAULTY = ("fails", "excludes")  # that need no "is"
_LINKS = ("auxiliaries", "subjects", *_OPENERS)  # "is", or what stands for it: "was falsch ist"
_NEGATIONS = ("negations", "noes", "negated")
_VERBAL = ("auxiliaries", "negations")
# What a word of a list does not follow in one clause.
_ENDED_BY = {
    **dict.fromkeys(("auxiliaries", "negated"), ("faults",)),
    "negations": ("faults", "fails"),
    "faults": ("merits",),
}
_CONTRACTED = (("auxiliaries", "negations", "negated"), ("subjects", "auxiliaries", "subjects"))  # "isn't", "that's"
# Lists of the words of such clauses; of a word that is in several the first counts.
_PARTS = (
    *("auxiliaries", "subjects", "negations", "faults", "fails", "lasts", "noes", "merits"),
    *(*_OPENERS, *_FILLERS, "modals", "excludes"),
)
# What parts an answer from what is said of it: a comma, a dash, a bracket; commands for spaces and for words.
_SIGNS = re.compile(
    r"(?:[\s$})\]*_`\"'“”’»」』】》〉<>,，、:：([（—–→←⇐]|\\[)\],;: ]|\\q?quad|-+\s|\\?(?:text|mathrm|mbox)\s*\{)*"
)
_APPOSED = frozenset(",，、:：([（—–→←⇐-")
_GAP = re.compile(r"[\s*_`\"'“”’~]*")
_UNSURE = frozenset(("negations", "lasts", "faults", "fails", "excludes", "subjects", "modals"))
_COMMA = re.compile(r"\s?[,，、;；]")
_ENDS = re.compile(r"[\s*_`\"'“”’$}\]]*(?:[.,;!?)\]。，；！？）।\n]|\Z)")
_NOUN_ENDS = re.compile(rf"(?:\s+{WORD.pattern})?{_ENDS.pattern}")  # "an extraneous root."


@cache
def _words() -> dict[str, tuple[tuple[str, str], ...]]:
    """The words by their first word, else by their first sign, longest first, each with its list."""
    words: dict[str, str] = {}
    for code in codes():
        for left, right, name in _CONTRACTED:
            pairs = product(standing_words(code, left), standing_words(code, right))
            words |= dict.fromkeys((word for pair in pairs for word in spellings(code, " ".join(pair))[1:]), name)
    listed = ((word, name) for name in _PARTS for code in codes() for word in standing_words(code, name))
    for word, name in listed:
        words.setdefault(word, name)
    heads: dict[str, list[tuple[str, str]]] = {}
    for word in sorted(words, key=len, reverse=True):
        found = WORD.match(word)
        cased = found and word[0].lower() != word[0].upper()
        heads.setdefault(found[0] if found and cased else word[0], []).append((word, words[word]))
    return {head: tuple(found) for head, found in heads.items()}


@cache
def heads() -> frozenset[str]:
    """The first words, or signs, of the clauses that `rejects` knows."""
    closing = ("faults", "merits", "lasts", "excludes", "relatives")
    return frozenset(head for head, words in _words().items() if any(name not in closing for _, name in words))


def _word(text: str, place: int) -> tuple[int, str] | None:
    """Where the longest listed word behind a place ends, and its list."""
    place = _GAP.match(text, place).end()  # type: ignore[union-attr]
    found = WORD.match(text, place)
    words = (found and _words().get(found[0])) or _words().get(text[place : place + 1], ())
    for word, name in words:
        stop = place + len(word)
        if text.startswith(word, place) and apart(text[stop : stop + 1], word[-1]):
            return stop, name
    return None


def denies(text: str, *, option: bool = False, word: bool = False) -> bool:
    """Does what follows an answer, in small letters, deny it? Of an option, "is not" alone says that; of a `word` like
    yes and no, "that is wrong" is the reason.

    >>> denies(" is surely wrong"), denies(", which is too small"), denies(" is not too small"), denies("(wrong)")
    (True, True, False, True)
    >>> denies(" is not a square"), denies(" is not 7", option=True)
    (False, True)
    """
    place = _signs_end(text)
    if _word(text, place) is None:  # most answers
        return False
    context = {name for name, holds in (("option", option), ("word", word)) if holds}
    return _denied(text, _after(text, place, context))


def affirms(text: str, *, alone: bool = True) -> bool:
    """Does what follows an option, in small letters, put it forward by a merit? `alone`: also without a verb.

    >>> affirms(" is clearly the best choice"), affirms(" works."), affirms(" is not correct"), affirms(" is large")
    (True, True, False, False)
    """
    clause = _after(text, _signs_end(text), {"option"})
    linked = "auxiliaries" in clause.said or not text[clause.stop - 1 : clause.stop].isascii()
    return (
        "merits" in clause.said
        and _UNSURE.isdisjoint(clause.said)
        and (linked or (alone and _ENDS.match(text, clause.stop) is not None))
        and not starts(text, "qualifies", place=clause.decided + 1)
    )


def rejects(text: str, place: int) -> int:
    """Where a clause at `place` ends that denies what was said before, as "that is wrong" does; 0 if none does.

    >>> rejects("that can't be right", 0), rejects("it is wrong to ask", 0), rejects("it is 7", 0)
    (19, 0, 0)
    """
    clause = _clause(text, place, {"own"})
    return clause.decided if _denied(text, clause) else 0


class _Clause(NamedTuple):
    """What a clause says: the lists of its words, where they end, and where those end that have a meaning.

    With the lists stands what is known of it: it is said of an "option" or of a "word" like yes, a "sign" parts it from
    the answer, it has a subject of its "own".
    """

    said: set[str]
    stop: int
    decided: int


def _signs_end(text: str) -> int:
    signs = _SIGNS.match(text)
    return signs.end() if signs else 0


def _after(text: str, place: int, context: set[str]) -> _Clause:
    """The clause that follows an answer at a place, at once or behind signs."""
    return _clause(text, place, context if _APPOSED.isdisjoint(text[:place]) else context | {"sign"})


def _clause(text: str, place: int, said: set[str]) -> _Clause:
    """The clause at a place, of which `said` is known, as far as its words are."""
    stop = decided = place
    for _ in range(MAX_WORDS):
        found = _word(text, stop) or (_contrast(text, stop) if "merits" in said else None)
        if found is None:
            if "merits" in said and _negated_last(text, stop):
                said.add("negations")
            break
        end, name = found
        if name == "adversatives" and "merits" in said:  # "looks right, but …"
            if _denied(text, _Clause(said, stop, decided)):
                break
            said = said & _CONTEXT
        if name == "noes":
            name = "negations"
        elif name == "subjects" and not said.isdisjoint(_VERBAL):
            name = "merits"  # "is not it"
        # "is right not …": a negation behind a merit that goes on is not said of it.
        goes_on = name == "negations" and "merits" in said and name not in said and not _ENDS.match(text, end)
        if not said.isdisjoint(_ENDED_BY.get(name, ())) or (goes_on and "auxiliaries" in said):
            break
        if name == "excludes" and "option" not in said:
            break
        if name == "auxiliaries" and text[place:stop].split() == ["a"]:  # "A is wrong" of the option A
            break
        if "merits" in said and (goes_on or name in ("auxiliaries", "negated")):  # "my answer is"
            said = (said - {"merits"}) | {"subjects"}
        said |= {"auxiliaries", "negations"} if name == "negated" else {name}
        stop = end
        if name not in _FILLERS:
            decided = stop
    return _Clause(said, stop, decided)


def _denied(text: str, clause: _Clause) -> bool:
    """Does a clause deny an answer?"""
    said, stop, decided = clause
    if said <= _CONTEXT or "modals" in said:  # "might be wrong"
        return False
    ended = _ENDS.match(text, stop) is not None
    linked, negated, subject = "auxiliaries" in said, "negations" in said, "subjects" in said
    if "own" in said and not (subject or (ended and (linked or "fails" in said))):
        return False
    if (subject or "own" in said) and starts(text, "qualifies", place=decided + 1):
        return False
    if "word" in said and (subject or "sign" in said) and said.isdisjoint(_OPENERS):  # "No, that is not true"
        return False
    apposed = "sign" in said and (ended or ("articles" in said and _NOUN_ENDS.match(text, stop) is not None))
    if not said.isdisjoint(_FAULTY) or ("faults" in said and (apposed or not said.isdisjoint(_LINKS))):
        return not (negated or "lasts" in said)
    if "lasts" in said or (negated and "merits" in said):
        return True
    if not negated or "own" in said:
        return False
    if "option" in said and (linked or not (ended or "sign" in said)):
        return True
    return ended and ("adversatives" in said or (linked and said.isdisjoint(("subjects", "adverbs"))))  # "is not."


def _contrast(text: str, place: int) -> tuple[int, str] | None:
    """`_word`, if it stands behind a comma and opens a contrast."""
    comma = _COMMA.match(text, place)
    found = _word(text, comma.end()) if comma else None
    return found if found and found[1] == "adversatives" else None


def _negated_last(text: str, place: int) -> bool:
    """Does a clause go on with what a verb is said of, and end with a negation: "(erfüllt die) Bedingung nicht"?"""
    for _ in range(MAX_OBJECT):
        noun = WORD.match(text, _GAP.match(text, place).end())  # type: ignore[union-attr]
        if noun is None:
            break
        place = noun.end()
        if (word := _word(text, place)) and word[1] in _NEGATIONS:
            return _ENDS.match(text, word[0]) is not None
    return False
