"""`answerkey explain`: one response, and why it got its verdict."""

from __future__ import annotations

import sys
from typing import Annotated

import typer


def command(
    gold: Annotated[str, typer.Argument(metavar="GOLD", help="The answer key.")],
    response: Annotated[str, typer.Argument(metavar="RESPONSE", help="The response; - reads standard input.")],
    policy: Annotated[str, typer.Option(help="The conventions: default, strict or lenient.")] = "default",
) -> None:
    """Show how key and response were found and read, and why the verdict fell."""
    from answerkey.cli.options import known_policy
    from answerkey.grading import grade

    text = sys.stdin.read() if response == "-" else response
    typer.echo(grade(gold, text, policy=known_policy(policy)).explain())
