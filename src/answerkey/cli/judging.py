"""The judge's options of `answerkey grade`, and what the run shows of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from answerkey.running.errors import InputError
from answerkey.running.fields import JUDGED
from answerkey.statistics.intervals import wilson

if TYPE_CHECKING:
    from rich.console import Console

    from answerkey.judging import Judge, JudgeResult
    from answerkey.judging.judge import Progress
    from answerkey.judging.tally import Tally
    from answerkey.running.job import Window
    from answerkey.verdict import Verdict

Url = Annotated[str | None, typer.Option(help="Ask a judge about undecided rows: an OpenAI-compatible endpoint.")]
Model = Annotated[str | None, typer.Option(help="The judge's model.")]
KeyEnv = Annotated[str | None, typer.Option(metavar="NAME", help="The environment variable with the judge's API key.")]
PromptName = Annotated[str | None, typer.Option(help="The judge's prompt: answer, question, parts, or a file.")]
Question = Annotated[str | None, typer.Option(help="The column of the question, for the judge (guessed).")]
Samples = Annotated[int, typer.Option(min=1, help="Opinions to ask for on each row; the majority decides.")]
Swap = Annotated[bool, typer.Option(help="Ask also with key and answer exchanged; disagreement is UNDECIDED.")]
Audit = Annotated[int, typer.Option(min=0, help="Ask also about so many decided rows: how often do they differ?")]
MaxCalls = Annotated[int | None, typer.Option(min=0, help="The most calls to make.")]
Concurrency = Annotated[int, typer.Option(min=1, help="Calls in flight.")]
Rpm = Annotated[float | None, typer.Option(min=0.1, help="Requests per minute.")]
Tpm = Annotated[float | None, typer.Option(min=1, help="Tokens per minute.")]
Prices = Annotated[str | None, typer.Option(metavar="IN,OUT", help="Prices per million tokens, to show the cost.")]
Cache = Annotated[
    bool, typer.Option("--cache/--no-cache", help="Keep the judge's replies, and go on from those that are kept.")
]
Refresh = Annotated[
    str, typer.Option(help="Which kept replies to ask for again: failed (those without a verdict), all, none.")
]


@dataclass(slots=True)
class JudgeOptions:
    """What the command line says about the judge."""

    url: str | None
    model: str | None
    key_env: str | None = None
    prompt: str | None = None
    samples: int = 1
    swap: bool = False
    audit: int = 0
    max_calls: int | None = None
    concurrency: int = 32
    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None
    prices: str | None = None
    cache: bool = True
    refresh: str = "failed"
    question: str | None = None  # the column
    elsewhere: bool = False  # the judge is asked on other machines, where its API key is

    def review(self) -> JudgeReview | None:
        """What reviews the verdicts, or None where no judge is named. `InputError` for options that cannot work."""
        judge = self.judge()
        if judge is None:
            return None
        asked = f"{self.url} {self.model} {self.prompt} {self.samples} {self.swap} {self.audit}"
        return JudgeReview(judge, asked, self.audit, _prices(self.prices), self.max_calls)

    def required_judge(self) -> Judge:
        """The judge, which is named."""
        judge = self.judge()
        assert judge is not None
        return judge

    def judge(self) -> Judge | None:
        """The judge, or None where none is named. `InputError` for options that cannot work."""
        if self.url is None or self.model is None:
            none = JudgeOptions(None, None)
            idle = next((option for name, option in _OPTIONS.items() if getattr(self, name) != getattr(none, name)), "")
            if self.url or self.model or idle:
                raise InputError(f"{idle and f'{idle}: '}a judge takes both --judge-url and --judge-model")
            return None
        try:
            from answerkey.judging import Judge

            judge = Judge(
                self.url,
                self.model,
                key_env=self.key_env,
                prompt=self.prompt,
                samples=self.samples,
                swap=self.swap,
                cache=cache_path() if self.cache else None,
                refresh=self.refresh,  # type: ignore[arg-type]  # checked by Judge
                max_calls=self.max_calls,
                concurrency=self.concurrency,
                requests_per_minute=self.requests_per_minute,
                tokens_per_minute=self.tokens_per_minute,
            )
            if not self.elsewhere:
                judge.client.check_key()
            return judge
        except (ValueError, ImportError, OSError) as error:
            raise InputError(str(error)) from None


# What says nothing without a judge.
_OPTIONS = {
    "key_env": "--judge-key-env",
    "prompt": "--judge-prompt",
    "question": "--judge-question",
    "samples": "--judge-samples",
    "swap": "--judge-swap",
    "concurrency": "--judge-concurrency",
    "requests_per_minute": "--judge-rpm",
    "tokens_per_minute": "--judge-tpm",
    "prices": "--judge-prices",
    "audit": "--audit",
    "max_calls": "--max-judge-calls",
    "cache": "--no-cache",
    "refresh": "--refresh",
}


def check_judge(judge: Judge, silent: str | None) -> None:
    """`InputError` where the judge stopped, or is `silent`, which says how."""
    if why := judge.client.stopped or silent:
        raise InputError(f"the judge {why}; what it left open is graded by the same command")


def shared_review(options: JudgeOptions, sharers: int) -> JudgeReview:
    """A review for one of so many processes that together keep to the limits of `options`."""
    share = replace(
        options,
        elsewhere=False,
        audit=options.audit // sharers,
        concurrency=max(1, options.concurrency // sharers),
        max_calls=None if options.max_calls is None else options.max_calls // sharers,
        requests_per_minute=None if options.requests_per_minute is None else options.requests_per_minute / sharers,
        tokens_per_minute=None if options.tokens_per_minute is None else options.tokens_per_minute / sharers,
    ).review()
    assert share is not None  # the options name a judge: who shares it has looked
    return share


def cache_path() -> Path:
    """Where the judge's replies are kept."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "answerkey" / "judge.sqlite"


