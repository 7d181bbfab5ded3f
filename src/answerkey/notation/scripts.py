"""What stands behind an operand: powers, subscripts, primes, factorials, percent, degrees."""

from __future__ import annotations

from answerkey.limits import MAX_DEPTH
from answerkey.notation.digits import from_digits
from answerkey.notation.nodes import Node
from answerkey.notation.numbers import SELECTIONS, based
from answerkey.notation.pratt import POSTFIX, POWER, Infix, Parser, Prefix
from answerkey.notation.tokens import Unread
from answerkey.notation.units import feet_and_inches

_MARKS = frozenset(("circ", "degree", "prime", "+", "-", "*"))


def power(p: Parser, left: Node) -> Node:
    """`a^b`, and the scripts that are no exponents: degrees, primes, `+` and `*`, ordinal endings."""
    p.i += 1
    mark = _mark(p)
    if mark in ("circ", "degree"):
        return degrees(p, left)
    if mark.startswith("'"):
        return _primed(p, left, mark)
    if mark:
        return Node("pow", (left, Node("name", (mark,))))
    kind = p.kinds[p.i]
    if kind == "{" and left.head == "int" and _ordinal(p):
        return left
    sign = kind == "-"  # x^-2y is x^(-2) y
    p.i += sign
    below = p.kinds[p.i + 1] == "_" and (p.latex or p.kinds[p.i] == "num")  # in x^2_i the i stands below the x
    exponent = p.script() if kind == "{" or below else p.expression(POWER - 1)
    exponent = Node("neg", (exponent,)) if sign else exponent
    if exponent.head == "set" and len(exponent.args) == 1:
        p.repairs.append("brace_group")
        exponent = exponent.args[0]
    if exponent.head == "list":
        raise p.unread("a list where one thing belongs")
    if p.kinds[p.i] == "_" and left.head == "name":
        left = subscript(p, left) or left
    return _selection(p, left, exponent) or Node("pow", (left, exponent))


def _selection(p: Parser, left: Node, exponent: Node) -> Node | None:
    """`C_5^2` as a number of combinations, where that choice is taken; a constant of integration squared has n < k."""
    if left.head != "name" or exponent.head != "int":
        return None
    letter, _, below = left.args[0].partition("_")
    if letter not in SELECTIONS or not below.isdecimal() or len(below) > 9 or int(below) < max(exponent.args[0], 3):
        return None
    p.met.add("selections")
    return Node("call", (SELECTIONS[letter], Node("int", (int(below),)), exponent)) if "selections" in p.flips else None


def before(p: Parser) -> Node:
    """`_5C_2`, `^5C_2`, `{}_5P_2`: scripts that stand before the letter they belong to."""
    if p.kinds[p.i + 1] not in ("num", "{") or "name" not in p.kinds:
        raise p.unread()
    p.i += 1
    total = p.script()
    letter = p.values[p.i]
    if p.kinds[p.i] != "name" or letter not in SELECTIONS or p.kinds[p.i + 1] != "_":
        raise p.unread("a script without a letter before it")
    p.i += 2
    return Node("call", (SELECTIONS[letter], total, p.script()))


def _mark(p: Parser) -> str:
    """The mark in the place of an exponent, moving past it; empty when there is an exponent."""
    i = p.i
    braced = p.kinds[i] == "{"
    i += braced
    kind = p.kinds[i]
    if kind not in _MARKS:
        return ""
    end = i + 1
    while kind == "prime" and p.kinds[end] == "prime":
        end += 1
    if braced and p.kinds[end] != "}":
        return ""
    if kind in "+-*" and not braced and p.kinds[end] in p.prefix:
        return ""
    p.i = end + braced
    return "".join(p.values[i:end]) if kind == "prime" else kind


def _ordinal(p: Parser) -> bool:
    """`15^{th}`: move past the ending of an ordinal number."""
    end = p.i + 1
    while p.kinds[end] in ("name", "word"):
        end += 1
    if "".join(p.values[p.i + 1 : end]) not in ("st", "nd", "rd", "th") or p.kinds[end] != "}":
        return False
    p.i = end + 1
    p.repairs.append("ordinal")
    return True


def degree(p: Parser, left: Node) -> Node:
    p.i += 1
    return degrees(p, left)


