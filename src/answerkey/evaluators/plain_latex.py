"""LaTeX to the plain text that `MathEquivalence` compares: one pass over tokens, linear, no recursion.

What is rewritten is listed in docs/math_equivalence.md. The rule behind every choice: two texts may become the same
only if they mean the same. So braces become brackets instead of vanishing (`x^{2}3` is not `x^{23}`), a space between
two digits stays (`1 2` is not `12`), and a fraction keeps brackets where its neighbours would capture a part of it
(`a/\\frac{b}{c}` is not `a/b/c`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

_TOKEN = re.compile(
    r"""
      (?P<fence>\\(?:left|right)(?![A-Za-z])\s*\.?)
    | (?P<root>\\sqrt(?![A-Za-z])\s*(?:\[[^][{}]*\])?)
    | (?P<command>\\[A-Za-z]+)
    | (?P<escaped>\\.)
    | (?P<number>\d+(?:\.\d+)?|\.\d+)
    | (?P<word>[^\W\d_]+)
    | (?P<space>[\s$~]+)
    | (?P<comma>\{,\})
    | (?P<script>(?:\*\*|\^|_)(?:\s*[-−])?)
    | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)


class _Construct(NamedTuple):
    """What stands before each argument and after the last; `whole`: an unbraced number is one argument."""

    leads: tuple[str, ...]
    bracket: str = "("  # what opens an argument; empty: nothing stands round it
    whole: bool = False
    tail: str = ""


_OPEN, _CLOSE = "⟦", "⟧"  # round a fraction until its neighbours are known; round the fraction of a mixed number
_FRACTION = _Construct((_OPEN, "/"), tail=_CLOSE)
_TEXT = _Construct(("",), bracket="")
_CONSTRUCTS = {
    **dict.fromkeys(("frac", "dfrac", "tfrac", "cfrac"), _FRACTION),
    **dict.fromkeys(
        ("text", "textbf", "textit", "textrm", "textnormal", "mbox", "mathrm", "mathbf", "mathit", "operatorname"),
        _TEXT,
    ),
}
THIN_SPACE = re.compile(r"\\[,:;!>]")
_IGNORED = {"displaystyle", "textstyle", "big", "Big", "bigl", "bigr", "Bigl", "Bigr", "quad", "qquad"}
_COMMANDS = {"cdot": "*", "times": "*", "pi": "π", "infty": "∞", "pm": "+-"} | {
    "le": "≤",
    "leq": "≤",
    "ge": "≥",
    "geq": "≥",
    "ne": "≠",
    "neq": "≠",
}
_WORDS = {"pi": "π", "inf": "∞"}
_SYMBOLS = {"−": "-", "×": "*", "·": "*", "⋅": "*", "±": "+-", _OPEN: _OPEN * 2, _CLOSE: _CLOSE * 2}
# Brackets that say nothing among these neighbours: round a single number or letter, or round a product over a divisor.
_NEEDLESS_BRACKETS = re.compile(
    r"(?<![^-+*/=<>≤≥≠,;:(\[{])\((\d+(?:\.\d+)?|\.\d+|[^\W\d_]|∞)\)(?![^-+*/=<>≤≥≠,;:)\]}])"
    r"|(?<![^-+=<>≤≥≠,;:(\[{])\(((?:[^\W_]|\.|√(?:\[\d+\])?\([^()]*\))+)\)(?=/)"
)


def plain(text: str, *, thin_space: bool = False) -> str:
    r"""`text` with its LaTeX rewritten as plain text, in lower case.

    Spacing commands vanish, or with `thin_space` count as the spaces they print.

    >>> plain(r"\frac{x+1}{2} \cdot \sqrt{3}") == plain("(x + 1)/2 * sqrt(3)")
    True
    """
    text = text.strip()
    if text.endswith(".") and not text.endswith(".."):
        text = text[:-1]
    writer = _Writer(thin_space)
    for match in _TOKEN.finditer(text):
        writer.take(str(match.lastgroup), match[0])
    return _NEEDLESS_BRACKETS.sub(_content, "".join(_settle_fractions(writer.pieces))).casefold()


def _content(match: re.Match[str]) -> str:
    return str(match[1] or match[2])


@dataclass(slots=True)
class _Pending:
    """A construct whose arguments are still to come, all but the first `done`."""

    construct: _Construct
    done: int = 0


