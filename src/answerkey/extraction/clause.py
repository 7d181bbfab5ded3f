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

from answerkey.extraction.cues import CLOSING, WORD, ended, ends, starts
from answerkey.extraction.language import either, everywhere, lowered, may_hold

MAX_BETWEEN = 1  # word between those who say something and their verb: "most people would say"
WINDOW = 400  # characters before an answer in which its sentence starts
MAX_LEADING = 4  # words before the one that tells the kind of a clause: "so, even if", "the most careful readers"

_LINE = "\n"
_STOP = re.compile(r"[.!?](?=\s|\Z)|[\n。！？।]")
_BOUNDARY = re.compile(r"(?:[,;:，；：、(（—–](?!\d)|\s-\s)[\s*_$)\]}\"”]*")
_OPENS = ("hypotheses", "inverts", "unlesses", "whoevers", "concedes")
OPINIONS = ("thinks", "writes")  # what others do with an answer
_FAULTY = ("faults", "fails", "errs", "withdraws")  # what makes of "if you got 18" a condition of a wrong answer
_LEADING = ("joins", "adversatives", "leads", "adverbs", "instead", "pauses")
_GOES_ON = ("breaks", "joins", "instead", "adversatives", "relatives", "conditions", "auxiliaries", "adverbs", "habits")
_GATE = (
    *_OPENS,
    "others",
    "known",
    "tails",
    "irrealis",
    "woulds",
    "confuses",
    "modals",
    "mine",
    "faults",
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
    return (
        _confused(own, closing)
        or _told_by_others(own, lead, closing, answer, after)
        or _mistaken(own)
        or _opened(own, lead, rest, closing, option=option)
        or (option and _unmet(own, lead))
        or _counterfactual(said, after)
        or _conditional(closing, rest, option=option)
    )


def opening(text: str, start: int, low: int) -> int:
    """Where the sentence opens that holds what stands at `start`.

    >>> opening("She has 5, though some say 6", 27, 0), opening("She has 5. Some say 6", 20, 0)
    (0, 10)
    """
    low = max(low, start - WINDOW)
    return low + _sentence(text[low:start])


def _boundaries(said: str) -> Iterator[re.Match[str]]:
    """What parts the clauses of a sentence, but not a clause from what it is about: "many think, the answer is"."""
    low = 0
    for boundary in _BOUNDARY.finditer(said):
        generic = low + starts(said, "whoevers", place=low) > boundary.end()  # "jeder, der 18 erhält"
        if not generic and not ends(said[: boundary.start()], *OPINIONS):
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
        for name in _OPENS if starts(own, *_OPENS, place=place) else ():
            length = starts(own, name, place=place)
            if length and (name != "inverts" or _inverted(own, place + length)):
                return name, place + length
        length = starts(own, *_LEADING, place=place)
        if not length:
            break
        place += length
    return "", 0


def _inverted(own: str, place: int) -> bool:
    """Does a subject stand there ("had x been even"), and no number ("had 18") or verb ("should be")?"""
    return WORD.match(own, place + 1) is not None and not starts(own, "auxiliaries", place=place + 1)


def _opened(own: str, lead: str, rest: str, closing: str, *, option: bool) -> bool:
    """Does what opens a clause, or what ends it, say that it only supposes or concedes?"""
    if either("tails").match(rest.lstrip(CLOSING)):
        return True
    name, place = _opener(own)
    if name == "unlesses" or (lead and _opener(lead)[0] == "unlesses" and either("negations", "denies").search(own)):
        return True
    concluded = starts(own, "breaks") and not starts(own, "conditions", "negations")  # "unless …, so the answer is"
    if not (name or concluded) and either("unlesses").search(own):
        return True
    if name == "concedes" or (ends(closing.rstrip(), "concedes") and either("seems").search(closing)):
        return option or either("seems", "irrealis").search(own + closing) is not None
    if name in ("hypotheses", "inverts") and either("consequents").search(own, place):
        return False
    return name in ("hypotheses", "inverts", "whoevers") and either(*_FAULTY).search(rest) is not None


def _unmet(own: str, lead: str) -> bool:
    """Does an option follow at once from a condition that is not met: "if the gas were ideal, B"?"""
    opened = bool(lead) and _opener(lead)[0] in ("hypotheses", "inverts")
    return opened and either("irrealis").search(lead) is not None and not starts(own, "breaks", "concludes")


def _confused(own: str, closing: str) -> bool:
    """Is an answer what another is confused with: "not to confuse this with 6"?"""
    said = either("confuses").search(own) is not None and ends(own.rstrip(CLOSING), "withs")
    return said or starts(closing.lstrip(CLOSING), "confuses") > 0


def _mistaken(own: str) -> bool:
    """Is an answer what it is a fault to give: "a common mistake is to answer 24"?"""
    return (
        ends(own.rstrip(CLOSING), *OPINIONS)
        and either("faults").search(own) is not None
        and either("negations", "noes").search(own) is None
    )


def _told_by_others(own: str, lead: str, closing: str, answer: str, after: str) -> bool:
    """Is an answer what others say, and no number of what a noun names?"""
    if starts(lead, "according") and ends(lead.rstrip(" ,，"), "others"):  # "according to some, it is 18"
        return True
    kin = WORD.match(own, starts(own, "mine") + 1) if starts(own, "mine") else None
    verb = WORD.match(own, kin.end() + 1) if kin and kin[0] not in everywhere("fillers") else None
    if verb and verb[0] not in everywhere("fillers") and starts(own, *OPINIONS, place=verb.start()):
        return not counts(answer, after)  # "my brother thinks", but "my calculation says", "my own answer"
    if not any(_tells(own, who, closing) for who in either("others", "known").finditer(own)):
        return False
    return starts(closing.lstrip(CLOSING), *OPINIONS) > 0 or not counts(answer, after)


def _tells(own: str, who: re.Match[str], closing: str) -> bool:
    """Do those who are named in a clause say what stands behind it, or come to it by a fault?"""
    leading, said = own[: who.start()].rstrip(), own[who.end() :]
    if len(WORD.findall(leading)) > MAX_LEADING or ends(leading, "determiners", "parts"):
        return False
    if starts(closing.lstrip(CLOSING), *OPINIONS):  # 30と答える
        return True
    verb = either(*OPINIONS).search(said)
    if verb and len(WORD.findall(said[: verb.start()])) <= MAX_BETWEEN:
        return not _is_subject(said[verb.end() :])
    if not starts(own, "others", place=who.start()) or not either("habits").search(said + closing):
        return False
    said = said.rstrip(CLOSING)
    said = said[: len(said) - ended(said, "habits")].rstrip()
    return ends(said, "reaches") and len(WORD.findall(said)) <= MAX_BETWEEN + 1


def _is_subject(told: str) -> bool:
    """Does a clause that names others go on to what it is about: "the day that most people choose is"?"""
    if not told.startswith(" ") or not ends(told.rstrip(CLOSING), "auxiliaries"):
        return False
    return all(word not in everywhere("fillers") for word in WORD.findall(told)[:-1])


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
    name, place = _opener(said)
    if name == "inverts" and either("irrealis", "woulds").search(whole, place):
        return True
    return any(
        either(verb).search(whole) and either(of).search(whole)
        for verb, of in (("irrealis", "conditions"), ("woulds", "thinks"), ("woulds", "writes"))
    )


_NEXT_CLAUSE = re.compile(r"[^.!?\n,;。，；]{0,40}[.!?\n,;。，；][\s*_$)\]}]*")  # what is left of the one of the answer


def _conditional(closing: str, rest: str, *, option: bool) -> bool:
    """Does what follows an answer put it under a condition ("would only work if"), or say that it only seems so, or
    that others take it ("is what most people get")?"""
    said = closing.lstrip(CLOSING)
    if cleft := starts(said, "clefts"):
        who = either("others", "known").search(said, cleft)
        if who and not ends(said[: who.start()].rstrip(), "determiners"):
            return either(*OPINIONS, "reaches", "errs").search(said, who.end()) is not None
        return either("errs").search(said, cleft) is not None
    limited = either("conditions").search(rest) is not None
    if starts(said, "modals"):
        seems = either("seems").search(said) and not either("adversatives").search(rest[len(closing) :])
        return bool(seems) or (option and limited)
    return starts(said, "woulds") > 0 and limited
