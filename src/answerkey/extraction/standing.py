"""How an answer that a rule has found stands in its response: asserted, denied, only supposed, or said in relation.

A rule finds marks; whether a mark gives an answer is asked here, for all rules alike: "The answer is not 5", "x = 5 is
wrong" and "Suppose the answer is 5" name a value that the response does not give, and "at least 5" is not 5. All the
words are lists in `phrases/*.toml`, all languages together, for the language of a box is not known. They are looked
for at the very places beside the answer, past words that carry no meaning ("the", "is", "x ="), so that what else a
sentence denies denies nothing.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import cache

from answerkey.extraction.clause import OPINIONS, counts, supposes
from answerkey.extraction.cues import CLOSING, WORD, ended, ends, starts
from answerkey.extraction.language import either, everywhere, lowered, may_hold
from answerkey.extraction.numbers import NUMBER
from answerkey.extraction.predicate import denies
from answerkey.extraction.spans import is_expression

BEFORE, AFTER = 90, 70  # characters beside an answer that are read
MAX_NAME = 3  # words that a name may have: "New York City, not Albany"
MAX_WORDS = 12  # without meaning that may stand between a word and the answer

_MARKUP = " \t\r\n*_`\"“”„«'‘’($\\[{<#:~：（「『【《〈"
_MARK = re.compile(r"(?:\\(?:boxed|f?box|text)|<\w+>|(?<![A-Za-z])[A-Za-z]\s*[=≈])\Z")  # a box, a tag, "x ="
_MARK_WORDS = frozenset(("boxed", "box", "fbox", "text"))
_MARK_ENDS = frozenset("dxt>=≈")
_OPENING = re.compile(r"(?:\\?f?box(?:ed)?\s*\{?|<\w+>|#{4}|[$*\s])+\Z")
_ASCII_WORD = re.compile(r"[a-z]+(?:'[a-z]+)*")  # `WORD` in small letters of ASCII, which takes half the time
_WRAPPED = re.compile(r"\\(?:text|mathrm|mbox|textbf)\s*\{([^{}]*)\}")
_COMMAS = ",，、"
_COMMA = re.compile(r"[,，、]\s*")
DENIES = ("denies", "negations")
_TURNS = (*DENIES, "noes", "pauses", "admits")  # what parts an answer from what it is not, or from what replaces it
_MEANINGLESS = ("fillers", "options", "picks", "adverbs", "modals", *OPINIONS)
_CUES = ("relations", "counts", *DENIES, "supposes", "asks", "conditionals", "examples")  # before an answer
_AT_ONCE = ("possibly", "mights", "noes")  # likewise, with nothing between


class Standing(Enum):
    ASSERTED = "asserted"
    DENIED = "denied"
    SUPPOSED = "supposed"  # a supposition, a question, or how an answer should look
    POSSIBLE = "possible"  # which counts where nothing else is an answer
    RELATED = "related"  # what the answer is compared with, or made from


def of(text: str, start: int, end: int, low: int, high: int, *, option: bool = False) -> Standing:
    """How `text[start:end]` stands in what is looked at, which goes from `low` to `high`."""
    before = lowered(text[max(low, start - BEFORE) : start])
    after = lowered(text[end : min(high, end + AFTER)])
    answer = text[start:end]
    if (
        not answer.isascii() and (number := NUMBER.match(answer)) and answer[number.end() :].lstrip()[:1] > "\u0900"
    ):  # 5です: what scripts without spaces write behind it
        answer, after = number[0], lowered(text[start + number.end() : min(high, end + AFTER)])
    asked = _question().match(after)
    if supposes(before, after, answer, option=option):
        return Standing.SUPPOSED
    if _denied_after(after, asked, word=is_yes_or_no(answer)) or _labelled_wrong(answer):
        return Standing.DENIED
    if _questioned(after, asked):
        return Standing.SUPPOSED
    if starts(after.lstrip(CLOSING), "possibles"):
        return Standing.POSSIBLE
    return _before(before, after, answer) if before else Standing.ASSERTED


def _labelled_wrong(answer: str) -> bool:
    """Does the only text in an answer stand before its value and deny it: `\\text{wrong: }5`?"""
    label = _WRAPPED.match(answer)
    if label is None or not answer[label.end() :].strip() or _WRAPPED.search(answer, label.end()):
        return False
    named = answer[label.end() :].lstrip().startswith(("=", ":"))
    return ended(lowered(label[1]).rstrip(_MARKUP + "="), *DENIES, *(("relations",) if named else ())) > 0


def denied_before(before: str, *, option: bool = False) -> bool:
    """Does what stands before an answer deny it? Before an option, "than" alone says that.

    >>> denied_before("the answer is not "), denied_before("this is not hard, so the answer is ")
    (True, False)
    """
    before = lowered(before)
    return _before(before, "") is Standing.DENIED or (option and _compared(before))


def _compared(before: str) -> bool:
    for _ in range(MAX_WORDS):
        before = before.rstrip(_MARKUP)
        if ends(before, "compares"):
            return not ends(before, "left")  # "il ne reste que C"
        word = before[before.rfind(" ") + 1 :]
        if not word or word not in _fillers()[0]:
            break
        before = before[: len(before) - len(word)]
    return False


def denied_after(after: str, *, option: bool = False, word: bool = False) -> bool:
    """Does what follows an answer deny it? Of an option, "is not" alone says that.

    >>> denied_after(" is surely wrong"), denied_after(" is not a square"), denied_after(" is not 7", option=True)
    (True, False, True)
    """
    after = lowered(after)
    return _denied_after(after, _question().match(after), option=option, word=word)


def _denied_after(after: str, asked: re.Match[str] | None, *, option: bool = False, word: bool = False) -> bool:
    """`denied_after` of a text in small letters, and the question that it makes of the answer."""
    if asked:  # "The answer is 5? No."
        return starts(after, "noes", *DENIES, "faults", "fails", place=asked.end()) > 0
    return denies(after, option=option, word=word)


@cache
def _question() -> re.Pattern[str]:
    """What makes a question of the answer before it: its sign, or a particle (吗, ですか) that may do without."""
    particle, closing = either("interrogatives").pattern, re.escape(CLOSING)
    return re.compile(
        rf"[{closing}]*(?P<particle>{particle})?[{closing}]*(?:[?？]|(?(particle)(?:[。.]|\Z)|(?!)))[{closing}?？。]*"
    )


def is_yes_or_no(answer: str) -> bool:
    """Does an answer say yes or no, true or false, or that there is none, in any language?

    >>> is_yes_or_no("Yes"), is_yes_or_no("no solution"), is_yes_or_no("5")
    (True, True, False)
    """
    said = _WRAPPED.match(answer) if answer.startswith("\\") else None
    said_plainly = said[1] if said else answer[:20]
    return said_plainly[:1].isalpha() and starts(lowered(said_plainly), "yes_words", "no_words", "negations") > 0


def questioned(after: str, *, option: bool = False) -> bool:
    """Does what follows an answer only ask for it, and not say yes? Of an option, a question mark alone asks.

    >>> questioned("吗？"), questioned("?"), questioned("?", option=True), questioned("? Yes.", option=True)
    (True, False, True, False)
    """
    after = lowered(after)
    return _questioned(after, _question().match(after), option=option)


def _questioned(after: str, asked: re.Match[str] | None, *, option: bool = False) -> bool:
    """`questioned` of a text in small letters, and the question that it makes of the answer."""
    return (
        asked is not None and (option or bool(asked["particle"])) and not starts(after, "yes_words", place=asked.end())
    )


def denial(text: str, start: int, end: int) -> int:
    """Where a denial that stands at `start` ("not 5") ends, or `start`."""
    if text[start : start + 1].isdigit():
        return start
    head = lowered(text[start : min(end, start + 30)])
    length = starts(head, *DENIES)
    if not length and (no := starts(head, "noes")) and head[no : no + 1] == " " and head[no + 1 : no + 2].isdigit():
        length = no  # "no 16, sino 18"
    return start + length + len(head[length:]) - len(head[length:].lstrip()) if length else start


def opening(text: str, start: int, low: int) -> int:
    """Where the mark of the answer at `start` opens: its box, its tag, its signs of a heading."""
    found = _OPENING.search(text, max(low, start - 24), start)
    return found.start() if found else start


def is_placeholder(text: str) -> bool:
    """Is this what a format asks for instead of an answer: `\\boxed{your answer}`?"""
    if len(text) > 60 or text[:1].isdigit():
        return False
    bare = _WRAPPED.sub(r"\1", text) if "{" in text else text
    return bare.strip(" .…_<>[]{}()*\"'`$\\").lower() in _placeholders()


def refuses(text: str) -> bool:
    """Does the text begin by declining to answer?"""
    return text[:1].isalpha() and starts(lowered(text[:80]), "refuses") > 0


def lead(text: str, start: int, end: int) -> int:
    """Where an answer starts that words without meaning lead in: "It is Paris", `\\text{So } x = 7`.

    >>> lead("It is Paris", 0, 11), lead("It is not Paris", 0, 15)
    (6, 0)
    """
    place = start
    for _ in range(2):
        wrapped = _WRAPPED.match(text, place, end)
        low = wrapped.start(1) if wrapped else place
        length = starts(lowered(text[low : min(end, low + 40)]), "leads", "possibly")
        if not length or (wrapped and text[low + length : wrapped.end(1)].strip(" ,:")):
            break
        place = wrapped.end() if wrapped else low + length
        place += len(text[place:end]) - len(text[place:end].lstrip(" ,:"))
    return place if place < end and denial(text, place, end) == place else start


def exact_end(text: str, start: int, end: int) -> int:
    """Where an answer ends that is then said again as about: `1/3, or about 33.3%`."""
    part = text[start:end]
    about = either("approximates").search(part, 1) if may_hold(part, "approximates") else None
    return start + len(part[: about.start()].rstrip(" ,(")) if about else end


def is_torn(text: str) -> bool:
    """Does a text say more than once what may be ("It could be 18. It could be 20")?"""
    return len(either("possibly", "possibles").findall(text)) > 1


def relates(text: str) -> bool:
    """Does the text compare a value, or make another of it ("at least 5", "the square of 5")?"""
    return may_hold(text, "relations") and either("relations").search(text) is not None


def alone(text: str, start: int, end: int, *, word: bool = False) -> int:
    """Where an answer between two places ends before the sentence goes on to what it is not ("5, not 6", "5 and no
    other") or to another that replaces it ("5, no, 6"). Of a `word`, a comma alone parts it from that.

    >>> alone("5, not 6", 0, 8), alone("5 instead of 6", 0, 14), alone("4, no, 5", 0, 8)
    (1, 1, 1)
    """
    number = None if word else NUMBER.match(text, start, end)
    rest = text[number.end() : end].strip() if number else text[start:end]
    if (number and rest.isascii() and (rest.isalpha() or not rest)) or not may_hold(rest, *_TURNS, "lasts", "fails"):
        return end  # most answers: a number and what it counts
    if number and denies(lowered(text[number.end() : end])):  # 18 নয়, 26
        return number.end()
    for comma in _COMMA.finditer(text, start + 1, end):  # 26, 18 নয়
        other = NUMBER.match(text, comma.end(), end)
        if other and starts(lowered(text[other.end() : end]).lstrip(), "lasts"):
            return comma.start()
    for turn in either(*_TURNS).finditer(text, start + 1, end):
        before = text[start : turn.start()].rstrip(" \t$")
        joined = ended(lowered(before), "joins", "instead")
        kept = before[: len(before) - joined].rstrip(" ,;，；、(（—–-")
        parted = joined or len(kept) < len(before) or NUMBER.fullmatch(kept) or starts(lowered(turn[0]), "joins")
        if word:
            parted = not joined and len(kept) < len(before) and len(kept.split()) <= MAX_NAME
        if parted and (word or is_expression(kept)):
            return start + len(kept)
    return end


@cache
def _fillers() -> tuple[frozenset[str], tuple[str, ...]]:
    """Words without meaning here: those between spaces, and those of scripts that write none."""
    fillers = tuple(word for name in _MEANINGLESS for word in everywhere(name))
    return frozenset(fillers), tuple(word for word in fillers if not word.isascii())


@cache
def _placeholders() -> frozenset[str]:
    return frozenset(everywhere("placeholders"))


@cache
def _cue_words() -> dict[str, frozenset[str]]:
    """Of each cue before an answer, its last word with a meaning, else its last, and what stands before that ("" if
    nothing does); questions show by their sign."""
    fillers = _fillers()[0]
    found: dict[str, set[str]] = {}
    for cue in (
        WORD.findall(cue) for name in (*_CUES, *_AT_ONCE, "modals") if name != "asks" for cue in everywhere(name)
    ):
        last = next((place for place in range(len(cue) - 1, -1, -1) if cue[place] not in fillers), len(cue) - 1)
        if cue:
            found.setdefault(cue[last], set()).add(cue[last - 1] if last else "")
    return {word: frozenset(before) for word, before in found.items()}


def _may_be_cued(line: str) -> bool:
    """May a cue stand at the end of a line of ASCII, with nothing but marks and words without meaning behind it?"""
    cues, fillers = _cue_words(), _fillers()[0]
    words = _ASCII_WORD.findall(line)
    while words:
        word = words.pop()
        if (before := cues.get(word)) and ("" in before or (words and words[-1] in before)):
            return True
        if word not in fillers and word not in _MARK_WORDS and len(word) > 1:
            return False
    return False


def _before(before: str, after: str, answer: str = "") -> Standing:
    bare = before.rstrip(_MARKUP)
    if bare[-1:] in _MARK_ENDS and (mark := _MARK.search(bare, max(0, len(bare) - 16))):
        bare = bare[: mark.start()].rstrip(_MARKUP)
    line = before[before.rfind("\n", 0, len(bare)) + 1 :]
    if line.isascii() and "?" not in after[:8] and not _may_be_cued(line):
        return Standing.ASSERTED  # most answers: one look instead of one for each word
    spaced, unspaced = _fillers()
    first = True
    opinion = ""  # the last verb of saying among the words without meaning
    picked = False
    for _ in range(MAX_WORDS):
        stripped = before.rstrip(_MARKUP)
        gap = before[len(stripped) :]
        if not first and "\n" in gap:  # words of another line
            break
        before = stripped
        if before[-1:] in _MARK_ENDS and (mark := _MARK.search(before, max(0, len(before) - 16))):
            before = before[: mark.start()]
            continue
        if not before:
            break
        if ends(before.rstrip(_COMMAS), *_CUES) and (stands := _said(before, after, gap, first=first)):
            return stands
        if first and "," not in gap and _contrasted(before):
            return Standing.DENIED
        counted = after.lstrip()[:1] < "\u0900" and counts(answer, after)  # "könnte 5 Äpfel kaufen"
        if first and ends(before, "possibly", "mights") and not (counted or either("alternatives").search(answer)):
            return Standing.POSSIBLE if ends(before, "possibly") else Standing.SUPPOSED
        if opinion and starts(opinion, "thinks") and ends(before, "modals"):  # "might think", but not "might write"
            return Standing.SUPPOSED
        if picked and ends(before, "noes"):  # 不应该选
            return Standing.DENIED
        direct, first = first, False
        word = before[before.rfind(" ") + 1 :].rpartition("\n")[2]
        if word.endswith(tuple(_COMMAS)) and word[:-1] in _opinions():  # "meinen, die Antwort ist"
            word, before = word[:-1], before[:-1]
        if word not in spaced:
            word = "" if word.isascii() else max((one for one in unspaced if before.endswith(one)), key=len, default="")
            if not word:
                break
        before = before[: len(before) - len(word)]
        if word in _opinions() and not (direct and counts(answer, after)):
            opinion = word
        picked = picked or starts(word, "picks") > 0
    return Standing.ASSERTED


@cache
def _opinions() -> frozenset[str]:
    """The verbs of saying."""
    return frozenset(word for name in OPINIONS for word in everywhere(name))


def _contrasted(before: str) -> bool:
    """Does a text end with a comma and a "no" that sets apart what follows it: "18, no" before 16?"""
    no = ended(before, "noes")
    return no > 0 and before[:-no].rstrip().endswith(tuple(_COMMAS))


def _said(before: str, after: str, gap: str, *, first: bool) -> Standing | None:
    """What the words that end `before` say of the answer; relations and counts are said of what follows at once."""
    if ends(before, "negations"):
        return Standing.DENIED
    if first and (related := ended(before, "relations", "counts")) and related >= ended(before, "totals"):
        return Standing.RELATED  # "up to 12", but not "add up to 12"
    if denial := ended(before, "denies"):  # "wrong", but "if I am not wrong"
        return None if ends(before[:-denial].rstrip(_MARKUP), *DENIES) else Standing.DENIED
    if (":" in gap or "：" in gap) and ends(before, "examples"):  # the heading of an example
        return Standing.SUPPOSED
    asked = after.lstrip(CLOSING)[:1] in ("?", "？") and ends(before, "asks")
    supposed = (
        asked
        or ends(before.rstrip(_MARKUP + _COMMAS), "supposes")
        or (ends(before, "conditionals") and _conditional(after))
    )
    return Standing.SUPPOSED if supposed else None


def _conditional(after: str) -> bool:
    """Does the sentence go on with a condition: "would be 5 if …"?"""
    sentence = re.split(r"[.!?;\n]", after, maxsplit=1)[0].split()
    return any(word in (*everywhere("conditions"), *everywhere("adversatives")) for word in sentence)
