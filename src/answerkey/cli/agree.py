"""`answerkey agree`: how far verdicts agree with labels, and what that says of the accuracy."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from answerkey.cli import output


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A graded file with labels, or labels of a report.")],
    label: Annotated[
        str | None, typer.Option(help="The column that says whether a response is right (guessed).")
    ] = None,
    of: Annotated[
        Path | None, typer.Option(help="The whole graded file that these rows are a sample of: correct its accuracy.")
    ] = None,
    limit: output.Limit = 20,
    form: output.FormatOption = output.Format.TABLE,
    fail_under: output.FailUnder = None,
) -> None:
    """Compare verdicts with labels: confusion, precision, recall, kappa, accuracy corrected for the grader's error."""
    from answerkey.reporting.labels import agreement_tables, confusion, disagreement_table, labels_of
    from answerkey.reporting.runs import read_run

    run = read_run(file)
    column, labels = labels_of(run, label)
    whole = None if of is None else read_run(of)
    tables = agreement_tables(run, column, labels, whole)
    output.write([*tables, disagreement_table(run, labels, limit or None)], form)
    output.check(confusion(run.outcomes, labels).agreement.value or 0.0, fail_under, "the agreement")
