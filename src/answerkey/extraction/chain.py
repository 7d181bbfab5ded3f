"""The ordered table of extraction rules, and the `Extractor` that runs them. Placeholder: the last box."""

from __future__ import annotations

from dataclasses import dataclass

from answerkey.verdict import Reason


@dataclass(frozen=True, slots=True)
class Extraction:
    """The answer taken from a response: its text, its span in the original, and the rule that found it.

    `alternatives`: the other candidates of the same rank that the response offered as alternatives (a hedge).
    """

    text: str
    span: tuple[int, int]
    rule: str
    alternatives: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Extractor:
    """Which rules run, by name and in order."""

    rules: tuple[str, ...] = ("box", "whole")

    def extract(self, response: str, key_kind: str | None = None) -> Extraction | Reason:
        """The answer, or the `no_answer*` reason why there is none."""
        start = response.rfind("\\boxed{")
        if start < 0:
            text = response.strip()
            return Extraction(text, (0, len(response)), "whole") if text else Reason.NO_ANSWER
        end = response.find("}", start)
        return Extraction(response[start + 7 : end], (start + 7, end), "box")


DEFAULT = Extractor()


def key_text(gold: str) -> str:
    """The key inside a gold text that holds more than the key (a box, `#### 18`); otherwise the text itself."""
    return gold
