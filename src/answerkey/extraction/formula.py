"""The formula that a box is a part of: `-\\boxed{5}` says −5 and `\\frac{\\boxed{5}}{6}` says 5/6, not 5.

A side of a relation is one formula, so a box that is all of its side (`x = \\boxed{5}`) is an answer by itself. What
solutions of real benchmarks box inside a side and mean alone stays alone too: a coefficient before its letters
(`\\boxed{37}x^3`; i is a number), a bound that is reached (`y \\ge \\boxed{4}`), and what units, percent signs and
words stand beside. Digits that go on behind a box (`\\boxed{5},000`) belong to its number.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from answerkey.extraction.language import everywhere
from answerkey.extraction.spans import BRACED
from answerkey.notation.words import FONT_COMMANDS, LEXICON, LOOKS, TEXT_COMMANDS

WINDOW = 300  # characters before and after a box that are read
PARAGRAPH = 1_500  # characters before a box, in which it is told whether it stands in mathematics

Role = Literal["space", "edge", "open", "close", "prefix", "operator", "operand"]


class _Token(NamedTuple):
    role: Role
    start: int
    end: int
    sign: str


# Most boxes stand alone, and what is beside them shows it at once.
_BEFORE = re.compile(r"(?<![(\[])(?:[=$≈≡]|(?<!\d):|[.!?]\s|\\[\[(]|(?<![\\A-Za-z])[A-Za-z]{2,})\s*\Z")
_AFTER = re.compile(r"\s*(?:\$|\\[\])]|\\end\b|\.(?:[\s$]|\\[\])]|\Z)|\Z)")
_MATHS = r"(?:align|gather|equation|split|multline|eqnarray|array|displaymath)(?:ed|at)?\*?"
_LAYOUT = rf"(?:{_MATHS}|tabular|center|document|itemize|enumerate)"
_MODE = re.compile(rf"(?<!\\)(?:\$\$?|\\[()\[\]])|\\(?P<env>begin|end)\s*\{{{_MATHS}\}}")
_WORDS = re.compile(rf"\\(?:{TEXT_COMMANDS.replace(' ', '|')})\s*(?P<opens>\{{)[^{{}}]*\Z")
_BOX = re.compile(r"\\f?box(?:ed)?\s*\{[^{}]*\}\s*\Z")
_NEXT_BOX = re.compile(r"\s*\\f?box")
_DIGITS = re.compile(r"[.,]\d+(?:,\d{3})*")  # behind a box
_TAGS = "b|i|u|em|strong|p|span|div|code|su[bp]|br|li|t[dhr]|h[1-6]|mark|center|font"  # what HTML formats text with
_TOKEN = re.compile(
    rf"""
      (?P<edge></?(?:{_TAGS})(?:\s[^<>]*)?/?>|\\(?:begin|end)\s*\{{{_LAYOUT}\}}(?:\{{[^{{}}]*\}})?|\.(?=\s|\Z)|\\item\b|\\pmod\b
        |\\(?:{TEXT_COMMANDS.replace(" ", "|")})\s*\{{(?:(?:[^{{}}]|\{{[^{{}}]*\}})*\}})?
        |\\[dt]?frac\s*\{{\s*\\(?:text|mathrm|mbox)\b)
    | (?P<space>[^\S\n]|~|\\[,;:!>\ $]|[€£¥$]|\\(?:text)?color(?:box)?\s*(?:\[[^\]]*\])?\{{[^{{}}]*\}}
        |\^\s*(?:\{{\s*)?\\circ(?:\s*\}})?|\\?%|\\underline\b)
    | (?P<open>\\begin\s*\{{\w+\*?\}}|\\\{{|[(\[{{])
    | (?P<close>\\end\s*\{{\w+\*?\}}|\\\}}|[)\]}}])
    | (?P<operand>\d+(?:[.,]\d+)*)
    | (?P<operator>(?<=\d):(?=[\d\\]|\Z))
    | (?P<letters>[^\W\d_]+)
    | (?P<sign>\\[A-Za-z]+|\\.|\*\*|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_ROLES: dict[str, Role] = {
    **dict.fromkeys("+ - * / ^ _ pm cup cap setminus choose".split(), "operator"),
    **dict.fromkeys("frac binom root rootcall accent func over big bigcall integral limit boxed".split(), "prefix"),
    **dict.fromkeys("! | norm name const figure".split(), "operand"),
    **dict.fromkeys("circ degree % prime".split(), "space"),
    **dict.fromkeys(("corner", "\\{"), "open"),
    **dict.fromkeys(("rcorner", "\\}"), "close"),
}
_LOOKS = LOOKS | {f"\\{name}" for name in f"{FONT_COMMANDS} {TEXT_COMMANDS}".split()}
_STRICT = frozenset({"<", ">", "!=", "notin"})  # a bound that is not reached is no answer by itself
_COEFFICIENT_OF = re.compile(r"\s*(?:[A-Za-hj-z](?:\^(?:\d|\{[^{}]*\}))?\s*)+(?=\$|\\[\])e&\\]|[.,;=&]|\Z)")
_OPTION = re.compile(r"\{\s*(?:\\(?:text|mathrm|mathbf|textbf)\s*\{\s*\(?[A-Za-z]|\(?[A-Z]\)?\s*\})")
_CONTENT = re.compile(rf"\\f?box(?:ed)?\s*(?P<group>{BRACED})")
_ATOM = re.compile(r"\d+(?:\.\d+)*|[A-Za-z]|\\[A-Za-z]+|\\[dt]?frac\s*\{[^{}]*\}\s*\{[^{}]*\}|\([^()]*\)")


def around(text: str, opens: int, after: int, low: int, high: int) -> tuple[int, int] | None:
    """The span of the formula that the box from `opens` to `after` is a part of; None if the box stands alone."""
    low, high = max(low, opens - WINDOW), min(high, after + WINDOW)
    beside = text[max(low, opens - 24) : opens]
    if _AFTER.match(text, after, high) and (not beside.strip() or _BEFORE.search(beside)):
        return None
    maths, low, high = _segment(text, opens, after, low, high)
    box = _Token("operand", opens, after, "")
    before, behind = _tokens(text, low, opens, maths=maths), _tokens(text, after, high, maths=maths)
    if maths and (letters := _COEFFICIENT_OF.match(text, after, high)):
        behind = [token for token in behind if token.start >= letters.end()]
    if _OPTION.match(text, text.find("{", opens), after) and behind and behind[0].role != "operator":
        behind = []
    if digits := _DIGITS.match(text, after, high):
        behind = [_Token("operand", *digits.span(), digits[0]), *(one for one in behind if one.start >= digits.end())]
    tokens = [*before, box, *behind]
    if not maths:
        tokens = [token._replace(role=_plain_role(tokens, place)) for place, token in enumerate(tokens)]
    return _widened(tokens, len(before))


def _segment(text: str, opens: int, after: int, low: int, high: int) -> tuple[bool, int, int]:
    """Does the box stand in mathematics, and from where to where may its formula go?"""
    start = max(0, opens - PARAGRAPH)
    start = max(start, text.rfind("\n\n", start, opens))
    maths, sign = False, ""
    for edge in _MODE.finditer(text, start, opens):
        sign = edge[0]
        maths = not maths if sign[0] == "$" else sign in ("\\(", "\\[") or edge["env"] == "begin"
        low = max(low, edge.start() if edge["env"] else edge.end())
    stop = _MODE.search(text, after, high)
    if maths and sign == "$" and (stop is None or stop[0] != "$"):  # no mathematics: an amount of money
        maths = False
    if stop:
        high = stop.start()
    if wrapped := _WORDS.search(text, low, opens):
        maths, low = False, wrapped.end("opens")
    if beside := _BOX.search(text, low, opens):  # boxes side by side are a list
        low = beside.end()
    if _NEXT_BOX.match(text, after, high):
        high = after
    line = "\n\n" if maths else "\n"
    blank, ends = text.rfind(line, low, opens), text.find(line, after, high)
    return maths, max(low, blank + 1), high if ends < 0 else ends


def _tokens(text: str, start: int, end: int, *, maths: bool) -> list[_Token]:
    found = _TOKEN.finditer(text, start, end)
    return [_Token(_role(one, maths=maths), one.start(), one.end(), one[0]) for one in found]


def _role(match: re.Match[str], *, maths: bool) -> Role:
    group, sign = match.lastgroup, match[0]
    if group == "letters" and (len(sign) > 1 or maths):
        called = _ROLES.get(LEXICON.get(sign, ("", ""))[0]) == "prefix"
        return "prefix" if called else "operand" if maths else "edge"
    if group == "letters":
        return "edge" if sign in everywhere("interrogatives") else "operand"
    if group != "sign":
        return group  # type: ignore[return-value]
    if sign in _LOOKS or sign == "\n":
        return "space"
    kind, value = LEXICON.get(sign, ("", ""))
    if kind == "rel":
        return "operator" if value in _STRICT else "edge"
    return _ROLES.get(kind, "space" if sign[0] == "\\" and not kind else "edge")


def _beside(tokens: list[_Token], place: int, step: int) -> _Token | None:
    """The next token in that direction that is no space."""
    place += step
    while 0 <= place < len(tokens) and tokens[place].role == "space":
        place += step
    return tokens[place] if 0 <= place < len(tokens) else None


def _plain_role(tokens: list[_Token], place: int) -> Role:
    """Outside mathematics factors touch, and a sign may be a dash, emphasis, or mark a list or a quotation."""
    token = tokens[place]
    before, after = _beside(tokens, place, -1), _beside(tokens, place, 1)
    operands = before is not None and before.role == "operand", after is not None and after.role == "operand"
    touches = after is not None and after.start == token.end
    match token.role:
        case "open":
            touched = place > 0 and tokens[place - 1].role in ("operand", "operator", "prefix")
            return "open" if touched or token.sign == "{" else "edge"
        case "prefix":
            return "prefix" if touches and after is not None and after.role == "open" else "edge"
        case "operator" if token.sign in ("*", "**", "_"):
            return "operator" if all(operands) and token.sign == "*" else "space"
        case "operator" if not all(operands):
            return "operator" if touches and operands[1] and token.sign != ">" else "edge"
        case "space" if all(operands):
            return "edge"
        case "operand" if token.sign in ("!", "|"):
            return "edge"
    return token.role


def _widened(tokens: list[_Token], box: int) -> tuple[int, int] | None:
    """From the box outwards, bracket by bracket: the side of the outermost one, if that is more than the box."""
    first = last = box
    part = False
    while True:
        left, opener = _stop(tokens, first, -1)
        right, closer = _stop(tokens, last, 1)
        inside = (*range(left + 1, first), *range(last + 1, right))
        part = part or any(tokens[place].role in ("operand", "operator", "prefix") for place in inside)
        if opener < 0 or closer < 0:
            break
        listed = any(tokens[place].sign in (",", ";") for place in (left, right))
        part = part or listed or _takes_argument(tokens, opener)
        first, last = opener, closer
    if not part:
        return None
    while tokens[left + 1].role == "space":
        left += 1
    while tokens[right - 1].role == "space":
        right -= 1
    return tokens[left + 1].start, tokens[right - 1].end


def _stop(tokens: list[_Token], place: int, step: int) -> tuple[int, int]:
    """Where the side ends in that direction, and the bracket around it (-1 if there is none)."""
    opens, closes = ("close", "open") if step < 0 else ("open", "close")
    end, depth = -2, 0
    place += step
    while 0 <= place < len(tokens):
        role = tokens[place].role
        if role == closes and depth == 0:
            return (place if end == -2 else end), place
        depth += (role == opens) - (role == closes)
        if role == "edge" and depth == 0 and end == -2:
            end = place
        place += step
    return (place if end == -2 else end), -1


def _takes_argument(tokens: list[_Token], opener: int) -> bool:
    """Is the bracket an argument of what stands before it: a root, a fraction, an exponent, a matrix?"""
    if tokens[opener].sign[:2] in ("\\b", "\\{") or tokens[opener].sign not in ("(", "[", "{"):
        return True
    place = opener - 1
    while place >= 0 and tokens[place].role in ("space", "close"):
        if tokens[place].role == "close":  # the numerator, the degree of a root
            depth = 1
            while depth and place > 0:
                place -= 1
                depth += (tokens[place].role == "close") - (tokens[place].role == "open")
        place -= 1
    return place >= 0 and (tokens[place].role == "prefix" or tokens[place].sign in ("^", "_"))


def without_boxes(text: str) -> str:
    """A formula as it reads without the boxes in it; a box that touches a digit or a letter stays: nobody can tell.

    >>> without_boxes(r"\\boxed{x+1}^2 - \\boxed{3}"), without_boxes(r"2\\boxed{5}")
    ('(x+1)^2 - 3', '2\\\\boxed{5}')
    """
    whole = _CONTENT.fullmatch(text)
    return whole["group"][1:-1].strip() if whole else _CONTENT.sub(_bare, text)


def _bare(box: re.Match[str]) -> str:
    content = box["group"][1:-1].strip()
    touched = box.start() > 0 and box.string[box.start() - 1].isalnum()
    if touched or box.string[box.end() : box.end() + 1].isalnum():
        return box[0]
    return content if _ATOM.fullmatch(content) else f"({content})"
