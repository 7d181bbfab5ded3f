"""How verbs that show findings write them: as a table, as Markdown, as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from answerkey.reporting.tables import Table


class Format(StrEnum):
    """How findings are written."""

    TABLE = "table"
    MARKDOWN = "markdown"
    JSON = "json"


FormatOption = Annotated[Format, typer.Option("--format", help="How to write what was found.")]
Limit = Annotated[int, typer.Option(min=0, help="The most rows to list; 0 lists all.")]
FailUnder = Annotated[
    float | None,
    typer.Option(min=0, max=1, metavar="SHARE", help="Exit with code 1 if it is under this share (for CI)."),
]


def write(tables: Sequence[Table], form: Format) -> None:
    """Print the tables."""
    from answerkey.reporting.tables import to_json, to_markdown, to_text

    writers = {Format.TABLE: to_text, Format.MARKDOWN: to_markdown, Format.JSON: to_json}
    typer.echo(writers[form](tables))


def check_place(path: Path, inputs: Sequence[Path]) -> None:
    """`InputError` before the work where a file would be written over one that is read."""
    from answerkey.running.errors import InputError

    if path.exists() and any(read.exists() and path.samefile(read) for read in inputs):
        raise InputError(f"{path}: is the input; name another file for the output")


def save(path: Path, text: str) -> None:
    """Write a file that appears whole or not at all; `InputError` where none can be written."""
    from answerkey.running.errors import InputError
    from answerkey.running.files.atomic import replacing

    try:
        with replacing(path) as file:
            file.write(text.encode("utf-8", "replace"))
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror or error}") from None


def check(share: float, least: float | None, what: str) -> None:
    """Exit with code 1, saying why on standard error, if `share` is under `least`."""
    if least is not None and share < least:
        typer.echo(f"answerkey: {what} is {share:.2%}, under {least:.2%}", err=True)
        raise typer.Exit(1)