def _prices(text: str | None) -> tuple[float, float] | None:
    if text is None:
        return None
    try:
        prompt, completion = (float(price) for price in text.split(","))
    except ValueError:
        raise InputError(f"--judge-prices takes two numbers like 0.15,0.60, not {text!r}") from None
    return prompt, completion


@dataclass(slots=True)
class JudgeReview:
    """Reviews the verdicts of a run part by part (`grade_files`'s `review`), and then shows what the judge did."""

    judge: Judge
    name: str
    audit: int
    prices: tuple[float, float] | None
    max_calls: int | None = None
    further: tuple[str, ...] = JUDGED
    tally: Tally | None = field(default=None)
    unsaid: Tally | None = field(default=None)  # of the tally, what nobody has asked for

    def __call__(self, window: Window) -> tuple[list[Verdict], list[dict[str, Any]]]:
        """The verdicts as rules and judge give them, with what the judge said."""
        from answerkey.judging import Graded, cascade
        from answerkey.judging.tally import Tally

        gold, question = window.columns.gold, window.question
        graded = [
            Graded(verdict, row.get(gold), _text(row.get(question)) if question else None)
            for row, verdict in zip(window.rows, window.verdicts, strict=True)
        ]
        self.tally, self.unsaid = self.tally or Tally(), self.unsaid or Tally()
        stats = self.judge.client.stats
        calls, failed, requests = stats.calls, stats.failed, stats.requests
        if self.max_calls is not None:  # of the run, which is judged part by part
            self.judge.max_calls = max(0, self.max_calls - self.judge.client.stats.calls)
        audit = max(0, round(self.audit * window.share) - self.tally.sampled)
        try:
            with self._progress() as show:  # the judge stays open: its limits are those of the whole run
                run = cascade(graded, self.judge, audit=audit, on_progress=show)
        except ValueError as error:
            raise InputError(str(error)) from None
        part = Tally(calls=stats.calls - calls, failed=stats.failed - failed, requests=stats.requests - requests)
        part.add(run)
        self.tally.merge(part)
        self.unsaid.merge(part)
        return run.verdicts, [_said(run.results.get(index)) for index in range(len(graded))]

    def check(self) -> None:
        """`InputError` where the judge stopped, or never answered."""
        tally = self.tally
        if tally is not None:
            silent = tally.failed == tally.calls > 0 and not tally.cached
            check_judge(self.judge, f"answered none of {tally.calls:,} calls: {tally.failure}" if silent else None)

    def spent(self) -> dict[str, Any]:
        """What the judge did since this was last asked, in plain types."""
        from answerkey.judging.tally import Tally

        said, self.unsaid = self.unsaid or Tally(), Tally()
        return said.plain()

    def add(self, spent: dict[str, Any]) -> None:
        """Count what the same judge did elsewhere."""
        from answerkey.judging.tally import Tally

        self.tally = self.tally or Tally()
        self.tally.merge(Tally.from_plain(spent))

    @contextmanager
    def _progress(self) -> Iterator[Callable[[Progress], None]]:
        """A bar on standard error with rate, cost, failures and time left, where somebody watches."""
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        console = Console(stderr=True)
        columns = (TextColumn("judge"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[said]}"))
        with Bar(*columns, TimeRemainingColumn(), console=console, disable=not console.is_terminal) as bar:
            task = bar.add_task("judge", total=None, said="")

            def show(progress: Progress) -> None:
                speed = bar.tasks[0].speed or 0.0
                said = f"{speed:.1f}/s, {progress.failed:,} failed, {self._tokens(progress.usage)}"
                bar.update(task, completed=progress.done, total=progress.total, said=said)

            yield show

    def _tokens(self, usage: Any) -> str:
        tokens = f"{usage.prompt + usage.completion:,} tokens"
        if self.prices is None:
            return tokens
        cost = (usage.prompt * self.prices[0] + usage.completion * self.prices[1]) / 1e6
        return f"{tokens}, cost {cost:,.4f}"

    def show(self, console: Console) -> None:
        """Print what the judge did, in a few lines."""
        tally = self.tally
        if tally is None:
            return
        came = ", ".join(f"{count:,} {name}" for name, count in tally.outcomes.most_common()) or "nothing to ask"
        console.print(
            f"judge {self.judge.client.model}: {came} ({tally.cached:,} from the cache; {tally.calls:,} calls, "
            f"{tally.requests:,} requests, {self._tokens(tally.usage)})",
            markup=False,
        )
        if tally.failure:
            console.print(f"the first call without a reply: {tally.failure}", markup=False)
        if tally.agreement is not None:
            console.print(f"agreement of the judge's opinions on a row: {tally.agreement:.1%}")
        if tally.audited:
            low, high = wilson(tally.differing, tally.audited)
            console.print(
                f"audit: rules and judge differ on {tally.differing:,} of {tally.audited:,} decided rows "
                f"({tally.differing / tally.audited:.1%}, 95 % interval {low:.1%} to {high:.1%})"
            )

    def summary(self) -> dict[str, Any]:
        """What the judge did, in plain types."""
        from answerkey.judging.tally import Tally

        return {
            "model": self.judge.client.model,
            "stopped": self.judge.client.stopped,
            **(self.tally or Tally()).to_dict(),
        }


def _text(value: Any) -> str | None:
    from answerkey.grading import as_text

    return as_text(value) or None


def _said(result: JudgeResult | None) -> dict[str, Any]:
    """What a row gains of the judge; the same fields in every row."""
    values = (None, None, None) if result is None else (str(result.outcome), result.reason, result.raw)
    return dict(zip(JUDGED, values, strict=True))
