r"""Answers that are words: dates, clock times, and prose."""

from __future__ import annotations

import re

from answerkey.notation.nodes import Node
from answerkey.notation.numbers import decimal
from answerkey.notation.tokens import is_word
from answerkey.notation.words import LEXICON, MONTHS, UNITS

_TEXT = re.compile(r"\\(?:text|textbf|textit|textrm|mbox|mathrm|operatorname)\s*\{([^{}]*)\}")
_MONTH = "(?:" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\.?"
_DATE = re.compile(
    rf"(?:[a-z]+day,?\s+)?(?:{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s+\d{{4}})?"
    rf"|\d{{1,2}}(?:st|nd|rd|th)?(?:\s+of)?\s+{_MONTH}(?:,?\s+\d{{4}})?|{_MONTH},?\s+\d{{4}})",
    re.IGNORECASE,
)
_ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_TIME = re.compile(r"(\d{1,2})(?::(\d\d))?(?::(\d\d))?\s*([ap])\.?\s?m", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{2,}")
_ROW = re.compile(r"-?\d+(?:\.\d+)?(?: -?\d+(?:\.\d+)?){2,}")  # three numbers or more, only spaces between
_SPACE = re.compile(r"(?:\s|~|\\[ ,;!:])+")


def read_when(text: str) -> Node | None:
    """The node of a clock time with am or pm, or of a date in digits, or None."""
    if _ISO_DATE.fullmatch(text):
        return Node("date", (text,))
    time = _TIME.fullmatch(_plain(text))
    if time is None:
        return None
    hour, minute, second, half = time.groups()
    seconds = f":{second}" if second else ""
    return Node("time", (f"{hour}:{minute or '00'}{seconds} {half.upper()}M",))


def read_prose(text: str) -> Node | None:
    """The node of a text that is no mathematics, or None when it has no words (or commands are left in it)."""
    plain = _plain(text)
    if _DATE.fullmatch(plain):
        return Node("date", (plain,))
    if _ROW.fullmatch(plain):
        return Node("list", (",", *(_signed(part) for part in plain.split())))
    if (
        not plain.isprintable()
        or "\\" in plain
        or "{" in plain
        or "}" in plain
        or not any(map(_is_prose, _WORD.findall(plain)))
    ):
        return None
    return Node("text", (plain.strip("\"'“”").replace('"', "'"),))


def _is_prose(run: str) -> bool:
    """Is a run of letters a word of a language, not of mathematics?"""
    return is_word(run) and run not in LEXICON and run not in UNITS


def _signed(text: str) -> Node:
    node = decimal(text.lstrip("-"))
    return Node("neg", (node,)) if text.startswith("-") else node


def _plain(text: str) -> str:
    return _SPACE.sub(" ", _TEXT.sub(r"\1", text).replace("$", "")).strip(" .,;:")
