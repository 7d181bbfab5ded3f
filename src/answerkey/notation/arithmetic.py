"""Sums, products, quotients, powers, signs and what stands behind an operand."""

from __future__ import annotations

from answerkey.notation.nodes import Node
from answerkey.notation.pratt import IMPLICIT, POSTFIX, POWER, PRODUCT, SIGN, SUM, Infix, Parser, Prefix
from answerkey.notation.units import measured
from answerkey.notation.words import COMMON_FUNCTION_NAMES, UNITS

_MARKS = frozenset(("circ", "degree", "prime", "+", "-", "*"))


def sum_(p: Parser, left: Node) -> Node:
    """`a + b - c`: one node for the whole chain."""
    terms = [left]
    kinds = p.kinds
    while True:
        kind = kinds[p.i]
        if kind == "+":
            p.i += 1
            terms.append(p.expression(SUM))
        elif kind == "-":
            p.i += 1
            terms.append(Node("neg", (p.expression(SUM),)))
        else:
            break
    last = terms[-1]
    unit = last if last.head == "quantity" else last.args[0]
    if isinstance(unit, Node) and unit.head == "quantity" and not any(term.head == "quantity" for term in terms[:-1]):
        value = unit.args[0]
        terms[-1] = value if last is unit else Node("neg", (value,))
        return Node("quantity", (Node("add", tuple(terms)), unit.args[1]))
    return Node("add", tuple(terms))


def minus(p: Parser) -> Node:
    p.i += 1
    return negative(p.expression(SIGN))


def negative(value: Node) -> Node:
    """Minus `value`; the sign of a quantity or of money belongs to its number."""
    if value.head == "quantity":
        return Node("quantity", (Node("neg", (value.args[0],)), value.args[1]))
    if value.head == "money":
        return Node("money", (value.args[0], Node("neg", (value.args[1],))))
    return Node("neg", (value,))


def plus(p: Parser) -> Node:
    p.i += 1
    return p.expression(SIGN)


def product(p: Parser, left: Node) -> Node:
    """`a * b * c`, and what stands side by side within it: one node for the whole chain."""
    factors = list(left.args) if left.head == "mul" and left is not p.bracketed else [left]
    while p.kinds[p.i] == "*":
        p.i += 1
        right = p.expression(PRODUCT)
        if right.head == "mul" and right is not p.bracketed:
            factors.extend(right.args)
        else:
            factors.append(right)
    return Node("mul", tuple(factors))


def quotient(p: Parser, left: Node) -> Node:
    """`a / b`; whether `1/2x` is half of x or one over 2x is a choice."""
    p.i += 1
    right = p.expression(IMPLICIT)
    entry = p.infix.get(p.kinds[p.i])
    if entry is not None and entry[1] is implicit and not p.spaced[p.i] and right is not p.bracketed:
        p.met.add("slash")
        if "slash" in p.flips:
            right = implicit(p, right) or right
    return Node("div", (left, right))


def implicit(p: Parser, left: Node) -> Node | None:
    """Operands side by side: a product, a mixed number, or a function before its argument."""
    factors = [left]
    kinds, infix = p.kinds, p.infix
    while True:
        kind = kinds[p.i]
        entry = infix.get(kind)
        if entry is None or entry[1] is not implicit or _stops(p, kind):
            break
        last = factors[-1]
        if kind == "(" and last.head == "name" and kinds[p.i - 1] == "name":
            applied = application(p, last)
            if applied is not None:
                factors[-1] = applied
                continue
        if last.head == "text" or (kind == "num" and (kinds[p.i - 1] == "num" or last.head == "quantity")):
            raise p.unread("two numbers side by side")
        if kind == "name" and kinds[p.i - 1] == "num" and _is_unit(p):
            p.met.add("units")
            if "units" in p.flips:
                return measured(p, Node("mul", tuple(factors)) if len(factors) > 1 else factors[0])
        mixed = kind == "frac" and last.head == "int" and kinds[p.i - 1] == "num"
        right = p.expression(IMPLICIT)
        if mixed and right.head == "div" and all(part.head == "int" for part in right.args):
            above, below = right.args
            if above.args[0] < below.args[0]:
                factors[-1] = Node("mixed", (last, above, below))
                continue
        factors.append(right)
    if len(factors) > 1:
        return Node("mul", tuple(factors))
    return None if factors[0] is left else factors[0]


def _is_unit(p: Parser) -> bool:
    """May the letter here be a unit? It is the last thing, or begins `m/s`."""
    return p.values[p.i] in UNITS and p.kinds[p.i + 1] in ("end", "/", "^") and p.i < 4


