"""Letters of a multiple choice, one or several: B, (B), "option B", "A, C", AC."""

from __future__ import annotations

import re

from answerkey.comparison import Comparison, Context, Same, because
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.wording import letters_of, text_of
from answerkey.notation.nodes import Node
from answerkey.verdict import Evidence, Reason

_LETTERS = "A-J"
_SEVERAL = re.compile(rf"[({{\[]?[{_LETTERS}][)}}\]]?(?:\s*+(?:,|;|&|and|or|/)?+\s*+[({{\[]?[{_LETTERS}][)}}\]]?)*+\.?")
_WRAPPED = re.compile(
    r"(?:the\s+)?(?:correct\s+)?(?:option|choice|answer|letter)s?\s*+(?:is|are|:)?+\s*+(?P<letters>.+)", re.IGNORECASE
)
_LABELLED = re.compile(rf"[({{\[]?(?P<letter>[{_LETTERS}])(?:[)}}\]]|[.:](?!\w))\s*(?P<rest>\S.*)", re.DOTALL)
# What makes the rest more than the option's own words: another option, an operator, a denial.
_MORE = re.compile(
    rf"[({{\[][{_LETTERS}][)}}\]]|(?<![\w'’])(?-i:[{_LETTERS}])[:.)]\s+\S|^(?:[,;+*/=<>&|^_-]|or\b|and\b)|\b(?:not|wrong|incorrect|false)\b",
    re.I,
)
_QUOTED = re.compile(r"([\"'`])(?P<inside>[^\"'`]*)\1")  # in a pair: A' is another point than A
_PRESENTATION = re.compile(r"\\(?:text\w*|mathrm|mathbf|textbf|mbox|boxed|left|right)\b|\\[(),;! \[\]]|[${}*~\\]")
_LISTS = frozenset({"list", "and", "or", "set"})
_HEADS = frozenset({"name", "text", "mul", "group"}) | _LISTS


def recognise(source: Source, ctx: Context) -> frozenset[str] | None:
    """The letters of a key, in upper case, all different and in order ("AC"; "CA" and "AA" are no options)."""
    letters = _letters(source, key=True)
    return frozenset(letters) if letters and list(letters) == sorted(set(letters)) else None


def read_as(source: Source, key: frozenset[str], ctx: Context) -> frozenset[str] | None:
    """The letters of an answer: also a single one in lower case, and one before the option's own words."""
    letters = _letters(source, key=False)
    return frozenset(letters) if letters else None


def compare(key: frozenset[str], answer: frozenset[str], ctx: Context) -> Comparison:
    """The same letters, all of them."""
    if key == answer:
        return because(Reason.EQUAL_TEXT)
    if answer < key or key < answer:
        missing = ", ".join(sorted(key ^ answer))
        diagnosis = f"{missing} is {'missing' if answer < key else 'too much'}"
        return Comparison(
            Same.DIFFERENT,
            Reason.DIFFERENT_COUNT,
            Evidence("options {} against {}", (_listed(answer), _listed(key))),
            diagnosis,
            credit=len(key & answer) / len(key | answer),
        )
    return because(Reason.DIFFERENT_TEXT, "option {} is not {}", _listed(answer), _listed(key))


def _listed(letters: frozenset[str]) -> str:
    return ", ".join(sorted(letters))


def _letters(source: Source, key: bool) -> str | None:
    if not source.text and source.node.head in _LISTS:
        parts = [_letters(Source(part), key) for part in source.node.args if isinstance(part, Node)]
        return "".join(part for part in parts if part) if all(parts) else None
    if source.node.head == "group" and not source.text:
        return _letters(Source(source.node.args[-1]), key) if len(source.node.args) == 3 else None
    text = letters_of(source) if key else text_of(source)
    if text is None or len(text) > 400:
        return None
    text = _PRESENTATION.sub("", text).strip()
    if quoted := _QUOTED.fullmatch(text):
        text = quoted["inside"].strip()
    if wrapped := _WRAPPED.fullmatch(text):
        text = wrapped["letters"].strip()
    if _SEVERAL.fullmatch(text):
        return re.sub(rf"[^{_LETTERS}]", "", re.sub(r"and|or", "", text))
    if key:
        return None
    if len(bare := text.strip("()[]. ")) == 1 and bare.upper() in "ABCDEFGHIJ":
        return bare.upper()
    labelled = _LABELLED.fullmatch(text)
    if labelled is None or _MORE.search(labelled["rest"]):
        return None
    return labelled["letter"]


KIND = Kind("option", _HEADS, recognise, read_as, compare, "words")
