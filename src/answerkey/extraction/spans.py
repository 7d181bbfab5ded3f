"""Small questions about a stretch of text: where it really starts and ends, its mathematics, its sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator

from answerkey.notation.words import LEXICON

_LEAD = re.compile(r"(?:[\s*_`\"“”„«]|(?<![^\n>])>|&nbsp;|<(?:b|i|u|em|strong|p|span|code|sup)>)+")
SPACE = (
    " \t\n\r\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0\u1680"
    + "".join(map(chr, range(0x2000, 0x200B)))
    + "\u2028\u2029\u202f\u205f\u3000"
)
_TAIL_SIGNS = '*_`"“”»,;:.!?。．！？।✓✔✅' + SPACE
_TAIL_WORDS = ("\\\\", "&nbsp", ">")  # where more than such signs may end a span
_TAIL = re.compile(rf"(?:[{re.escape(_TAIL_SIGNS)}]|\\\\|&nbsp;|</?(?:b|i|u|em|strong|p|span|code|br)\s?/?>)+\Z")
_PROOF_SIGN = r"(?:\\(?:blacksquare|square|qed(?:symbol)?)\b|[∎■□]|(?<!\w)Q\.?E\.?D\b\.?)"
_PROOF_END = re.compile(rf"(?:\s*(?:\$\$?|\\[(\[])\s*{_PROOF_SIGN}\s*(?:\$\$?|\\[)\]])|\s*{_PROOF_SIGN})\Z")
_PROOF_LAST = tuple("∎■□$])edlD.")
_QUOTES = ("'", "‘", "’")  # in pairs alone: a derivative ends with one
_DELIMITERS = (("$$", "$$"), ("$", "$"), ("\\[", "\\]"), ("\\(", "\\)"))
_SENTENCE = re.compile(r"[.!?。．！？।\n]")
_FACTORIAL = re.compile(r"\s*[-=+/^)}<>×·÷]|\s*\*\s|[^\s*\"'”’$<]")  # what goes on after 5!
_TITLES = (" Mr", " Mrs", " Ms", " Dr")  # behind which no sentence ends
_AFTER_STOP = re.compile(r"[*_`\"”»)\]}$]*+(?:\\[)\]])?[*_`\"”»]*+(?=\s|\Z)")
_JOIN = re.compile(r"\s*+(?:,|;|、)?\s*+(?:and|or|,|;|&|und|oder|y|o|et|ou|и|или|na|和|或|と)?\s*+(?=\$|\\\(|\\\[)")

# A name that a text gives a value to: all of it ("x_1 = 5", but no chain), and what stands before the value alone.
_NAME = r"(?P<name>[A-Za-z](?:_\w|_\{\w+\}|')?)\s*=\s*"
NAMED = re.compile(rf"\s*{_NAME}(?P<value>[^=]+)")
NAMES_NEXT = re.compile(rf"(?<![A-Za-z]){_NAME}\$?\Z")

# A group in braces with up to three levels of groups inside it.
BRACED = r"\{(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*\}"

# Words of prose: three letters of the Latin script (two may be a product), or one of the short words of English.
_SHORT = frozenset("is of to in an by so we it be at on if as no he my do".split())
WORD = re.compile(
    rf"[A-Za-z]{{3,}}|(?:(?!\d)[\u0900-\u0e7f]){{2,}}|[^\W\d_A-Za-z]{{2,}}|(?<![A-Za-z])(?:{'|'.join(sorted(_SHORT))})(?![A-Za-z])"
)
_OPENS = re.compile(r"(?:[A-Za-z]{1,2},?\s)?([A-Za-z]{3,})")  # the first word of a line, past "So" and "A"
_LETTERS = re.compile(r"[A-Za-z]{2,}")  # which are words in a text of ASCII, if they are long or short words
_NO_PROSE = re.compile(
    r"\\(?:text|mbox|mathrm|textbf|operatorname|mathbf|mathit|textit)\s*\{[^{}]*\}|\\(?:begin|end)\{\w+\*?\}|\\[A-Za-z]+"
    r"|(?<=[A-Za-z0-9)}])_(?:\{[^{}]*\}|[A-Za-z]\w*)"  # the subscript of v_max
)
# Functions that need no brackets, as in "sin x", and what joins values without making a sentence of them.
_FUNCTIONS = {
    *("sin", "cos", "tan", "cot", "sec", "csc", "arcsin", "arccos", "arctan", "asin", "acos", "atan", "sinh", "cosh"),
    *("tanh", "log", "ln", "exp", "sqrt", "cbrt", "lim", "max", "min", "gcd", "lcm", "det", "mod", "abs", "floor"),
    *("ceil", "binom", "frac", "pi", "theta", "alpha", "beta", "inf", "infinity", "oo", "and", "or"),
}
# Behind which a sentence goes on, or what joins two numbers to one: 3小时后还剩10人, 3時間で10ドル.
_CLAUSE = re.compile(r"[，、；。]\s*[^\W\d_]|[\u3400-\u9fff]{4}\d|[\u3040-\u309f]\s?\d")
_SYMBOLS = frozenset({"name", "const"})
_CALLED = frozenset({"func", "rootcall", "bigcall", "matrixcall", "casescall", "form"})


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without the spaces, emphasis, quotes and sentence ends around it."""
    if start < end and text[start].isalnum() and text[end - 1].isalnum():
        return start, end
    if lead := _LEAD.match(text, start, end):
        start = lead.end()
    low = max(start, end - 40)
    kept = text[low:end].rstrip(_TAIL_SIGNS)
    if not kept.endswith(_TAIL_WORDS):
        return start, low + len(kept)
    tail = _TAIL.search(text, low, end)
    return start, max(start, tail.start()) if tail else end


