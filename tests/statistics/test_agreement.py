"""Agreement with labels and the corrected accuracy: published values, coverage, limits."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerkey.statistics.agreement import Confusion, cohen_kappa
from answerkey.statistics.corrected import corrected_accuracy


def test_kappa_of_fleiss_example() -> None:
    # J. L. Fleiss, Statistical Methods for Rates and Proportions (1981), table 13.1: kappa 0.68, standard error 0.088
    kappa = cohen_kappa([[75, 1, 4], [5, 4, 1], [0, 0, 10]])
    assert kappa.value == pytest.approx(0.6765, abs=5e-5)
    assert (kappa.high - kappa.low) / 2 / 1.959964 == pytest.approx(0.0877, abs=5e-5)


@pytest.mark.parametrize(
    ("table", "value", "low", "high"),
    [  # statsmodels 0.14, cohens_kappa
        ([[20, 5], [10, 15]], 0.4, 0.1510923, 0.6489077),
        ([[95, 2], [5, 98]], 0.93, 0.8790827, 0.9809173),
    ],
)
def test_kappa_of_another_program(table: list[list[int]], value: float, low: float, high: float) -> None:
    assert cohen_kappa(table) == pytest.approx((value, low, high), abs=1e-6)


def test_kappa_is_not_defined_without_two_categories() -> None:
    assert cohen_kappa([[9, 0], [0, 0]]).value is None
    assert cohen_kappa([[0, 0], [0, 0]]).value is None


def test_rates() -> None:
    found = Confusion(true_correct=90, false_correct=10, false_incorrect=30, true_incorrect=70)
    assert found.rows == 200
    assert found.precision.value == 0.9
    assert found.recall.value == 0.75
    assert found.specificity.value == 0.875
    assert found.agreement.value == 0.8
    assert found.kappa.value == pytest.approx(0.6)
    assert found.recall.low < 0.75 < found.recall.high
    assert Confusion(0, 0, 5, 5).precision.value is None


def test_a_grader_without_error_is_not_corrected() -> None:
    value, low, high = corrected_accuracy(700, 1000, Confusion(10**7, 0, 0, 10**7))
    assert value == pytest.approx(0.7)
    assert (low, high) == pytest.approx((0.6709, 0.7276), abs=5e-4)  # then it is the interval of Agresti and Coull


@given(st.integers(0, 200), st.integers(0, 40), st.integers(0, 40), st.integers(0, 40), st.integers(0, 40))
def test_corrected_accuracy_is_a_share(correct: int, a: int, b: int, c: int, d: int) -> None:
    value, low, high = corrected_accuracy(correct, 200, Confusion(a, b, c, d))
    assert 0 <= low <= high <= 1
    assert value is None or 0 <= value <= 1


@pytest.mark.parametrize(
    "labels", [Confusion(9, 0, 1, 0), Confusion(0, 1, 0, 9), Confusion(5, 5, 5, 5), Confusion(0, 0, 0, 0)]
)
def test_not_defined(labels: Confusion) -> None:
    assert corrected_accuracy(5, 10, labels) == (None, 0.0, 1.0)


@pytest.mark.parametrize(
    ("share", "sensitivity", "specificity", "rows", "right", "wrong"),
    [(0.3, 0.85, 0.8, 200, 60, 60), (0.8, 0.97, 0.95, 1000, 80, 40), (0.5, 0.99, 0.9, 500, 30, 30)],
)
def test_coverage(share: float, sensitivity: float, specificity: float, rows: int, right: int, wrong: int) -> None:
    rng = np.random.default_rng(1)
    seen = rng.binomial(rows, share * sensitivity + (1 - share) * (1 - specificity), 2000)
    found = zip(seen, rng.binomial(right, sensitivity, 2000), rng.binomial(wrong, specificity, 2000), strict=True)
    hits = 0
    for correct, a, d in found:
        labels = Confusion(int(a), wrong - int(d), right - int(a), int(d))
        interval = corrected_accuracy(int(correct), rows, labels)
        hits += interval.low <= share <= interval.high
    assert 0.94 < hits / 2000 < 0.985
