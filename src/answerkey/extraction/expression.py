"""What a number in prose is a part of: the expression `2√5` of its 5, the number "$3 million" of its 3."""

from __future__ import annotations

import re
from functools import cache

from answerkey.extraction.cues import ended, listed
from answerkey.extraction.language import changes, codes, either, language, marks, may_change
from answerkey.extraction.numbers import BOUND_HEADS, NUMBER, ascii_digits, plain
from answerkey.extraction.response import Extraction
from answerkey.extraction.spans import NAMED, words

_GROUP = r"\{(?:[^{}]|\{[^{}]*\})*\}"
_FUNCTIONS = tuple("sqrt cbrt sin cos tan cot sec csc log ln exp arcsin arccos arctan".split())
_FUNCTION = rf"(?:{'|'.join(_FUNCTIONS)})(?![A-Za-z])"
_ATOM = (
    rf"(?:\d+(?:[.,]\d+)*(?:e[+-]?\d+\b)?%?|\.\d+|\\[A-Za-z]+(?:{_GROUP})*|{_FUNCTION}\s?|(?<![A-Za-z])pi(?![A-Za-z])"
    r"|(?<![A-Za-z\d])[A-Za-z](?![A-Za-z'’])|(?<=\d)[a-fijknpqrt-z](?![A-Za-z])|[πθφ√∛¼-¾⅐-⅞]|\((?:[\w\s+*/^.,!|√π·×−{}\\-]|\([^()\n]{0,40}\)){1,60}\)"
    rf"|\{{[^{{}}\n]{{1,40}}\}}|(?<=[\d)a-z])[⁰¹²³⁴-⁹]+)"
)
_GLUE = (
    r"(?:\s*(?:[-+−/×·÷^_⋅]|(?<!\*)\*(?!\*)|(?<=[\w)])\*\*(?=[\w(])|\sx\s(?=\d))\s*[-−]?"
    r"|(?<=\d):(?=\d)|\s?(?=π|√|pi\b|sqrt))?"
)
_RUN = re.compile(rf"(?:{_ATOM}{_GLUE})*{_ATOM}")
# What stands beside a number that is a part of more.
_GOES_ON = re.compile(r"\s?[-+−/×·÷^_*π√¼-¾⅐-⅞!:()\\]|\sx\s|\s?pi\b|\s?sqrt|[A-Za-z({}⁰¹²³⁴-⁹]")
_BEGINS = re.compile(rf"(?:\w|\d:|[-+−/×·÷^_*π√(){{}}]\s?|\\[a-z]+\s?|(?:\bx|{_FUNCTION})\s)\Z")
_MONEY = re.compile(r"[$€£¥₹฿₽]\s?\d[\d.,]*\Z")
_COMMA = re.compile(r",\d{1,2}\Z")  # 1,5: no English number
_WORDS = re.compile("[a-z]+")
_COMMAND = re.compile(r"\\[A-Za-z]+")
_NAME = re.compile("[A-Za-z]")
_APPLIED = re.compile(r"\s*[A-Za-z]'?\([\d\s,./−-]+\)\s*\Z")  # f(2)
_RELATION = re.compile(r"[<>≤≥≠≈,]")
_NUMERIC = re.compile(r"\s*(?:[-−+]?\s?\{?(?:\d[\d.,]*(?:/\d+)?|\\[dt]?frac\{?\d+\}?\{?\d+\}?)\}?(?:\^\\circ)?)[.\s]*")
_LETTER = re.compile(r"\s?[^\W\d_]")


def alone(text: str, start: int, end: int, limit: int) -> bool:
    """Is an integer so plain that nothing beside it makes another number of it? Most are, as few looks tell.

    >>> alone("So she makes $18 every day.", 13, 16, 27), alone("So she makes nearly $18.", 20, 23, 24)
    (True, False)
    """
    before, number, after = text[max(0, start - 24) : start], text[start:end], text[end : min(limit, end + 30)]
    word = before[before.rfind(" ", 0, -1) + 1 : -1]
    return (
        number.removeprefix("$").isdecimal()
        and word.isalpha()
        and before[-1] == " "
        and (after[:1] in (".", "") or (after[0] == " " and after[1:2].isalpha()))
        and word.isascii()
        and number.isascii()
        and after.isascii()
        and word.lower() not in _beside()[0]
        and _beside()[1].isdisjoint(_WORDS.findall(after.lower()))
    )


@cache
def _beside() -> tuple[frozenset[str], frozenset[str]]:
    """The words before a number and behind it, or their first letters, that may make another number of it."""
    before = frozenset(listed("relations", "bounds", "negatives").tails)
    return before.union(_FUNCTIONS, ("x", "pi")), changes().union(BOUND_HEADS, marks("partials"), ("x", "pi", "sqrt"))


