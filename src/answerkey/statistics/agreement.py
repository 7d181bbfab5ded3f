"""How far two markers agree beyond chance, and how good a grader is against labels."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from answerkey.statistics.intervals import Z95, wilson


class Confusion(NamedTuple):
    """A grader against labels: `true_correct` rows are CORRECT and right, `false_correct` CORRECT and wrong,
    `false_incorrect` not CORRECT and right, `true_incorrect` not CORRECT and wrong."""

    true_correct: int
    false_correct: int
    false_incorrect: int
    true_incorrect: int

    @property
    def rows(self) -> int:
        """All labelled rows."""
        return sum(self)

    @property
    def precision(self) -> Rate:
        """Of the rows graded CORRECT, the share that is right."""
        return _rate(self.true_correct, self.true_correct + self.false_correct)

    @property
    def recall(self) -> Rate:
        """Of the rows that are right, the share graded CORRECT; also the grader's sensitivity."""
        return _rate(self.true_correct, self.true_correct + self.false_incorrect)

    @property
    def specificity(self) -> Rate:
        """Of the rows that are wrong, the share not graded CORRECT."""
        return _rate(self.true_incorrect, self.true_incorrect + self.false_correct)

    @property
    def agreement(self) -> Rate:
        """The share of rows on which grader and label agree."""
        return _rate(self.true_correct + self.true_incorrect, self.rows)

    @property
    def kappa(self) -> Rate:
        """Cohen's kappa of grader and label."""
        return cohen_kappa([[self.true_correct, self.false_correct], [self.false_incorrect, self.true_incorrect]])


class Rate(NamedTuple):
    """A figure with its 95 % interval; `value` is None where it is not defined (nothing to divide by)."""

    value: float | None
    low: float
    high: float


def cohen_kappa(table: Sequence[Sequence[int]]) -> Rate:
    """Cohen's kappa of a square table of counts (rows: one marker, columns: the other) with a 95 % interval.

    Sources: J. Cohen, Educational and Psychological Measurement 20 (1960), 37-46; the large-sample error from
    J. L. Fleiss, J. Cohen, B. S. Everitt, Psychological Bulletin 72 (1969), 323-327, equation 13. Not defined where
    both markers use one and the same category throughout.

    >>> round(cohen_kappa([[20, 5], [10, 15]]).value, 6)
    0.4
    """
    total = sum(map(sum, table))
    if not total:
        return Rate(None, -1.0, 1.0)
    size = range(len(table))
    cell = [[count / total for count in row] for row in table]
    row = [sum(cell[i]) for i in size]
    column = [sum(cell[i][j] for i in size) for j in size]
    seen = sum(cell[i][i] for i in size)
    chance = sum(row[i] * column[i] for i in size)
    if chance >= 1:
        return Rate(None, -1.0, 1.0)
    kappa = (seen - chance) / (1 - chance)
    diagonal = sum(cell[i][i] * (1 - (row[i] + column[i]) * (1 - kappa)) ** 2 for i in size)
    beside = sum(cell[i][j] * (column[i] + row[j]) ** 2 for i in size for j in size if i != j)
    variance = diagonal + (1 - kappa) ** 2 * beside - (kappa - chance * (1 - kappa)) ** 2
    half = Z95 * sqrt(max(0.0, variance) / total) / (1 - chance)
    return Rate(kappa, max(-1.0, kappa - half), min(1.0, kappa + half))


def _rate(part: int, whole: int) -> Rate:
    return Rate(part / whole if whole else None, *wilson(part, whole))
