"""Our metric in DeepEval, which asks no model: python examples/deepeval_metric.py (or `deepeval test run` on it)."""

from deepeval import assert_test
from deepeval.test_case import LLMTestCase

from answerkey.integrations.deepeval import AnswerMetric

CASE = LLMTestCase(input="What is half of one?", actual_output="So it is 0.5.", expected_output="1/2")


def test_half() -> None:
    """Fails with the marker's note, if it fails."""
    assert_test(CASE, [AnswerMetric()], run_async=False)


if __name__ == "__main__":
    metric = AnswerMetric()
    print(metric.measure(CASE), metric.reason.splitlines()[0])