def degrees(p: Parser, left: Node) -> Node:
    """Degrees, with minutes and seconds behind them, or with the scale of a temperature."""
    if p.kinds[p.i] in ("name", "word") and p.values[p.i] in ("C", "F") and left.head != "name":
        return Node("quantity", (left, "deg" + p.take()))
    value = left
    parts = [left]
    for sign, size in (("'", 60), ("''", 3600)):
        i = p.i
        if p.kinds[i] == "num" and p.values[i].isdecimal():
            marks = p.kinds[i + 1 : i + 4]
            hat = marks[:1] == ["^"]
            i += 1 + hat
            written = p.values[i]
            if p.kinds[i] == "prime" and written == "'" and p.kinds[i + 1] == "prime" and sign == "''":
                i, written = i + 1, "''"
            if p.kinds[i] == "prime" and written == sign:
                parts.append(Node("div", (Node("int", (from_digits(p.values[p.i]),)), Node("int", (size,)))))
                p.i = i + 1
    if len(parts) > 1:
        value = Node("add", tuple(parts))
    return Node("degree", (value,))


def prime(p: Parser, left: Node) -> Node | None:
    if left.head == "int" and p.values[p.i] == "'":
        return _feet(p, left)
    if left.head != "name":
        return None
    value = p.take()
    return _primed(p, left, value)


def _feet(p: Parser, left: Node) -> Node | None:
    """`5'3"`: feet and inches."""
    double = p.kinds[p.i + 2] == "quote" or p.values[p.i + 2] == "''"
    if p.kinds[p.i + 1] != "num" or not double:
        return None
    p.i += 3
    return feet_and_inches(left, p.values[p.i - 2])


def _primed(p: Parser, left: Node, value: str) -> Node:
    if left.head != "name":
        raise p.unread("a prime on what is no name")
    return Node("name", (left.args[0] + value,))


def subscript(p: Parser, left: Node) -> Node | None:
    """`x_1`, `x_{max}`, `m_max`: the subscript is part of the name."""
    if left.head == "int" and left is p.bracketed:  # (1011)_2
        return based(p, str(left.args[0]))
    if left.head != "name" or left is p.bracketed:
        return None
    i = p.i + 1
    kind = p.kinds[i]
    if kind == "{":
        depth, parts = 1, []
        i += 1
        while depth:
            kind = p.kinds[i]
            if kind == "end":
                raise p.unread("a subscript without an end")
            depth += (kind == "{") - (kind == "}")
            if depth:
                if kind in (r"\{", r"\}") or (not p.values[i] and kind.isalpha()):
                    raise p.unread("a subscript that is no name")
                parts.append(p.values[i] or kind)
            i += 1
        text = "".join(parts)
        p.i = i
    elif kind in ("num", "name", "word", "func", "const", "*", "+"):
        text = p.values[i] or kind
        p.i = i + 1
        if kind == "name" and not p.latex:
            end = p.i
            while p.places[end] == p.places[i]:
                end += 1
            if p.kinds[end] != "_":  # in a_nb_n the b begins another name
                text += "".join(p.values[p.i : end])
                p.i = end
    else:
        return None
    base: str = left.args[0]
    base, primes = base.rstrip("'"), base[len(base.rstrip("'")) :]
    base, outer, script = base.partition("_")
    if outer:
        text = f"{script.strip('{}')}_{text}"
    return Node("name", (base + ("_" + text if text.isalpha() or text.isdecimal() else f"_{{{text}}}") + primes,))


def factorial(p: Parser, left: Node) -> Node:
    """`n!`; two marks are the double factorial, more are one after another."""
    start = p.i
    p.i += 1
    while p.kinds[p.i] == "!" and not p.spaced[p.i]:
        p.i += 1
    if p.i - start == 2:
        return Node("dfact", (left,))
    if p.i - start > MAX_DEPTH:
        raise Unread(p.places[start], "nested too deeply", limit=True)
    for _ in range(p.i - start):
        left = Node("fact", (left,))
    return left


def percent(p: Parser, left: Node) -> Node:
    p.i += 1
    return Node("percent", (left,))


PREFIX: dict[str, Prefix] = {"_": before, "^": before}
INFIX: dict[str, Infix] = {
    "^": (POWER, power),
    "_": (POSTFIX, subscript),
    "!": (POSTFIX, factorial),
    "%": (POSTFIX, percent),
    "degree": (POSTFIX, degree),
    "prime": (POSTFIX, prime),
}
