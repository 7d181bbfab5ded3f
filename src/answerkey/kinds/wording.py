"""Words without their presentation: case, articles, punctuation, plural endings and \\text do not matter."""

from __future__ import annotations

import re
import unicodedata

from answerkey.kinds.kind import Source
from answerkey.notation.nodes import Node

_MAX_CHARS = 2_000  # of words worth comparing
_COMMAND = re.compile(r"\\(?:text\w*|mbox|mathrm|mathbf|mathit|operatorname|boxed|left|right|quad|qquad)\b|\\[,;:! ]")
# Punctuation, but not what means something in a formula: a decimal point, a minus sign, a factorial, a product.
_PUNCTUATION = re.compile(
    r"[.,](?!\d)|(?<!\d)[.,]|(?<!\d)!|-(?!\d)|\*(?!\w)|(?<!\w)\*"
    r"|[;:?'\"()\[\]{}\u201c\u201d\u2018\u2019\u00ab\u00bb`~_\\$#\u2026\u2013\u2014\u00bf\u00a1\u3002\uff0c\u3001]"
)
_LETTERS = re.compile(r"[^\W\d_]+(?:\s+[^\W\d_]+)*\s*[.!?]?")
_ARTICLES = frozenset({"a", "an", "the"})


def text_of(source: Source) -> str | None:
    """The text of a source that may be words: a text node's, else the whole text if there is one, else a name."""
    node = source.node
    if node.head == "text":
        return str(node.args[0])
    if source.text:
        return source.text
    return _spelled(node)


def letters_of(source: Source) -> str | None:
    """`text_of`, where the node can be a single word or letter; None where a number or the like is in it."""
    node = source.node
    if node.head == "mul" and _spelled(node) is None:
        return None
    return text_of(source)


def _spelled(node: Node) -> str | None:
    """The letters of a name, or of a product of single letters (how a word may have been read)."""
    if node.head == "name":
        return str(node.args[0])
    if node.head == "mul" and all(part.head == "name" and len(part.args[0]) == 1 for part in node.args):
        return "".join(part.args[0] for part in node.args)
    return None


def plain(text: str) -> str:
    """`text` as bare words in lower case; nothing for a text that is too long to be an answer in words.

    >>> plain(r"\\text{The solutions!}")
    'solution'
    """
    if len(text) > _MAX_CHARS:
        return ""
    text = _COMMAND.sub(" ", text)
    text = unicodedata.normalize("NFKC", text).casefold().replace("n't", " not").replace("\u2019t", " not")
    words = [word for word in _PUNCTUATION.sub(" ", text.replace("'", "")).split() if word not in _ARTICLES]
    return " ".join(map(singular, words))


def are_letters(text: str) -> bool:
    """Is the text letters and spaces alone, so that it is words whatever it was read as?"""
    return _LETTERS.fullmatch(_COMMAND.sub(" ", text).translate(_NO_GROUPS).strip()) is not None


_NO_GROUPS = str.maketrans("", "", "${}")


def singular(word: str) -> str:
    """A word without the ending of its plural; -ss, -us and -is are no plurals."""
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-3] + "y" if word.endswith("ies") and len(word) > 4 else word[:-1]
    return word
