"""What a verdict pays where a host wants one number: the same in every host."""

from __future__ import annotations

from typing import Any

from answerkey.grading import compare
from answerkey.verdict import Reason, Verdict

_NOT_THE_RESPONSES_DOING = (Reason.UNREADABLE_KEY, Reason.FAULT)


def credit(gold: Any, verdict: Verdict) -> float | None:
    """1.0 or 0.0, or the share of the parts where the policy has `partial_credit`; None where nothing can be earned.

    None is for a key that is missing or cannot be read, whatever the response: paying 0.0 for it would teach that
    all responses are wrong. Any other undecided response earns 0.0: it could be made so to avoid a verdict.

    >>> from answerkey import grade
    >>> credit("5", grade("5", "The answer is 5.")), credit("", grade("", "The answer is 5."))
    (1.0, None)
    """
    if verdict.correct:
        return 1.0
    if verdict.reason in _NOT_THE_RESPONSES_DOING:
        return None
    if verdict.answer is None and compare(gold, "0").reason is Reason.UNREADABLE_KEY:
        return None  # no answer against no key
    return verdict.score or 0.0
