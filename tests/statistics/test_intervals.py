"""The interval of a proportion against published values, and its bounds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerkey.statistics.intervals import wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [  # R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 0.8830, 1.0),
    ],
)
def test_published_values(successes: int, trials: int, low: float, high: float) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_the_share_lies_inside(hits: int, misses: int) -> None:
    low, high = wilson(hits, hits + misses)
    assert 0 <= low <= high <= 1
    if hits + misses:
        assert low - 1e-12 <= hits / (hits + misses) <= high + 1e-12
