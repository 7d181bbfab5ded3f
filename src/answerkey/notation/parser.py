r"""Reading: text in, the trees worth having out, or where and why reading stopped.

Most answers are plain numbers and never reach the parser. The rest are mended (`repair`), cut into tokens
(`tokens`) and parsed by the tables of the theme files. Where the text can be taken in two ways the parser takes
the likelier and notes the choice; each choice met gives one more reading with that choice turned.
"""

from __future__ import annotations

import re

from answerkey.limits import MAX_AMBIGUOUS_CHARS, MAX_ANSWER_CHARS, MAX_DEPTH, MAX_DIGITS
from answerkey.notation import (
    arithmetic,
    brackets,
    calculus,
    functions,
    layout,
    numbers,
    prose,
    relations,
    scripts,
    sentences,
    units,
)
from answerkey.notation.digits import from_digits
from answerkey.notation.measures import measure
from answerkey.notation.nodes import Node
from answerkey.notation.pratt import Infix, Parser, Prefix
from answerkey.notation.reading import Failure, Reading
from answerkey.notation.repair import mend
from answerkey.notation.tokens import Unread, tokenise

_THEMES = (numbers, arithmetic, scripts, brackets, functions, layout, calculus, relations, sentences, units)
PREFIX: dict[str, Prefix] = {kind: rule for theme in _THEMES for kind, rule in theme.PREFIX.items()}
INFIX: dict[str, Infix] = {kind: rule for theme in _THEMES for kind, rule in theme.INFIX.items()}

# The ways in which a text can be taken otherwise, in the order in which they are tried; at most `_MAX_READINGS`
# readings are given.
CHOICES: dict[str, str] = {
    "application": "f(x) is a value of f or a product",
    "decimal_comma": "1,22 is two numbers or one",
    "letter_digits": "2a_{16} is a product or a number in base 16",
    "names": "ab is a product or a name",
    "number_words": "seven is a number or a word",
    "ordinals": "second is a word or 2nd",
    "primes": "dy/dx is the derivative of y or the name y'",
    "selections": "C(5, 2) is a named point or a number of combinations",
    "slash": "1/2x is x/2 or 1/(2x)",
    "subscripts": "x1 is a product or x_1",
    "thousands": "1,234 is a number or two",
    "units": "5 m is a product or a length",
}
_MAX_READINGS = 4
_NUMBER = re.compile(r"(-?)(\d+)(?:\.(\d+))?\Z")
_MEASURED = frozenset(("quantity", "degree", "money", "percent", "label", "date", "time"))
_NONE: frozenset[str] = frozenset()


def read(text: str) -> Reading:
    r"""The readings of `text`, most likely first; never raises.

    >>> read(r"\frac12").nodes
    (Node(head='div', args=(Node(head='int', args=(1,)), Node(head='int', args=(2,)))),)
    """
    if len(text) > MAX_ANSWER_CHARS:
        return Reading(text, (), (), Failure(MAX_ANSWER_CHARS, "the text is too long", True))
    match = _NUMBER.match(text)
    if match is not None:
        return _number(text, match)
    mended, repairs = mend(text)
    if not mended:
        return Reading(text, (), (), Failure(0, "there is nothing to read"))
    if text[-4:-1].lower().find("m") >= 0 or text[-1] in "mM" or mended[4:5] == "-":
        when = prose.read_when(mended)
        if when is not None:
            return Reading(text, (when,), tuple(repairs))
    met: set[str] = set()
    try:
        node = _parse(mended, _NONE, met, repairs)
    except Unread as stop:
        if (quantity := _measured(mended, repairs)) is not None:
            return Reading(text, (quantity[0],), tuple(dict.fromkeys(repairs)))
        words = None if stop.limit else prose.read_prose(mended)
        if words is None:
            return Reading(text, (), (), Failure(min(stop.position, len(text)), stop.why, stop.limit))
        return Reading(text, (words,), (*repairs, "prose"))
    nodes = [node]
    for choice in filter(met.__contains__, CHOICES if len(mended) <= MAX_AMBIGUOUS_CHARS else ()):
        try:
            other = _parse(mended, frozenset((choice,)), set(), [])
        except Unread:
            continue
        if other not in nodes and len(nodes) < _MAX_READINGS:
            nodes.append(other)
    if not any(one.head in _MEASURED for one in nodes) and (quantity := _measured(mended, repairs)) is not None:
        other, sure = quantity
        if other not in nodes:
            nodes.insert(0 if sure else len(nodes), other)
    return Reading(text, tuple(nodes), tuple(dict.fromkeys(repairs)))


def _measured(text: str, repairs: list[str]) -> tuple[Node, bool] | None:
    """A number with a unit in symbols, and whether it can be nothing else; None where it is none."""
    found = measure(text) if not text.isdigit() else None
    if found is None:
        return None
    try:
        number = _parse(found.number, _NONE, set(), [])
    except Unread:
        return None
    repairs.append("unit_split")
    if number.head == "rel":
        signs, operands = number.args
        return Node("rel", (signs, (*operands[:-1], Node("quantity", (operands[-1], found.unit))))), found.sure
    return Node("quantity", (number, found.unit)), found.sure


def _number(text: str, match: re.Match[str]) -> Reading:
    sign, whole, fraction = match.groups()
    if len(text) > MAX_DIGITS:
        return Reading(text, (), (), Failure(0, "a number of too many digits", True))
    number = from_digits(whole + (fraction or ""))
    node = Node("int", (number,)) if fraction is None else Node("dec", (number, len(fraction)))
    return Reading(text, (Node("neg", (node,)) if sign else node,))


def _parse(text: str, flips: frozenset[str], met: set[str], repairs: list[str]) -> Node:
    """The one tree of `text` under `flips`; raises `Unread`."""
    tokens = tokenise(text, flips, met)
    parser = Parser(tokens, PREFIX, INFIX, "\\" in text, flips, met)
    if tokens.kinds[0] == "name" and tokens.kinds[1] in (".", ")", ":"):
        sentences.option(parser)
    node = parser.expression(0)
    if parser.kinds[parser.i] != "end":
        raise parser.unread()
    if len(tokens.kinds) > MAX_DEPTH and _too_deep(node):
        raise Unread(0, "nested too deeply", limit=True)
    repairs.extend(parser.repairs)
    return node


def _too_deep(root: Node) -> bool:
    """Is the tree deeper than `MAX_DEPTH`? Without recursion: chains of infix rules nest to the left."""
    level: list[object] = [root]
    for _ in range(MAX_DEPTH):
        level = [part for node in level if isinstance(node, tuple) for part in node if isinstance(part, tuple)]
        level = [part for node in level for part in (node if not isinstance(node, Node) else (node,))]  # type: ignore[attr-defined]
        if not level:
            return False
    return True
