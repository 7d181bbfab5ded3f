"""Numbers as languages write them: where they stand in a text, and the plain text that says the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING

from answerkey.extraction.spans import SPACE
from answerkey.notation.no_units import BOUNDS

if TYPE_CHECKING:
    from answerkey.extraction.language import Language

# A number in any script, with its sign, currency, separators, fraction or percent. The first lines only rule out most
# places at once, as most signs of a text begin no number.
NUMBER = re.compile(
    r"(?=[-−–+\\$€£¥₹฿₽\s.\d])(?!\s[^\d\\$€£¥₹฿₽−–+.-])"
    r"(?:(?<![A-Za-z\d_)}\]])[-−–+]\s?)?(?:\\?\$|[€£¥₹฿₽])?\s?(?:(?<![A-Za-z\d_)}\]])[-−–])?"
    r"(?<![A-Za-z\d_.])(?:\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)(?:,\d+)?|\d+(?:[.,٫٬'’]\d+|\{,\}\d+|,\\!\d+)*|\.\d+)"
    r"(?:\s\d+(?=/\d))?"
    r"(?:\s?[/⁄]\s?\d+)?(?:e[+-]?\d+\b)?(?:\s?\\?%|\s?[€£¥₹฿₽])?"
)
_LEAD_SIGNS = "-−–+\\$€£¥₹฿₽." + SPACE  # what a number may begin with, ...
_LEAD = 7  # ... and how many of them
_DIGIT = re.compile(r"\d")
_WIDE = {0xFF10 + value: str(value) for value in range(10)} | {0xFF0C: ",", 0xFF0E: ".", 0xFF05: "%", 0x2212: "-"}
_ZEROS = (0x660, 0x6F0, 0x966, 0x9E6, 0xC66, 0xE50)  # the tens of digits of the scripts that number so
_DIGITS = _WIDE | {zero + value: str(value) for zero in _ZEROS for value in range(10)}
# Letters of the scripts that write a counter or a verb right after a number (18ドルです, 18টি ডিম); no digit, no unit.
_COUNTER = re.compile(
    r"(?<=[\d)}\]%万億亿萬千百兆])\s?(?![\d万億亿萬千百兆〇零一二三四五六七八九十两兩])[\u0980-\u0e7f\u3001-\u9fff]"
    r"(?:\s|(?!\d)[\u0980-\u0e7f\u3001-\u9fff])*\Z"
)
# Units whose prefix is also a large number: 千克 is a kilogram, 兆瓦 a megawatt. (百米 is a hundred meters.)
_PREFIXED = "千[克米瓦卡焦帕伏赫安欧歐牛]|百帕|兆[瓦帕赫焦伏欧歐]|[千兆]字[节節]"
_KILO = re.compile(_PREFIXED)
CURRENCY = re.compile(r"[$€£¥₹฿₽]")
_BOUNDS = re.compile("|".join(map(re.escape, BOUNDS)), re.IGNORECASE)
BOUND_HEADS = frozenset(words.split()[0] for words in BOUNDS)
_INDIAN = re.compile(r"(?<![\d,])\d{1,2}(?:,\d{2})+,\d{3}(?![\d,])")


def ascii_digits(text: str) -> str:
    """The digits of every script as 0 to 9.

    >>> ascii_digits("১২ and ๑๒")
    '12 and 12'
    """
    return text if text.isascii() else text.translate(_DIGITS)


def numbers(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """The numbers between two places, in order. Their digits are looked for, as most of a text has none.

    >>> [number[0] for number in numbers("so it is $5 or 1,000", 0, 20)]
    ['$5', ' 1,000']
    """
    while digit := _DIGIT.search(text, start, end):
        begin = max(start, digit.start() - _LEAD)
        begin += len(text[begin : digit.start()].rstrip(_LEAD_SIGNS))
        number = NUMBER.search(text, begin, end)
        if number is None:
            break
        yield number
        start = number.end()


def without_counter(text: str, start: int, end: int) -> int:
    """Where `text[start:end]` ends without the counter or the verb that some scripts write after a number."""
    counter = _COUNTER.search(text, max(start, end - 60), end) if text[end - 1 : end] >= "\u0980" else None
    if counter is None or bounds(counter[0]) or _KILO.match(text, counter.start() - 1):
        return end
    return counter.start()


def bounds(text: str) -> bool:
    """Does what follows a number make a bound of it: "5 or more", "5以上"?"""
    if text.isascii() and BOUND_HEADS.isdisjoint(text.lower().split()):
        return False
    return _BOUNDS.search(text) is not None


_NUMERALS = {sign: value for value, sign in enumerate("〇一二三四五六七八九")} | {"零": 0, "两": 2, "兩": 2}
_TENS = {"十": 10, "百": 100, "千": 1000}
_MYRIADS = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
_SPELLED = re.compile(f"[{''.join((*_NUMERALS, *_TENS, *_MYRIADS))}]{{1,20}}")


def numeral(text: str) -> int:
    """The number that Chinese numerals spell: 十二 is 12, 三百零五 is 305, 二〇二四 is 2024."""
    if all(sign in _NUMERALS for sign in text):
        return int("".join(str(_NUMERALS[sign]) for sign in text))
    total = section = digit = 0
    for sign in text:
        if sign in _NUMERALS:
            digit = _NUMERALS[sign]
        elif sign in _TENS:
            section, digit = section + (digit or 1) * _TENS[sign], 0
        else:
            total, section, digit = total + (section + digit or 1) * _MYRIADS[sign], 0, 0
    return total + section + digit


def plain(text: str, language: Language) -> str:
    """`text` with its numbers written plainly: digits 0 to 9, a decimal point, no spaces or points between thousands.

    A comma before exactly three digits stays, also where it may be a decimal comma: readers decide by the key.
    """
    text = ascii_digits(text)
    if language.words and (value := language.words.get(text.strip().lower())) is not None:
        return str(value)
    if language.units and (spelled := _SPELLED.match(text)) and len(_COUNTER.sub("", f"1{text[spelled.end() :]}")) == 1:
        text = str(numeral(spelled[0])) + text[spelled.end() :]
    if text.count(",") > 1:
        text = _INDIAN.sub(lambda match: match[0].replace(",", ""), text)
    if language.units:
        text = _large_units(text, language.units)
    if language.decimal == ",":
        text = _grouped(language.group).sub(_ungrouped, text)
        if "," in text:
            text = _DECIMAL_COMMA.sub(r"\1.\2", text)
    if language.scales and language.factors and _WORD.search(text):
        text = _scaled(text, language.scales, language.factors)
    return text


_WORD = re.compile(r"[^\W\d_]")
_NO_DIGIT = re.compile(r"\D")
_DECIMAL_COMMA = re.compile(r"(?<![\d.,])(\d+),(\d{1,2}|\d{4,})(?![\d,])")


@cache
def _grouped(signs: str) -> re.Pattern[str]:
    """A number whose thousands are parted by one of the signs."""
    return re.compile(rf"(?<![\d.,])([1-9]\d{{0,2}}(?:[{re.escape(signs)}]\d{{3}})+)(?:,(\d+))?(?![\d.,]*\d)")


def _ungrouped(match: re.Match[str]) -> str:
    return _NO_DIGIT.sub("", match[1]) + (f".{match[2]}" if match[2] else "")


@cache
def _counted(scales: re.Pattern[str]) -> re.Pattern[str]:
    """An amount with the word that multiplies it."""
    return re.compile(rf"([$€£¥₹฿₽]\s?)?(?<![\w.,])(\d[\d,]{{0,20}}(?:\.\d{{1,20}})?)({scales.pattern})", re.IGNORECASE)


def _scaled(text: str, scales: re.Pattern[str], factors: dict[str, int]) -> str:
    """`text` with "3 Millionen" written out; a letter alone is a scale of money only."""

    def value(match: re.Match[str]) -> str:
        name = match[3].strip()
        factor = factors.get(name, factors.get(name.lower()))
        if factor is None or (len(name) == 1 and name.isascii() and not match[1]):
            return match[0]
        return (match[1] or "") + format((Decimal(match[2].replace(",", "")) * factor).normalize(), "f")

    return _counted(scales).sub(value, text)


def large_only(gap: str) -> bool:
    """Do nothing but large units part two digits of one number: the 万 of 12万5千?"""
    return gap > "\u3000" and all(sign in _TENS or sign in _MYRIADS for sign in gap)


def large_sign(units: Iterable[str]) -> str:
    """A pattern for one sign that multiplies the number before it: 千 in 3千, not in 3千克, three kilograms."""
    return f"(?:(?!{_PREFIXED})[{''.join(units)}])"


def _large_units(text: str, units: dict[str, int]) -> str:
    sign = large_sign(units)
    one = rf"\d[\d,]*(?:\.\d+)?\s?{sign}+"
    pattern = re.compile(rf"(?:{one})+(?:\d[\d,]*)?")

    def value(match: re.Match[str]) -> str:
        total = Decimal(0)
        for number, signs in re.findall(rf"(\d[\d,]*(?:\.\d+)?)\s?({sign}*)", match[0][:60]):
            amount = Decimal(number.replace(",", ""))
            for unit in signs:
                amount *= units[unit]
            total += amount
        return format(total.normalize(), "f")

    return pattern.sub(value, text)