class _Writer:
    """Writes pieces of plain text, keeping account of arguments that are still to come."""

    __slots__ = ("gap", "last", "pieces", "stack", "thin_space")

    def __init__(self, thin_space: bool) -> None:
        self.pieces: list[str] = []
        self.thin_space = thin_space
        self.gap = ""  # white space since the last piece: "", "thin" or "space"
        self.last = "other"  # the kind of the last piece: number, word or other
        self.stack: list[bool | _Pending] = []  # an open brace is True (it opened an argument) or False

    def take(self, kind: str, token: str) -> None:
        """Write one token."""
        if kind in ("space", "fence"):
            self.gap = "space" if kind == "space" else self.gap
        elif kind == "command":
            self._command(token[1:])
        elif kind == "root":
            self._begin(_Construct(("√" + token[5:].replace(" ", ""),)))
        elif kind == "script":
            bracket = "(-" if token[-1] in "-−" else "("
            self._begin(_Construct(("_" if token[0] == "_" else "^",), bracket, whole=True))
        elif kind == "escaped":
            self._escaped(token)
        elif kind == "comma":
            self._write(",", "other")
        elif kind == "number":
            self._number(token)
        elif kind == "word":
            self._word(token)
        elif token == "{":
            self._open_brace()
        elif token == "}":
            self._close_brace()
        elif token == "√":
            self._begin(_Construct(("√",), whole=True))
        else:
            self._atom(_SYMBOLS.get(token, token), "other")

    def _command(self, name: str) -> None:
        if name in _IGNORED:
            self.gap = "space"
        elif name in _CONSTRUCTS:
            self._begin(_CONSTRUCTS[name])
        else:
            self._atom(_COMMANDS.get(name, f"\\{name};"), "other")

    def _escaped(self, token: str) -> None:
        if THIN_SPACE.match(token):
            self.gap = self.gap or ("space" if self.thin_space else "thin")
        elif token[1] in "()[] $\n\t":
            self.gap = "space"
        else:
            self._atom(token[1] if token[1] in "%{}#&" else token, "other")

    def _number(self, token: str) -> None:
        place = 0
        while self._expected() is _FRACTION and place < len(token):  # \frac12: each argument is one digit
            self._atom(token[place], "number")
            place += 1
        expected, rest = self._expected(), token[place:]
        if expected is not None and not expected.whole and len(rest) > 1:
            # \sqrt12: LaTeX takes one digit, who wrote it meant both; so it is neither
            self.stack.pop()
            self._write(rest, "number")
        elif rest:
            self._atom(rest, "number")

    def _word(self, token: str) -> None:
        place = 0
        while self._expected() is not None and token not in _WORDS and place < len(token):  # one letter an argument
            self._atom(token[place], "word")
            place += 1
        rest = token[place:]
        if rest == "sqrt":
            self._begin(_Construct(("√",), whole=True))
        elif rest in _WORDS:
            self._atom(_WORDS[rest], "other")
        elif rest:
            self._atom(rest, "word")

    def _expected(self) -> _Construct | None:
        """The construct whose argument comes next, if any."""
        top = self.stack[-1] if self.stack else False
        return None if isinstance(top, bool) else top.construct

    def _begin(self, construct: _Construct) -> None:
        expected = self._expected()
        if expected is not None:  # x^\frac12: the whole construct is the argument
            self._open_argument(expected)
        if construct.leads[0]:
            self._write(construct.leads[0], "other")
        self.stack.append(_Pending(construct))

    def _atom(self, text: str, kind: str) -> None:
        expected = self._expected()
        if expected is None:
            self._write(text, kind)
        elif text == "(" and expected.whole:  # x^(2): the brackets are there already
            self.stack.pop()
            if expected.bracket != "(":
                self._write(expected.bracket[1:], "other")
            self._write(text, kind)
        else:
            self._open_argument(expected)
            self._write(text, kind)
            self._complete()

    def _open_brace(self) -> None:
        expected = self._expected()
        self.stack.append(expected is not None)
        if expected is None:
            self._write("{", "other")
        else:
            self._open_argument(expected)

    def _close_brace(self) -> None:
        while self.stack and isinstance(self.stack[-1], _Pending):  # a construct that never got its argument
            self.stack.pop()
        if self.stack and self.stack.pop():
            self._complete()
        else:
            self._write("}", "other")

    def _open_argument(self, construct: _Construct) -> None:
        if construct.bracket:
            self._write(construct.bracket, "other")

    def _complete(self) -> None:
        """An argument ended: close its brackets, and every construct of which it was the last argument."""
        while self.stack and isinstance(top := self.stack[-1], _Pending):
            construct = top.construct
            top.done += 1
            if construct.bracket:
                self._write(")", "other")
            if top.done < len(construct.leads):
                self._write(construct.leads[top.done], "other")
                return
            self.stack.pop()
            if construct.tail:
                self._write(construct.tail, "other")

    def _write(self, text: str, kind: str) -> None:
        if self.gap:
            if self.last != "other" and kind != "other" and self._keeps_space(text, kind):
                self.pieces.append(" ")
            self.gap = ""
        self.pieces.append(text)
        self.last = kind

    def _keeps_space(self, text: str, kind: str) -> bool:
        """Whether the space between the last piece and `text` means something."""
        before = self.pieces[-1]
        if self.last == "number" and kind == "number":
            return self.gap == "space" or len(text.partition(".")[0]) != 3  # 10\,000 is one number
        if self.last == "number":
            return text in ("e", "E")  # 2 e is no exponent
        if kind == "number":
            return True
        return self.gap == "space" and not len(before) == len(text) == 1  # x y is the product xy, words are words


def _settle_fractions(pieces: list[str]) -> list[str]:
    """Each fraction bracketed where a neighbour would capture a part of it, marked where it ends a mixed number."""
    settled: list[str] = []
    opened: list[int] = []
    for index, piece in enumerate(pieces):
        if piece == _OPEN:
            opened.append(len(settled))
            settled.append("")
        elif piece == _CLOSE:
            start = opened.pop()
            left = settled[start - 1] if start else ""
            right = pieces[index + 1][0] if index + 1 < len(pieces) else ""
            if left.isdecimal() and _is_simple(settled[start + 1 :] if len(settled) - start == 8 else []):
                settled[start] = _OPEN
                settled.append(_CLOSE)
            elif left[:1] in ("/", "\\", "√") or (len(left) > 1 and left.isalpha()) or (right and right in "^_!%'"):
                settled[start] = "("
                settled.append(")")
        else:
            settled.append(piece)
    return settled


def _is_simple(fraction: list[str]) -> bool:
    """Whether the pieces are `(1)/(2)` with plain integers."""
    return bool(fraction) and fraction[1].isdecimal() and fraction[5].isdecimal()
