"""A metric for EvalScope: import this module, and `answer_match` is a name for a benchmark's `metric_list`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evalscope.api.metric import Metric
from evalscope.api.registry import register_metric

from answerkey.extraction.chain import Extractor
from answerkey.grading import grade
from answerkey.policy import Policy, resolve


@register_metric(name="answer_match")
class AnswerMatch(Metric):
    """1.0 for a correct prediction, else 0.0. `policy` and `extractor` name presets."""

    def __init__(self, policy: Policy | str = "default", extractor: str = "default") -> None:
        self.policy, self.extractor = resolve(policy), Extractor.preset(extractor)

    def prepare_reference(self, target: Any) -> list[str]:
        """All the accepted answers of a sample."""
        return list(target)

    def apply(self, predictions: Sequence[str], references: Sequence[Any]) -> list[float]:
        """The scores, in the predictions' order; a reference may be a list of acceptable ones."""
        return [
            float(grade(gold, response, policy=self.policy, extractor=self.extractor).correct)
            for gold, response in zip(references, predictions, strict=True)
        ]
