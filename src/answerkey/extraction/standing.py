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
from typing import NamedTuple

from answerkey.extraction.language import either, everywhere

BEFORE, AFTER = 90, 70  # characters beside an answer that are read
LATER = 4_000  # characters after an answer in which it may be taken back
MAX_WORDS = 12  # without meaning that may stand between a word and the answer

_MARKUP = " \t\r\n*_`\"“”„«'‘’($\\[{<#:~"
_CLOSING = " \t\r\n*_`\"“”»'’)$\\]}>,、，"
_MARK = re.compile(r"(?:\\(?:boxed|f?box|text)|<\w+>|(?<![A-Za-z])[A-Za-z]\s*[=≈])\Z")  # a box, a tag, "x ="
_MARK_ENDS = frozenset("dxt>=≈")
_OPENING = re.compile(r"(?:\\?f?box(?:ed)?\s*\{?|<\w+>|#{4}|[$*\s])+\Z")
_CLAUSE = re.compile(r"[.!?,;:—–\n。！？，、；)}$]+[\s*_\"'”’)}\]$]*")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_LAST_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*\Z")
_WRAPPED = re.compile(r"\\(?:text|mathrm|mbox|textbf)\s*\{([^{}]*)\}")


_TEXT = re.compile(r"(?:\\[,;: ]|\\q?quad|\s)*\\?(?:text|mathrm|mbox)\s*\{\s*")  # words in mathematics
_ALONE = re.compile(r"\$?[-−]?\d+(?:[.,/]\d+)*\$?\s*(?:[.!]?\s*\Z|[.!]\s)")  # a number, all of its sentence
_COUNTED = re.compile(r"\d+\s+[^\W\d_]{2,}")  # "3 terms": no value that could be wrong

_BACK = ("instead", "pauses", "rejects", "withdraws")  # lists of words that begin a clause which takes back
_CUES = ("relations", "counts", "denies", "supposes", "asks", "conditionals")  # lists of words before an answer


class Standing(Enum):
    ASSERTED = "asserted"
    DENIED = "denied"
    SUPPOSED = "supposed"  # a supposition, a question, or how an answer should look
    RELATED = "related"  # what the answer is compared with, or made from


class Withdrawal(NamedTuple):
    """Where a response takes back what stands before, and whether it does so for good ("wait" alone does not)."""

    end: int
    final: bool


def of(text: str, start: int, end: int, low: int, high: int) -> Standing:
    """How `text[start:end]` stands in what is looked at, which goes from `low` to `high`."""
    before = text[max(low, start - BEFORE) : start].lower()
    after = text[end : min(high, end + AFTER)].lower()
    if (after and denied_after(after)) or _labelled_wrong(text[start:end]):
        return Standing.DENIED
    return _before(before, after) if before else Standing.ASSERTED


def _labelled_wrong(answer: str) -> bool:
    """Does the only text in an answer stand before its value and deny it: `\\text{wrong: }5`?"""
    label = _WRAPPED.match(answer)
    if label is None or not answer[label.end() :].strip() or _WRAPPED.search(answer, label.end()):
        return False
    named = answer[label.end() :].lstrip().startswith(("=", ":"))
    return _ended(label[1].lower().rstrip(_MARKUP + "="), "denies", *(("relations",) if named else ())) > 0


def denied_before(before: str, *, option: bool = False) -> bool:
    """Does what stands before an answer deny it? Before an option, "than" alone says that.

    >>> denied_before("the answer is not "), denied_before("this is not hard, so the answer is ")
    (True, False)
    """
    before = before.lower()
    return _before(before, "") is Standing.DENIED or (option and _compared(before))


def _compared(before: str) -> bool:
    for _ in range(MAX_WORDS):
        before = before.rstrip(_MARKUP)
        if _ends(before, "compares"):
            return True
        word = before[before.rfind(" ") + 1 :]
        if not word or word not in _fillers()[0]:
            break
        before = before[: len(before) - len(word)]
    return False


