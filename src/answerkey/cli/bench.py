"""`answerkey bench`: systems on data sets, asked, graded and compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from answerkey.cli import judging, output
from answerkey.cli.datasets import DataDir, check_columns
from answerkey.running.errors import InputError

if TYPE_CHECKING:
    from answerkey.datasets import Dataset
    from answerkey.evaluation import Result
    from answerkey.evaluators.evaluator import Evaluator
    from answerkey.judging import Judge

_CACHE_FILE = "answers.sqlite"


class Form(StrEnum):
    """How a benchmark's results are written: as other findings, or as the page of `answerkey report`."""

    TABLE = "table"
    MARKDOWN = "markdown"
    JSON = "json"
    HTML = "html"


def _form(given: str) -> Form:
    if given not in tuple(Form):
        raise typer.BadParameter(f"{given!r} is none of {', '.join(Form)}; rows go to a file with --rows")
    return Form(given)


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
        str | None, typer.Option(help="The score to show alone, and that --threshold and --fail-under are about.")
    ] = None,
    threshold: Annotated[
        float | None, typer.Option(help="Show the share of rows whose score is at least this.")
    ] = None,
    form: Annotated[
        Form,
        typer.Option(
            *("--format", "--output"),
            parser=_form,
            metavar="|".join(Form),
            help="How to write what was found, on standard output.",
        ),
    ] = Form.TABLE,
    rows: Annotated[
        Path | None, typer.Option("--rows", "-o", metavar="FILE", help="Write every response with its grade (.jsonl).")
    ] = None,
    fail_under: output.FailUnder = None,
) -> None:
    """Ask models the questions of data sets, grade what they answer, and show the table."""
    from answerkey.cli.options import known_policy
    from answerkey.datasets.sources import load
    from answerkey.evaluation import Result, evaluate
    from answerkey.reporting.benchmark import headline, page, tables_of

    if policy is not None:
        known_policy(policy)
    if rows is not None:
        _check_output(rows)
    check_columns(dataset, gold, question)
    template = _template(prompt)
    asking = {
        "--model": model,
        "--temperature": temperature,
        "--max-tokens": max_tokens,
        "--samples": samples if samples > 1 else None,
        "--key-env": key_env,
        "--rpm": rpm,
        "--tpm": tpm,
        "--cache-dir": cache_dir,
    }
    if answers and not url and (idle := next((option for option, given in asking.items() if given is not None), "")):
        raise InputError(f"{idle} is for --url: answers that are recorded are asked for nowhere")
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
    result, matched = Result(()), list[str]()
    try:
        for one in chosen:
            evaluators = _evaluators(one, policy, evaluator or [], judge)
            with _progress(one, systems, samples) as tick:
                result += evaluate(systems, one, evaluators, samples=samples, template=template, on_output=tick)
            matched += [f"{each.name} on {one.name}: {each.said}" for each in systems if getattr(each, "said", "")]
    except ValueError as error:  # a setting that the client found wanting when it was used
        raise InputError(str(error)) from None
    finally:
        for open_one in (*systems, *([judge] if judge else [])):
            if close := getattr(open_one, "close", None):
                close()
    if rows is not None:
        try:
            result.write_rows(rows)
        except OSError as error:
            raise InputError(f"{rows}: cannot be written: {error.strerror or error}") from None
    scores = dict.fromkeys(name for row in result.rows for name in row.scores)
    if score_field is not None and scores and score_field not in scores:
        raise InputError(f"there is no score {score_field!r}; there are: {', '.join(scores)}")
    tables = list(tables_of(result, score_field, threshold))
    if form is Form.JSON:
        typer.echo(result.to_json())
    elif form is Form.HTML:
        typer.echo(page(result, tables))
    else:
        output.write(tables, output.Format(form.value))
    for line in matched:
        typer.echo(line, err=True)
    if judge is not None:
        stats, heard = judge.client.stats, any(row.verdict and row.verdict.decided_by == "judge" for row in result.rows)
        silent = stats.failed == stats.calls > 0 and not heard
        judging.check_judge(judge, f"answered none of {stats.calls:,} calls: {stats.failure}" if silent else None)
    _check(result, headline(result, score_field), fail_under)


def _check(result: Result, score: str, least: float | None) -> None:
    """A system without a single answer was not tested, and a score may be under what was asked for."""
    for line in result.lines:
        if not line.answered:
            first = next(row.error for row in result.filter(dataset=line.dataset, system=line.system).rows)
            raise InputError(f"{line.system} answered no row of {line.dataset}: {first}")
        if least is not None and score not in line.scores:
            raise InputError(f"--fail-under: {line.system} on {line.dataset} has no score {score!r}")
        output.check(line.scores.get(score, 0.0), least, f"{score} of {line.system} on {line.dataset}")


def _check_output(path: Path) -> None:
    """Find out before the work what would prevent the writing after it."""
    from answerkey.running.files.atomic import check_writable

    try:
        check_writable(path)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror or error}") from None


def _template(path: Path | None) -> str | None:
    if path is None:
        return None
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
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
