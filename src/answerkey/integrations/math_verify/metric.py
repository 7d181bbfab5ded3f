"""`math_metric`: a score of several responses."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from answerkey.integrations.math_verify.configs import ExprExtractionConfig, ExtractionTarget
from answerkey.integrations.math_verify.grader import verify
from answerkey.integrations.math_verify.parser import Parsed, parse


def math_metric(
    gold_extraction_target: Sequence[ExtractionTarget] = (ExprExtractionConfig(),),
    pred_extraction_target: Sequence[ExtractionTarget] = (ExprExtractionConfig(),),
    aggregation_function: Callable[[list[float]], float] = max,
    precision: int = 6,
) -> Callable[[list[str], list[str]], tuple[float, tuple[list[str], list[str]]]]:
    """A function of keys and responses: the aggregated score, and the texts of both. `ValueError` for an empty key."""

    def score(golds: list[str], predictions: list[str]) -> tuple[float, tuple[list[str], list[str]]]:
        keys = [parse(gold, gold_extraction_target) for gold in golds]
        if not all(keys):
            raise ValueError(f"a key holds no answer: {golds}")
        answers = [parse(prediction, pred_extraction_target) for prediction in predictions]
        scores = [float(any(verify(key, answer, precision) for key in keys)) for answer in answers]
        return aggregation_function(scores), (_texts(keys), _texts(answers))

    return score


def _texts(found: list[list[Parsed]]) -> list[str]:
    return [str(one) for answers in found for one in answers]