def denied_after(after: str, *, option: bool = False) -> bool:
    """Does what follows an answer deny it? Of an option, "is not" alone says that.

    >>> denied_after(" is surely wrong"), denied_after(" is not a square"), denied_after(" is not 7", option=True)
    (True, False, True)
    """
    after = after.lower().lstrip(_CLOSING)
    if after[:1] in ("?", "？"):  # "The answer is 5? No."
        return _starts(after.lstrip(_CLOSING + "?？"), "noes") > 0
    if wrapped := _TEXT.match(after):
        after = after[wrapped.end() :]
    if (word := _WORD.match(after)) and word[0] in _list("refutes", "excludes").heads:
        after = " ".join(word for word in after.split(" ") if word not in _adverbs())
    return _starts(after, "refutes") > 0 or (option and _starts(after, "excludes") > 0)


def denial(text: str, start: int, end: int) -> int:
    """Where a denial that stands at `start` ("not 5") ends, or `start`."""
    head = text[start : min(end, start + 30)].lower()
    length = _starts(head, "denies")
    return start + length + len(head[length:]) - len(head[length:].lstrip()) if length else start


def opening(text: str, start: int, low: int) -> int:
    """Where the mark of the answer at `start` opens: its box, its tag, its signs of a heading."""
    found = _OPENING.search(text, max(low, start - 24), start)
    return found.start() if found else start


def withdrawn(text: str, start: int, end: int) -> Withdrawal | None:
    """How a response takes back, between `start` and `end`, what it said before; None if it does not."""
    end = min(end, start + LATER)
    part = text[start:end].lower()
    pause: Withdrawal | None = None
    heads = _list(*_BACK).heads
    for clause in _CLAUSE.finditer(f"{part}\n"):
        place = clause.end()
        word = _WORD.match(part, place)
        if (word is None or word[0] not in heads) and part[place : place + 1] not in heads:
            continue
        paused = _starts(part, "pauses", place)
        skipped = place + (_starts(part, "instead", place) or paused)
        if skipped > place:
            skipped += len(part[skipped:]) - len(part[skipped:].lstrip(" ,"))
        rejected = _starts(part, "rejects", skipped)
        if length := rejected or _starts(part, "withdraws", skipped):
            stop = skipped + length
            if not (_affirmed(part, stop) or (rejected and _of_another(part, place, stop))):
                return Withdrawal(start + stop, True)
            pause = pause or Withdrawal(start + stop, False)
        if pause is None and paused:
            pause = Withdrawal(start + place + paused, False)
    return pause


def _affirmed(part: str, stop: int) -> bool:
    return any(words in part[stop:] for words in everywhere("affirms"))


def _of_another(part: str, start: int, stop: int) -> bool:
    """Is "that is wrong" said of something else: of a value named in between, or for some case only?"""
    follows = part[stop : stop + 12]
    between = part[:start]
    if not any(words in between for words in (*everywhere("supposes"), *everywhere("denies")) if " " in words):
        between = _COUNTED.sub("", between)
    return any(sign.isdigit() for sign in between) or _starts(follows.lstrip(), "qualifies") > 0


def is_placeholder(text: str) -> bool:
    """Is this what a format asks for instead of an answer: `\\boxed{your answer}`?"""
    if len(text) > 60 or text[:1].isdigit():
        return False
    bare = _WRAPPED.sub(r"\1", text) if "{" in text else text
    return bare.strip(" .…_<>[]{}()*\"'`$\\").lower() in _placeholders()


def refuses(text: str) -> bool:
    """Does the text begin by declining to answer?"""
    return text[:1].isalpha() and _starts(text[:80].lower().replace("’", "'").replace("can't", "cannot"), "refuses") > 0


def lead(text: str, start: int, end: int) -> int:
    """Where an answer starts that words without meaning lead in: "It is Paris", `\\text{So } x = 7`.

    >>> lead("It is Paris", 0, 11), lead("It is not Paris", 0, 15)
    (6, 0)
    """
    place = start
    for _ in range(2):
        wrapped = _WRAPPED.match(text, place, end)
        low = wrapped.start(1) if wrapped else place
        length = _starts(text[low : min(end, low + 40)].lower(), "leads")
        if not length or (wrapped and text[low + length : wrapped.end(1)].strip(" ,:")):
            break
        place = wrapped.end() if wrapped else low + length
        place += len(text[place:end]) - len(text[place:end].lstrip(" ,:"))
    return place if place < end and denial(text, place, end) == place else start


