"""Two runs over the same rows, compared in pairs: what both got right cancels, so small differences show."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from answerkey.statistics.intervals import wilson
from answerkey.statistics.needs import scipy_stats


class Pairs(NamedTuple):
    """How many rows both runs got right, only the first, only the second, neither."""

    both: int
    first: int
    second: int
    neither: int

    @property
    def rows(self) -> int:
        """All pairs."""
        return sum(self)


def mcnemar(pairs: Pairs) -> float | None:
    """The two-sided p-value that the runs are equally good: the exact binomial test of the flipped rows.

    Source: Q. McNemar, Psychometrika 12 (1947), 153-157, in its exact form. 1.0 where no row flipped; None
    where SciPy is needed and not installed.

    >>> print(f"{mcnemar(Pairs(both=59, first=6, second=16, neither=80)):.4f}")
    0.0525
    """
    flips = pairs.first + pairs.second
    if not flips:
        return 1.0
    stats = scipy_stats()
    return None if stats is None else float(stats.binomtest(pairs.first, flips, 0.5).pvalue)


def paired_difference(pairs: Pairs) -> tuple[float, float, float]:
    """The second accuracy less the first, and its 95 % interval.

    Source: R. G. Newcombe, Statistics in Medicine 17 (1998), 2635-2650, method 10: both Wilson intervals put
    together with their correlation. (0, -1, 1) without pairs.

    >>> [round(x, 3) for x in paired_difference(Pairs(14, 0, 5, 22))]
    [0.122, 0.011, 0.226]
    """
    rows = pairs.rows
    if not rows:
        return 0.0, -1.0, 1.0
    one, two = (pairs.both + pairs.first) / rows, (pairs.both + pairs.second) / rows
    low_one, high_one = wilson(pairs.both + pairs.first, rows)
    low_two, high_two = wilson(pairs.both + pairs.second, rows)
    phi = _correlation(pairs)
    down, up = two - low_two, high_one - one  # how far the difference may fall: the second lower, the first higher
    fall = sqrt(max(0.0, down * down - 2 * phi * down * up + up * up))
    up, down = high_two - two, one - low_one
    rise = sqrt(max(0.0, up * up - 2 * phi * up * down + down * down))
    return two - one, max(-1.0, two - one - fall), min(1.0, two - one + rise)


def _correlation(pairs: Pairs) -> float:
    """The correlation of the two runs, with the continuity correction of the source where it is positive."""
    both, first, second, neither = pairs
    margins = (both + first) * (second + neither) * (both + second) * (first + neither)
    if not margins:
        return 0.0
    excess: float = both * neither - first * second
    if excess > 0:
        excess = max(0.0, excess - pairs.rows / 2)
    return excess / sqrt(margins)
