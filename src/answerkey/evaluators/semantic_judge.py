"""`SemanticJudge`: rules first, a language model for what they leave undecided, behind the evaluators' interface."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from answerkey.evaluators.rows import key_of, response_of
from answerkey.extraction import chain
from answerkey.extraction.chain import Extractor
from answerkey.grading import grade
from answerkey.judging import Graded, cascade
from answerkey.judging.cascade import Judging
from answerkey.policy import Policy, resolve
from answerkey.verdict import Outcome, Verdict


class SemanticJudge:
    """Whether a response gives the reference answer; a `Judge` or `Panel` is asked only where rules cannot tell.

    `policy`: a `Policy` or the name of a preset; `extractor`: an `Extractor` or the name of a preset. `ValueError` for
    a name that is none.

    >>> from answerkey.judging import Judge
    >>> judge = Judge("http://127.0.0.1:9/v1", "m", max_attempts=1)
    >>> SemanticJudge(judge).score({"answer": "1/2"}, {"response": "0.5"})
    {'semantic_match': 1.0, 'semantic_undecided': 0.0, 'semantic_judged': 0.0}
    """

    def __init__(
        self, judge: Judging, policy: Policy | str = "default", extractor: Extractor | str = chain.DEFAULT
    ) -> None:
        self.judge, self.policy = judge, resolve(policy)
        self.extractor = chain.resolve(extractor)

    @property
    def name(self) -> str:
        """`"semantic_judge"`."""
        return "semantic_judge"

    def score(self, original: dict[str, Any], processed: dict[str, Any]) -> dict[str, float]:
        """The scores of one row: waits for the judge's reply. For many rows use `score_all`."""
        return self.score_all([(original, processed)])[0]

    def score_all(self, rows: Iterable[tuple[Mapping[str, Any], Mapping[str, Any]]]) -> list[dict[str, float]]:
        """The scores of many rows, the judge asked for as many at a time as it takes.

        `semantic_match` is 1.0 for a correct response, `semantic_undecided` 1.0 where neither rules nor judge could
        tell (a failed call is never a wrong answer), `semantic_judged` 1.0 where the judge decided. Reads `answer` (one
        key or a list) and `question` of the original, `response` of the processed row.
        """
        return [self.scores(verdict) for verdict in self.verdicts(rows)]

    def verdicts(self, rows: Iterable[tuple[Mapping[str, Any], Mapping[str, Any]]]) -> list[Verdict]:
        """One verdict a row, by the rules or by the judge."""
        graded = []
        for original, processed in rows:
            gold, question = key_of(original), original.get("question")
            question = question if isinstance(question, str) else None
            response = response_of(processed)
            verdict = grade(gold, response, policy=self.policy, extractor=self.extractor)
            graded.append(Graded(verdict, gold, question))
        return cascade(graded, self.judge).verdicts

    def scores(self, verdict: Verdict) -> dict[str, float]:
        """The scores of a verdict."""
        return {
            "semantic_match": 1.0 if verdict.correct else 0.0,
            "semantic_undecided": 1.0 if verdict.outcome is Outcome.UNDECIDED else 0.0,
            "semantic_judged": 1.0 if verdict.decided_by == "judge" else 0.0,
        }
