"""The statistics file of `BenchDatasetEvaluator`: a JSON array of one object."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from answerkey import __version__
from answerkey.running.files.atomic import replacing
from answerkey.statistics.intervals import wilson
from answerkey.verdict import Outcome, Reason


class RowResult(NamedTuple):
    """What came of one row. `reason` is a `Reason`, or says that the caller's own comparison decided (`equal.own`)."""

    outcome: Outcome
    reason: str
    answer: str | None = None
    skipped: bool = False  # no key to compare with
    asked: bool = False  # the model was


def statistics_of(results: Sequence[RowResult], name: str, method: str, policy: str) -> dict[str, Any]:
    """The statistics of a run.

    `valid_samples` are the rows that count: those with a key, less those whose judge gave no verdict (an empty
    reply, or one that cannot be read) and those on which this program failed. A row that the rules leave undecided
    counts, as not matched.
    """
    reasons = Counter(result.reason for result in results)
    outcomes = Counter(result.outcome for result in results)
    skipped = sum(result.skipped for result in results)
    empty = reasons[Reason.JUDGE_EMPTY]
    asked = sum(result.asked for result in results)
    silent = sum(result.asked and result.outcome is Outcome.UNDECIDED for result in results)
    valid = len(results) - skipped - silent - reasons[Reason.FAULT]
    matched = outcomes[Outcome.CORRECT]
    return {
        "bench_name_or_prefix": name,
        "total_samples": len(results),
        "valid_samples": valid,
        "matched_samples": matched,
        "accuracy": matched / valid if valid else 0.0,
        "accuracy_interval_95": list(wilson(matched, valid)) if valid else None,
        "empty_responses_count": empty,
        "compare_method": method,
        "skipped_samples": skipped,
        "incorrect_samples": outcomes[Outcome.INCORRECT],
        "undecided_samples": outcomes[Outcome.UNDECIDED] - skipped,
        "judged_samples": asked,
        "unreadable_responses_count": silent - empty,
        "reasons": dict(sorted(reasons.items(), key=lambda item: (-item[1], item[0]))),
        "policy": policy,
        "answerkey_version": __version__,
    }


def write_statistics(path: Path, statistics: dict[str, Any]) -> None:
    """Write the file, whole or not at all."""
    with replacing(path) as file:
        file.write(json.dumps([statistics], ensure_ascii=False, indent=2).encode("utf-8", "backslashreplace") + b"\n")
