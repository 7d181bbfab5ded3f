"""For tasks of lm-evaluation-harness: a metric, a filter and `process_results`, named in the task's YAML.

    metric_list:
      - metric: !function answerkey.integrations.lm_eval.answer_match
        aggregation: mean
        higher_is_better: true

Loading any of them registers the metric `answer_match` and the filter `answerkey` under these names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from lm_eval.api.filter import Filter
from lm_eval.api.registry import register_filter, register_metric

from answerkey.extraction.chain import Extractor
from answerkey.grading import extract, grade
from answerkey.running.columns import choose
from answerkey.verdict import Outcome


@register_metric(metric="answer_match", higher_is_better=True, aggregation="mean")
def answer_match(
    references: Sequence[Any], predictions: Sequence[Any], policy: str = "default", extractor: str = "default"
) -> float:
    """1.0 if the prediction is right for any of the references. `policy` and `extractor` name presets, in the YAML."""
    finder, prediction = Extractor.preset(extractor), _text(predictions[0])
    return float(grade(list(references), prediction, policy=policy, extractor=finder).correct)


def process_results(doc: Mapping[str, Any], results: Sequence[Any]) -> dict[str, float]:
    """The metrics `answer_match` and `answer_undecided` of one document, whose key is in a column of a usual name."""
    gold = doc[choose([*doc, "response"], None, "response").gold]
    verdict = grade(gold, _text(results[0]))
    return {
        "answer_match": float(verdict.correct),
        "answer_undecided": float(verdict.outcome is Outcome.UNDECIDED),
    }


@register_filter("answerkey")
class AnswerFilter(Filter):
    """Replaces each response by the answer found in it; by `fallback` where there is none."""

    def __init__(self, extractor: str = "default", fallback: str = "[invalid]") -> None:
        self.extractor, self.fallback = Extractor.preset(extractor), fallback

    def apply(self, resps: Iterable[Sequence[str]], docs: Sequence[Mapping[str, Any]]) -> list[list[str]]:
        """The answers, in the responses' order."""
        return [[self._answer(response) for response in responses] for responses in resps]

    def _answer(self, response: str) -> str:
        found = extract(response, extractor=self.extractor)
        return self.fallback if found is None else found.text


def _text(prediction: Any) -> Any:
    """A prediction, or the first of several repeats."""
    return prediction[0] if isinstance(prediction, list) and prediction else prediction
