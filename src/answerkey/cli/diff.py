"""`answerkey diff`: two graded files over the same rows, compared in pairs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from answerkey.cli import output


def command(
    first: Annotated[Path, typer.Argument(metavar="FIRST", help="A graded file.")],
    second: Annotated[Path, typer.Argument(metavar="SECOND", help="Another over the same rows.")],
    id: Annotated[str | None, typer.Option(help="The column that says which rows are the same (guessed).")] = None,
    limit: output.Limit = 20,
    form: output.FormatOption = output.Format.TABLE,
) -> None:
    """Compare two runs, or two graders, row by row: the difference, its interval and test, every flip."""
    from answerkey.reporting.pairing import comparison_table, flip_table, pair
    from answerkey.reporting.runs import named_apart, read_run

    one, two = named_apart([read_run(first), read_run(second)], [first, second])
    paired = pair(one, two, id)
    output.write([comparison_table([paired]), flip_table(paired, limit or None)], form)
