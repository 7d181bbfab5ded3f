"""The options of a multiple-choice question, however a data set holds them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from answerkey.grading import as_text

LETTERS = "ABCDEFGHIJ"


def lettered(choices: Any) -> dict[str, str]:
    """Options by their letters: from a list of texts, a mapping from letters, or lists called `label` and `text`.

    >>> lettered(["red", "blue"])
    {'A': 'red', 'B': 'blue'}
    >>> lettered({"text": ["red", "blue"], "label": ["a", "b"]})
    {'A': 'red', 'B': 'blue'}
    """
    if isinstance(choices, Mapping) and _is_list(choices.get("label")) and _is_list(choices.get("text")):
        pairs = zip(choices["label"], choices["text"], strict=False)
    elif isinstance(choices, Mapping):
        pairs = zip(choices.keys(), choices.values(), strict=True)
    else:
        pairs = zip(LETTERS, choices if _is_list(choices) else (), strict=False)
    return {as_text(letter).strip().upper(): as_text(text) for letter, text in pairs}


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)
