"""A grader against labels: confusion, precision, recall, kappa, and the accuracy corrected for its errors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from answerkey.reporting.runs import LABEL_NAMES, Run, first_of
from answerkey.reporting.tables import Range, Share, Table, shortened
from answerkey.running.columns import listed, require
from answerkey.running.errors import InputError
from answerkey.running.fields import truth
from answerkey.statistics.agreement import Confusion, Rate
from answerkey.statistics.corrected import corrected_accuracy
from answerkey.statistics.intervals import wilson
from answerkey.verdict import Outcome


def labels_of(run: Run, column: str | None) -> tuple[str, list[bool | None]]:
    """The label column (guessed where None) and what it says of each row; None for rows without a label, and for those
    on which something failed, as they have no verdict to compare it with."""
    require(column, run.columns, run.place)
    column = column or first_of(LABEL_NAMES, dict.fromkeys(run.columns))
    if column is None:
        raise InputError(
            f"{run.place}: which column holds the label? Name it with --label; the columns are: {listed(run.columns)}"
        )
    labels = [None if run.failed(place) else truth(row.get(column)) for place, row in enumerate(run.rows)]
    if not any(label is not None for label in labels):
        raise InputError(f"{run.place}: no row says true or false in the column {column!r}")
    return column, labels


def confusion(outcomes: Sequence[Outcome], labels: Sequence[bool | None]) -> Confusion:
    """The confusion matrix over labelled rows; UNDECIDED is not CORRECT."""
    seen = Counter(
        (outcome is Outcome.CORRECT, label)
        for outcome, label in zip(outcomes, labels, strict=True)
        if label is not None
    )
    return Confusion(seen[True, True], seen[True, False], seen[False, True], seen[False, False])


def agreement_tables(run: Run, column: str, labels: Sequence[bool | None], of: Run | None = None) -> list[Table]:
    """The matrix (UNDECIDED by itself), the rates, and the accuracy plain and corrected.

    `of` is the whole run that the labelled rows are a sample of (None: this one).
    """
    seen = Counter((outcome, label) for outcome, label in zip(run.outcomes, labels, strict=True) if label is not None)
    matrix = [(outcome.value, seen[outcome, True], seen[outcome, False]) for outcome in Outcome]
    found = confusion(run.outcomes, labels)
    whole = (of or run).sound
    rates: list[tuple[str, Rate]] = [
        ("agreement", found.agreement),
        ("precision", found.precision),
        ("recall (sensitivity)", found.recall),
        ("specificity", found.specificity),
        ("Cohen's kappa", found.kappa),
    ]
    correct = sum(outcome is Outcome.CORRECT for outcome in whole.outcomes)
    plain = Rate(correct / max(1, len(whole.rows)), *wilson(correct, len(whole.rows)))
    corrected = corrected_accuracy(correct, len(whole.rows), found)
    note = "UNDECIDED is not CORRECT here."
    return [
        Table("confusion", f"Verdicts against {column}", ("verdict", "right", "wrong"), matrix),
        Table(
            "agreement", f"Agreement over {found.rows:,} labelled rows", _HEAD, [_cells(*rate) for rate in rates], note
        ),
        Table(
            "accuracy",
            f"Accuracy of {whole.name}",
            _HEAD,
            [_cells("as graded", plain), _cells("corrected for the grader's error (Rogan-Gladen)", corrected)],
            "The correction holds where rows were picked for labelling without regard to their verdict.",
        ),
    ]


def disagreement_table(run: Run, labels: Sequence[bool | None], limit: int | None) -> Table:
    """The rows on which verdict and label disagree, up to `limit` of them."""
    places = [
        place
        for place, label in enumerate(labels)
        if label is not None and (run.outcomes[place] is Outcome.CORRECT) is not label
    ]
    lines = [
        (
            run.text(place, run.id) or str(place + 1),
            run.outcomes[place].value,
            "right" if labels[place] else "wrong",
            run.reasons[place],
            shortened(run.text(place, run.gold)),
            shortened(run.ours(place, "answer")),
        )
        for place in places[:limit]
    ]
    more = f"{len(places) - len(lines):,} more; --limit 0 lists all." if len(lines) < len(places) else ""
    head = ("row", "verdict", "label", "reason", "key", "answer")
    return Table("disagreements", f"Disagreements: {len(places):,}", head, lines, more)


_HEAD = ("", "value", "95 % interval")


def _cells(name: str, rate: Rate) -> tuple[str, object, Range | None]:
    if rate.value is None:
        return name, None, None
    kind = Kappa if "kappa" in name else Share
    return name, kind(rate.value), Range(kind(rate.low), kind(rate.high))


class Kappa(float):
    """A coefficient, which is no share."""

    def __str__(self) -> str:
        return f"{float(self):.3f}"
