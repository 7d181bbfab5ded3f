"""An evaluator for OpenCompass: `eval_cfg=dict(evaluator=dict(type=AnswerEvaluator))` in a data set's configuration.

Give it whole predictions: a `pred_postprocessor` that cuts answers out is not needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opencompass.openicl.icl_evaluator import BaseEvaluator
from opencompass.registry import ICL_EVALUATORS

from answerkey.extraction.chain import Extractor
from answerkey.grading import grade
from answerkey.policy import Policy, resolve
from answerkey.verdict import Outcome


@ICL_EVALUATORS.register_module()
class AnswerEvaluator(BaseEvaluator):
    """`accuracy` and `undecided` in percent, with a detail for every row. `policy` and `extractor` name presets."""

    def __init__(
        self, policy: Policy | str = "default", extractor: str = "default", pred_postprocessor: Any = None
    ) -> None:
        super().__init__(pred_postprocessor)
        self.policy, self.extractor = resolve(policy), Extractor.preset(extractor)

    def score(self, predictions: Sequence[Any], references: Sequence[Any], **columns: Any) -> dict[str, Any]:
        """The scores of all rows; `error` where there are not as many predictions as references."""
        if len(predictions) != len(references):
            return {"error": "predictions and references have different length"}
        verdicts = [
            grade(gold, response, policy=self.policy, extractor=self.extractor)
            for gold, response in zip(references, predictions, strict=True)
        ]
        percent = 100 / (len(verdicts) or 1)
        return {
            "accuracy": percent * sum(verdict.correct for verdict in verdicts),
            "undecided": percent * sum(verdict.outcome is Outcome.UNDECIDED for verdict in verdicts),
            "details": [
                {"pred": verdict.answer, "answer": gold, "correct": verdict.correct, "outcome": verdict.outcome.value}
                for gold, verdict in zip(references, verdicts, strict=True)
            ],
        }
