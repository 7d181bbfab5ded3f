"""The verbs of the command line in one table."""

from __future__ import annotations

from typing import Annotated

import typer

from answerkey import __version__
from answerkey.cli import agree, attack, audit, bench, datasets, diff, explain, grade, regrade, report, serve, vote

app = typer.Typer(
    help="Is what the model answered the same as the answer key says?",
    epilog="Exit codes: 0 done, 1 under --fail-under, 2 unusable command or input, 130 interrupted.",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,  # plain help starts twice as fast, and errors are one line
    pretty_exceptions_enable=False,
)
app.command("grade")(grade.command)
app.command("explain", context_settings={"ignore_unknown_options": True})(explain.command)  # -5 is a key
app.command("report")(report.command)
app.command("diff")(diff.command)
app.command("regrade")(regrade.command)
app.command("agree")(agree.command)
app.command("vote")(vote.command)
app.command("attack")(attack.command)
app.command("bench")(bench.command)
app.command("datasets")(datasets.command)
app.add_typer(audit.app, name="audit")
app.command("serve")(serve.command)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"answerkey {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """Is what the model answered the same as the answer key says?"""
