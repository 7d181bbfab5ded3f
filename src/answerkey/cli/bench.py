"""`answerkey bench`: systems on data sets, asked, graded and compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from answerkey.cli import judging, output
from answerkey.cli.datasets import DataDir
from answerkey.running.errors import InputError

if TYPE_CHECKING:
    from answerkey.datasets import Dataset
    from answerkey.evaluation import Line, Result
    from answerkey.evaluators.evaluator import Evaluator
    from answerkey.judging import Judge
    from answerkey.reporting.tables import Table

_CACHE_FILE = "answers.sqlite"


def command(
    dataset: Annotated[
        list[str],
        typer.Option("--dataset", "-d", metavar="NAME[:CONFIG]|PATH", help="A data set; may be given several times."),
    ],
    url: Annotated[
        list[str] | None,
        typer.Option("--url", "--proxy", help="An OpenAI-compatible endpoint; several are compared side by side."),
    ] = None,
    model: Annotated[
        list[str] | None, typer.Option(help="The model at the endpoint: one for all, or one for each --url.")
    ] = None,
    answers: Annotated[
        list[Path] | None, typer.Option(metavar="FILE", help="Answers that are recorded already, instead of asking.")
    ] = None,
    name: Annotated[
        list[str] | None, typer.Option(help="What to call each --url, then each --answers, in the order given.")
    ] = None,
    n: Annotated[int | None, typer.Option("-n", min=1, help="The first N rows of each data set.")] = None,
    samples: Annotated[int, typer.Option(min=1, help="Responses to ask for on each row.")] = 1,
    temperature: Annotated[
        float | None, typer.Option(min=0, help="The sampling temperature (0; with several samples 0.7).")
    ] = None,
    max_tokens: Annotated[int | None, typer.Option(min=1, help="The most tokens of a response.")] = None,
    prompt: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A prompt of your own, with {question} where it goes.")
    ] = None,
    key_env: Annotated[
        str | None, typer.Option(metavar="NAME", help="The environment variable with the endpoints' key.")
    ] = None,
    concurrency: Annotated[int, typer.Option("--concurrency", "--max-workers", min=1, help="Calls in flight.")] = 32,
    rpm: judging.Rpm = None,
    tpm: judging.Tpm = None,
    cache_dir: Annotated[
        Path | None, typer.Option(help="Keep answers in this folder, and go on from those that are there.")
    ] = None,
    data_dir: DataDir = None,
    question: Annotated[str | None, typer.Option(help="The column of a file's question (guessed).")] = None,
    gold: Annotated[str | None, typer.Option(help="The column of a file's key (guessed).")] = None,
    policy: Annotated[
        str | None, typer.Option(help="The conventions: default, strict or lenient (the data set's own).")
    ] = None,
    evaluator: Annotated[
        list[str] | None, typer.Option(help="A further evaluator by name, beside those of the data set.")
    ] = None,
    judge_url: judging.Url = None,
    judge_model: judging.Model = None,
    judge_key_env: judging.KeyEnv = None,
    score_field: Annotated[
        str | None, typer.Option(help="The score to show alone, and that --threshold is about.")
    ] = None,
    threshold: Annotated[
        float | None, typer.Option(help="Show the share of rows whose score is at least this.")
    ] = None,
    form: Annotated[
        output.Format, typer.Option("--format", "--output", help="How to write what was found.")
    ] = output.Format.TABLE,
    rows: Annotated[
        Path | None, typer.Option("--rows", "-o", metavar="FILE", help="Write every response with its grade (.jsonl).")
    ] = None,
) -> None:
    """Ask models the questions of data sets, grade what they answer, and show the table."""
    from answerkey.cli.options import known_policy
    from answerkey.datasets.sources import load
    from answerkey.evaluation import Result, evaluate

    if policy is not None:
        known_policy(policy)
    if rows is not None and rows.is_dir():
        raise InputError(f"{rows}: is a folder; name a file for the rows")
    template = _template(prompt)
    chosen = [load(one, data_dir=data_dir, n=n, question=question, gold=gold) for one in dict.fromkeys(dataset)]
    cache = None if cache_dir is None else cache_dir / _CACHE_FILE
    parameters = {} if max_tokens is None else {"max_tokens": max_tokens}
    client = {"key_env": key_env, "concurrency": concurrency, "requests_per_minute": rpm, "tokens_per_minute": tpm}
    systems = _systems(
        url or [],
        model or [],
        answers or [],
        name or [],
        {"temperature": temperature, "parameters": parameters, "cache": cache, **client},
    )
    judge = judging.JudgeOptions(judge_url, judge_model, key_env=judge_key_env).judge()
    result = Result(())
    try:
        for one in chosen:
            evaluators = _evaluators(one, policy, evaluator or [], judge)
            with _progress(one, systems, samples) as tick:
                result += evaluate(systems, one, evaluators, samples=samples, template=template, on_output=tick)
    except ValueError as error:  # a setting that the client found wanting when it was used
        raise InputError(str(error)) from None
    finally:
        for open_one in (*systems, *([judge] if judge else [])):
            if close := getattr(open_one, "close", None):
                close()
    if score_field is not None and not any(score_field in row.scores for row in result.rows):
        there = dict.fromkeys(name for row in result.rows for name in row.scores)
        raise InputError(f"there is no score {score_field!r}; there are: {', '.join(there)}")
    if rows is not None:
        try:
            result.write_rows(rows)
        except OSError as error:
            raise InputError(f"{rows}: cannot be written: {error.strerror or error}") from None
    if form is output.Format.JSON:
        typer.echo(result.to_json())
    else:
        output.write(list(_tables(result, score_field, threshold)), form)


def _template(path: Path | None) -> str | None:
    if path is None:
        return None
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read: {error}") from None
    if "{question}" not in text:
        raise InputError(f"{path}: a prompt has {{question}} where the question goes")
    return text


def _systems(
    urls: Sequence[str], models: Sequence[str], answers: Sequence[Path], names: Sequence[str], options: dict[str, Any]
) -> list[Any]:
    """The systems in the order of the command line, each with a name of its own."""
    from answerkey.systems import Endpoint, Recorded

    if not urls and not answers:
        raise InputError("what is to be tested? Name an endpoint with --url and --model, or recorded --answers")
    if urls and len(models) not in (1, len(urls)):
        raise InputError(
            f"--model is given once for all endpoints or once for each; here {len(models)} for {len(urls)}"
        )
    if len(names) > len(urls) + len(answers):
        raise InputError(f"{len(names)} names for {len(urls) + len(answers)} systems")
    called: list[str | None] = [*names, *[None] * (len(urls) + len(answers) - len(names))]
    systems: list[Any] = []
    try:
        for place, url in enumerate(urls):
            given = models[place] if len(models) > 1 else models[0]
            systems.append(Endpoint(url, given, name=called[place], **options))
    except (ValueError, ImportError, OSError) as error:
        raise InputError(str(error)) from None
    systems += [Recorded(path, name=title) for path, title in zip(answers, called[len(urls) :], strict=True)]
    shown = [system.name for system in systems]
    if twice := next((one for one in shown if shown.count(one) > 1), None):
        raise InputError(f"two systems are called {twice!r}; tell them apart with --name")
    return systems


def _evaluators(dataset: Dataset, policy: str | None, further: Sequence[str], judge: Judge | None) -> list[Evaluator]:
    """Those that the data set asks for, those named, and the judge where there is one."""
    from answerkey.evaluation.run import wired
    from answerkey.evaluators import SemanticJudge
    from answerkey.evaluators.evaluator import evaluator_named

    benchmark = dataset.benchmark
    options = {"policy": policy or benchmark.policy, "extractor": benchmark.extractor}
    evaluators = wired(benchmark, policy)
    there = {one.name for one in evaluators}
    try:
        evaluators += [evaluator_named(name, **options) for name in dict.fromkeys(further) if name not in there]
    except ValueError as error:
        raise InputError(str(error)) from None
    return evaluators if judge is None else [*evaluators, SemanticJudge(judge, **options)]


@contextmanager
def _progress(dataset: Dataset, systems: Sequence[Any], samples: int) -> Iterator[Callable[[dict[str, Any]], None]]:
    """A bar on standard error, where somebody watches."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    shown = (
        TextColumn(dataset.name, markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[said]}"),
    )
    with Progress(*shown, TimeRemainingColumn(), console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=len(dataset) * len(systems) * samples, said="")
        failed = 0

        def tick(output: dict[str, Any]) -> None:
            nonlocal failed
            failed += bool(output.get("failure"))
            bar.update(task, advance=1, said=f"{failed:,} failed" if failed else "")

        yield tick


