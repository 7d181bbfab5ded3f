"""A percent sign, a degree or a unit that stands just after a box, a formula or a number belongs to the answer."""

from __future__ import annotations

import re

# Prose may follow an answer, so only what can be nothing but a unit is taken: "in" is a preposition, "A" an article.
_NAMES = (
    "cm|mm|km|kg|mg|mL|ml|kph|mph|ft|lbs?|oz|Hz|kHz|kW|kJ|kPa|mol|min|"
    "(?:centi|milli|kilo)?(?:met(?:er|re)|gram|lit(?:er|re))s?|inch(?:es)?|feet|foot|yards?|miles?|pounds?|ounces?|"
    "gallons?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|degrees?|dollars?|cents?|euros?|yuan|"
    "(?:square|cubic) (?:cm|m|km|(?:centi|kilo)?met(?:er|re)s?|inch(?:es)?|feet|foot|yards?|miles?|units)"
)
_POWER = r"(?:\^\{?[23]\}?|[²³]| squared\b| cubed\b)?"
_CLOSERS = r"(?:\\[,;!: ]|~|\s|\$|\\\)|\\\])*"
_UNIT = re.compile(
    rf"(?:\s|\\[,;!: ])*(?:\$|\\\))?\s?(?P<percent>\\?%|per\s?cent\b)"
    rf"|\s*(?P<degree>\^\s*\{{?\s*\\circ\s*\}}?|\\circ\b|°[CF]?)"
    rf"|{_CLOSERS}(?P<command>\\(?:text|mathrm|mbox|textrm|rm)\s*"
    rf"\{{[~\s]*(?:{_NAMES}|[mgsL])(?:\s*/\s*\w+)?[.\s]*\}}(?:\^\{{?[23]\}}?|[²³])?)"
    rf"|(?:\s|\$|\\\)|~|\\[,;!: ])+(?P<letter>[mgsL])(?=[.,;]?(?:\s|\Z))"
    rf"|(?:\s|\$|\\\)|~|\\[,;!: ])+(?P<plain>(?:{_NAMES}){_POWER}(?:(?:/| per )(?:{_NAMES}|h){_POWER})*)(?![\w'’/-])"
)
_NO_UNIT = " \t\r\n$.,;:)}]*"  # what mostly follows an answer, and is no part of a unit by itself
_TAKES_UNIT = re.compile(
    r"(?:[\d\s.+*/^(){}−-]|\{,\}|,(?=\d{3})|\\(?:[dt]?frac|sqrt|pi|,|!|\$)|\$)*(?:[\d})]|\\pi)\s*\Z"
)


def unit_after(text: str, start: int, end: int, after: int, limit: int) -> tuple[str, int] | None:
    """The unit that follows at `after` the answer `text[start:end]`, and where it ends; None if there is none."""
    if not text[after : min(limit, after + 80)].strip(_NO_UNIT):
        return None
    found = _UNIT.match(text, after, min(limit, after + 80))
    if found is None or found.lastgroup is None:
        return None
    content = text[start:end]
    if len(content) > 80 or not _TAKES_UNIT.match(content) or not any(sign.isdigit() for sign in content):
        return None
    unit = found[found.lastgroup]
    if found.lastgroup == "letter":  # marked as a unit, for a reader would take it for a factor
        unit = f" \\text{{{unit}}}"
    elif found.lastgroup != "degree" and "%" not in unit:
        unit = f" {unit}"
    return unit, found.end()
