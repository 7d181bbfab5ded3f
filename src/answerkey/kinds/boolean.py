"""Yes or no, true or false: two values, whichever pair of words names them."""

from __future__ import annotations

import re

from answerkey.comparison import Comparison, Context, because
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.wording import letters_of, plain, text_of
from answerkey.verdict import Reason

_VALUES = {"yes": True, "true": True, "no": False, "false": False}
_LETTERS = {"t": True, "y": True, "f": False, "n": False}
_HEAD_CHARS = 60
_FIRST = re.compile(r"\W*(?:\\text\w*\s*\{\s*)?(yes|no|true|false)\b\s*[,.:;!\u2014\u2013]", re.IGNORECASE)
_WORDS = re.compile(r"\b(?:yes|no|true|false)\b")
_HEADS = frozenset({"text", "name", "mul"})


def recognise(source: Source, ctx: Context) -> bool | None:
    """The value of a key that is one of the four words."""
    text = letters_of(source)
    return _VALUES.get(plain(text)) if text is not None and len(text) <= 40 else None


def read_as(source: Source, key: bool, ctx: Context) -> bool | None:
    """Also the first letter, and the word at the head of a sentence ("Yes, because …")."""
    text = text_of(source)
    if text is None:
        return None
    if first := _FIRST.match(text[:_HEAD_CHARS]):
        value = _VALUES[first[1].lower()]
        rest = _WORDS.findall(text[first.end() :].lower())
        return value if all(_VALUES[word] is value for word in rest) else None
    words = plain(text) if len(text) <= 40 else ""
    return _VALUES.get(words, _LETTERS.get(words))


def compare(key: bool, answer: bool, ctx: Context) -> Comparison:
    """The same value or the opposite one."""
    if key is answer:
        return because(Reason.EQUAL_TEXT)
    return because(Reason.DIFFERENT_TEXT, "yes and no exclude each other")


KIND = Kind("boolean", _HEADS, recognise, read_as, compare, "words", final=True)
