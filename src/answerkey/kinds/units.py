"""Units of measurement through `pint`, which loads when two units meet that are not spelled the same."""

from __future__ import annotations

import re
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from answerkey.kinds.trees import integer, over, times
from answerkey.notation.nodes import Node

if TYPE_CHECKING:
    import pint


_MAX_CHARS = 60
_LONG_NUMBER = re.compile(r"\d{3}")  # no unit has such a power, and it would be worked out


class Unrelated(Enum):
    """Why one unit does not convert to another."""

    DIMENSION = "both are units, of different dimensions"
    NOUNS = "neither is a unit"
    UNKNOWN = "only one of them is a unit"


class Factor(NamedTuple):
    """One unit in another: y = scale * x + offset, exactly, times pi to a power (0 but for angles)."""

    scale: Fraction
    offset: Fraction
    pi_power: int = 0

    def apply(self, number: Node) -> Node:
        """The node of the converted number."""
        if number.head == "dec" and self.pi_power == 0 and not self.offset and (shift := _power_of_ten(self.scale)):
            coefficient, places = number.args  # a decimal stays one and keeps its significant digits
            places -= shift
            return Node("dec", (coefficient, places)) if places >= 0 else integer(coefficient * 10**-places)
        node = number if self.scale == 1 else times(number, _rational(self.scale))
        for _ in range(abs(self.pi_power)):
            pi = Node("const", ("pi",))
            node = times(node, pi) if self.pi_power > 0 else over(node, pi)
        return Node("add", (node, _rational(self.offset))) if self.offset else node


def _rational(value: Fraction) -> Node:
    return integer(value.numerator) if value.denominator == 1 else over(*map(integer, value.as_integer_ratio()))


def _power_of_ten(value: Fraction) -> int:
    """n where value == 10**n and |n| <= 30, else 0."""
    for n in range(1, 31):
        if value == 10**n:
            return n
        if value * 10**n == 1:
            return -n
    return 0


def same_spelling(a: str, b: str) -> bool:
    """The same word, whatever its case, number and spaces? (Symbols keep their case: mW is not MW.)"""
    if a.replace(" ", "") == b.replace(" ", ""):
        return True
    return len(a) > 3 and len(b) > 3 and _singular(a) == _singular(b)


def _singular(unit: str) -> str:
    return " ".join(word[:-1] if word.endswith("s") and len(word) > 3 else word for word in unit.lower().split())


def is_unit(name: str) -> bool:
    """Does `name` spell a unit of measurement?"""
    return _parse(name) is not None


@lru_cache(maxsize=1024)
def conversion(source: str, target: str) -> Factor | Unrelated:
    """How a number of `source` becomes one of `target`, or why it does not."""
    if target in (_DEGREES.get(source), source) or _DEGREES.get(target) == source:
        return Factor(Fraction(1), Fraction(0))
    first, second = _parse(source), _parse(target)
    if first is None or second is None:
        return Unrelated.NOUNS if first is second else Unrelated.UNKNOWN
    if first.dimensionality != second.dimensionality:
        return Unrelated.DIMENSION
    one_angle, other_angle = _angle(source), _angle(target)
    if one_angle is not None and other_angle is not None:
        return Factor(one_angle[0] / other_angle[0], Fraction(0), one_angle[1] - other_angle[1])
    registry = _registry()
    try:
        zero = Fraction(registry.Quantity(Fraction(0), first).to(second).magnitude)
        one = Fraction(registry.Quantity(Fraction(1), first).to(second).magnitude)
    except Exception:  # a logarithmic scale, which pint does not convert exactly
        return Unrelated.UNKNOWN
    return Factor(one - zero, zero)


# Letters that pint takes for coulomb and farad stand for degrees beside degrees.
_DEGREES = {"C": "degC", "F": "degF"}

# Angles in turns of half a circle, as a fraction and a power of pi: pint's pi is a decimal.
_ANGLES: dict[str, tuple[Fraction, int]] = {
    "radian": (Fraction(1), -1),
    "degree": (Fraction(1, 180), 0),
    "arcminute": (Fraction(1, 10800), 0),
    "arcsecond": (Fraction(1, 648000), 0),
    "turn": (Fraction(2), 0),
    "gradian": (Fraction(1, 200), 0),
}


def _angle(unit: str) -> tuple[Fraction, int] | None:
    return _ANGLES.get(_registry().get_name(unit)) if unit.isalpha() else None


@lru_cache(maxsize=1)
def _registry() -> pint.UnitRegistry[Any]:
    import pint

    return pint.UnitRegistry(non_int_type=Fraction, autoconvert_offset_to_baseunit=True)


@lru_cache(maxsize=1024)
def _parse(unit: str) -> pint.Unit | None:
    """The unit that pint reads, or None for what is no unit."""
    if len(unit) > _MAX_CHARS or _LONG_NUMBER.search(unit):
        return None
    registry = _registry()
    try:
        parsed = registry.parse_units(unit)
    except Exception:  # pint raises what its tokenizer, its parser and its arithmetic raise
        return None
    return parsed if all(map(_is_word, unit.replace("*", " ").replace("/", " ").split())) else None


def _is_word(word: str) -> bool:
    """pint reads "cats" as centi-technical-atmospheres: a prefix goes with a unit that is written as it is."""
    if not word.isalpha():
        return True
    registry = _registry()
    return any(
        not prefix or word.startswith(prefix) or word.lower() == _in_letters(registry.get_symbol(word)).lower()
        for prefix, _, _ in registry.parse_unit_name(word)
    )


def _in_letters(symbol: str) -> str:
    return symbol.replace("µ", "u").replace("μ", "u").replace("Ω", "ohm")
