"""Confidence intervals of a proportion."""

from __future__ import annotations

from math import sqrt

Z95 = 1.959963984540054  # the 97.5 % quantile of the normal distribution


def wilson(successes: float, trials: float, z: float = Z95) -> tuple[float, float]:
    """The score interval of a proportion, 95 % unless `z` says otherwise; (0, 1) when nothing was tried.

    It stays inside [0, 1] and is honest for small samples and for proportions near 0 and 1.
    Source: E. B. Wilson, Journal of the American Statistical Association 22 (1927), 209-212.

    >>> [round(bound, 3) for bound in wilson(8, 10)]
    [0.49, 0.943]
    """
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    spread = z * z / trials
    middle = (share + spread / 2) / (1 + spread)
    half = z * sqrt(share * (1 - share) / trials + spread / (4 * trials)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)
