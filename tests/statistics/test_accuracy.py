"""Accuracy: rows without a decision, problems with several rows, the bootstrap against an independent one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from answerkey import Outcome
from answerkey.statistics.accuracy import Undecided, accuracy
from answerkey.statistics.bootstrap import mean_interval, ratio_interval
from answerkey.statistics.intervals import wilson

RIGHT, WRONG, OPEN = Outcome.CORRECT, Outcome.INCORRECT, Outcome.UNDECIDED


@pytest.mark.parametrize(
    ("undecided", "least", "most", "interval", "rows"),
    [
        (Undecided.WRONG, 0.6, 0.6, wilson(6, 10), 10),
        (Undecided.LEFT_OUT, 0.75, 0.75, wilson(6, 8), 8),
        (Undecided.BOUNDS, 0.6, 0.8, (wilson(6, 10)[0], wilson(8, 10)[1]), 10),
    ],
)
def test_rows_without_a_decision(
    undecided: Undecided, least: float, most: float, interval: tuple[float, float], rows: int
) -> None:
    found = accuracy([RIGHT] * 6 + [WRONG] * 2 + [OPEN] * 2, undecided=undecided)
    assert (found.least, found.most, found.low, found.high) == pytest.approx((least, most, *interval))
    assert (found.rows, found.undecided, found.method) == (rows, 2, "Wilson")


def test_several_rows_a_problem_widen_the_interval() -> None:
    outcomes = [RIGHT] * 40 + [WRONG] * 40
    problems = [n // 8 for n in range(80)]  # 8 samples each, all of them the same
    clustered, single = accuracy(outcomes, problems), accuracy(outcomes)
    assert clustered.method == "bootstrap by problem"
    assert clustered.least == single.least == 0.5
    assert clustered.high - clustered.low > 2 * (single.high - single.low)


def test_no_rows() -> None:
    assert accuracy([OPEN], undecided=Undecided.LEFT_OUT)[:6] == (0.0, 0.0, 0.0, 1.0, 0, 1)
    assert ratio_interval([]) == (0.0, 1.0)


def test_problems_that_do_not_differ_have_an_interval_still() -> None:
    assert ratio_interval([(4.0, 4.0)] * 20) == wilson(20, 20)
    assert mean_interval([0.5] * 20) == wilson(10, 20)


def test_bootstrap_agrees_with_scipy() -> None:
    rng = np.random.default_rng(7)
    weights = rng.integers(1, 9, 200)
    values = rng.binomial(weights, rng.beta(2, 1, 200))
    ours = ratio_interval(zip(values.astype(float), weights.astype(float), strict=True))

    def ratio(value: np.ndarray, weight: np.ndarray, axis: int = -1) -> np.ndarray:
        return value.sum(axis=axis) / weight.sum(axis=axis)

    theirs = stats.bootstrap(
        (values, weights), ratio, paired=True, vectorized=True, method="percentile", n_resamples=10_000, rng=rng
    ).confidence_interval
    assert ours == pytest.approx((theirs.low, theirs.high), abs=0.004)


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=30))
def test_the_interval_lies_in_the_unit_interval(tallies: list[tuple[int, int]]) -> None:
    problems = [(float(right), float(right + wrong)) for right, wrong in tallies if right + wrong]
    low, high = ratio_interval(problems, resamples=200)
    assert 0 <= low <= high <= 1


def test_the_same_rows_have_the_same_interval() -> None:
    problems = [(1.0, 3.0), (2.0, 3.0), (0.0, 1.0)]
    assert ratio_interval(problems) == ratio_interval(problems)
