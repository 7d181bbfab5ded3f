"""The bootstrap over problems: samples of one problem stand or fall together, so problems are drawn, not rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeAlias

from answerkey.statistics.intervals import wilson
from answerkey.statistics.needs import numpy

RESAMPLES = 10_000
SEED = 20_240  # the same file has the same interval


Interval: TypeAlias = tuple[float, float] | tuple[None, None]
"""The ends of an interval; (None, None) where NumPy is needed and not installed."""


def ratio_interval(problems: Iterable[tuple[float, float]], resamples: int = RESAMPLES) -> Interval:
    """The 95 % percentile interval of (sum of values) / (sum of weights) over problems, each a (value, weight).

    A problem's value lies between 0 and its weight. Where problems do not differ the bootstrap has no spread to see;
    then the interval is Wilson's with each problem counted once, and (0, 1) without problems. Source: A. C. Davison,
    D. V. Hinkley, Bootstrap Methods and their Application (1997), sections 3.8 and 5.3. Drawing problems one by one is
    drawing how often each distinct (value, weight) comes: a multinomial, whatever the number of problems.

    >>> low, high = ratio_interval([(0.0, 4.0)] * 10 + [(4.0, 4.0)] * 30)
    >>> round(low, 1), round(high, 1)
    (0.6, 0.9)
    """
    counts = Counter(problems)
    total = counts.total()
    if not total:
        return 0.0, 1.0
    shares = {value / weight for value, weight in counts}
    if len(shares) == 1:
        return wilson(shares.pop() * total, total)
    np = numpy()
    if np is None:
        return None, None
    pairs = np.array(list(counts), dtype=float)
    often = np.array(list(counts.values()), dtype=float)
    rng = np.random.default_rng(SEED)
    shares_drawn = np.empty(resamples)
    step = max(1, 4_000_000 // len(pairs))  # draws at a time: 32 MB
    for start in range(0, resamples, step):
        draws = rng.multinomial(total, often / total, size=min(step, resamples - start))
        values, weights = (draws @ pairs).T
        shares_drawn[start : start + len(draws)] = values / weights
    low, high = np.quantile(shares_drawn, [0.025, 0.975])
    return float(low), float(high)


def mean_interval(values: Iterable[float]) -> Interval:
    """The 95 % interval of the mean of one value in [0, 1] for each problem."""
    return ratio_interval((value, 1.0) for value in values)
