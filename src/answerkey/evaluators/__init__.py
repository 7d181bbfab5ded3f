"""Face 1: evaluators with `score(original, processed) -> {name: float}`. The names load when first used."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from answerkey.evaluators.answer_match import AnswerMatch
    from answerkey.evaluators.math_equivalence import MathEquivalence
    from answerkey.evaluators.multiple_choice import MultipleChoice
    from answerkey.evaluators.semantic_judge import SemanticJudge

_HOMES = {
    "AnswerMatch": "answer_match",
    "MathEquivalence": "math_equivalence",
    "MultipleChoice": "multiple_choice",
    "SemanticJudge": "semantic_judge",
}

__all__ = ["AnswerMatch", "MathEquivalence", "MultipleChoice", "SemanticJudge"]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'answerkey.evaluators' has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value
