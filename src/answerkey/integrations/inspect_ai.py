"""A scorer for Inspect, found by its entry point: `inspect score LOG --scorer answerkey/answerkey`.

Correct and incorrect are scored; what the rules cannot tell is unscored, so that no metric counts it as wrong.
"""

from __future__ import annotations

from inspect_ai.scorer import CORRECT, INCORRECT, Score, Scorer, Target, accuracy, scorer, stderr
from inspect_ai.solver import TaskState

from answerkey.extraction.chain import Extractor
from answerkey.grading import grade
from answerkey.policy import resolve
from answerkey.verdict import Outcome, Reason

# Inspect's own words for a score that is not one; ours stands in the metadata as well.
_REASONS = {Reason.NO_ANSWER_REFUSAL: "refusal", Reason.NO_ANSWER: "invalid_response_format"}


@scorer(metrics=[accuracy(), stderr()])
def answerkey(policy: str = "default", extractor: str = "default") -> Scorer:
    """Whether the output gives the target (or one of several). `policy` and `extractor` name presets.

    The explanation is the marker's note, the metadata the whole verdict. `ValueError` for a name that is no preset.
    """
    rules, finder = resolve(policy), Extractor.preset(extractor)

    async def score(state: TaskState, target: Target) -> Score:
        verdict = grade(list(target), state.output.completion, policy=rules, extractor=finder)
        told = {"answer": verdict.answer, "explanation": verdict.explain(), "metadata": verdict.to_dict()}
        if verdict.outcome is Outcome.UNDECIDED:
            return Score.unscored(reason=verdict.reason.value, **told)
        return Score(value=CORRECT if verdict.correct else INCORRECT, reason=_REASONS.get(verdict.reason), **told)

    return score
