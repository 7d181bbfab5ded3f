"""Face 2: DataFlow operators, their storage and their serving. The names load when first used."""

from typing import TYPE_CHECKING

from answerkey.lazy import lazy_names

if TYPE_CHECKING:
    from answerkey.operators.answer_extractor import AnswerExtractor
    from answerkey.operators.bench_dataset_evaluator import BenchDatasetEvaluator
    from answerkey.operators.prompts import AnswerJudgePrompt
    from answerkey.operators.serving import APILLMServing_request, LLMServing
    from answerkey.operators.storage import DataFlowStorage, FileStorage

_HOMES = {
    "APILLMServing_request": "serving",
    "AnswerExtractor": "answer_extractor",
    "AnswerJudgePrompt": "prompts",
    "BenchDatasetEvaluator": "bench_dataset_evaluator",
    "DataFlowStorage": "storage",
    "FileStorage": "storage",
    "LLMServing": "serving",
}

__all__ = [
    "APILLMServing_request",
    "AnswerExtractor",
    "AnswerJudgePrompt",
    "BenchDatasetEvaluator",
    "DataFlowStorage",
    "FileStorage",
    "LLMServing",
]

__getattr__, __dir__ = lazy_names(__name__, _HOMES)
