"""What a number counts or measures: units, counted nouns, money."""

from __future__ import annotations

from answerkey.limits import MAX_UNIT_SYMBOLS
from answerkey.notation.no_units import NO_UNITS, WITHDRAWALS, unlike_unit
from answerkey.notation.nodes import Node
from answerkey.notation.numbers import decimal
from answerkey.notation.pratt import PRODUCT, Infix, Parser, Prefix
from answerkey.notation.words import (
    CURRENCIES,
    MONTHS,
    NO_NOUNS,
    POWER_WORDS,
    SCALES,
    TEXT_UNITS,
    UNIT_SIGNS,
    UNITS,
)

_UNIT = PRODUCT - 1  # looser than products: in `3π cm` all of 3π is measured
_VALUES = frozenset(
    "int dec rep mixed based neg add mul div pow root fact dfact call apply sum prod const name pm percent".split()
)


def measured(p: Parser, left: Node) -> Node | None:
    """A number before words: a quantity, money, degrees, percent; or a name that stood in `\\text`."""
    word = p.values[p.i]
    lower = word.lower()
    if word in CURRENCIES and (left.head in _VALUES or left.head == "quantity"):
        p.i += 1
        rated = p.values[p.i] == "per" or (p.kinds[p.i] == "/" and p.kinds[p.i + 1] == "word")
        return Node("money", (CURRENCIES[word], (per(p, left) or left) if rated else left))
    if left.head not in _VALUES or lower in MONTHS:
        return None
    if lower == "to":
        return _to(p, left)
    if lower in SCALES:
        p.i += 1
        p.repairs.append("number_words")
        return Node("mul", (left, Node("int", (SCALES[lower],))))
    if lower in ("degree", "degrees", "deg"):
        p.i += 1
        if p.kinds[p.i] == "word" and p.values[p.i].lower() in ("celsius", "fahrenheit", "c", "f"):
            return Node("quantity", (left, "deg" + p.take()[0].upper()))
        return Node("degree", (left,))
    if lower in ("percent", "pct", "percentage") or (lower == "per" and p.values[p.i + 1] == "cent"):
        p.i += 2 if lower == "per" else 1
        return Node("percent", (left,))
    if lower == "to" and p.kinds[p.i + 1] == "num":
        p.i += 1
        return Node("ratio", (left, p.expression(_UNIT)))
    if len(word) == 1 and word.isascii() and not _is_symbol(p, p.i):
        return None
    if left.head in ("name", "const") and word not in UNITS and lower not in POWER_WORDS and word != "per":
        return None
    unit = _unit(p)
    p.repairs.append("unit_split")
    return _compound(p, left, unit) or Node("quantity", (left, unit))


def _to(p: Parser, left: Node) -> Node | None:
    """`3 to 2`."""
    terms = [left]
    while p.values[p.i] == "to" and p.kinds[p.i + 1] == "num":
        p.i += 1
        terms.append(p.expression(PRODUCT))
    return Node("ratio", tuple(terms)) if len(terms) > 1 else None


def _compound(p: Parser, left: Node, unit: str) -> Node | None:
    """`3 hours 20 minutes`, `5 ft 3 in`, also with a comma or "and" between: one number of the smallest unit."""
    number, start = left, p.i
    while number.head == "int":
        i = p.i + (p.kinds[p.i] in (",", "and"))
        i += p.kinds[i] == "and"
        smaller = UNITS.get(p.values[i + 1]) or UNITS.get(p.values[i + 1].lower(), "")
        size = _STEPS.get((unit, smaller))
        if p.kinds[i] != "num" or size is None:
            break
        number = _sum(number.args[0] * size, decimal(p.values[i]))
        unit = smaller
        p.i = i + 2
    return Node("quantity", (number, unit)) if p.i > start else None


def _sum(whole: int, rest: Node) -> Node:
    if rest.head == "int":
        return Node("int", (whole + rest.args[0],))
    coefficient, places = rest.args
    return Node("dec", (whole * 10**places + coefficient, places))


def feet_and_inches(feet: Node, inches: str) -> Node:
    """`5'3"`."""
    return Node("quantity", (_sum(12 * feet.args[0], decimal(inches)), "inch"))


# How many of the smaller unit make one of the larger.
_STEPS = {
    ("year", "month"): 12,
    ("week", "day"): 7,
    ("day", "hour"): 24,
    ("day", "minute"): 1440,
    ("hour", "second"): 3600,
    ("hour", "minute"): 60,
    ("minute", "second"): 60,
    ("yard", "foot"): 3,
    ("foot", "inch"): 12,
    ("meter", "cm"): 100,
    ("km", "meter"): 1000,
    ("cm", "mm"): 10,
    ("pound", "ounce"): 16,
    ("kg", "gram"): 1000,
    ("liter", "mL"): 1000,
    ("gram", "mg"): 1000,
    ("mile", "foot"): 5280,
    ("mile", "yard"): 1760,
    ("yard", "inch"): 36,
    ("gallon", "quart"): 4,
}


