"""What the statistics of a run count as valid."""

from __future__ import annotations

from answerkey.operators.bench_statistics import RowResult, statistics_of
from answerkey.verdict import Reason


def test_only_what_was_graded_is_valid() -> None:
    """Rows without a key, without the judge's verdict, or on which this program failed, are in no accuracy."""
    results = [
        RowResult(Reason.EQUAL_TEXT.outcome, Reason.EQUAL_TEXT),
        RowResult(Reason.UNDECIDED_TEXT.outcome, Reason.UNDECIDED_TEXT),
        RowResult(Reason.UNREADABLE_KEY.outcome, Reason.UNREADABLE_KEY, skipped=True),
        RowResult(Reason.JUDGE_EMPTY.outcome, Reason.JUDGE_EMPTY, asked=True),
        RowResult(Reason.FAULT.outcome, Reason.FAULT),
    ]
    statistics = statistics_of(results, "step", "cascade", "default")
    assert (statistics["total_samples"], statistics["valid_samples"], statistics["accuracy"]) == (5, 2, 0.5)
