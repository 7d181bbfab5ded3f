"""`answerkey grade`: a file of responses, and a table of what they came to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from answerkey.running.grade_file import Graded


def command(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Rows with a key and a response (.jsonl, .json, .csv, .parquet).")
    ],
    gold: Annotated[str | None, typer.Option(help="The column of the key (guessed among the usual names).")] = None,
    answer: Annotated[str | None, typer.Option(help="The column of the response (likewise).")] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the rows here, with answerkey_… fields added.")
    ] = None,
    policy: Annotated[str, typer.Option(help="The conventions: default, strict or lenient.")] = "default",
    label: Annotated[
        str | None, typer.Option(help="A column that says already who is right: shows the agreement.")
    ] = None,
) -> None:
    """Grade a file of responses and show what they came to."""
    from answerkey.cli.options import known_policy
    from answerkey.running.grade_file import grade_file

    graded = grade_file(
        file,
        gold=gold,
        response=answer,
        label=label,
        output=output,
        policy=known_policy(policy),
    )
    _show(graded, file, output)


def _show(graded: Graded, file: Path, output: Path | None) -> None:
    """Print the columns taken, the table and where the rows went."""
    from rich.console import Console
    from rich.table import Table

    from answerkey.verdict import IN_WORDS, Outcome

    summary, columns = graded.summary, graded.columns
    console = Console(highlight=False, soft_wrap=True)
    said = [
        f"{column} (guessed)" if guessed else column for column, guessed in zip(columns[:2], columns[2:], strict=True)
    ]
    console.print(f"key: {said[0]}, response: {said[1]}", markup=False)

    table = Table("outcome", "reason", title=f"{summary.rows:,} responses in {file.name}", title_justify="left")
    table.add_column("rows", justify="right")
    table.add_column("share", justify="right")
    for outcome in Outcome:
        reasons = [(count, reason) for reason, count in summary.reasons.items() if reason.outcome is outcome]
        if not reasons:
            continue
        total = summary.outcomes[outcome]
        table.add_row(f"[bold]{outcome}", "", f"[bold]{total:,}", f"[bold]{total / summary.rows:.1%}")
        for count, reason in sorted(reasons, reverse=True):
            table.add_row("", f"{reason.value}: {IN_WORDS[reason]}", f"{count:,}", f"{count / summary.rows:.1%}")
    console.print(table)
    low, high = summary.interval
    console.print(f"accuracy {summary.accuracy:.2%} (95 % interval {low:.2%} to {high:.2%}, Wilson)")
    if summary.labelled:
        share = summary.agreeing / summary.labelled
        console.print(f"agreement with the label: {summary.agreeing:,} of {summary.labelled:,} ({share:.2%})")
    if output is not None:
        console.print(f"graded rows: {output}", markup=False)
