"""Numbers: integers, decimals, thousands, repeating decimals, mixed numbers, other bases."""

from __future__ import annotations

import re

from answerkey.limits import MAX_DIGITS
from answerkey.notation.digits import from_digits
from answerkey.notation.nodes import Node
from answerkey.notation.pratt import Infix, Parser, Prefix
from answerkey.notation.tokens import Unread

_SEPARATORS = re.compile(r"\{,\}|\\.|[,\s'’]")
SELECTIONS = {"C": "binomial", "P": "perm", "A": "perm"}
_POINTED = re.compile(r"\d{1,3}(?:\.\d{3})+")
_BASE_WORDS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
_LETTERED = frozenset(("11", "12", "13", "14", "15", "16"))
_BASE_WORDS |= {"twelve": 12, "sixteen": 16}


def number(p: Parser) -> Node:
    """A number token, with what may follow it directly: a base, a fraction, a repeating part."""
    raw = p.values[p.i]
    p.i += 1
    kind = p.kinds[p.i]
    if raw.isdecimal():
        if kind == "num" and p.spaced[p.i]:
            return _plain_mixed(p, from_digits(raw))
        if kind == "_":
            return based(p, raw)
        if kind == "name":
            if digits := _letter_digits(p, raw):
                return digits
            if p.values[p.i] in SELECTIONS and p.kinds[p.i + 1] == "num" and not (p.spaced[p.i] or p.spaced[p.i + 1]):
                return selection(p, p.take(), from_digits(raw), p.take())  # 5C2
        if kind == "," and not p.opener and _is_decimal_comma(p):
            p.met.add("decimal_comma")
            if "decimal_comma" in p.flips:
                tail = p.values[p.i + 1]
                p.i += 2
                return Node("dec", (from_digits(raw + tail), len(tail)))
        return Node("int", (from_digits(raw),))
    if kind == "," and _POINTED.fullmatch(raw) and not p.opener and _is_decimal_comma(p):
        p.met.add("decimal_comma")
        if "decimal_comma" in p.flips:  # 1.234,5
            tail = p.values[p.i + 1]
            p.i += 2
            return Node("dec", (from_digits(raw.replace(".", "") + tail), len(tail)))
    if kind == "accent" and "." in raw and (raw.endswith(".") or _is_repeating(p)):
        return _repeating(p, raw)
    if kind == "(" and raw.endswith("."):  # 0.(3)
        p.i += 2
        p.skip(")")
        whole = raw[:-1]
        return Node("rep", (from_digits(whole), 0, p.values[p.i - 2]))
    if kind == "_" and raw.replace(".", "", 1).isdecimal():
        return based(p, raw)
    if kind == "const" and p.values[p.i] == "dots" and "." in raw and not p.spaced[p.i]:
        return _trailing_dots(p, raw)
    return decimal(raw, p.places[p.i - 1])


def decimal(raw: str, place: int = 0) -> Node:
    r"""The node of a number as written, with any separators and exponent.

    >>> decimal("1.2e-13"), decimal(r"1,\!000")
    (Node(head='dec', args=(12, 14)), Node(head='int', args=(1000,)))
    """
    if raw.count(".") > 1:
        raw = raw.replace(".", "").replace(",", ".")
    raw = _SEPARATORS.sub("", raw)
    mantissa, marker, exponent = raw.lower().partition("e")
    whole, point, fraction = mantissa.partition(".")
    if not point and not marker:
        return Node("int", (from_digits(whole),))
    places = len(fraction)
    if marker:
        if len(exponent) > 6 or abs(int(exponent)) > MAX_DIGITS:
            raise Unread(place, "an exponent that is too large", limit=True)
        places -= int(exponent)
    coefficient = from_digits(whole + fraction)
    if places <= 0:
        return Node("int", (coefficient * 10**-places,))
    return Node("dec", (coefficient, places))


def selection(p: Parser, letter: str, total: int, chosen: str) -> Node:
    """`5C2` and `C(5, 2)`, combinations, or `5P2` and `A(5, 2)`, permutations."""
    if not chosen.isdecimal():
        raise p.unread("two numbers side by side")
    return Node("call", (SELECTIONS[letter], Node("int", (total,)), Node("int", (from_digits(chosen),))))


