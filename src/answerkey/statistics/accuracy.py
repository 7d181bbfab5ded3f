"""Accuracy with its interval, and how rows without a decision are counted in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from enum import StrEnum
from typing import NamedTuple

from answerkey.statistics.bootstrap import ratio_interval
from answerkey.statistics.intervals import wilson
from answerkey.verdict import Outcome

BY_ROW = "Wilson by row, as if problems had one each"  # what is left without NumPy


class Undecided(StrEnum):
    """How a row counts that is UNDECIDED (a judge that failed included)."""

    WRONG = "wrong"
    LEFT_OUT = "left-out"
    BOUNDS = "bounds"  # from all of them wrong to all of them right


class Accuracy(NamedTuple):
    """A share of right rows from `least` to `most` (one number, unless bounds were asked for), and its 95 % interval.

    `rows` is what the share is of, `undecided` how many rows have no decision, `method` how the interval was made.
    """

    least: float
    most: float
    low: float
    high: float
    rows: int
    undecided: int
    method: str


def accuracy(
    outcomes: Iterable[Outcome], problems: Iterable[Hashable] | None = None, undecided: Undecided = Undecided.WRONG
) -> Accuracy:
    """The accuracy over rows; where a problem has several rows, the interval is a bootstrap over problems, if NumPy is
    there to make it.

    `problems` names the problem of each row (None: each row is its own). An accuracy of no rows is from 0 to 1.

    >>> accuracy([Outcome.CORRECT] * 8 + [Outcome.UNDECIDED] * 2, undecided=Undecided.BOUNDS)[:2]
    (0.8, 1.0)
    """
    seen = list(outcomes)
    pairs: list[_Row] = list(zip(seen, range(len(seen)) if problems is None else problems, strict=True))
    if undecided is Undecided.LEFT_OUT:
        pairs = [pair for pair in pairs if pair[0] is not Outcome.UNDECIDED]
    least, low, high, method = _share(pairs, {Outcome.CORRECT})
    most = least
    if undecided is Undecided.BOUNDS:
        most, _, high, _ = _share(pairs, {Outcome.CORRECT, Outcome.UNDECIDED})
    return Accuracy(least, most, low, high, len(pairs), seen.count(Outcome.UNDECIDED), method)


_Row = tuple[Outcome, Hashable]


def _share(rows: list[_Row], right: set[Outcome]) -> tuple[float, float, float, str]:
    """Share, interval and method, where the outcomes in `right` count as right."""
    if not rows:
        return 0.0, 0.0, 1.0, "Wilson"
    won = Counter(problem for outcome, problem in rows if outcome in right)
    of = Counter(problem for _, problem in rows)
    share = won.total() / len(rows)
    if len(of) == len(rows):
        return share, *wilson(won.total(), len(rows)), "Wilson"
    low, high = ratio_interval((float(won[problem]), float(count)) for problem, count in of.items())
    if low is None or high is None:
        return share, *wilson(won.total(), len(rows)), BY_ROW
    return share, low, high, "bootstrap by problem"