def _stops(p: Parser, kind: str) -> bool:
    """Does something in this place end the product rather than go on with it?"""
    if kind == "func":
        return p.tight
    if kind == "|":
        return p.bar != "" or p.values[p.i] == "close"
    if kind == "norm":
        return p.bar == "norm" or p.values[p.i] == "close"
    if kind == "(" and p.labelled:
        return p.kinds[p.i + 1 : p.i + 3] == ["name", ")"] and p.spaced[p.i] and p.spaced[p.i + 3]
    if kind == "name":
        return p.integral and p.values[p.i] == "d" and p.kinds[p.i + 1] in ("name", "word")
    if kind == "[":
        return p.opener == "]" or (p.opener == "[" and p.kinds[p.i + 1] not in p.prefix)
    return False


def application(p: Parser, name: Node) -> Node | None:
    """`f(x)`: the node when the brackets hold arguments; None when a product is meant."""
    from answerkey.notation.brackets import arguments

    text: str = name.args[0]
    letter = text.rstrip("'").partition("_")[0]
    single = p.kinds[p.i + 2] == ")" and p.kinds[p.i + 1] == "name"
    known = letter in COMMON_FUNCTION_NAMES or "'" in text
    if p.spaced[p.i] and not known:
        return None
    if not known and not single:
        return None
    if known and p.kinds[p.i + 1] == "num" and p.kinds[p.i + 2] == ")":
        return Node("apply", (text, *arguments(p)))  # f times 2 is written 2f: f(2) is a value
    p.met.add("application")
    if "application" in p.flips:
        return None
    return Node("apply", (text, *arguments(p)))


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
    exponent = p.script() if kind == "{" or p.kinds[p.i + 1] == "_" else p.expression(POWER - 1)
    if p.kinds[p.i] == "_" and left.head == "name":
        left = subscript(p, left) or left
    return Node("pow", (left, exponent))


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
                parts.append(Node("div", (Node("int", (int(p.values[p.i]),)), Node("int", (size,)))))
                p.i = i + 1
    if len(parts) > 1:
        value = Node("add", tuple(parts))
    return Node("degree", (value,))


def prime(p: Parser, left: Node) -> Node | None:
    if left.head != "name":
        return None
    value = p.take()
    return _primed(p, left, value)


def _primed(p: Parser, left: Node, value: str) -> Node:
    if left.head != "name":
        raise p.unread("a prime on what is no name")
    return Node("name", (left.args[0] + value,))


def subscript(p: Parser, left: Node) -> Node | None:
    """`x_1`, `x_{max}`, `m_max`: the subscript is part of the name."""
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
                parts.append(p.values[i] or kind)
            i += 1
        text = "".join(parts)
        p.i = i
    elif kind in ("num", "name", "word", "func", "const", "rel", "where", "*", "+"):
        text = p.values[i] or kind
        p.i = i + 1
        if kind == "name" and not p.latex:
            while p.kinds[p.i] == "name" and p.places[p.i] == p.places[i] and not p.spaced[p.i]:
                text += p.take()
            while p.kinds[p.i] in ("num", "name") and not p.spaced[p.i] and len(p.values[p.i]) == 0:
                text += p.take()
    else:
        return None
    base: str = left.args[0]
    base, primes = base.rstrip("'"), base[len(base.rstrip("'")) :]
    return Node("name", (base + ("_" + text if text.isalnum() else f"_{{{text}}}") + primes,))


def factorial(p: Parser, left: Node) -> Node:
    p.i += 1
    if p.kinds[p.i] == "!" and not p.spaced[p.i]:
        p.i += 1
        if p.kinds[p.i] == "!":
            return Node("fact", (Node("dfact", (left,)),))
        return Node("dfact", (left,))
    return Node("fact", (left,))


def percent(p: Parser, left: Node) -> Node:
    p.i += 1
    return Node("percent", (left,))


def plus_minus(p: Parser) -> Node:
    head = p.take()
    return Node(head, (p.expression(SIGN),))


def plus_minus_between(p: Parser, left: Node) -> Node:
    head = p.take()
    return Node(head, (left, p.expression(SUM)))


def name(p: Parser) -> Node:
    value = p.values[p.i]
    p.i += 1
    return Node("name", (value,))


def constant(p: Parser) -> Node:
    value = p.values[p.i]
    p.i += 1
    return Node("const", (value,))


OPERANDS = (
    r"name const num func root rootcall frac binom ( [ { | norm < corner big bigcall integral limit accent "
    r"figure begin matrixcall casescall boxed \{"
).split()

PREFIX: dict[str, Prefix] = {"-": minus, "+": plus, "pm": plus_minus, "name": name, "const": constant}
INFIX: dict[str, Infix] = {
    "+": (SUM, sum_),
    "-": (SUM, sum_),
    "pm": (SUM, plus_minus_between),
    "*": (PRODUCT, product),
    "/": (PRODUCT, quotient),
    **dict.fromkeys(OPERANDS, (IMPLICIT, implicit)),
    "^": (POWER, power),
    "_": (POSTFIX, subscript),
    "!": (POSTFIX, factorial),
    "%": (POSTFIX, percent),
    "degree": (POSTFIX, degree),
    "prime": (POSTFIX, prime),
}
