"""What a number counts or measures: units, counted nouns, money."""

from __future__ import annotations

from answerkey.notation.nodes import Node
from answerkey.notation.numbers import decimal
from answerkey.notation.pratt import PRODUCT, Infix, Parser, Prefix
from answerkey.notation.words import CURRENCIES, MONTHS, NO_NOUNS, POWER_WORDS, SCALES, UNITS

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
    if lower in SCALES:
        p.i += 1
        p.repairs.append("number_words")
        return Node("mul", (left, Node("int", (SCALES[lower],))))
    if lower in ("degree", "degrees", "deg"):
        p.i += 1
        if p.kinds[p.i] == "word" and p.values[p.i].lower() in ("celsius", "fahrenheit", "c", "f"):
            return Node("quantity", (left, "deg" + p.take()[0].upper()))
        return Node("degree", (left,))
    if lower in ("percent", "pct", "percentage"):
        p.i += 1
        return Node("percent", (left,))
    if len(word) == 1 and word.isascii() and word not in UNITS:
        return None
    if left.head in ("name", "const") and word not in UNITS and lower not in POWER_WORDS and word != "per":
        return None
    unit = _unit(p)
    p.repairs.append("unit_split")
    return _compound(p, left, unit) or Node("quantity", (left, unit))


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
}


def _unit(p: Parser) -> str:
    """`square feet` as `foot**2`, `km/h` as `km/hour`; a noun stays as it is written."""
    parts = ["1" if p.values[p.i] == "per" or p.kinds[p.i] == "/" else _factor(p)]
    while True:
        kind = p.kinds[p.i]
        joins = p.values[p.i + 1] if p.kinds[p.i + 1] in ("word", "name") else ""
        if kind == "/" and (joins in UNITS or p.kinds[p.i + 1] == "word"):
            p.i += 1
            parts.append("/" + _factor(p))
        elif kind == "*" and joins in UNITS:
            p.i += 1
            parts.append("*" + _factor(p))
        elif kind == "word" and p.values[p.i] == "per" and joins:
            p.i += 1
            parts.append("/" + _factor(p))
        else:
            return "".join(parts)


def _factor(p: Parser) -> str:
    power = 1
    word = p.take()
    if word.lower() in POWER_WORDS and p.kinds[p.i] in ("word", "name", "rel"):
        power = POWER_WORDS[word.lower()]
        word = p.take()
    unit = UNITS.get(word) or UNITS.get(word.lower()) or CURRENCIES.get(word)
    if unit is None:
        nouns = [word]
        while p.kinds[p.i] == "word" and p.values[p.i] != "per":
            nouns.append(p.take())
        if word.lower() != "of" and any(noun.lower() in NO_NOUNS for noun in nouns):
            raise p.unread("words in mathematics")
        unit = " ".join(nouns)
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
    return Node("quantity", (left, p.take()))


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
