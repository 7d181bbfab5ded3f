"""A metric for DeepEval: `evaluate(test_cases, [AnswerMetric()])`, with the key as `expected_output`."""

from __future__ import annotations

from typing import Any

from deepeval.metrics import BaseMetric
from deepeval.test_case import LLMTestCase, SingleTurnParams

from answerkey.extraction.chain import Extractor
from answerkey.grading import grade
from answerkey.integrations.credit import credit
from answerkey.policy import Policy, resolve


class AnswerMetric(BaseMetric):
    """1 for a correct `actual_output`, else 0; the reason is the marker's note. No model is asked.

    `policy`: a `Policy` or the name of a preset, which with `partial_credit` pays the share of right parts;
    `extractor` names a preset. `ValueError` for a name that is none.
    """

    _required_params = (SingleTurnParams.ACTUAL_OUTPUT, SingleTurnParams.EXPECTED_OUTPUT)

    def __init__(self, policy: Policy | str = "default", extractor: str = "default", threshold: float = 1.0) -> None:
        self._policy, self._extractor = resolve(policy), Extractor.preset(extractor)
        self.policy, self.extractor = policy, extractor  # DeepEval copies a metric by its arguments
        self.threshold, self.async_mode, self.strict_mode = threshold, False, False
        self.include_reason, self.evaluation_model, self.evaluation_cost = True, None, None
        self.score: float = 0.0
        self.success, self.reason, self.error = False, "", None

    def measure(self, test_case: LLMTestCase, *args: Any, **kwargs: Any) -> float:
        """The score of one test case."""
        gold, response = test_case.expected_output, test_case.actual_output
        verdict = grade(gold, response, policy=self._policy, extractor=self._extractor)
        self.score, self.reason = credit(gold, verdict) or 0.0, verdict.explain()
        self.success = self.score >= self.threshold
        return self.score

    async def a_measure(self, test_case: LLMTestCase, *args: Any, **kwargs: Any) -> float:
        """`measure`, for callers inside a loop."""
        return self.measure(test_case)

    def is_successful(self) -> bool:
        """Whether the score of the last test case reached the threshold."""
        return bool(self.success)

    @property
    def __name__(self) -> str:
        return "Answer match"
