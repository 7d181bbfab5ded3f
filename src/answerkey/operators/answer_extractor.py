"""`AnswerExtractor`: the call by which DataFlow's operators take an answer out of a response."""

from __future__ import annotations

from typing import Any

from answerkey.extraction.chain import DEFAULT, MARKED, Extraction, Extractor

# Benchmarks whose keys are letters of options, as data sets are called in the field.
_OPTIONS = ("mmlu", "sat_math", "aqa", "arc", "gpqa", "hellaswag", "commonsenseqa", "ceval", "cmmlu", "agieval")
_MARKED_ONLY = Extractor(MARKED)


class AnswerExtractor:
    """Takes the answer out of a response with the same rules as grading does.

    >>> AnswerExtractor().extract_answer("So the answer is 42 because geometry proves it.", "math")
    '42'
    >>> AnswerExtractor().extract_answer("The answer is (C) 14 meters", "mmlu_stem")
    'C'
    """

    def __init__(self, string_cleaner: Any = None) -> None:
        """`string_cleaner` is accepted for the call's sake; the rules clean what they take themselves."""
        self.string_cleaner = string_cleaner

    def extract_answer(self, pred_str: Any, data_name: str | None = None, use_last_number: bool = True) -> str:
        """The answer in `pred_str`, or "" when it gives none. Never raises.

        `data_name` tells whether keys are options. `use_last_number=False` takes an answer only where the response
        marks one: a tag, a box, `####`, a phrase.
        """
        if not isinstance(pred_str, str):
            return ""
        kind = "option" if (data_name or "").lower().startswith(_OPTIONS) else None
        found = (DEFAULT if use_last_number else _MARKED_ONLY).extract(pred_str, kind)
        return found.text if isinstance(found, Extraction) else ""
