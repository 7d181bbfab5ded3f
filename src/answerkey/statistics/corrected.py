"""Accuracy corrected for the grader's own error, which a labelled sample shows."""

from __future__ import annotations

from math import sqrt

from answerkey.statistics.agreement import Confusion, Rate
from answerkey.statistics.intervals import Z95


def corrected_accuracy(correct: int, rows: int, labels: Confusion) -> Rate:
    """The accuracy that a grader without error would find where this one found `correct` of `rows`.

    `labels` is what labels say of a sample of such rows. The value is (p + sp - 1) / (se + sp - 1), kept inside
    [0, 1] (W. J. Rogan, B. Gladen, American Journal of Epidemiology 107 (1978), 71-76); the interval carries the
    uncertainty of p, of the sensitivity se and of the specificity sp (Z. Lang, J. Reiczigel, Preventive Veterinary
    Medicine 113 (2014), 13-22). Not defined without right and wrong labelled rows, or for a grader no better than
    chance. Rows must have been picked for labelling without regard to their verdict.

    >>> found = corrected_accuracy(800, 1000, Confusion(95, 2, 5, 98))
    >>> [round(x, 3) for x in found]
    [0.839, 0.797, 0.898]
    """
    right, wrong = labels.true_correct + labels.false_incorrect, labels.true_incorrect + labels.false_correct
    if not rows or not right or not wrong:
        return Rate(None, 0.0, 1.0)
    sensitivity, specificity = labels.true_correct / right, labels.true_incorrect / wrong
    if sensitivity + specificity <= 1:
        return Rate(None, 0.0, 1.0)
    value = (correct / rows + specificity - 1) / (sensitivity + specificity - 1)

    # The interval's own estimates are drawn towards the middle: z^2/2 successes more for p, one for se and sp.
    z = Z95
    size, size_se, size_sp = rows + z * z, right + 2, wrong + 2
    p, se, sp = (
        (correct + z * z / 2) / size,
        (labels.true_correct + 1) / size_se,
        (labels.true_incorrect + 1) / size_sp,
    )
    gain = se + sp - 1
    if gain <= 0:
        return Rate(_inside(value), 0.0, 1.0)
    middle = (p + sp - 1) / gain
    spread_se, spread_sp = se * (1 - se) / size_se, sp * (1 - sp) / size_sp
    shift = 2 * z * z * (middle * spread_se - (1 - middle) * spread_sp)
    half = z * sqrt(p * (1 - p) / size + middle**2 * spread_se + (1 - middle) ** 2 * spread_sp) / gain
    return Rate(_inside(value), _inside(middle + shift - half), _inside(middle + shift + half))


def _inside(share: float) -> float:
    return min(1.0, max(0.0, share))