def _tables(result: Result, score_field: str | None, threshold: float | None) -> Iterator[Table]:
    """Systems and scores side by side; where a row has several samples, what they come to together."""
    from answerkey.reporting.tables import Share, Table

    lines = result.lines
    found = list(dict.fromkeys(name for line in lines for name in line.scores))
    scores = [score_field] if score_field else found
    passed = score_field or next((name for name in ("answer_match", *found) if name in found), "")
    rows = []
    for line in lines:
        cells: list[object] = [line.dataset, line.system, line.rows, line.failed, line.truncated]
        cells += [_cell(line, score) for score in scores]
        if threshold is not None:
            share = result.filter(dataset=line.dataset, system=line.system).pass_rate(passed, threshold)
            cells.append(None if share is None else Share(share))
        rows.append(tuple(cells))
    head = ("data set", "system", "rows", "failed calls", "cut off", *scores)
    if threshold is not None:
        head = (*head, f"{passed} ≥ {threshold:g}")
    yield Table("scores", "Scores", head, rows, _note(result))
    for dataset, system in dict.fromkeys((row.dataset, row.system) for row in result.rows if row.sample):
        yield _samples(result.filter(dataset=dataset, system=system), f"{dataset}, {system}")


def _cell(line: Line, score: str) -> object:
    """A mean in percent, with its interval where it has one."""
    from answerkey.reporting.tables import Share

    if score not in line.scores:
        return None
    share = Share(line.scores[score])
    if score not in line.intervals or score.endswith(("undecided", "judged")):
        return share
    low, high = line.intervals[score]
    return f"{share} ({100 * low:.1f}–{100 * high:.1f})"


