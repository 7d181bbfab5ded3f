"""A metric for Hugging Face evaluate: `AnswerMatch()`, or `evaluate.load` with the path of this file.

>>> AnswerMatch().compute(predictions=["The answer is 5."], references=["5"])  # doctest: +SKIP
{'answer_match': 1.0, 'answer_undecided': 0.0}
"""

from __future__ import annotations

from typing import Any

import datasets
import evaluate

from answerkey.grading import grade
from answerkey.verdict import Outcome

_TEXT = datasets.Value("string")
_MANY = datasets.Sequence(_TEXT)


class AnswerMatch(evaluate.Metric):
    """The share of predictions that are right for their reference, or for one of their references."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description="Whether responses give the answers of their keys, by extraction and exact comparison.",
            citation="",
            inputs_description="predictions: responses. references: a key, or a list of acceptable keys, for each.",
            features=[
                datasets.Features({"predictions": _TEXT, "references": _TEXT}),
                datasets.Features({"predictions": _TEXT, "references": _MANY}),
            ],
        )

    def _compute(self, predictions: list[str], references: list[Any], policy: str = "default") -> dict[str, float]:
        verdicts = [grade(*pair, policy=policy) for pair in zip(references, predictions, strict=True)]
        count = len(verdicts) or 1
        return {
            "answer_match": sum(verdict.correct for verdict in verdicts) / count,
            "answer_undecided": sum(verdict.outcome is Outcome.UNDECIDED for verdict in verdicts) / count,
        }
