"""`answerkey regrade`: stored responses graded again, and every verdict that changed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from answerkey.cli import output


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A graded file.")],
    policy: Annotated[str, typer.Option(help="The conventions: default, strict or lenient.")] = "default",
    gold: Annotated[str | None, typer.Option(help="The column of the key (guessed).")] = None,
    answer: Annotated[str | None, typer.Option(help="The column of the response (guessed).")] = None,
    limit: output.Limit = 20,
    form: output.FormatOption = output.Format.TABLE,
) -> None:
    """Grade stored responses again, with this version or another policy, and list every verdict that changed."""
    from answerkey.cli.options import known_policy
    from answerkey.reporting.changes import regrade_run
    from answerkey.reporting.runs import read_run

    output.write(regrade_run(read_run(file, gold=gold, response=answer), known_policy(policy), limit or None), form)
