"""What a text says when the key is the letter of an option: `(C) 14 meters`, `option C`, `A, C and D`."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from answerkey.extraction.cues import ends, starts
from answerkey.extraction.language import either, lowered
from answerkey.extraction.predicate import affirms
from answerkey.extraction.response import Extraction
from answerkey.extraction.standing import AFTER, BEFORE, DENIES, denied_after, denied_before, questioned

LIST = 1_000  # characters in which a list of options is looked for
_CLEAN = re.compile(r"\\(?:text|mathrm|mathbf|textbf|mbox|boxed|fbox)\s*\{|[\s*_`$\"'“”{]|\\[(\[]")
# One option: "(C)", "C)", "C.", "C:", or the letter alone; then a text of its own may follow.
_ONE = re.compile(r"[(\[（【]\s*(?P<inside>[A-Za-z])\s*[)\]）】]|(?P<letter>[A-Za-z])(?![A-Za-zÀ-ÿ'’])")
# What stands between two options is often markup: C \\text{ or } D, C (or D).
_GAP = r"(?:\\(?:text|mathrm|mathbf|textbf|mbox)\s*\{|\\[ ,;!]|[\s*{}()\[\]$~,;])*"
# Nothing but space, signs and commands between two options, and nothing but space behind them: C\ D, (A) | (C), B⏎C.
_SPACE = re.compile(
    r"(?:\\(?:[A-Za-z]+|[ ,;:!&|])|[\s*{}$~|&+/)\].])+"
    r"(?=[(\[]\s*[A-J]\s*[)\]]|[A-J](?:\\[ ,;:!]|[\s*{}$~|)\].])*(?:\Z|[A-J](?![A-Za-z])))"
)
# Options before an option: "A, B and " before C.
_LISTED = re.compile(r"(?<![A-Za-z])(?:[(\[]?[A-J][)\]]?\s*(?:,|/|&|and\b|or\b)\s*(?:and\s+|or\s+)?)+[(\[]?\Z")
_RUN = re.compile(r"[A-J]{2,6}(?![A-Za-z])")
_KEY = re.compile(r"\s*\(?[A-H]\)?(?:\s*(?:,|;|&|and|,\s*and|)\s*\(?[A-H]\)?)+\s*")
_DASH = re.compile(r"\s+[-–—]+\s")
_CLOSES = " \t\r\n.*_`$}\\)]）】\"'!。！，、"
_UNIT = re.compile(
    r"[\d°]\s*[}$]*\s*(?:\\(?:text|mathrm)\s*\{|\\[ ,])?\s*\Z|\\(?:circ|degree)\s*[}$]*\Z"
)  # 25 °C, 25 C
# D > C: the option on the open side is the better one.
_WORSE_AFTER = re.compile(r"[A-J]\s*[>≻]\s*\Z")
_WORSE_BEFORE = re.compile(r"\s*[<≺]\s*[A-J](?![A-Za-z])")
# The items of a list of options, which a text only repeats: "A) 1", "(B) 2".
_ITEM = re.compile(
    r"(?:^|(?<=[\s{]))(?P<mark>[*(\[]*)(?P<item>[A-J])(?P<close>[)\].:])(?:[ \t*}~$]|\\[ ,;])*(?P<own>[^\s*}])",
    re.MULTILINE,
)


@cache
def _and() -> re.Pattern[str]:
    """ "and" in any language, or a sign for it, and an option behind it."""
    return re.compile(
        rf"{_GAP}(?:[,;&/、]\s*(?:{either('joins').pattern})?|{either('joins').pattern}){_GAP}(?=[A-J](?![a-z]))",
        re.IGNORECASE,
    )


@cache
def _or() -> re.Pattern[str]:
    """ "or" in any language and an option behind it."""
    words = rf"(?:{either('alternatives').pattern}|\\(?:lor|vee)(?![a-z]))"
    hedges = rf"(?:(?:{either('alternatives', 'hedges', 'options').pattern})[\s,]*)*"
    return re.compile(rf"{_GAP}{words}{_GAP}{hedges}{_GAP}(?=[A-J](?![A-Za-z]))", re.IGNORECASE)


@cache
def _or_else() -> re.Pattern[str]:
    """ "or" in any language that opens the next sentence, and an option behind it, which is no article."""
    words = _or().pattern.rpartition("(?=")[0]
    return re.compile(
        rf"[\s*)\]}}$]*[.。]{words}[(\[]?(?P<letter>(?-i:[A-J]))(?![A-Za-z]|(?<=A)\s+[a-z])", re.IGNORECASE
    )


@cache
def _offered() -> re.Pattern[str]:
    """An option and "or" before another option, which stands next."""
    return re.compile(rf"(?<![A-Za-z])[A-J](?={_or().pattern.rpartition('(?=')[0]}[(\[]?\Z)", re.IGNORECASE)


@cache
def _prefix() -> re.Pattern[str]:
    """Words that may stand before an option: "the correct option is"."""
    words = f"the|correct|is|are|both|{either('options', 'leads').pattern}"
    return re.compile(rf"(?:(?:{words})[\s:：]*(?![a-z]))*", re.IGNORECASE)


def _put_forward(text: str, place: int, end: int, *, alone: bool = True) -> bool:
    """Does what follows an option call it the answer?"""
    after = text[place : min(end, place + AFTER)]
    return affirms(lowered(after), alone=alone) or either("chooses").match(after.lstrip(_CLOSES)) is not None


def _elliptic(text: str, start: int, place: int, after: int) -> bool:
    """Is an option all that a clause says, but for its verb: "Neither A nor B fits; C does."?"""
    before = text[max(start, place - 12) : place].rstrip(" (*")
    opens = not before or before[-1] in ".;:,!?—\n" or ends(lowered(before), "instead", "adversatives", "left")
    verb = re.match(r"[)*\s]*", text[after:])
    assert verb is not None
    low = after + verb.end()
    length = starts(lowered(text[low : low + 24]), "auxiliaries")
    return opens and length > 0 and text[low + length : low + length + 1] in (".", "!", ";", "")


@cache
def _than() -> re.Pattern[str]:
    """An option and "than" before another: "rather C than D"."""
    return re.compile(rf"(?<![A-Za-z])[A-J][)*\]]*,?\s(?:{either('comparisons').pattern})[\s(*]*\Z", re.IGNORECASE)


@cache
def _mention() -> re.Pattern[str]:
    named = either("options", "picks", "left").pattern
    joins, denied = (
        either("joins", "instead").pattern,
        either("negations", "noes").pattern,
    )  # "C, not D", "C und nicht D"
    between = (
        rf"(?:,\s?|\s?\(|(?:,?\s)(?:{joins})\s)(?:{denied})|\s(?:{either('denies').pattern})"
        rf"|,?\s(?:{either('compares', 'comparisons').pattern})"  # rather C than D
    )
    rather = rf"[)*]{{0,3}}(?:{between})\s(?:[^\W\d_]+\s){{0,2}}[(]?[A-J]\b"
    return re.compile(
        rf"(?:{named})\s*(?:is\s*)?[:：]?[\s*]*[(\[]?\s*(?P<named>[A-Za-z])(?![A-Za-zÀ-ÿ'’])"
        r"|[(\[]\s*(?P<inside>[A-J])\s*[)\]]|\*\*\s*(?P<bold>[A-J])(?:[.):][^*\n]*)?\s*\*\*"
        rf"|(?:{either('leads').pattern})[\s,:*(\[]*(?P<led>[A-HJ])(?=[)\]*]*(?:[.,;:!。，]|\s*\Z))"
        r"|(?<![A-Za-zÀ-ÿ\d_'’(\[])(?P<end>[A-J])(?=[.!*)\]\"'”$}。！]*\s*\Z)"
        r"|(?:^|\n)\s*(?P<line>[A-J])(?=[.):]|\s*(?:\n|\Z))"
        rf"|(?<![A-Za-z'’])(?P<rather>[A-J])(?={rather})"
        r"|(?<![A-Za-z'’])(?P<right>[A-HJ])(?![A-Za-zÀ-ÿ'’])",
        re.IGNORECASE,
    )


def is_option_key(key: str) -> bool:
    """Is the key the letters of several options, in order?

    >>> is_option_key("AC"), is_option_key("A, C and D"), is_option_key("CA")
    (True, True, False)
    """
    if len(key) > 24 or not _KEY.fullmatch(key):
        return False
    found = [sign for sign in key if sign.isupper()]
    return found == sorted(set(found))


def letters(text: str, start: int, end: int) -> tuple[str, int, int] | None:
    """The option, or options, that `text[start:end]` names first of all, and where; None if it names none.

    The article "a" and the pronoun "I" are no options: a letter that words follow must be marked as an option.

    >>> letters("(C) 14 meters", 0, 13)
    ('C', 1, 2)
    """
    group = _group(text, _skip(text, start, end), end)
    if (
        group is None
        or _denied(text, group.end, end)
        or _is_sign(text, start, group, end)
        or group.start in _items(text, start, min(end, start + LIST))
    ):
        return None
    return group[:3]


class _Group(NamedTuple):
    """Options named together, where they stand, and where their last sign ends."""

    named: str
    start: int
    stop: int
    end: int


def _group(text: str, place: int, end: int) -> _Group | None:
    """The options at `place`: one, or several that "and", "or" or nothing but space joins."""
    if (run := _RUN.match(text, place, end)) and _alone(text, run.end(), end):
        return _Group(", ".join(run[0]), *run.span(), run.end())
    found: list[str] = []
    hedged = False
    low = high = stop = place
    while one := _ONE.match(text, place, end):
        group = "inside" if one["inside"] else "letter"
        letter = one[group]
        if not found and group == "letter" and not _marked(text, letter, one.end(), end):
            return None
        if letter.upper() > "J":
            return None
        again = letter.upper() in found  # "of A and D, D is better"
        if found and (again or (group == "letter" and letter in "AI" and not _marked(text, letter, one.end(), end))):
            break
        if not found:
            low = one.start(group)
        found.append(letter.upper())
        high, stop = one.end(group), one.end()
        joined = _and().match(text, stop, end) or (letter.isupper() and _SPACE.match(text, stop, end)) or None
        if joined is None:
            joined = _or().match(text, stop, end)
            hedged = hedged or joined is not None
        if joined is None:
            break
        place = joined.end()
    return _Group((" or " if hedged else ", ").join(dict.fromkeys(found)), low, high, stop) if found else None


def _denied(text: str, place: int, end: int) -> bool:
    after = text[place : min(end, place + AFTER)]
    return (
        _WORSE_BEFORE.match(after) is not None
        or questioned(after.lstrip(_CLOSES), option=True)
        or denied_after(after, option=True)
    )


def _is_sign(text: str, start: int, group: _Group, end: int) -> bool:
    """Is a letter with an article one of a word or a name, of which something else is said: "The K is silent"?"""
    return (
        ends(lowered(text[max(start, group.start - 12) : group.start]).rstrip(), "articles")
        and starts(lowered(text[group.end : group.end + 24]).lstrip(), "auxiliaries") > 0
        and not _put_forward(text, group.end, end)
    )


def _skip(text: str, start: int, end: int) -> int:
    place = start
    while True:
        before = place
        if clean := _CLEAN.match(text, place, end):
            place = clean.end()
        if prefix := _prefix().match(text, place, end):
            place = prefix.end()
        if place == before:
            return place


def _alone(text: str, place: int, end: int) -> bool:
    return not text[place:end].strip(_CLOSES)


def _marked(text: str, letter: str, place: int, end: int) -> bool:
    """A bare letter is an option if nothing follows it, or a sign that options carry, or another option."""
    if _alone(text, place, end):
        return True
    if letter.islower():
        return False
    follows = text[place : place + 1]
    if follows in ".!):]*}。，、）】" or (
        not follows.isascii() and follows.isalpha() and follows.lower() == follows.upper()
    ):
        return True  # scripts without capitals go on without a space: B项, Cです
    if _and().match(text, place, end) or _or().match(text, place, end):
        return True
    if letter == "A" and (follows in (",", ";") or _DASH.match(text, place, end)):
        return True
    if follows == "-" and text[place + 1 : place + 2].isalpha():
        return False  # B-cells
    return letter not in "AI" and follows in " ,;\n-–—\\$"


def narrow(found: Extraction, response: str, end: int) -> Extraction | None:
    """`found` as the letters it names, or None if it names no option; alternatives stay as they are."""
    if found.alternatives:
        return found
    named = letters(response, *found.span)
    if named is None:
        named = letters(found.text, 0, len(found.text))
        return named and Extraction(named[0], found.span, found.rule, found.alternatives)
    text = named[0]
    if other := _or_else().match(response, named[2], end):  # The answer is C. Or D.
        text = f"{text} or {other['letter']}"
    return Extraction(text, (named[1], named[2]), found.rule, found.alternatives)


def asked(found: Extraction, response: str, end: int) -> bool:
    """Does the find end with the option that it names, and a question mark follow and no "yes"?"""
    start, stop = found.span
    named = letters(response, start, stop)
    if named is None or not _alone(response, named[2], stop):
        return False
    return questioned(response[stop : min(end, stop + AFTER)], option=True)


def mentioned(text: str, start: int, end: int, *, first: bool = False) -> tuple[str, int, int] | None:
    """The last option (or first) that a text without any phrase puts forward and does not deny."""
    best: tuple[str, int, int] | None = None
    done = start
    items = _items(text, start, end)
    for mention in _mention().finditer(text, start, end):
        kind = mention.lastgroup
        assert kind is not None
        letter, place = mention[kind], mention.start(kind)
        if place < done or place in items or (letter.islower() and kind != "named") or letter.upper() > "J":
            continue
        after = mention.end(kind)
        plain = kind == "right" or (kind == "named" and not _marked(text, letter, after, end))
        if plain and not (_put_forward(text, after, end) or _elliptic(text, start, place, after)):
            continue
        low = max(start, place - 40)
        earlier = _LISTED.search(text[low:place]) or _offered().search(text[low:place])
        opened = place - (text[place - 1 : place] in ("(", "["))
        at = opened if earlier is None else low + earlier.start()
        group = _group(text, at, end)
        if group is None or group.stop <= place:  # "of A and D, D is better": a list that ends before
            group = _group(text, opened, end) or _Group(letter.upper(), *mention.span(kind), mention.end(kind))
        if group.end > done:
            done = group.end
        if _passed_over(text[max(start, at - BEFORE) : at]) or _denied(text, group.end, end):
            continue
        best = group[:3]
        if first:
            break
    return best


def _passed_over(before: str) -> bool:
    """Does what stands before an option deny it, compare with it, or make it a unit?"""
    return (
        denied_before(before, option=True)
        or ends(lowered(before).rstrip(), "lettered")
        or _than().search(before) is not None
        or _UNIT.search(before) is not None
        or _WORSE_AFTER.search(before) is not None
    )


def _items(text: str, start: int, end: int) -> frozenset[int]:
    """Where the letters of a list of options stand: two or more in order, marked alike, each with a text of its own.

    One that is called right, or is the only one in bold, is put forward and no mere item.
    """
    found = list(_ITEM.finditer(text, start, end))
    listed: dict[int, re.Match[str]] = {}
    for one, two in pairwise(found):
        marks = [(item["mark"].strip("*"), item["close"]) for item in (one, two)]
        told = lowered(text[one.start("own") : two.start()])  # "(C) rather than (D)" is no list
        denied = any(map(str.isalpha, told)) and ends(told.rstrip(), *DENIES)  # but "A. ✗" is an item
        if marks[0] == marks[1] and ord(two["item"]) == ord(one["item"]) + 1 and not denied:
            listed |= {item.start("item"): item for item in (one, two)}
    bold = {place for place, item in listed.items() if "*" in item["mark"]}
    right = {place for place, item in listed.items() if _put_forward(text, item.start("own"), end, alone=False)}
    return frozenset(listed.keys() - right - (bold if len(bold) == 1 else set()))
