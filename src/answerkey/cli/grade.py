"""`answerkey grade`: a file of responses, and a table of what they came to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from answerkey.cli import judging

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
    judge_url: judging.Url = None,
    judge_model: judging.Model = None,
    judge_key_env: judging.KeyEnv = None,
    judge_prompt: judging.PromptName = None,
    judge_question: judging.Question = None,
    judge_samples: judging.Samples = 1,
    judge_swap: judging.Swap = False,
    judge_concurrency: judging.Concurrency = 32,
    judge_rpm: judging.Rpm = None,
    judge_tpm: judging.Tpm = None,
    judge_prices: judging.Prices = None,
    audit: judging.Audit = 0,
    max_judge_calls: judging.MaxCalls = None,
    cache: judging.Cache = True,
    refresh: judging.Refresh = "failed",
) -> None:
    """Grade a file of responses and show what they came to."""
    from answerkey.cli.options import known_policy
    from answerkey.running.grade_file import grade_file

    review = judging.JudgeOptions(
        judge_url,
        judge_model,
        key_env=judge_key_env,
        prompt=judge_prompt,
        question=judge_question,
        samples=judge_samples,
        swap=judge_swap,
        audit=audit,
        max_calls=max_judge_calls,
        concurrency=judge_concurrency,
        requests_per_minute=judge_rpm,
        tokens_per_minute=judge_tpm,
        prices=judge_prices,
        cache=cache,
        refresh=refresh,
    ).review()
    graded = grade_file(
        file,
        gold=gold,
        response=answer,
        label=label,
        output=output,
        policy=known_policy(policy),
        review=review,
    )
    _show(graded, file, output, review)


def _show(graded: Graded, file: Path, output: Path | None, review: judging.JudgeReview | None) -> None:
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
    if review is not None:
        review.show(console)
    if output is not None:
        console.print(f"graded rows: {output}", markup=False)
