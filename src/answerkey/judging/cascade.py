"""Rules first, a judge for what they leave undecided, and on request an audit of what they decided.

The verdict says who decided (`Verdict.decided_by`, and the reason: `equal.judged`, `judge.transport`, …). A judge
never changes what the rules decided: an audit only measures how often the two differ.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

from answerkey.grading import key_texts
from answerkey.judging.contract import JudgeOutcome
from answerkey.judging.judge import JudgeResult, JudgeRow, Progress
from answerkey.judging.panel import mean_agreement
from answerkey.judging.wire import Usage
from answerkey.statistics.intervals import wilson
from answerkey.verdict import Outcome, Reason, Verdict

_REASONS = {
    JudgeOutcome.EQUIVALENT: Reason.EQUAL_JUDGED,
    JudgeOutcome.DIFFERENT: Reason.DIFFERENT_JUDGED,
    JudgeOutcome.INVALID: Reason.NO_ANSWER_JUDGED,
}


class Graded(NamedTuple):
    """A row as the rules graded it, with the key as the row holds it (None: the one that the verdict names)."""

    verdict: Verdict
    gold: Any = None
    question: str | None = None


class Judging(Protocol):
    """`Judge` and `Panel`."""

    def judge(
        self, rows: Sequence[JudgeRow], *, on_progress: Callable[[Progress], None] | None = None
    ) -> list[JudgeResult]:
        """One result a row, in order."""
        ...


@dataclass(frozen=True, slots=True)
class Audit:
    """How often a judge differed from the rules on a random sample of the rows that the rules decided."""

    sampled: int
    judged: int  # of them, those for which the judge gave a verdict
    differing: tuple[int, ...]  # the rows where it differed, by their place

    @property
    def rate(self) -> float | None:
        """The share of judged rows on which the two differ."""
        return len(self.differing) / self.judged if self.judged else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the rate."""
        return wilson(len(self.differing), self.judged) if self.judged else None


@dataclass(frozen=True, slots=True)
class Cascade:
    """What a cascade came to: one verdict a row, the judge's results by the row's place, and the audit if asked for."""

    verdicts: list[Verdict]
    results: dict[int, JudgeResult]
    audit: Audit | None = None

    @property
    def usage(self) -> Usage:
        """The tokens spent, audit included."""
        return sum((result.usage for result in self.results.values()), Usage())

    @property
    def agreement(self) -> float | None:
        """The share of pairs of opinions on one row that are the same; None where no row has two."""
        return mean_agreement(result.opinions for result in self.results.values())


def cascade(
    rows: Sequence[Graded],
    judge: Judging,
    *,
    audit: int = 0,
    seed: int = 0,
    on_progress: Callable[[Progress], None] | None = None,
) -> Cascade:
    """Ask `judge` about the undecided rows, and about `audit` of the decided ones drawn at random with `seed`.

    >>> from answerkey import compare
    >>> from answerkey.judging import Judge
    >>> judge = Judge("http://127.0.0.1:9/v1", "m", max_attempts=1)
    >>> [verdict.reason.value for verdict in cascade([Graded(compare("5", "5"))], judge).verdicts]
    ['equal.text']
    """
    undecided = [index for index, row in enumerate(rows) if _open(row)]
    decided = [index for index, row in enumerate(rows) if _auditable(row)]
    sample = sorted(random.Random(seed).sample(decided, min(audit, len(decided))))
    asked = [*undecided, *sample]
    answers = judge.judge([_row(rows[index]) for index in asked], on_progress=on_progress) if asked else []
    results = dict(zip(asked, answers, strict=True))
    verdicts = [row.verdict for row in rows]
    for index in undecided:
        verdicts[index] = settle(rows[index].verdict, results[index])
    return Cascade(verdicts, results, _audit(rows, sample, results) if audit else None)


def settle(verdict: Verdict, result: JudgeResult) -> Verdict:
    """The undecided `verdict` as the judge decided it, or UNDECIDED with the reason why the judge did not."""
    reason = _REASONS.get(result.outcome) or Reason(f"judge.{result.outcome}")
    return replace(
        verdict,
        outcome=reason.outcome,
        reason=reason,
        remark=result.reason or None,
        score=result.score if result.parts else verdict.score,
    )


def _open(row: Graded) -> bool:
    """Whether there is something to ask: the rules left it open, and there is a key and an answer."""
    return row.verdict.outcome is Outcome.UNDECIDED and bool(row.verdict.answer) and bool(_keys(row))


def _auditable(row: Graded) -> bool:
    return row.verdict.outcome is not Outcome.UNDECIDED and bool(row.verdict.answer) and bool(_keys(row))


def _keys(row: Graded) -> list[str]:
    return list(key_texts(row.verdict.gold if row.gold is None else row.gold))


def _row(row: Graded) -> JudgeRow:
    keys = _keys(row)
    return JudgeRow(row.verdict.answer or "", keys[0] if len(keys) == 1 else keys, row.question)


def _audit(rows: Sequence[Graded], sample: Sequence[int], results: dict[int, JudgeResult]) -> Audit:
    judged = [index for index in sample if results[index].outcome.readable]
    differing = tuple(
        index
        for index in judged
        if (results[index].outcome is JudgeOutcome.EQUIVALENT) is not rows[index].verdict.correct
    )
    return Audit(len(sample), len(judged), differing)
