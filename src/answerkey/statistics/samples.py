"""Several samples a problem: avg@k and pass@k. Majorities are in `votes`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import comb
from typing import NamedTuple

from answerkey.statistics.bootstrap import mean_interval


class PerProblem(NamedTuple):
    """A mean over problems with its 95 % interval (bootstrap over problems). Problems with too few samples are left
    out and counted in `short`; where none has enough, there is no value and no interval. The interval is (None, None)
    also where NumPy is not installed."""

    name: str
    value: float | None
    low: float | None
    high: float | None
    problems: int
    short: int = 0


def pass_at_k(samples: int, right: int, k: int) -> float:
    """The chance that at least one of `k` samples drawn from `samples`, of which `right` are right, is right.

    Unbiased for any k up to `samples`; `ValueError` beyond. Source: M. Chen et al., Evaluating Large Language Models
    Trained on Code (2021), equation 1.

    >>> round(pass_at_k(10, 3, 1), 6), round(pass_at_k(10, 3, 5), 6)
    (0.3, 0.916667)
    """
    if not 1 <= k <= samples or not 0 <= right <= samples:
        raise ValueError(f"pass@{k} needs at least {k} samples, not {samples} with {right} right")
    return 1 - comb(samples - right, k) / comb(samples, k)


def avg_at_k(samples: int, right: int, k: int) -> float:
    """The mean share of right ones among `k` samples drawn from `samples`: the same for each k that there is.

    >>> avg_at_k(10, 3, 5)
    0.3
    """
    if not 1 <= k <= samples:
        raise ValueError(f"avg@{k} needs at least {k} samples, not {samples}")
    return right / samples


def over_problems(
    name: str, tallies: Iterable[tuple[int, int]], k: int, statistic: Callable[[int, int, int], float]
) -> PerProblem:
    """The mean of `statistic` over problems, each given as (samples, right).

    >>> over_problems("pass", [(4, 4), (4, 0), (2, 1)], 4, pass_at_k)[:2]
    ('pass@4', 0.5)
    """
    seen = list(tallies)
    return mean_over_problems(
        f"{name}@{k}", [statistic(samples, right, k) for samples, right in seen if samples >= k], len(seen)
    )


def mean_over_problems(name: str, values: list[float], problems: int) -> PerProblem:
    """The mean of `values`, one for each of the `problems` that has enough samples."""
    if not values:
        return PerProblem(name, None, None, None, 0, problems)
    mean = sum(values) / len(values)
    low, high = mean_interval(values)
    return PerProblem(name, mean, low, high, len(values), problems - len(values))