def tidy(text: str, start: int, end: int) -> tuple[int, int]:
    """`trim`, and the delimiters of mathematics off when they enclose the whole span."""
    while True:
        start, end = trim(text, start, end)
        if start < end and text[start].isalnum() and text[end - 1].isalnum():  # nothing encloses it
            return start, end
        if text.endswith("$$", start, end) and text.find("$$", start, end) == end - 2:  # what closes stands before
            end -= 2
            continue
        if text[start : start + 1] in _QUOTES and end - start > 2 and text[end - 1] in _QUOTES:
            start, end = start + 1, end - 1
            continue
        if text[start : start + 1] not in ("$", "\\"):
            return start, end
        for opens, closes in _DELIMITERS:
            inner = start + len(opens)
            if text.startswith(opens, start) and end - inner >= len(closes) and text.endswith(closes, inner, end):
                if text.find(closes, inner, end) != end - len(closes):
                    continue
                start, end = strip_space(text, inner, end - len(closes))
                if text.startswith("\\", end - 1) and end > start:
                    end -= 1
                return start, end
        return start, end


def strip_space(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without the white space around it."""
    if text[start : start + 1].isspace():
        part = text[start:end]
        start += len(part) - len(part.lstrip())
    if text[end - 1 : end].isspace():
        low = max(start, end - 80)  # the part may be long, and need not be copied where little is white
        part = text[low:end] if not text[low:end].isspace() else text[start:end]
        end -= len(part) - len(part.rstrip())
    return start, max(start, end)


def before_proof_end(text: str, start: int, end: int) -> int:
    """Where the text ends before the sign of a finished proof (`\\blacksquare`, ∎), or `end`."""
    low = max(start, end - 24)
    tail = text[low:end]
    may_be = tail.endswith(_PROOF_LAST) and not (tail.isascii() and "\\" not in tail and "D" not in tail)
    found = _PROOF_END.search(text, low, end) if may_be else None
    return found.start() if found and found.start() > start else end


def math_at(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The content of the mathematics that opens at `start`, or None; a `$` before an amount of money opens nothing."""
    for opens, closes in _DELIMITERS:
        if not text.startswith(opens, start):
            continue
        inner = start + len(opens)
        place = text.find(closes, inner, end)
        while place > 0 and closes[0] == "$" and text[place - 1] == "\\":
            place = text.find(closes, place + 1, end)
        if place < 0:
            return None
        if opens == "$" and text[inner : inner + 1].isdigit() and text[place + 1 : place + 2].isdigit():
            return None
        return inner, place
    return None


def math_run(text: str, start: int, end: int) -> tuple[int, int, list[tuple[int, int]]] | None:
    """The mathematics at `start` and what is joined to it (`$1$, $2$ and $3$`): where it ends, and its parts."""
    parts: list[tuple[int, int]] = []
    place = start
    while len(parts) < 64 and (found := math_at(text, place, end)):
        parts.append(strip_space(text, *found))
        stop = found[1] + (2 if text.startswith(("$$", "\\"), found[1]) else 1)
        joined = _JOIN.match(text, stop, end)
        if joined is None or joined.end() == stop:
            return start, stop, parts
        place = joined.end()
    return (start, stop, parts) if parts else None


def sentence_end(text: str, start: int, end: int) -> int:
    """Where the sentence that starts at `start` ends: not at the point of 3.14 or of an abbreviation."""
    for stop in _SENTENCE.finditer(text, start, end):
        place, sign = stop.start(), stop[0]
        if sign != ".":
            if sign == "!" and _FACTORIAL.match(text, place + 1, end):
                continue
            return place
        following = text[place + 1 : place + 2]
        if following.isalnum() or following in (",", ";"):
            continue
        if text.endswith(_TITLES, start, place):
            continue
        before = text[max(start, place - 2) : place]
        if len(before) == 2 and before[0] in ". " and before[1].isalpha() and before[1].islower():
            continue
        if place + 1 >= end or _AFTER_STOP.match(text, place + 1, end + 1):
            return place
    return end


def sentence_start(text: str, start: int, place: int) -> int:
    """Where the sentence that holds `place` starts, at `start` or behind the last end of a sentence before it."""
    start = max(start, text.rfind("\n", start, place) + 1)  # which ends one in any case
    while (end := sentence_end(text, start, place)) < place:
        start = end + 1
    return start


def words(text: str) -> list[str]:
    """The words of prose in a text, without LaTeX commands, `\\text{…}`, names of functions and of letters."""
    return list(_prose(text))


def _prose(text: str) -> Iterator[str]:
    """`words`, one by one: most questions are answered by the first of them."""
    if "\\" in text or "_" in text:
        text = _NO_PROSE.sub(" ", text)
    plain = text.isascii()
    for found in (_LETTERS if plain else WORD).finditer(text):
        word = found[0]
        if plain and len(word) < 3 and word not in _SHORT:
            continue
        if not _is_symbol(word, text, found.end()):
            yield word


def _is_symbol(word: str, text: str, end: int) -> bool:
    """Is a word mathematics to the reader: a letter's name, or the name of a function with brackets behind it?"""
    if word.lower() in _FUNCTIONS:
        return True
    kind = LEXICON.get(word, LEXICON.get(word.lower(), ("",)))[0]
    return kind in _SYMBOLS or (kind in _CALLED and text[end : end + 1] in ("(", "[", "{"))


def opens_prose(text: str, start: int, end: int) -> bool:
    """Does a line open with words, so that it is no expression? A cheap look; False where it cannot tell."""
    word = _OPENS.match(text, start, end)
    return word is not None and not _is_symbol(word[1], text, word.end())


def is_expression(text: str) -> bool:
    """Is this an answer by itself: mathematics, a number, a number and what is counted, but no sentence?"""
    if not text or len(text) > 1_000 or "\n\n" in text:
        return False
    prose = _prose(text)
    if next(prose, None) is None:
        return True
    counted = text[:1] in "$€£-−+0123456789\\" and text[:2] != "\\t" and not _CLAUSE.search(text)
    return counted and (next(prose, None) is None or next(prose, None) is None)