def _plain_mixed(p: Parser, whole: int) -> Node:
    """`2 1/2`; two numbers side by side are nothing else."""
    i = p.i
    if p.kinds[i + 1] == "/" and p.kinds[i + 2] == "num":
        above, below = p.values[i], p.values[i + 2]
        if above.isdecimal() and below.isdecimal() and from_digits(above) < from_digits(below):
            p.i += 3
            return Node("mixed", tuple(Node("int", (n,)) for n in (whole, from_digits(above), from_digits(below))))
    raise p.unread("two numbers side by side")


def _trailing_dots(p: Parser, raw: str) -> Node:
    """`0.333...` repeats; `3.14159...` is what is written."""
    p.i += 1
    whole, _, fraction = raw.partition(".")
    for size in range(1, len(fraction) // 2 + 1):
        repetend = fraction[-size:]
        start = len(fraction)
        while start >= size and fraction[start - size : start] == repetend:
            start -= size
        if len(fraction) - start >= max(3, 2 * size):
            p.repairs.append("ellipsis_repetend")
            return Node("rep", (from_digits(whole + fraction[:start] or "0"), start, repetend))
    p.repairs.append("ellipsis_dropped")
    return decimal(raw)


def based(p: Parser, digits: str) -> Node:
    """`204_5`, `1011_{two}`."""
    i = p.i + 1
    close = p.kinds[i] == "{"
    i += close
    raw = p.values[i]
    base = int(raw) if p.kinds[i] == "num" and raw.isdecimal() and len(raw) < 3 else _BASE_WORDS.get(raw.lower(), 0)
    if not 2 <= base <= 36 or (close and p.kinds[i + 1] != "}"):
        raise p.unread("a number with a subscript that is no base")
    p.i = i + 1 + close
    return Node("based", (digits, base))


def _letter_digits(p: Parser, raw: str) -> Node | None:
    """`152A_{11}`: a number with letters for digits, when a base between 11 and 16 stands below.

    Small letters may be names as well: that they are digits is a choice.
    """
    i = p.i
    digits = raw
    while not p.spaced[i] and (p.kinds[i] == "num" or (p.kinds[i] == "name" and p.values[i] in "ABCDEFabcdef")):
        digits += p.values[i]
        i += 1
    base = p.values[i + 1 + (p.kinds[i + 1] == "{")]
    if p.kinds[i] != "_" or base not in _LETTERED or not is_based(digits, int(base)):
        return None
    if not digits.isupper():
        p.met.add("letter_digits")
        if "letter_digits" not in p.flips:
            return None
    p.i = i
    return based(p, digits)


def is_based(digits: str, base: int) -> bool:
    """Are these digits of `base`?

    >>> is_based("152A", 11), is_based("152A", 10)
    (True, False)
    """
    return digits.isalnum() and digits.isascii() and all(int(digit, 36) < base for digit in digits)


def _is_decimal_comma(p: Parser) -> bool:
    i = p.i
    return (
        not p.spaced[i]
        and p.kinds[i + 1] == "num"
        and not p.spaced[i + 1]
        and p.values[i + 1].isdecimal()
        and (p.values[i - 1] == "0" or len(p.values[i - 1]) > 1 or len(p.values[i + 1]) > 1)  # 1,2 is a list
        and p.kinds[i + 2] not in (",", "and", "or")
        and (i < 2 or p.kinds[i - 2] != ",")
    )


def _is_repeating(p: Parser) -> bool:
    r"""Whether the accent at hand stands over digits: `3.5 \vec{v}` is a product."""
    inside = p.i + 1
    inside += p.kinds[inside] in ("{", "(")
    return p.kinds[inside] == "num" and p.values[inside].isdecimal()


def _repeating(p: Parser, raw: str) -> Node:
    r"""`0.1\overline{6}`, `0.1overline(6)`, `0.\dot{3}`."""
    p.i += 1
    wrapped = p.kinds[p.i] in ("{", "(")
    p.i += wrapped
    digits = p.take()
    if not digits.isdecimal():
        raise p.unread("a repeating part that is no number")
    if wrapped:
        if p.kinds[p.i] not in ("}", ")"):
            raise p.unread()
        p.i += 1
    elif len(digits) > 1:
        raise p.unread("a repeating part without braces")
    whole, _, fraction = raw.partition(".")
    if not (whole + fraction).isdecimal():
        raise p.unread("an exponent before a repeating part")
    return Node("rep", (from_digits(whole + fraction), len(fraction), digits))


def ordinal(p: Parser) -> Node:
    """`15th`."""
    p.repairs.append("ordinal")
    return Node("int", (from_digits(p.take()),))


PREFIX: dict[str, Prefix] = {"num": number, "ordinal": ordinal}
INFIX: dict[str, Infix] = {}