def _note(result: Result) -> str:
    """What must be known to read the table right."""
    said = []
    if any(line.intervals for line in result.lines):
        said.append("In brackets: 95 % intervals (Wilson). Rows without an answer are in no score.")
    if cached := sum(row.cached for row in result.rows):
        said.append(f"{cached:,} of {len(result.rows):,} answers were kept from an earlier run.")
    for line in result.lines:
        failed = [row for row in result.filter(dataset=line.dataset, system=line.system).rows if row.failure]
        if failed:
            kinds = ", ".join(f"{count:,} {kind}" for kind, count in Counter(row.failure for row in failed).items())
            said.append(f"{line.system} on {line.dataset}: {kinds}; the first: {failed[0].error}")
    return "\n".join(said)


def _samples(result: Result, title: str) -> Table:
    """avg@k, pass@k and maj@k of one system on one data set."""
    from answerkey.reporting.overview import sample_table
    from answerkey.reporting.runs import Run
    from answerkey.reporting.tables import Table

    graded = [(row, row.verdict) for row in result.rows if row.verdict is not None and row.failure is None]
    run = Run(
        name=title,
        rows=[row.to_dict() for row, _ in graded],
        outcomes=[verdict.outcome for _, verdict in graded],
        reasons=[verdict.reason.value for _, verdict in graded],
        prefix="answerkey_",
        gold="gold",
        response="response",
        question="question",
        id="id",
    )
    try:
        table = sample_table(run, "id", ())
    except ImportError as error:
        return Table(f"samples: {title}", f"Several samples: {title}", (), [], str(error))
    return table or Table(f"samples: {title}", f"Several samples: {title}", (), [], "No row has several answers.")