def _unit(p: Parser) -> str:
    """`square feet` as `foot**2`, `km/h` as `km/hour`; a noun stays as it is written.

    What follows a slash stands below it, as physicists write: `J/mol K` and `J/(mol K)` are `joule/mole/kelvin`.
    """
    below = p.values[p.i] == "per" or p.kinds[p.i] == "/"
    parts = ["1" if below else _factor(p)]
    while True:
        i = p.i
        kind, following = p.kinds[i], p.kinds[i + 1]
        slash = kind == "/" or (kind == "word" and p.values[i] == "per")
        if slash and following == "(" and only_units(p, i + 2):
            p.i += 2
            while p.kinds[p.i] != ")":
                p.i += p.kinds[p.i] == "*"
                parts.append("/" + _factor(p))
            p.i += 1
            continue
        if slash and (following == "word" or (following == "name" and (kind == "word" or p.values[i + 1] in UNITS))):
            below = True
            p.i += 1
        elif kind == "*" and _is_symbol(p, i + 1):
            p.i += 1
        elif not only_units(p, i):
            return "".join(parts)
        parts.append(("/" if below else "*") + _factor(p))


def only_units(p: Parser, i: int) -> bool:
    """Are there only units from token `i` to the end of what they stand in, as in `kg m/s^2`?"""
    kinds = p.kinds
    for _ in range(MAX_UNIT_SYMBOLS):
        if not _is_symbol(p, i):
            return False
        i += 2 if _is_prefix(p, i) else 1
        if kinds[i] == "^":
            braced = kinds[i + 1] == "{"
            i += 1 + braced + (kinds[i + 1 + braced] == "-")
            if kinds[i] != "num":
                return False
            i += 1 + braced
        if kinds[i] in _ENDS:
            return True
        i += kinds[i] in ("*", "/")
        i += kinds[i] == "("
    return False


_ENDS = frozenset(("end", ")", "}", ",", ";", ".", "and", "or"))
_PREFIXES = {"mu": "u", "k": "k", "M": "M", "m": "m", "G": "G"}  # those written as letters of their own: µm, kΩ


def _is_symbol(p: Parser, i: int) -> bool:
    """Is token `i` the symbol or the name of a unit?"""
    kind, value = p.kinds[i], p.values[i]
    if kind == "word":
        return ((value in UNITS or value in TEXT_UNITS) and value not in NO_NOUNS) or _is_prefix(p, i)
    return kind == "name" and (value in UNITS or value in UNIT_SIGNS or _is_prefix(p, i))


def _is_prefix(p: Parser, i: int) -> bool:
    value, following = p.values[i], p.values[i + 1]
    text = p.kinds[i + 1] == "word" and following in TEXT_UNITS
    return value in _PREFIXES and (following == "Omega" or (value == "mu" and (text or following in UNITS)))


def _factor(p: Parser) -> str:
    power = 1
    text = p.kinds[p.i] == "word"
    prefix = _PREFIXES[p.take()] if _is_prefix(p, p.i) else ""
    word = p.take()
    if word.lower() in POWER_WORDS and p.kinds[p.i] in ("word", "name", "rel"):
        power = POWER_WORDS[word.lower()]
        word = p.take()
    unit = UNITS.get(word) or CURRENCIES.get(word) or UNIT_SIGNS.get(word)
    if unit is None and len(word) > 1:  # M is no metre
        unit = UNITS.get(word.lower())
    if prefix:
        unit = prefix + (unit if unit == "ohm" else word)
    elif unit is None and text:
        unit = TEXT_UNITS.get(word)
    if unit is None:
        nouns = [word]
        while p.kinds[p.i] == "word" and p.values[p.i] != "per":
            nouns.append(p.take())
        lower = [noun.lower() for noun in nouns]
        first, sentence = lower[0], lower[0] != "of" and not NO_NOUNS.isdisjoint(lower)
        unit = " ".join(nouns)
        if sentence or unlike_unit(unit) or first in NO_UNITS or WITHDRAWALS.issuperset(lower):
            raise p.unread("words in mathematics")
    elif p.kinds[p.i] == "word" and p.values[p.i].lower() in ("squared", "cubed"):
        power = POWER_WORDS[p.take().lower()]
    if p.kinds[p.i] == "^":
        braced = p.kinds[p.i + 1] == "{"
        i = p.i + 1 + braced
        sign = p.kinds[i] == "-"
        i += sign
        if p.kinds[i] != "num" or not p.values[i].isdecimal() or (braced and p.kinds[i + 1] != "}"):
            raise p.unread("a unit to a power that is no number")
        power *= int(p.values[i]) * (-1 if sign else 1)
        p.i = i + 1 + braced
    return unit if power == 1 else f"{unit}**{power}"


def money(p: Parser) -> Node:
    """`$20`, `$5/hour`."""
    currency = p.take()
    value = p.expression(_UNIT - 1)
    if value.head == "money" and value.args[0] == currency:  # $20 dollars
        return value
    return Node("money", (currency, value))


def counted(p: Parser, left: Node) -> Node | None:
    """`5 "apples"`: a noun as it is written."""
    if left.head not in _VALUES:
        return None
    noun = p.take()
    if unlike_unit(noun):
        raise p.unread("words in mathematics")
    return Node("quantity", (left, noun))


def per(p: Parser, value: Node) -> Node | None:
    """`18 per day`, `5/hour`: the number with what it is for; None where no number stands before it."""
    if value.head not in _VALUES:
        return None
    p.repairs.append("unit_split")
    return Node("quantity", (value, _unit(p)))


def money_behind(p: Parser, left: Node) -> Node | None:
    """`20 €`."""
    if left.head not in _VALUES and left.head != "quantity":
        return None
    return Node("money", (p.take(), left))


PREFIX: dict[str, Prefix] = {"money": money}
INFIX: dict[str, Infix] = {"word": (_UNIT, measured), "text": (_UNIT, counted), "money": (_UNIT, money_behind)}
