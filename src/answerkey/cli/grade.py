"""`answerkey grade`: files of responses, and a table of what they came to."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Annotated, Any

import typer

from answerkey.cli import judging
from answerkey.running.errors import InputError

if TYPE_CHECKING:
    from rich.console import Console

    from answerkey.running.grade_files import Graded, Progress
    from answerkey.running.options import Engine

_REDRAWN_EVERY = 0.1  # seconds: the bar


def command(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...",
            help="Rows with a key and a response (.jsonl, .json, .csv, .tsv, .parquet; text also .gz, .zst); "
            "folders, patterns and URLs of such files; - for JSON Lines on standard input.",
        ),
    ],
    gold: Annotated[str | None, typer.Option(help="The column of the key (guessed among the usual names).")] = None,
    answer: Annotated[str | None, typer.Option(help="The column of the response (likewise).")] = None,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", help="Write the rows here (a file, a folder/ or -) with answerkey_… fields."),
    ] = None,
    policy: Annotated[str, typer.Option(help="The conventions: default, strict or lenient.")] = "default",
    label: Annotated[
        str | None, typer.Option(help="A column that says already who is right: shows the agreement.")
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes (one a core where the input is large).")] = None,
    strict_input: Annotated[
        bool, typer.Option("--strict-input", help="Stop at a row that cannot be read, naming file and line.")
    ] = False,
    engine: Annotated[str, typer.Option(help="local, or ray: a cluster; the output is a folder/.")] = "local",
    address: Annotated[str | None, typer.Option(help="The Ray cluster: auto, or host:port (one of its own).")] = None,
    judges: Annotated[int, typer.Option(min=1, help="Ray actors that judge; they share the limits.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON, for programs.")] = False,
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
    """Grade files of responses and show what they came to."""
    from answerkey.cli.options import known_policy
    from answerkey.grader import Grader
    from answerkey.running.grade_files import grade_files
    from answerkey.running.options import Options

    options = judging.JudgeOptions(
        judge_url,
        judge_model,
        key_env=judge_key_env,
        prompt=judge_prompt,
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
        question=judge_question,
        elsewhere=engine != "local",
    )
    review = options.review()
    cluster = _engine(engine, address, options, review, judges)
    wanted = Options(
        gold=gold,
        response=answer,
        label=label,
        question=judge_question,
        output=output,
        grader=Grader(known_policy(policy)),
        workers=workers,
        strict_input=strict_input,
        review=review,
        engine=cluster,
    )
    try:
        with _progress() as show, nullcontext() if review is None else review.judge:
            graded = grade_files(files, wanted, on_progress=show)
    except KeyboardInterrupt:
        if output not in (None, "-"):
            print(f"answerkey: {output}: the same command goes on from what is done", file=sys.stderr)
        raise
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True, stderr=output == "-")
    if as_json:
        console.out(json.dumps(_summary(graded, output, review), ensure_ascii=False, indent=2), highlight=False)
    else:
        _show(console, graded, output, review)
    if label is not None and not graded.summary.labelled:
        raise InputError(f"--label: no row that was graded says true or false in the column {label!r}")
    if review is not None:
        review.check()


def _engine(
    name: str, address: str | None, options: judging.JudgeOptions, review: judging.JudgeReview | None, judges: int
) -> Engine | None:
    """The engine called `name`, None for this machine. `InputError` for one that is not there."""
    for option, idle in (("--address", address is not None), ("--judges", judges > 1)):
        if idle and name != "ray":
            raise InputError(f"{option} is for --engine ray")
    if name == "local":
        return None
    if name != "ray":
        raise InputError(f"there is no engine {name!r}; the engines are: local, ray")
    if review is None and judges > 1:
        raise InputError("--judges: a judge takes both --judge-url and --judge-model")
    from functools import partial

    from answerkey.running.workers import ray

    make_review = None if review is None else partial(judging.shared_review, options, judges)
    return partial(ray.run, address=address, review=review, make_review=make_review, judges=judges)


@contextmanager
def _progress() -> Iterator[Callable[[Progress], None] | None]:
    """A bar on standard error with share, rows a second and time left, where somebody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("grading"), BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[said]}"))
    # Drawn by this thread: with another, workers could not be forked.
    with Bar(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True, auto_refresh=False) as bar:
        task = bar.add_task("grade", total=None, said="")
        drawn = 0.0

        def show(progress: Progress) -> None:
            nonlocal drawn
            elapsed = bar.tasks[0].elapsed or 0.0
            rate = progress.rows / elapsed if elapsed else 0.0
            said = f"{progress.rows:,} rows, {rate:,.0f}/s"
            bar.update(task, completed=progress.bytes, total=progress.total, said=said)
            if elapsed - drawn > _REDRAWN_EVERY:
                drawn = elapsed
                bar.refresh()

        yield show


