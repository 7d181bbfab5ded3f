"""`answerkey audit keys`: is a data set's key fit to grade with?"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from answerkey.cli.datasets import DataDir
from answerkey.cli.options import one_of

if TYPE_CHECKING:
    from answerkey.datasets.audit import Audit

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
    show: Annotated[int, typer.Option(min=0, help="How many rows to list for each problem.")] = 10,
    output: Annotated[str, typer.Option(help="table, or json with every finding.")] = "table",
) -> None:
    """Grade every key against itself, and list those that may be unfit to grade with."""
    from answerkey.datasets.audit import audit_keys
    from answerkey.datasets.sources import load

    one_of("--output", output, ("table", "json"))
    audit = audit_keys(load(dataset, data_dir=data_dir, gold=gold, question=question))
    if output == "json":
        typer.echo(json.dumps(_record(audit), ensure_ascii=False, indent=2))
    else:
        _table(audit, show)


def _record(audit: Audit) -> dict[str, object]:
    findings = [{**one._asdict(), "problem": str(one.problem)} for one in audit.findings]
    return {
        "dataset": audit.name,
        "rows": audit.rows,
        "kinds": audit.kinds,
        "counts": {str(problem): count for problem, count in audit.counts.items()},
        "findings": findings,
    }


def _table(audit: Audit, show: int) -> None:
    from rich.console import Console

    from answerkey.datasets.audit import IN_WORDS, Problem

    console = Console(highlight=False, soft_wrap=True, markup=False)
    kinds = ", ".join(f"{kind.replace('_', ' ')} {count:,}" for kind, count in audit.kinds.items())
    console.print(f"{audit.name}: {audit.rows:,} keys ({kinds})")
    for problem in Problem:
        found = [one for one in audit.findings if one.problem is problem]
        if not found:
            continue
        console.print(f"\n{audit.counts[problem]:,} {problem}: {IN_WORDS[problem]}")
        for one in found[:show]:
            console.print(f"  {one.example_id}: {_short(one.key)}{'; ' if one.detail else ''}{_short(one.detail)}")
        if len(found) > show:
            console.print(f"  … and {len(found) - show:,} more")
    if not audit.findings:
        console.print("nothing found: every key can be read, and grades correct against itself and its solution")


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 120 else text[:119] + "…"
