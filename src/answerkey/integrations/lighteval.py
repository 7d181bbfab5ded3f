"""A metric for lighteval's custom tasks: `LightevalTaskConfig(…, metrics=[answer_match])`.

The gold of a `Doc` is the key, several golds are acceptable keys; of several responses the first counts.
"""

from __future__ import annotations

from statistics import fmean
from typing import Any

from lighteval.metrics.metrics_sample import SampleLevelComputation
from lighteval.metrics.utils.metric_utils import SampleLevelMetric
from lighteval.models.model_output import ModelResponse
from lighteval.tasks.requests import Doc, SamplingMethod

from answerkey.extraction.chain import Extractor
from answerkey.grading import grade
from answerkey.policy import resolve


class AnswerMatch(SampleLevelComputation):
    """1.0 for a correct response, else 0.0. `policy` and `extractor` name presets."""

    def __init__(self, policy: str = "default", extractor: str = "default") -> None:
        self.policy, self.extractor = resolve(policy).name, extractor

    def compute(self, doc: Doc, model_response: ModelResponse, **kwargs: Any) -> float:
        """The score of one document."""
        response = model_response.final_text[0]
        extractor = Extractor.preset(self.extractor)
        return float(grade(doc.get_golds(), response, policy=self.policy, extractor=extractor).correct)


answer_match = SampleLevelMetric(
    metric_name="answer_match",
    higher_is_better=True,
    category=SamplingMethod.GENERATIVE,
    sample_level_fn=AnswerMatch(),
    corpus_level_fn=fmean,
)
