"""What rules look at and what they give: `Response` (a text and the part of it that counts) and `Extraction`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from answerkey.verdict import Reason

MAX_HITS = 200  # places that one needle may be tried at: what bounds a text made of nothing but needles
_WORDS = frozenset({"words", "boolean"})


class Extraction(NamedTuple):
    """The answer taken from a response: its text, its span in the original, and the rule that found it.

    `response[span[0]:span[1]]` is `text`, or what `text` was made from where the rule had to rewrite it: boxes
    joined into a list, doubled backslashes, a JSON string, a number in a language's own style.
    `alternatives`: all the candidates, `text` among them, that the response offered as alternatives (a hedge).
    `open`: `text` is a sentence of which part is the answer, and which cannot be told: it proves nothing wrong.
    """

    text: str
    span: tuple[int, int]
    rule: str
    alternatives: tuple[str, ...] = ()
    open: bool = False


class Response(NamedTuple):
    """A response and the part of it (`start` to `end`) in which the answer may stand, thinking removed.

    `kind`: the kind of the key, if known. `first`: the first candidate counts instead of the last.
    `one_box`: several boxes are a hedge wherever they stand.
    """

    text: str
    start: int
    end: int
    kind: str | None = None
    first: bool = False
    one_box: bool = False

    @property
    def wants_words(self) -> bool:
        return self.kind in _WORDS

    @property
    def wants_option(self) -> bool:
        return self.kind == "option"

    def hits(self, needle: str, start: int | None = None, end: int | None = None) -> Iterator[int]:
        """Where `needle` occurs between `start` and `end`, from the end (or the start, if `first`)."""
        text, low = self.text, self.start if start is None else start
        high = self.end if end is None else end
        find = text.find if self.first else text.rfind
        for _ in range(MAX_HITS):
            place = find(needle, low, high)
            if place < 0:
                return
            yield place
            if self.first:
                low = place + 1
            else:
                high = place + len(needle) - 1

    def take(self, start: int, end: int, rule: str, text: str | None = None) -> Extraction:
        return Extraction(self.text[start:end] if text is None else text, (start, end), rule)


def pick(matches: Iterator[re.Match[str]], *, first: bool = False) -> re.Match[str] | None:
    """The last match, or the first; None if there is none."""
    found = None
    for match in matches:
        found = match
        if first:
            break
    return found


Rule = Callable[[Response], Extraction | Reason | None]