def _summary(graded: Graded, output: str | None, review: judging.JudgeReview | None) -> dict[str, Any]:
    """What `--json` prints."""
    summary = graded.summary
    return {
        "rows": summary.rows,
        "outcomes": {outcome.value: count for outcome, count in sorted(summary.outcomes.items())},
        "reasons": summary.to_dict()["reasons"],
        "failed": summary.failed,
        "broken": _broken(graded),
        "accuracy": summary.accuracy,
        "interval": list(summary.interval),
        "labelled": summary.labelled,
        "agreeing": summary.agreeing,
        "gold": graded.columns.gold,
        "response": graded.columns.response,
        "files": graded.files,
        "files_kept": graded.kept,
        "output": output,
        "seconds": round(graded.seconds, 3),
        "judge": None if review is None else review.summary(),
    }


def _show(console: Console, graded: Graded, output: str | None, review: judging.JudgeReview | None) -> None:
    """Print the columns taken, the table and where the rows went."""
    from rich.table import Table

    from answerkey.verdict import IN_WORDS, Outcome

    summary, columns = graded.summary, graded.columns
    said = [
        f"{column} (guessed)" if guessed else column for column, guessed in zip(columns[:2], columns[2:], strict=True)
    ]
    console.print(f"key: {said[0]}, response: {said[1]}", markup=False)

    table = Table(
        "outcome",
        "reason",
        title=f"{summary.rows:,} response{'' if summary.rows == 1 else 's'} in {_named(graded.files)}",
        title_justify="left",
    )
    table.add_column("rows", justify="right")
    table.add_column("share", justify="right")
    outcomes = summary.outcomes
    for outcome in Outcome:
        reasons = [(count, reason) for reason, count in summary.reasons.items() if reason.outcome is outcome]
        if not reasons:
            continue
        total = outcomes[outcome]
        table.add_row(f"[bold]{outcome}", "", f"[bold]{total:,}", f"[bold]{total / summary.rows:.1%}")
        for count, reason in sorted(reasons, reverse=True):
            table.add_row("", f"{reason.value}: {IN_WORDS[reason]}", f"{count:,}", f"{count / summary.rows:.1%}")
    console.print(table)
    low, high = summary.interval
    console.print(f"accuracy {summary.accuracy:.2%} (95 % interval {low:.2%} to {high:.2%}, Wilson)")
    if summary.failed:
        console.print(f"in no accuracy: {summary.failed:,} rows on which something failed (a call, the judge, the row)")
    if broken := _broken(graded):
        console.print(
            f"the first row that could not be graded: {broken['file']}, {broken['row']}: {broken['problem']}",
            markup=False,
        )
    if summary.labelled:
        share = summary.agreeing / summary.labelled
        console.print(f"agreement with the label: {summary.agreeing:,} of {summary.labelled:,} ({share:.2%})")
    if review is not None:
        review.show(console)
    if graded.kept:
        console.print(f"files that were graded before: {graded.kept:,}")
    if output is not None:
        console.print(f"graded rows: {output}", markup=False)


def _broken(graded: Graded) -> dict[str, str] | None:
    """Where the first row stands that could not be graded, and why."""
    from answerkey.running.job import where

    broken = graded.summary.broken
    return broken and {"file": _named([broken.file]), "row": where(broken), "problem": broken.words}


def _named(files: list[str]) -> str:
    if len(files) > 1:
        return f"{len(files):,} files"
    return "standard input" if files[0] == "-" else files[0].replace("\\", "/").rpartition("/")[2]
