"""`answerkey report`: what graded files came to, and how sure that is."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from answerkey.cli import output


def command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Graded files; the first is the baseline.")],
    by: Annotated[list[str] | None, typer.Option(help="Count also by this column; several are possible.")] = None,
    problem: Annotated[
        str | None, typer.Option(help="The column that names the problem (else: question and key).")
    ] = None,
    k: Annotated[str | None, typer.Option(metavar="K,…", help="For which k avg@k, pass@k and maj@k: 1,4,16.")] = None,
    label: Annotated[str | None, typer.Option(help="A column that says already who is right.")] = None,
    id: Annotated[str | None, typer.Option(help="The column that says which rows of two files are the same.")] = None,
    undecided: Annotated[
        str, typer.Option(help="How rows without a decision count: wrong, left-out, or bounds from-to.")
    ] = "wrong",
    gold: Annotated[str | None, typer.Option(help="The column of the key (guessed).")] = None,
    answer: Annotated[str | None, typer.Option(help="The column of the response (guessed).")] = None,
    question: Annotated[str | None, typer.Option(help="The column of the question (guessed).")] = None,
    page: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="HTML", help="Write the page here, as one file."),
    ] = None,
    form: output.FormatOption = output.Format.TABLE,
    fail_under: output.FailUnder = None,
) -> None:
    """Show accuracy with its interval, outcomes, reasons, groups and comparisons."""
    from answerkey.cli.options import known_undecided, numbers
    from answerkey.reporting.overview import accuracy_of
    from answerkey.reporting.report import page_of, tables_of
    from answerkey.reporting.runs import named_apart, read_run
    from answerkey.running.errors import InputError

    counted, ks = known_undecided(undecided), numbers(k, "--k")
    if page is not None:
        output.check_place(page, files)
    read = [read_run(file, gold=gold, response=answer, question=question) for file in files]
    runs = named_apart(read, files)
    groups = by or []
    tables = tables_of(runs, by=groups, problem=problem, ks=ks, label=label, id=id, undecided=counted)
    if ks and not any(table.name.startswith("samples") for table in tables):
        raise InputError("--k: no problem has several samples; name the column that says with --problem")
    if page is not None:
        text = page_of(runs, tables, by=groups, problem=problem, label=label, id=id, undecided=counted)
        output.save(page, text)
        typer.echo(f"page: {page}", err=True)
    output.write(tables, form)
    for run in runs:
        output.check(accuracy_of(run, problem, counted).least, fail_under, f"the accuracy of {run.name}")