def whole(text: str, start: int, end: int, low: int, high: int) -> tuple[int, int]:
    """The whole expression that the number `text[start:end]` is a part of: `2√5` of its 5, `36π` of its 36."""
    signed = text.startswith(("+", "-", "−", "–"), start)
    if not (signed or _GOES_ON.match(text, end, high) or _begins(text[max(low, start - 10) : start])):
        return start, end
    low = max(low, text.rfind("\n", low, start) + 1, start - 120)
    digit = next((place for place in range(start, end) if text[place].isdigit()), start)
    for run in _RUN.finditer(text, low, min(high, end + 60)):
        if run.start() <= digit < run.end():
            if run.end() <= end and run.start() >= start:
                break
            found = min(run.start(), start), max(run.end(), end)
            return (start, end) if words(text[slice(*found)]) else found
        if run.start() > digit:
            break
    return start, end


def _begins(before: str) -> bool:
    """Does what stands before a number end with what the number is a part of: `sqrt `, `2 +`?"""
    word = before[before.rfind(" ", 0, -1) + 1 :]
    if word[-1:] == " " and len(word) > 2 and word[:-1].isalpha() and word[:-1] not in _FUNCTIONS:
        return False  # most numbers, told without a search
    return _BEGINS.search(before) is not None


def last_member(text: str, start: int, end: int) -> tuple[int, int]:
    """The last member of a chain of equalities (`5 + 3 = 8`), or all of what only names its value (`x = 8`)."""
    equals = text.rfind("=", start, end)
    if equals < 0 or NAMED.fullmatch(text, start, end) or not text[equals + 1 : end].strip():
        return start, end
    return equals + 1, end


def value(found: Extraction) -> Extraction:
    """The number that an equation gives an expression of several names, or a function; anything else as it is.

    >>> value(Extraction("m + n = 73", (0, 10), "math")).text, value(Extraction("2x = 10", (0, 7), "math")).text
    ('73', '2x = 10')
    """
    left, equals, right = found.text.rpartition("=")
    if not equals or left.strip().isalpha() or _NUMERIC.fullmatch(right) is None or words(left):
        return found
    left = _COMMAND.sub(" ", left)
    several = len(set(_NAME.findall(left))) > 1 and not _RELATION.search(left)
    if not several and not _APPLIED.match(left):
        return found
    number = right.strip(" .")
    end = found.span[1]
    return found._replace(text=number, span=(max(found.span[0], end - len(right)), end))


def spelled(text: str, start: int, end: int, limit: int) -> tuple[str, int, int]:
    """The number `text[start:end]` with the words that belong to it, plainly written, and where they stand.

    >>> spelled("It is minus 3.", 12, 13, 14), spelled("So $2M.", 3, 5, 7)
    (('-3', 6, 13), ('$2000000', 3, 6))
    >>> spelled("5 and a half hours", 0, 1, 18), spelled("10 fewer than 30", 0, 2, 16)
    (('5 1/2', 0, 12), ('10 fewer than 30', 0, 16))
    """
    content = ascii_digits(text[start:end])
    if may_change(text[end : min(limit, end + 32)]):
        content, end = _scaled(text, content, start, end, limit)
        if changed := _changes().match(text, end, limit):
            if changed["half"] and content.isdigit():
                return f"{content} 1/2", start, changed.end()
            return text[start : changed.end()], start, changed.end()
    before = text[max(0, start - 24) : start].rstrip()
    negative = ended(before.lower(), "negatives")
    if negative and content[:1].isdigit() and not either("relations").search(before):
        low = max(0, start - 24) + len(before) - negative
        if not text[max(0, low - 2) : low].rstrip().endswith(tuple("0123456789)")):
            content, start = f"-{content}", low
    return content, start, end


@cache
def _changes() -> re.Pattern[str]:
    """What makes another number of the one before it: "squared", "and a half" (also behind a noun), "more than 7"."""
    compared = rf"(?:{either('comparatives').pattern})(?:\s+[^\W\d_]+){{0,2}}?\s+(?:{either('comparisons').pattern})"
    return re.compile(
        rf"\s?(?:{either('unary').pattern}|(?:{compared}){NUMBER.pattern}"
        rf"|(?:[^\W\d_]+\s)?(?P<half>{either('halves').pattern}))",
        re.IGNORECASE,
    )


def multiplied(number: str, after: str) -> str:
    """The number as text, with the words that belong to it and begin what stands after it.

    >>> multiplied("5", " million people"), multiplied("5", " people"), multiplied("x", " million")
    ('5000000', '5', 'x')
    """
    if not NUMBER.fullmatch(number):
        return number
    return spelled(number + after, 0, len(number), len(number) + len(after))[0]


def _scaled(text: str, content: str, start: int, end: int, limit: int) -> tuple[str, int]:
    """A number with the word that multiplies it written out, and where that word ends; $5k, but 5k is five times k."""
    for code in codes():
        spoken = language(code)
        if spoken.scales is None or (spoken.decimal == "." and _COMMA.search(content)):
            continue
        scale = spoken.scales.match(text, end, min(limit, end + 24))
        if scale and (_MONEY.search(content) or not (scale[0].isascii() and _LETTER.fullmatch(scale[0]))):
            return plain(text[start : scale.end()], spoken), scale.end()
    return content, end