def exact_end(text: str, start: int, end: int) -> int:
    """Where an answer ends that is then said again as about: `1/3, or about 33.3%`."""
    part = text[start:end].lower()
    if " " not in part and part.isascii():
        return end
    places = [place for words in everywhere("approximates") if (place := part.find(words)) > 0]
    return start + len(part[: min(places)].rstrip(" ,(")) if places else end


def relates(text: str) -> bool:
    """Does the text compare a value, or make another of it ("at least 5", "the square of 5")?"""
    if text.isascii() and " " not in text:
        return False
    low = text.lower()
    return any(words in low and re.search(rf"(?<!\w){re.escape(words)}", low) for words in everywhere("relations"))


def replacement(text: str, start: int, end: int) -> int:
    """Where stands what a denied answer is replaced by: "(not 5) but 6"; -1 if nothing is said to replace it."""
    place = start + len(text[start : start + 8]) - len(text[start : start + 8].lstrip(_CLOSING + ";；.。:："))
    length = _starts(text[place : min(end, place + 40)].lower(), "instead")
    return place + length if length else -1


def corrected(text: str, start: int, end: int) -> int:
    """Where stands what replaces an answer behind a pause: "no, wait, 6", "Correction: 6"; -1 where none follows.

    >>> corrected(" wait, 6", 0, 8), corrected(" apples", 0, 7)
    (7, -1)
    """
    place = start
    for _ in range(4):
        place += len(text[place : place + 8]) - len(text[place : place + 8].lstrip(" ,:：…*"))
        length = _starts(text[place : min(end, place + 40)].lower(), "pauses")
        if not length:
            break
        place += length
    found = _ALONE.match(text, place, end)
    return place if found and place > start else -1


def contrast(text: str, start: int, end: int) -> int:
    """Where a sentence goes on to what the answer is not ("5, not 6"); `end` if it does not."""
    if not any(sign in text[start:end] for sign in ",;("):
        return end
    found = either("denies").search(text, start + 1, end)
    before = text[start : found.start()].rstrip() if found else ""
    return start + len(before.rstrip(" ,;(")) if before.endswith((",", ";", "(")) else end


def replaced_at(text: str, start: int, end: int) -> int:
    """Where a sentence that denies one answer goes on to another: "(not 5) but 6"; `end` if it does not."""
    found = either("instead").search(text, start, end)
    return found.start() if found else end


class _Words(NamedTuple):
    """The words of lists by how they begin and end: by their first and last words where spaces part words, else by
    their first and last signs. Most texts are so ruled out by one look."""

    heads: dict[str, tuple[str, ...]]
    tails: dict[str, tuple[str, ...]]


@cache
def _list(*names: str) -> _Words:
    heads: dict[str, tuple[str, ...]] = {}
    tails: dict[str, tuple[str, ...]] = {}
    for word in dict.fromkeys(word for name in names for word in everywhere(name)):
        first, last = word[0], word[-1]
        if (head := _WORD.match(word)) and first.lower() != first.upper():
            first = head[0]
        if (tail := _LAST_WORD.search(word)) and last.lower() != last.upper():
            last = tail[0]
        heads[first] = (*heads.get(first, ()), word)
        tails[last] = (*tails.get(last, ()), word)
    return _Words(heads, tails)


@cache
def _fillers() -> tuple[frozenset[str], tuple[str, ...]]:
    """Words without meaning here: those between spaces, and those of scripts that write none."""
    fillers = everywhere("fillers") + everywhere("options")
    return frozenset(fillers), tuple(word for word in fillers if not word.isascii())


@cache
def _placeholders() -> frozenset[str]:
    return frozenset(everywhere("placeholders"))


