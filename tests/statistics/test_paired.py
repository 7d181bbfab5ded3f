"""Paired comparisons against published values and SciPy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerkey.statistics.paired import Pairs, mcnemar, paired_difference


@pytest.mark.parametrize(
    ("pairs", "low", "high"),
    [
        # D. G. Altman et al., Statistics with Confidence (2000), table 6.2
        (Pairs(both=14, first=0, second=5, neither=22), 0.011, 0.226),
        # M. W. Fagerland et al., Statistical Analysis of Contingency Tables (2017), chapter 8: airways
        (Pairs(both=1, first=7, second=1, neither=12), -0.507, -0.026),
    ],
)
def test_published_intervals(pairs: Pairs, low: float, high: float) -> None:
    assert paired_difference(pairs)[1:] == pytest.approx((low, high), abs=6e-4)


def test_published_exact_tests() -> None:
    assert mcnemar(Pairs(1, 7, 1, 12)) == pytest.approx(0.0703, abs=5e-5)  # Fagerland et al. (2017), as above
    assert mcnemar(Pairs(59, 6, 16, 80)) == pytest.approx(0.05248, abs=5e-6)  # Fagerland et al. (2013), table 1
    assert mcnemar(Pairs(5, 0, 0, 5)) == 1.0


counts = st.integers(0, 60)


@given(counts, counts, counts, counts)
def test_the_order_of_runs_changes_the_sign_alone(both: int, first: int, second: int, neither: int) -> None:
    one, other = Pairs(both, first, second, neither), Pairs(both, second, first, neither)
    assert mcnemar(one) == pytest.approx(mcnemar(other))
    if one.rows:
        value, low, high = paired_difference(one)
        assert -1 <= low <= value <= high <= 1
        assert paired_difference(other) == pytest.approx((-value, -high, -low))


def test_no_pairs() -> None:
    assert paired_difference(Pairs(0, 0, 0, 0)) == (0.0, -1.0, 1.0)


def test_coverage() -> None:
    rng = np.random.default_rng(3)
    shares = (0.6, 0.1, 0.2, 0.1)
    draws = rng.multinomial(150, shares, size=2000)
    hits = sum(low <= 0.1 <= high for _, low, high in (paired_difference(Pairs(*map(int, draw))) for draw in draws))
    assert 0.94 < hits / 2000 < 0.97
