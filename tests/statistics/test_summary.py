"""Counting a run."""

from __future__ import annotations

import json

from answerkey import Outcome, Reason, Verdict
from answerkey.statistics.intervals import wilson
from answerkey.statistics.summary import Broken, Summary


def verdict(reason: Reason) -> Verdict:
    return Verdict(reason.outcome, reason)


def test_counts_and_accuracy() -> None:
    summary = Summary()
    for reason in (Reason.EQUAL_TEXT, Reason.EQUAL_NUMBER, Reason.DIFFERENT_VALUE, Reason.BUDGET):
        summary.add(verdict(reason))
    assert summary.rows == 4
    assert summary.outcomes[Outcome.UNDECIDED] == 1
    assert summary.reasons[Reason.EQUAL_NUMBER] == 1
    assert summary.accuracy == 0.5
    low, high = summary.interval
    assert 0 < low < 0.5 < high < 1
    assert summary.labelled == 0


def test_agreement_counts_labelled_rows_only() -> None:
    summary = Summary()
    summary.add(verdict(Reason.EQUAL_TEXT), label=True)
    summary.add(verdict(Reason.BUDGET), label=False)
    summary.add(verdict(Reason.BUDGET), label=True)
    summary.add(verdict(Reason.BUDGET))
    assert (summary.labelled, summary.agreeing) == (3, 2)


def test_what_broke_is_in_no_accuracy() -> None:
    summary = Summary()
    for reason in (Reason.EQUAL_TEXT, Reason.DIFFERENT_VALUE, Reason.JUDGE_DISAGREED, Reason.UNREADABLE_KEY):
        summary.add(verdict(reason), label=True)
    broken = (Reason.CALL_FAILED, Reason.INPUT_BROKEN, Reason.JUDGE_TRANSPORT, Reason.JUDGE_EMPTY, Reason.FAULT)
    for reason in broken:
        summary.add(verdict(reason), label=False)
    assert (summary.rows, summary.failed, summary.accuracy) == (9, 5, 0.25)
    assert (summary.labelled, summary.agreeing) == (4, 1)
    assert summary.interval == wilson(1, 4)


def test_nothing_graded() -> None:
    assert Summary().accuracy == 0.0
    assert Summary().interval == (0.0, 1.0)


def test_the_first_broken_row_survives_merging_in_any_order_and_json() -> None:
    later, first = (Broken("a.jsonl", "jsonl", start, number, "no row") for start, number in ((3000, 2), (0, 7)))
    for order in ((later, first), (first, later)):
        summary = Summary()
        for broken in order:
            summary.merge(Summary(broken=broken))
        summary.merge(Summary(broken=Broken("b.jsonl", "jsonl", 0, 1, "no row")))  # of a file that comes behind it
        assert summary.broken == first
        assert Summary.from_dict(json.loads(json.dumps(summary.to_dict()))).broken == first
