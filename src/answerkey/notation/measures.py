r"""A number before symbols of units: `9.8 m s^{-2}`, `2.7\ \mathrm{g}/\mathrm{cm}^3`, `3 \mu C`, `10\,\Omega`.

What the parser itself does not read as a quantity: symbols behind a power of ten, prefixes, fractions of units.
Letters that could be names as well make it one reading of two.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from answerkey.notation.words import UNITS

_PREFIXES = dict(
    zip("TGMkhdcmμnpf", "tera giga mega kilo hecto deci centi milli micro nano pico femto".split(), strict=True)
)
_PREFIXED = {
    symbol: unit
    for unit, symbol in (
        ("meter", "m"), ("gram", "g"), ("second", "s"), ("ampere", "A"), ("kelvin", "K"), ("mole", "mol"),
        ("hertz", "Hz"), ("newton", "N"), ("pascal", "Pa"), ("joule", "J"), ("watt", "W"), ("coulomb", "C"),
        ("volt", "V"), ("farad", "F"), ("ohm", "Ω"), ("tesla", "T"), ("weber", "Wb"), ("henry", "H"), ("liter", "L"),
        ("liter", "l"), ("electron_volt", "eV"), ("calorie", "cal"), ("bar", "bar"), ("byte", "B"),
        ("watt_hour", "Wh"), ("becquerel", "Bq"), ("molar", "M"), ("siemens", "S"),
    )
}  # fmt: skip
_OTHERS = {
    symbol: unit
    for unit, symbol in (
        ("rpm", "rpm"), ("atm", "atm"), ("torr", "torr"), ("mmHg", "mmHg"), ("psi", "psi"), ("amu", "amu"),
        ("amu", "u"),
        ("revolution", "rev"), ("decibel", "dB"), ("cm**3", "cc"), ("angstrom", "Å"), ("lumen", "lm"), ("lux", "lx"),
        ("candela", "cd"), ("sievert", "Sv"), ("steradian", "sr"), ("light_year", "ly"), ("parsec", "pc"),
        ("astronomical_unit", "AU"), ("gray", "Gy"),
    )
}  # fmt: skip
SYMBOLS: dict[str, str] = {
    **{
        prefix + base: name + whole
        for prefix, name in _PREFIXES.items()
        for base, whole in _PREFIXED.items()
        if prefix + base not in ("pm", "cd", "ft", "mM")
    },
    **_PREFIXED,
    **_OTHERS,
    **UNITS,
}
_MAX_CHARS = 90  # of a unit

_VALUE = (
    r"(?:\\[dt]?frac\s*(?:\{[^{}A-Za-z]*\}\s*\{[^{}A-Za-z]*\}|\d\d)|\\sqrt\s*(?:\{[^{}]*\}|\d)|\\pi|π"
    r"|(?:\d[\d,]*(?:\{,\}\d{3})*(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?)"
)
_POWER = r"(?:\s*\^\s*(?:\{\s*+(?:[-−+]\s*+)?\d+\s*\}|[-−+]?\d+))?"
_TIMES = r"(?:\s*+(?:\\times|\\cdot|×|·|\*|/|(?=\\))\s*+|\s++)"  # nothing is tried in two ways
_HEAD = re.compile(rf"(?:[^=≈]*?(?:=|≈|\\approx))?\s*+(?:[-−+]\s*+)?{_VALUE}{_POWER}(?:{_TIMES}{_VALUE}{_POWER})*")
_UNIT = re.compile(r"[\sA-Za-zμµΩÅ^{}\d()*/·⋅×~\\,;:!−+.-]+")
_EXPONENT = re.compile(r"\^\s*\{\s*+(?:([-−+])\s*+)?(\d+)\s*\}")
_WRAPPED = re.compile(r"\\(?:mathrm|text|textrm|operatorname|mbox|mathsf|rm)\s*\{([^{}]*)\}")
_FRACTION = re.compile(r"\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}")
_SIGNS = (
    (re.compile(r"\\cdot|\\times|[·⋅×]"), "*"),
    (re.compile(r"\\mu(?![A-Za-z])\s*|µ"), "μ"),
    (re.compile(r"\\Omega|\\ohm"), "Ω"),
    (re.compile(r"\\[,;:! ]|~|\\quad"), " "),
    (re.compile(r"\\left|\\right"), ""),
)
_TOKEN = re.compile(r"\s*([A-Za-zμΩÅ]+|\^\s*[-−+]?\d+|[*/()])\s*")


class Measure(NamedTuple):
    """The text of the number, the unit as pint spells it, and whether it can be nothing but a unit."""

    number: str
    unit: str
    sure: bool


def measure(text: str) -> Measure | None:
    r"""`text` as a number (also after `name =`) and a unit in symbols; None where it is none.

    >>> measure(r"9.8\ \mathrm{m}\,\mathrm{s}^{-2}")
    Measure(number='9.8', unit='meter/second**2', sure=True)
    """
    head = _HEAD.match(text)
    if head is None:
        return None
    rest = text[head.end() :]
    if not rest or len(rest) > _MAX_CHARS or rest.lstrip()[:1] == "*" or not _UNIT.fullmatch(rest):
        return None
    rest = _EXPONENT.sub(r"^\1\2", rest)
    plain = _WRAPPED.sub(r" \1 ", rest)
    wrapped = plain != rest
    for pattern, sign in _SIGNS:
        plain = pattern.sub(sign, plain)
    factors = _factors(_FRACTION.sub(r"(\1)/(\2)", plain))
    if factors is None:
        return None
    symbols = [symbol for symbol, _ in factors]
    above = "*".join(_powered(SYMBOLS[symbol], power) for symbol, power in factors if power > 0)
    below = "".join("/" + _powered(SYMBOLS[symbol], -power) for symbol, power in factors if power < 0)
    sure = wrapped or any(len(symbol) > 1 and not (symbol.isupper() and symbol.isascii()) for symbol in symbols)
    if not above and rest.lstrip()[:1] != "/":  # s^-1, not /s
        below = "*".join(_powered(SYMBOLS[symbol], power) for symbol, power in factors)
    elif not above:
        above = "1"
    return Measure(text[: head.end()], above + below, sure or any(symbol in "Ωμ" for symbol in symbols))


def _powered(unit: str, power: int) -> str:
    base, _, own = unit.partition("**")
    power *= int(own or 1)
    return base if power == 1 else f"{base}**{power}"


def _factors(text: str) -> list[tuple[str, int]] | None:
    """The symbols of a unit with their powers; what follows a slash is below it, as in `W/m^2 K`."""
    found: list[tuple[str, int]] = []
    sign, open_brackets, place = 1, 0, 0
    while place < len(text):
        token = _TOKEN.match(text, place)
        if token is None:
            return None
        place, value = token.end(), token[1]
        if value[0] == "^":
            if not found:
                return None
            symbol, power = found[-1]
            exponent = int(value[1:].replace("−", "-"))
            found[-1] = (symbol, power * exponent)
        elif value == "/":
            sign = -1
        elif value in "()":
            open_brackets += 1 if value == "(" else -1
        elif value != "*":
            if value not in SYMBOLS:
                return None
            found.append((value, sign))
    return found if found and not open_brackets else None
