"""Grade stored responses again, and say which verdicts changed."""

from __future__ import annotations

from typing import Any, NamedTuple

from answerkey.grading import grade
from answerkey.policy import Policy
from answerkey.verdict import Verdict


class Regraded(NamedTuple):
    """A verdict of now, and whether it is another one than the stored."""

    verdict: Verdict
    changed: bool


def regrade(
    gold: Any, response: Any, outcome: str, reason: str, *, policy: Policy | str = "default"
) -> Regraded | None:
    """The verdict of now on a stored row; None where a judge decided or failed, whom this does not ask again, and
    where there was no row or no response to grade.

    >>> regrade("0.5", "The answer is 1/2.", "INCORRECT", "different.value").changed
    True
    """
    if reason.startswith(("input.", "call.")):
        return None
    verdict = grade(gold, response, policy=policy)
    if (reason.endswith(".judged") or reason.startswith("judge.")) and verdict.outcome.value == "UNDECIDED":
        return None
    return Regraded(verdict, (verdict.outcome.value, verdict.reason.value) != (outcome, reason))
