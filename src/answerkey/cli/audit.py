"""`answerkey audit keys`: is a data set's key fit to grade with?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from answerkey.cli import output
from answerkey.cli.datasets import DataDir, check_columns

if TYPE_CHECKING:
    from answerkey.datasets.audit import Audit
    from answerkey.reporting.tables import Table

app = typer.Typer(
    help="Look for what is wrong before anything is graded.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


@app.callback()
def _root() -> None:
    """Look for what is wrong before anything is graded."""


@app.command("keys")
def keys(
    dataset: Annotated[str, typer.Argument(metavar="DATASET", help="A data set by name (NAME[:config]), or a file.")],
    data_dir: DataDir = None,
    gold: Annotated[
        str | None, typer.Option(help="The column of a file's key (guessed among the usual names).")
    ] = None,
    question: Annotated[str | None, typer.Option(help="The column of a file's question (likewise).")] = None,
    limit: Annotated[int, typer.Option(min=0, help="The most rows to list for each problem; 0 lists all.")] = 10,
    form: output.FormatOption = output.Format.TABLE,
) -> None:
    """Grade every key against itself, and list those that may be unfit to grade with."""
    from answerkey.datasets.audit import audit_keys
    from answerkey.datasets.sources import load

    check_columns([dataset], gold, question)
    broken: dict[int, str] = {}
    audit = audit_keys(load(dataset, data_dir=data_dir, gold=gold, question=question, broken=broken), broken)
    output.write(list(_tables(audit, limit)), form)


def _tables(audit: Audit, limit: int) -> Iterator[Table]:
    """Keys by kind, problems with their counts, and for each problem the rows that have it."""
    from answerkey.datasets.audit import IN_WORDS, Problem
    from answerkey.reporting.tables import Table, shortened

    kinds = [(kind.replace("_", " "), count) for kind, count in audit.kinds.items()]
    yield Table("kinds", f"Keys: {audit.name}", ("kind of key", "rows"), kinds)
    counts = audit.counts
    told = [(str(problem), IN_WORDS[problem], counts[problem]) for problem in Problem if counts[problem]]
    note = "" if told else "Nothing found: every key can be read, and grades correct against itself and its solution."
    yield Table("problems", f"Problems: {audit.name}, {audit.rows:,} keys", ("problem", "in words", "rows"), told, note)
    for problem in Problem:
        found = [one for one in audit.findings if one.problem is problem]
        if found:
            rows = [(str(one.example_id), shortened(one.key), shortened(one.detail, 100)) for one in found]
            listed = rows[: limit or None]
            more = f"{len(rows) - len(listed):,} more; --limit 0 lists all." if len(listed) < len(rows) else ""
            title = f"{str(problem).capitalize()}: {len(found):,}"
            yield Table(str(problem), title, ("row", "key", "what shows it"), listed, more)
