"""Verdicts as JSON and back: what `/grade` sends and what `Client` makes of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from answerkey.verdict import Outcome, Reason, Verdict


def to_wire(verdict: Verdict) -> dict[str, Any]:
    """All of a verdict that costs nothing to say; `/explain` says the rest (evidence, diagnosis, readings).

    >>> from answerkey import grade
    >>> to_wire(grade("1/2", r"\\boxed{0.5}"))["reason"]
    'equal.number'
    """
    return {
        "outcome": verdict.outcome,
        "correct": verdict.outcome is Outcome.CORRECT,
        "reason": verdict.reason,
        "gold": verdict.gold,
        "answer": verdict.answer,
        "span": verdict.span,
        "rule": verdict.rule,
        "kind": verdict.kind,
        "remark": verdict.remark,
        "score": verdict.score,
        "policy": verdict.policy,
        "notes": verdict.notes,
    }


def from_wire(fields: Mapping[str, Any]) -> Verdict:
    """The verdict that `to_wire` wrote, all but its evidence.

    >>> from answerkey import grade
    >>> from_wire(json.loads(dumps(to_wire(grade("1/2", r"\\boxed{0.5}"))))).correct
    True
    """
    span = fields["span"]
    return Verdict(
        Outcome(fields["outcome"]),
        Reason(fields["reason"]),
        gold=fields["gold"],
        answer=fields["answer"],
        span=None if span is None else (span[0], span[1]),
        rule=fields["rule"],
        kind=fields["kind"],
        remark=fields["remark"],
        score=fields["score"],
        policy=fields["policy"],
        notes=tuple(fields["notes"]),
    )


def dumps(value: Any) -> str:
    """JSON without spaces; ASCII, so that lone surrogates come through as they are."""
    return _ENCODER.encode(value)


_ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False)
