"""Systems on a data set, scored by evaluators: what `answerkey bench` does, as a function."""

from answerkey.evaluation.result import Line, Result, ResultRow
from answerkey.evaluation.run import evaluate

__all__ = ["Line", "Result", "ResultRow", "evaluate"]
