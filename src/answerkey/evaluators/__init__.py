"""Face 1: evaluators with `score(original, processed) -> {name: float}`. The names load when first used."""

from typing import TYPE_CHECKING

from answerkey.lazy import lazy_names

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

__getattr__, __dir__ = lazy_names(__name__, _HOMES)
