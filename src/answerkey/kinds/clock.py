"""A time of day: 3:45 PM is 15:45. Without am or pm, an hour may be either."""

from __future__ import annotations

import re
from math import gcd
from typing import NamedTuple

from answerkey.comparison import Comparison, Context, because
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.wording import letters_of, plain
from answerkey.verdict import Reason

_TIME = re.compile(
    r"(?P<hour>\d{1,2})(?:[:.](?P<minute>\d{2}))?(?:[:.](?P<second>\d{2}))?\s*+(?P<half>[ap])?\s*+\.?\s*+(?:m\.?)?"
    r"(?:\s*+o'?clock)?(?:\s*+hours)?",
    re.IGNORECASE,
)
_MAX_CHARS = 40
_COLONS = re.compile(r"\d{1,2}:[0-5]\d(?::[0-5]\d)?(?!\d)")


class Time(NamedTuple):
    """Seconds after midnight as the numerals say, and which half of the day: 'a', 'p', '24' or '' (not said)."""

    seconds: int
    half: str
    is_ratio: bool = False  # it could just as well be a ratio in lowest terms


_NAMED_TIMES = {"noon": Time(0, "p"), "midday": Time(0, "p"), "midnight": Time(0, "a")}


def recognise(source: Source, ctx: Context) -> Time | None:
    """A time with its half of the day, or two or three numbers with colons that can be one."""
    node = source.node
    if node.head == "time":
        return _parse(str(node.args[0]))
    if node.head == "text":
        return _parse(str(node.args[0]))
    if node.head in ("mul", "name"):  # a word read as letters
        return _NAMED_TIMES.get(plain(letters_of(source) or ""))
    if node.head != "ratio" or not all(part.head == "int" for part in node.args):
        return None
    values = [part.args[0] for part in node.args]
    if source.text:  # two digits after the colon make it a time
        written = _COLONS.search(source.text)
        text = written[0] if written and [int(part) for part in written[0].split(":")] == values else ""
    else:
        text = f"{values[0]}:" + ":".join(f"{value:02}" for value in values[1:]) if values[1] == 0 else ""
    time = _parse(text) if text else None
    if time is None:
        return None
    return time._replace(is_ratio=gcd(*values) == 1 and 0 not in values)


def _parse(text: str) -> Time | None:
    text = text.strip().lower()
    if len(text) > _MAX_CHARS:
        return None
    if text in _NAMED_TIMES:
        return _NAMED_TIMES[text]
    match = _TIME.fullmatch(text.replace("p.m", "pm").replace("a.m", "am"))
    if match is None or (match["minute"] is None and match["half"] is None and "clock" not in text):
        return None
    hour, minute, second = (int(match[part] or 0) for part in ("hour", "minute", "second"))
    half = match["half"] or ""
    if minute > 59 or second > 59 or hour > 24 or (half and not 1 <= hour <= 12):
        return None
    if not half and (hour > 12 or hour == 0 or (len(match["hour"]) == 2 and match["hour"][0] == "0")):
        half = "24"
    else:
        hour %= 12
    return Time(hour % 24 * 3600 + minute * 60 + second, half)


def read_as(source: Source, key: Time, ctx: Context) -> Time | None:
    """Likewise, also the bare hour."""
    if source.node.head == "int":
        hour = source.node.args[0]
        return _parse(f"{hour}:00") if not key.is_ratio and (hour <= 12 or key.half == "24") else None
    return recognise(source, ctx)


def compare(key: Time, answer: Time, ctx: Context) -> Comparison:
    """By the moment of the day; where one side does not say which half, it is the other's."""
    if key.is_ratio and answer.half in ("", "24") and key.half in ("", "24"):
        return _ratio_or_time(key, answer)
    moments = _moments(key), _moments(answer)
    if not moments[0] & moments[1]:
        diagnosis = "the other half of the day" if (key.seconds - answer.seconds) % 43200 == 0 else None
        return because(Reason.DIFFERENT_VALUE, "another time of day", diagnosis=diagnosis)
    if len(moments[1]) > len(moments[0]) and not ctx.policy.missing_unit_accepted:
        return because(Reason.DIFFERENT_UNIT, "the answer does not say am or pm")
    return because(Reason.EQUAL_NUMBER if moments[0] == moments[1] else Reason.EQUAL_UNIT)


def _ratio_or_time(key: Time, answer: Time) -> Comparison:
    """3:20 may be a time or a ratio, and 6:40 is the same ratio but another time."""
    if key.seconds == answer.seconds:
        return because(Reason.EQUAL_NUMBER)
    (a, b), (c, d) = divmod(key.seconds // 60, 60), divmod(answer.seconds // 60, 60)
    if a * d == b * c:
        return because(Reason.UNDECIDED_KIND, "equal as ratios, different as times")
    if _moments(key) & _moments(answer):
        return because(Reason.UNDECIDED_KIND, "equal as times, different as ratios")
    return because(Reason.DIFFERENT_VALUE, "different as ratios and as times")


def _moments(time: Time) -> set[int]:
    match time.half:
        case "a" | "24":
            return {time.seconds}
        case "p":
            return {time.seconds + 43200}
        case _:
            return {time.seconds, time.seconds + 43200}


_HEADS = frozenset({"time", "ratio", "text"})
KIND = Kind("clock", _HEADS | {"mul", "name"}, recognise, read_as, compare, "moment", _HEADS, final=True)