@cache
def _adverbs() -> frozenset[str]:
    """Words that may stand inside a denial and change nothing: "is definitely not the answer"."""
    return frozenset(everywhere("adverbs"))


@cache
def _cue_words() -> frozenset[str]:
    """Of each cue before an answer, a word that has a meaning; questions ("is it 5?") have none, but their sign."""
    cues = (_WORD.findall(cue) for name in _CUES for cue in everywhere(name))
    fillers = _fillers()[0]
    return frozenset(next((word for word in cue if word not in fillers), "") for cue in cues)


def _before(before: str, after: str) -> Standing:
    line = before[before.rfind("\n", 0, len(before.rstrip(_MARKUP))) + 1 :]
    if line.isascii() and "?" not in after[:8] and _cue_words().isdisjoint(_WORD.findall(line)):
        return Standing.ASSERTED  # most answers: one look instead of one for each word
    spaced, unspaced = _fillers()
    first = True
    for _ in range(MAX_WORDS):
        stripped = before.rstrip(_MARKUP)
        if not first and "\n" in before[len(stripped) :]:  # words of another line
            break
        before = stripped
        if before[-1:] in _MARK_ENDS and (mark := _MARK.search(before, max(0, len(before) - 16))):
            before = before[: mark.start()]
            continue
        if not before:
            break
        if _ends(before.rstrip(",，、"), *_CUES) and (stands := _said(before, after, first=first)):
            return stands
        first = False
        word = before[before.rfind(" ") + 1 :].rpartition("\n")[2]
        if word in spaced:
            before = before[: len(before) - len(word)]
        elif not word.isascii() and before.endswith(unspaced):
            before = before[: -max(len(one) for one in unspaced if before.endswith(one))]
        else:
            break
    return Standing.ASSERTED


def _said(before: str, after: str, *, first: bool) -> Standing | None:
    """What the words that end `before` say of the answer; relations and counts are said of what follows at once."""
    if first and _ends(before, "relations", "counts"):
        return Standing.RELATED
    if denial := _ended(before, "denies"):
        twice = _ended(before[:-denial].rstrip(_MARKUP), "denies")  # "if I am not wrong"
        return None if twice else Standing.DENIED
    asked = after.lstrip(_CLOSING)[:1] in ("?", "？") and _ends(before, "asks")
    supposed = (
        asked
        or _ends(before.rstrip(_MARKUP + ",，、"), "supposes")
        or (_ends(before, "conditionals") and _conditional(after))
    )
    return Standing.SUPPOSED if supposed else None


def _conditional(after: str) -> bool:
    """Does the sentence go on with a condition: "would be 5 if …"?"""
    sentence = re.split(r"[.!?;\n]", after, maxsplit=1)[0].split()
    return any(word in everywhere("conditions") for word in sentence)


def _ends(text: str, *names: str) -> bool:
    """Does the text end with a word of the lists, which is no part of a longer word?"""
    return _ended(text, *names) > 0


def _ended(text: str, *names: str) -> int:
    """The length of the longest word of the lists that the text ends with, 0 if it ends with none."""
    tails = _list(*names).tails
    last = text[text.rfind(" ") + 1 :]
    if not last.isalpha():
        last = found[0] if (found := _LAST_WORD.search(last)) else text[-1:]
    words = tails.get(last) or tails.get(text[-1:], ())
    return max((len(one) for one in words if text.endswith(one) and _apart(text[: -len(one)][-1:], one[:1])), default=0)


def _starts(text: str, name: str, place: int = 0) -> int:
    """The length of the longest word of the list that the text has at `place`, 0 if it has none."""
    heads = _list(name).heads
    found = _WORD.match(text, place)
    words = (found and heads.get(found[0])) or heads.get(text[place : place + 1], ())
    ends = (len(one) for one in words if text.startswith(one, place))
    return max((end for end in ends if _apart(text[place + end : place + end + 1], text[place + end - 1])), default=0)


def _apart(beside: str, edge: str) -> bool:
    """Do two signs belong to different words? Scripts without capitals may write words without spaces."""
    return not beside.isalnum() or edge.lower() == edge.upper() or beside.lower() == beside.upper()
