"""answerkey: is what the model answered the same as the answer key says?

The public names load when first used, so `import answerkey` costs next to nothing.
"""

from typing import TYPE_CHECKING

from answerkey.lazy import lazy_names

if TYPE_CHECKING:
    from answerkey.evaluation.run import evaluate
    from answerkey.evaluators.answer_match import AnswerMatch
    from answerkey.evaluators.math_equivalence import MathEquivalence
    from answerkey.extraction.chain import Extraction, Extractor
    from answerkey.grader import Grader
    from answerkey.grading import compare, extract, grade
    from answerkey.operators.bench_dataset_evaluator import BenchDatasetEvaluator
    from answerkey.operators.storage import FileStorage
    from answerkey.policy import Policy
    from answerkey.running.many import grade_many
    from answerkey.serving.client import Client
    from answerkey.verdict import Outcome, Reason, Verdict

__version__ = "0.1.0"

_HOMES = {
    "AnswerMatch": "evaluators.answer_match",
    "BenchDatasetEvaluator": "operators.bench_dataset_evaluator",
    "Client": "serving.client",
    "FileStorage": "operators.storage",
    "Grader": "grader",
    "grade": "grading",
    "compare": "grading",
    "evaluate": "evaluation.run",
    "grade_many": "running.many",
    "extract": "grading",
    "Extraction": "extraction.chain",
    "Extractor": "extraction.chain",
    "MathEquivalence": "evaluators.math_equivalence",
    "Policy": "policy",
    "Outcome": "verdict",
    "Reason": "verdict",
    "Verdict": "verdict",
}

__all__ = [
    "AnswerMatch",
    "BenchDatasetEvaluator",
    "Client",
    "Extraction",
    "Extractor",
    "FileStorage",
    "Grader",
    "MathEquivalence",
    "Outcome",
    "Policy",
    "Reason",
    "Verdict",
    "compare",
    "evaluate",
    "extract",
    "grade",
    "grade_many",
]

__getattr__, __dir__ = lazy_names(__name__, _HOMES)
