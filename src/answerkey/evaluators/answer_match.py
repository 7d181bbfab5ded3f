"""`AnswerMatch`: the whole engine behind the interface of `MathEquivalence`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from answerkey.evaluators.rows import key_of, response_of
from answerkey.extraction import chain
from answerkey.extraction.chain import Extractor
from answerkey.grading import grade
from answerkey.policy import Policy, resolve
from answerkey.verdict import Outcome, Verdict


class AnswerMatch:
    r"""Whether a response gives the reference answer, by extraction, reading and three-valued comparison.

    `policy`: a `Policy` or the name of a preset; `extractor`: an `Extractor` or the name of a preset. `ValueError` for
    a name that is none.

    >>> AnswerMatch().score({"answer": "(1,2]"}, {"response": r"So \boxed{1 < x \le 2}."})
    {'answer_match': 1.0, 'answer_undecided': 0.0}
    """

    def __init__(self, policy: Policy | str = "default", extractor: Extractor | str = chain.DEFAULT) -> None:
        self.policy = resolve(policy)
        self.extractor = chain.resolve(extractor)

    @property
    def name(self) -> str:
        """`"answer_match"`."""
        return "answer_match"

    def score(self, original: dict[str, Any], processed: dict[str, Any]) -> dict[str, float]:
        """`answer_match` is 1.0 for a correct response; `answer_undecided` 1.0 where the rules could not tell.

        Reads `original["answer"]` (one key or a list of acceptable ones) and `processed["response"]`.
        Unlike `MathEquivalence`, a missing answer is undecided, not a free point.
        """
        return self.scores(self._verdict(original, processed))

    def verdicts(self, rows: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]]) -> list[Verdict]:
        """One verdict a row, each an original and what was made of it."""
        return [self._verdict(original, processed) for original, processed in rows]

    def scores(self, verdict: Verdict) -> dict[str, float]:
        """The scores of a verdict, as `score` gives them."""
        return {
            "answer_match": 1.0 if verdict.correct else 0.0,
            "answer_undecided": 1.0 if verdict.outcome is Outcome.UNDECIDED else 0.0,
        }

    def _verdict(self, original: Mapping[str, Any], processed: Mapping[str, Any]) -> Verdict:
        return grade(key_of(original), response_of(processed), policy=self.policy, extractor=self.extractor)
