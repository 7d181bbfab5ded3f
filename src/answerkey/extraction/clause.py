"""In which clause of its sentence an answer stands, and whether that clause asserts what it says.

    If you got | 18 |, you made a mistake.     it supposes
    Although | B | looks right, …              it concedes what only seems so
    Many students answer | 18 |.               it tells what others say
    B | would only work if …                   it holds under a condition that is not met

A clause is what stands between two boundaries, and what opens it tells its kind; a main clause behind "if …," asserts.
All words are lists of `[standing]`, in small letters, all languages together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from answerkey.extraction.cues import CLOSING, WORD, ends, starts
from answerkey.extraction.language import either, everywhere, lowered, may_hold

WINDOW = 400  # characters before an answer in which its sentence starts
MAX_OBJECT = 1  # word that a verb may have behind its number: "whoever sells most gets 42 dollars"
MAX_LEADING = 4  # words before the one that tells the kind of a clause: "so, even if", "the most careful readers"

_LINE = "\n"
_STOP = re.compile(r"[.!?](?=\s|\Z)|[\n。！？।]")
_BOUNDARY = re.compile(r"(?:[,;:，；：、(（—–](?!\d)|\s-\s)[\s*_$)\]}\"”]*")
_WORD_AHEAD = re.compile(r"[^\W\d_]")
_OPENS = ("hypotheses", "unlesses", "whoevers", "concedes")
_OPINIONS = ("thinks", "writes")
_LEADING = ("joins", "adversatives", "leads", "adverbs", "instead", "pauses")
_RESUMES = ("relatives", "joins", "persons")  # behind a comma, these go on with the clause before it
_GOES_ON = ("breaks", "joins", "instead", "adversatives", "relatives", "conditions", "auxiliaries", "adverbs")
_GATE = (
    *_OPENS,
    "others",
    "tails",
    "irrealis",
    "woulds",
    "asked",
    "confuses",
    "modals",
    "mine",
)  # without these, it asserts


def supposes(before: str, after: str, answer: str, *, option: bool = False) -> bool:
    """Does the clause of an answer that stands between two texts, in small letters, not assert it?

    >>> supposes("if you got ", ", you made a mistake.", "18"), supposes("if x = 3, then it is ", ".", "18")
    (True, False)
    """
    if not may_hold(f"{before[max(before.rfind('. '), before.rfind(_LINE)) + 1 :]} {after}", *_GATE):
        return False
    said = before[_sentence(before) :]
    stop = _STOP.search(after)
    rest = after[: stop.start()] if stop else after
    low = 0
    for boundary in _boundaries(said):
        low = boundary.end()
    own, lead = said[low:], said[:low]
    if either("reservations").search(lead):  # "unless I am mistaken," is no condition of what follows
        lead = ""
    close = _BOUNDARY.search(rest)
    closing = rest[: close.start()] if close else rest
    if either("confuses").search(own + closing):
        return True
    return (
        _told_by_others(own, lead, closing, answer, after)
        or _opened(own, lead, rest, close, option=option)
        or _unmet(own, lead, answer, option=option)
        or _counterfactual(said, after)
        or _conditional(closing, rest, option=option)
        or (option and _beside_the_point(rest, close))
    )


def opening(text: str, start: int, low: int) -> int:
    """Where the clause opens that holds the answer at `start`, the sign before it included.

    >>> opening("She has 5, though some say 6", 27, 0), opening("She has 5. Some say 6", 20, 0)
    (9, 10)
    """
    low = max(low, start - WINDOW)
    sentence = low + _sentence(text[low:start])
    said = lowered(text[sentence:start])
    if _opener(said)[0]:
        return sentence
    return sentence + max((boundary.start() for boundary in _boundaries(said)), default=0)


def _boundaries(said: str) -> Iterator[re.Match[str]]:
    """What parts the clauses of a sentence, but not a clause from what it is about: "many think, the answer is"."""
    low = 0
    for boundary in _BOUNDARY.finditer(said):
        generic = low + starts(said, "whoevers", place=low) > boundary.end()  # "jeder, der 18 erhält"
        if not generic and not ends(said[: boundary.start()], *_OPINIONS):
            low = boundary.end()
            yield boundary


def _sentence(before: str) -> int:
    """Where the sentence starts that a text ends in."""
    stop = 0
    for found in _STOP.finditer(before.rstrip()):
        stop = found.end()
    return stop


def _opener(own: str) -> tuple[str, int]:
    """The list of the word that opens a clause, past words that only lead it in, and where it ends; "" if none does."""
    place = 0
    for _ in range(MAX_LEADING):
        place += len(own[place:]) - len(own[place:].lstrip(CLOSING + "¿¡("))
        for name in _OPENS:
            if length := starts(own, name, place=place):
                return name, place + length
        length = starts(own, *_LEADING, place=place)
        if not length:
            break
        place += length
    return "", 0


def _opened(own: str, lead: str, rest: str, close: re.Match[str] | None, *, option: bool) -> bool:
    """Does what opens a clause, or what ends it, say that it only supposes or concedes?"""
    if either("tails").match(rest.lstrip(CLOSING)):
        return True
    closing, next_clause = (rest[: close.start()], rest[close.end() :]) if close else (rest, "")
    name, place = _opener(own)
    concluded = starts(own, "breaks") and not starts(own, "conditions", "negations")  # "unless …, so the answer is"
    if name == "unlesses" or (not (name or concluded) and either("unlesses").search(lead + own)):
        return True
    if name == "concedes" or (ends(closing.rstrip(), "concedes") and either("seems").search(closing)):
        return option or either("seems", "irrealis").search(own + closing) is not None
    if name == "whoevers":
        return close is not None or len(WORD.findall(closing)) > MAX_OBJECT
    if name == "hypotheses":
        if either("consequents").search(own, place):
            return False
        goes_on = _WORD_AHEAD.search(next_clause) and not starts(next_clause.lstrip(), *_RESUMES)
        return bool(goes_on or either("consequents").search(closing))
    return False


def _unmet(own: str, lead: str, answer: str, *, option: bool) -> bool:
    """Does a main clause follow from what is not so: "if she does not eat them, the answer is 18"?"""
    if not lead or _opener(lead)[0] != "hypotheses":
        return False
    if option:
        return either("irrealis").search(lead) is not None
    if answer[:1].isalpha() and either("conditionals").search(own):  # "if so, the answer would be yes"
        return True
    negation = either("negations", "noes", "denies").search(lead)
    return bool(negation and either("placeholders").search(own)) and not either("faults").search(lead)


def _told_by_others(own: str, lead: str, closing: str, answer: str, after: str) -> bool:
    """Is an answer what others say, and no number of what a noun names?"""
    if starts(lead, "according") and ends(lead.rstrip(" ,，"), "others"):  # "according to some, it is 18"
        return True
    kin = WORD.match(own, starts(own, "mine") + 1) if starts(own, "mine") else None
    verb = WORD.match(own, kin.end() + 1) if kin and kin[0] not in everywhere("fillers") else None
    if verb and verb[0] not in everywhere("fillers") and starts(own, *_OPINIONS, place=verb.start()):
        return not counts(answer, after)  # "my brother thinks", but "my calculation says", "my own answer"
    who = either("others").search(own)
    leading = own[: who.start()].rstrip() if who else ""
    if who is None or len(WORD.findall(leading)) > MAX_LEADING or ends(leading, "determiners", "parts"):
        return False
    if starts(closing.lstrip(CLOSING), *_OPINIONS):  # 30と答える
        return True
    says = either(*_OPINIONS).search(own, who.end()) or ends(own.rstrip(CLOSING), "reaches")
    return bool(says) and not counts(answer, after)


def counts(answer: str, after: str) -> bool:
    """Is an answer the number of what a noun names, in it or behind it: "the students answer 12 questions"?"""
    rest = (lowered(answer).lstrip("0123456789.,") + after).lstrip(" *_`$)\\]}")
    return not answer[:1].isalpha() and WORD.match(rest) is not None and not starts(rest, *_GOES_ON)


def _counterfactual(said: str, after: str) -> bool:
    """Does an answer follow from a condition that is not met ("If x were even, we would get 5. But x is odd"), or is
    it what one would have said ("I would have said 5, but …")?"""
    clause = _NEXT_CLAUSE.match(after)
    if clause is None or not starts(after, "adversatives", place=clause.end()):
        return False
    whole = said + clause[0]
    return any(
        either(verb).search(whole) and either(*of).search(whole)
        for verb, of in (("irrealis", ("conditions",)), ("woulds", _OPINIONS))
    )


_NEXT_CLAUSE = re.compile(r"[^.!?\n,;。，；]{0,40}[.!?\n,;。，；][\s*_$)\]}]*")  # what is left of the one of the answer


def _conditional(closing: str, rest: str, *, option: bool) -> bool:
    """Does what follows an answer put it under a condition ("would only work if"), or say that it only seems so, or
    that others take it ("is what most people get")?"""
    said = closing.lstrip(CLOSING)
    if cleft := starts(said, "clefts"):
        return either("others", "conditions", "modals", "woulds").search(rest.lstrip(CLOSING), cleft) is not None
    if starts(said, "modals"):
        return either("seems").search(said) is not None or (option and _limited(rest))
    return starts(said, "woulds") > 0 and (
        _limited(rest) or (not option and either("qualifies").search(rest) is not None)
    )


def _limited(rest: str) -> bool:
    return either("conditions", "left").search(rest) is not None


def _beside_the_point(rest: str, close: re.Match[str] | None) -> bool:
    """Does a sentence grant an option and go on that it was not asked for: "is false, but we were asked …"?"""
    next_clause = rest[close.end() :] if close else ""
    return starts(next_clause, "adversatives") > 0 and either("asked").search(next_clause) is not None
