r"""Text to tokens, by one compiled expression in one pass.

A token is a kind (which rule reads it), a value (what that rule needs), its place in the text, and whether
space stood before it. Looks (`\left`, `\displaystyle`, spacing) leave no token. The contents of `\text{…}` become
the tokens they would be outside it, except that its letters are words, never products of names.
"""

from __future__ import annotations

import re
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from answerkey.limits import MAX_DIGITS, MAX_TOKENS
from answerkey.notation import words
from answerkey.notation.digits import to_digits
from answerkey.notation.words import LEXICON, LOOKS, SHORT_WORDS


class Unread(Exception):
    """Reading stopped at a place for a reason; `limit` when a size limit was the reason."""

    def __init__(self, position: int, why: str, limit: bool = False) -> None:
        super().__init__(why)
        self.position, self.why, self.limit = position, why, limit


class Tokens(NamedTuple):
    """Parallel lists, one entry a token; the last ones are `end` tokens."""

    kinds: list[str]
    values: list[str]
    places: list[int]
    spaced: list[bool]


_THOUSANDS = r"(?:\{,\}|,\\[!,;:\ ]\s*|\\[!,;:\ ]|,)"
_TOKEN = re.compile(
    rf"""
      (?P<space>[\s~]+|&nbsp;|\\[,;:!>\ /])
    | (?P<ordinal>\d+(?=(?:st|nd|rd|th)(?![A-Za-z])))(?:st|nd|rd|th)
    | (?P<hex>0[xX][0-9A-Fa-f]+(?![\w.]))
    | (?P<num>\d{{1,3}}(?:{_THOUSANDS}\d{{3}})+(?!\d)(?:\.\d+)?
        | \d{{1,3}}(?:[\ \u00a0\u2009\u202f]\d{{3}})+(?!\d|\s*/|\s?\\[dtc]?frac)(?:\.\d+)?
        | \d{{1,3}}(?:['’]\d{{3}})+(?!['’\d])(?:\.\d+)?
        | \d{{1,3}}(?:\.\d{{3}}){{2,}}(?![\d.])(?:,\d+)?
        | (?:\d+(?:\.(?:\d+|(?=\\(?:overline|bar|dot)|overline|\(\d+\))))?|\.\d+)(?:[eE][+-]?\d+)?)
    | (?P<wrap>\\(?P<wrapper>{words.TEXT_COMMANDS.replace(" ", "|")}|{words.FONT_COMMANDS.replace(" ", "|")})
        \*?\s*(?:\{{(?P<inside>(?:[^{{}}]|\{{[^{{}}]*\}})*)\}}|(?P<one>[A-Za-z0-9])(?![A-Za-z])))
    | \\begin\s*\{{(?P<begin>[A-Za-z]+)\*?\}}(?:\s*\{{[clr|\s@.]*\}}|\[[a-z]\])?
    | \\end\s*\{{(?P<end>[A-Za-z]+)\*?\}}
    | (?P<pmod>\(\s*(?:\\[bp]?mod|mod)(?![A-Za-z]))
    | (?P<row>\\\\(?:\s*\[\s*[\d.]+\s*[a-z]{{2}}\s*\])?)
    | (?P<nothing>\\m?(?:left|right)\s*\.)
    | (?P<command>\\(?:[A-Za-z]+|.))
    | "(?P<quoted>[^"\\{{}}$]*)"
    | (?P<digits>[A-F][A-F\d]+(?=_\{{?16(?!\d)))
    | (?P<letter>[A-Za-z](?![A-Za-zÀ-ÖØ-öø-ɏ]))
    | (?P<form>Interval(?:\.[LR]?open)?(?=\())
    | (?P<contraction>[A-Za-z]{{2,}}['’](?:t|s|re|ll|ve|d|m)(?![A-Za-z]))
    | (?P<word>[A-Za-zÀ-ÖØ-öø-ɏ]+|(?:(?!\d)[\u0400-\u1cff\u2c00-\u2dff\u3040-\ua7ff\uac00-\ud7ff])+)
    | (?P<other>\*\*|==|(?<![\d)])!=|<=>|<->|<=|>=|<>|=<|=>|->|\+/?-|-\+|&&|&[a-z]+;|\.\.\.+|[A-Z]\$|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_WHOLE = {
    "begin": "begin",
    "end": "end_env",
    "pmod": "pmod",
    "row": "row",
    "quoted": "text",
    "form": "form",
    "digits": "word",
}
_WHOLE["ordinal"] = "ordinal"
_WHOLE["contraction"] = "word"
_FONTS = frozenset(words.FONT_COMMANDS.split())
_BOLD = frozenset(("mathbf", "boldsymbol", "bm", "pmb"))
_GROUP_ZERO = re.compile(r",0\d\d(?!\d)")


def tokenise(text: str, flips: frozenset[str], met: set[str]) -> Tokens:
    """The tokens of `text`. `flips` holds the choices to take the other way; those met are added to `met`."""
    out = Tokens([], [], [], [])
    _scan(text, 0, "", out, flips, met)
    for _ in range(5):  # so that looking a few tokens ahead needs no check
        _append(out, "end", "", len(text), False)
    return out


def _scan(text: str, offset: int, mode: str, out: Tokens, flips: frozenset[str], met: set[str]) -> None:
    """Append the tokens of `text` to `out`. `mode`: '' for mathematics, 'text' inside \\text."""
    kinds, values, places, spaced = out
    space = mode == "text"
    side = ""
    lookup = LEXICON.get
    around = _Around(text)
    for match in _TOKEN.finditer(text):
        group = match.lastgroup
        if group == "space":
            space = True
            continue
        if group == "nothing":  # \left. and \right. stand for no bracket
            continue
        value = match.group()
        if group == "letter":
            kind = "name" if not mode else "word"
            if (
                value == "U"
                and kinds[-1:]
                and kinds[-1] in (")", "]")
                and text[match.end() :].lstrip()[:1] in ("(", "[")
            ):
                kind, value = "cup", "union"
        elif group == "num":
            kind = "num"
            if "," in value or len(value) > 3:
                if len(value) > MAX_DIGITS:
                    raise Unread(offset + match.start(), "a number of too many digits", limit=True)
                if "," in value and not value.startswith(","):
                    _grouped(around, match, offset, space, out, flips, met)
                    space = False
                    continue
        elif group == "hex":
            kind, value = "num", to_digits(int(value, 16))
        elif group in _WHOLE:
            kind = _WHOLE[group]
            value = match[group]
        elif group in ("inside", "one", "wrap"):
            _wrapped(match, offset, space, out, flips, met)
            space = kinds[-1:] == ["word"] or match.group().endswith(" }")
            continue
        else:
            entry = lookup(value)
            if entry is None or (mode and group == "word" and entry[0] in ("const", "name", "accent")):
                if group == "word":
                    if mode or (is_word(value) and not _is_call(value) and not _is_product(match, out, flips, met)):
                        kind = "word"
                    else:
                        _letters(value, offset + match.start(), space, out, flips, met)
                        space = False
                        continue
                elif value in LOOKS:
                    side = words.SIDES.get(value, "")
                    space = space or value in words.SPACING
                    continue
                elif (entry := _unusual(value)) is not None:
                    kind, value = entry
                elif _glued(value, offset + match.start(), space, out):
                    space = False
                    continue
                else:
                    raise Unread(
                        offset + match.start(), f"{value if value.isprintable() else ascii(value)} is not known"
                    )
            else:
                kind, value = entry
                if value in ("min", "in") and kinds[-1:] == ["num"] and _UNIT_END.match(text, match.end()):
                    kind = "word"  # 30 min, 5 in
                if side and kind in ("|", "norm"):
                    value = side
                elif side and kind == "{":
                    kind = r"\{"
                elif side and kind == "}":
                    kind = r"\}"
                elif kind == "." and (side or mode or _is_abbreviated(out, text, match.end())):
                    side = ""
                    continue
        side = ""
        kinds.append(kind)
        values.append(value)
        places.append(offset + match.start())
        spaced.append(space)
        space = False
    if len(kinds) > MAX_TOKENS:
        raise Unread(offset + len(text), "too many tokens", limit=True)


def is_word(run: str) -> bool:
    """Is a run of letters (two or more, none of the vocabulary) a word, rather than a product of names?

    >>> [is_word(run) for run in ("students", "Bob", "xy", "ABCD", "wxyz", "no")]
    [True, True, False, False, False, True]
    """
    if run[0] > "\u03ff":
        return True  # scripts in which no names are written
    lower = run.lower()
    if lower in SHORT_WORDS or lower in words.MONTHS or run in words.UNITS or run in words.CURRENCIES:
        return True
    if not any(letter in "aeiou" for letter in lower):
        return False
    if len(run) == 3:
        return run[0].isupper() and run[1:].islower()
    # abcd and aabb are products
    return len(run) > 3 and len(set(lower)) > 2 and any(ord(b) - ord(a) != 1 for a, b in pairwise(run))


def _grouped(
    around: _Around, match: re.Match[str], offset: int, space: bool, out: Tokens, flips: frozenset[str], met: set[str]
) -> None:
    """A number with commas in it: thousands at the top, members inside brackets; the other is a choice."""
    raw = match.group()
    inside = around.opened(match.start())
    if raw.startswith("0,") and raw[2:].isdecimal() and not inside:  # no thousands
        met.add("decimal_comma")
        parts = re.split("(,)", raw) if "decimal_comma" in flips else [raw.replace(",", ".")]
        for index, part in enumerate(parts):
            _append(out, "," if part == "," else "num", part, offset + match.start(), space and index == 0)
        return
    sure = "{" in raw or "\\" in raw or "." in raw or _GROUP_ZERO.search(raw) is not None or around.spaced
    whole = sure or not inside
    if not sure and not inside:
        met.add("thousands")
        if "thousands" in flips:
            whole = not whole
    parts = [raw] if whole else re.split("(,)", raw)
    for index, part in enumerate(parts):
        _append(out, "," if part == "," else "num", part, offset + match.start(), space and index == 0)


class _Around:
    """What stands around the numbers of a text, found in one pass over it."""

    def __init__(self, text: str) -> None:
        self._text, self._place, self._open = text, 0, [0, 0, 0]

    @cached_property
    def spaced(self) -> bool:
        """Are there commas that no thousands are parted by?"""
        return ", " in self._text

    def opened(self, place: int) -> bool:
        """Is a bracket open at `place`, which is none before a place that was asked for?"""
        for kind, (mark, end) in enumerate(("()", "[]", (r"\{", r"\}"))):
            count = self._text.count
            self._open[kind] += count(mark, self._place, place) - count(end, self._place, place)
        self._place = place
        return max(self._open) > 0


def _is_abbreviated(out: Tokens, text: str, end: int) -> bool:
    """Does a point belong to the unit before it, as in `5 ft. 6 in.`?"""
    return (
        out.kinds[-1:] == ["word"]
        and len(out.values[-1]) < 5
        and out.values[-1] in words.ABBREVIATED
        and (text[end : end + 1] in (" ", ""))
    )


def _is_product(match: re.Match[str], out: Tokens, flips: frozenset[str], met: set[str]) -> bool:
    """Is a short word a product of names where it stands? A unit (`mg`) is one unless a number or another unit
    stands before it; an article (`an`) is one where an operator touches it."""
    run = match.group()
    if run in words.UNITS and len(run) < 4:
        before = out.kinds[-1] if out.kinds else ""
        if before in _BEGINNINGS:
            return before != "(" or out.kinds[-2:-1] != ["num"]
        if before == "num" and match.string[match.start() - 1].isdigit() and _goes_on(match):
            met.add("units")
            return "units" in flips
        return False
    return len(run) == 2 and _OPERATOR.match(match.string, match.end()) is not None


def _goes_on(match: re.Match[str]) -> bool:
    """Does a formula go on after the word?"""
    return match.string[match.end() : match.end() + 1] in ("\\", "(", "}")


_UNIT_END = re.compile(r"\s*(?:\Z|[.,;)}^/]|(?:per|and)\b|\d)")
_BEGINNINGS = frozenset(("", "{", "(", "[", "+", "-", "*", "rel", "func", "|", "^", "_"))
_OPERATOR = re.compile(r"[+*/^_(]|\s*[+*/^]|\s-\s|-\d")


def _wrapped(match: re.Match[str], offset: int, space: bool, out: Tokens, flips: frozenset[str], met: set[str]) -> None:
    """A command that wraps letters: its contents as tokens."""
    wrapper = match["wrapper"]
    inside = match["inside"]
    content = match["one"] if inside is None else inside
    start = offset + (match.start("one") if inside is None else match.start("inside"))
    word = content.strip()
    entry: words.Entry | None = None
    if wrapper in ("mathbb", "Bbb") and word in words.BLACKBOARD:
        entry = ("const", words.BLACKBOARD[word])
    elif len(word) == 1 and word.isalpha() and word.isascii():
        if wrapper in _BOLD and word in "ijk":
            entry = ("name", f"vec({word})")
        elif wrapper in _FONTS or (wrapper in ("mathrm", "operatorname") and word in "edi"):
            entry = ("name", word)
    elif wrapper == "mathit" and word.isalnum():
        entry = ("name", word)
    elif word.isalpha() and wrapper not in ("text", "textbf", "mbox", "textit"):
        entry = LEXICON.get(word)
        if entry is None or entry[0] not in ("func", "const", "name", "rootcall", "matrixcall", "casescall", "bigcall"):
            entry = None
            if not _known(word) and not _is_unit(match, word, out):
                entry = ("name", word)
    if entry is not None:
        _append(out, *entry, start, space)
        return
    _scan(content, start, "" if wrapper in _FONTS else "text", out, flips, met)


def _is_call(run: str) -> bool:
    """Is a run of letters a function and its argument (`sinx`)?"""
    return run[-1] in "xyzt" and LEXICON.get(run[:-1], ("",))[0] == "func"


def _is_unit(match: re.Match[str], word: str, out: Tokens) -> bool:
    r"""Is a letter in `\mathrm` a unit, for a number or a prefix stands before it and no index behind?"""
    measured = out.kinds[-1:] == ["num"] or out.values[-1:] == ["mu"]
    return word in words.TEXT_UNITS and measured and not match.string.startswith("_", match.end())


def _known(word: str) -> bool:
    return word in words.UNITS or word in words.CURRENCIES or is_word(word)


def _letters(run: str, place: int, space: bool, out: Tokens, flips: frozenset[str], met: set[str]) -> None:
    """A run of letters that is no word: names, or a known function and a name (`sinx`), or one name (a choice)."""
    parts: list[tuple[str, str]] = []
    for cut in (1, 2):
        head = LEXICON.get(run[:-cut])
        if len(run) - cut > 1 and head is not None and head[0] in ("func", "name"):
            parts = [head, *(("name", letter) for letter in run[-cut:])]
            break
        tail = LEXICON.get(run[cut:])
        if len(run) - cut > 1 and tail is not None and tail[0] in ("func", "const"):
            parts = [*(("name", letter) for letter in run[:cut]), tail]
            break
    if not parts and len(run) == 2 and run[0] == "d":
        parts = [("name", "d"), ("name", run[1])]  # a differential, never a name
    if not parts:
        met.add("names")
        parts = [("name", run)] if "names" in flips else [("name", letter) for letter in run]
    for kind, value in parts:
        _append(out, kind, value, place, space)
        space = False


def _glued(value: str, place: int, space: bool, out: Tokens) -> bool:
    r"""A known command with one letter stuck to it (`\\pix`), as careless joining makes: two tokens."""
    known, letter = value[:-1], value[-1]
    entry = LEXICON.get(known)
    if not letter.isalpha() or len(known) < 3 or (entry is None and known not in LOOKS):
        return False
    for kind, part in (entry, ("name", letter)) if entry else (("name", letter),):
        _append(out, kind, part, place, space)
        space = False
    return True


def _append(out: Tokens, kind: str, value: str, place: int, space: bool) -> None:
    out.kinds.append(kind)
    out.values.append(value)
    out.places.append(place)
    out.spaced.append(space)


def _unusual(value: str) -> words.Entry | None:
    """Currencies, `&nbsp;`, a long ellipsis, letters of other scripts."""
    if not value.isalpha() and value in words.CURRENCIES:
        return ("money", words.CURRENCIES[value])
    if value.startswith("..."):
        return ("const", "dots")
    if value.isalpha():
        return ("word", value)
    return None
