"""Face 2: DataFlow operators, their storage and their serving. The names load when first used."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

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


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'answerkey.operators' has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value
