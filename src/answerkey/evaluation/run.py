"""Systems on a data set: ask, score, collect."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from answerkey.datasets.benchmark import Benchmark, Dataset, Example
from answerkey.datasets.sources import load
from answerkey.evaluation.result import Result, ResultRow
from answerkey.evaluators.evaluator import Evaluator, VerdictEvaluator, evaluator_named
from answerkey.grading import as_text
from answerkey.policy import Policy
from answerkey.systems.system import Output, System, Tick, as_system, outputs_of
from answerkey.verdict import Outcome, Reason, Verdict

_OWN = frozenset({one.name for one in fields(ResultRow)} | {"id", "gold", "context", "solution", "prompt"})
_PLAIN = (str, int, float, bool)


def evaluate(
    systems: Iterable[Any],
    dataset: Dataset | str | Iterable[Mapping[str, Any]],
    evaluators: Iterable[Evaluator] | None = None,
    *,
    samples: int = 1,
    policy: Policy | str | None = None,
    template: str | None = None,
    n: int | None = None,
    on_output: Tick | None = None,
) -> Result:
    """Run each system on a data set and score what it says.

    `systems`: functions of an example, objects with `name` and `process(example)`, `Endpoint`s, `Recorded` answers.
    `dataset`: a name (see `answerkey.datasets.load`), a loaded `Dataset`, or examples with `question` and `answer`.
    `evaluators` None: those that the data set asks for, with its extraction and its policy (or `policy`). An example
    reaches a system with its `prompt`, made from the data set's template or from `template`. `samples` responses are
    asked for on each example. What a system raises is that row's failure: it stops nothing and is no wrong answer.

    >>> rows = [{"id": 1, "question": "1/4 + 1/4?", "answer": "1/2"}]
    >>> evaluate([lambda example: "0.5"], rows).summary["<lambda>"]["answer_match"]
    1.0
    """
    tested = [as_system(system) for system in systems]
    taken = [system.name for system in tested]
    if len(set(taken)) < len(taken):
        raise ValueError(f"systems need names of their own; there are: {', '.join(taken)}")
    chosen = _dataset(dataset, n)
    if evaluators is None:
        evaluators = wired(chosen.benchmark, policy)
    scoring = list(evaluators)
    asked = [_asked(chosen.benchmark, example, template) for example in chosen.examples]
    rows: list[ResultRow] = []
    for system in tested:
        outputs = outputs_of(system, asked, samples, on_output)
        rows += _rows(chosen, system, outputs, scoring)
    return Result(tuple(rows))


def _asked(benchmark: Benchmark, example: Example, template: str | None) -> Example:
    """The example with the prompt that a system is asked with; one that has a prompt and no question keeps it."""
    if example.get("question") is None and example.get("prompt"):
        return example
    return {**example, "prompt": benchmark.prompt(example, template)}


def wired(benchmark: Benchmark, policy: Policy | str | None = None) -> list[Evaluator]:
    """The evaluators that a data set asks for, with its extraction and policy.

    >>> from answerkey.datasets import benchmark_named
    >>> [evaluator.name for evaluator in wired(benchmark_named("mgsm"))]
    ['math_equivalence', 'answer_match']
    """
    return [
        evaluator_named(name, policy=policy or benchmark.policy, extractor=benchmark.extractor)
        for name in benchmark.evaluators
    ]


def _dataset(given: Dataset | str | Iterable[Mapping[str, Any]], n: int | None) -> Dataset:
    if isinstance(given, str):
        return load(given, n=n)
    if isinstance(given, Dataset):
        return given if n is None else Dataset(given.name, given.benchmark, given.examples[:n], given.origin)
    examples = tuple(dict(example) for example in given)[:n]
    benchmark = Benchmark("examples", "examples of the caller's", len(examples), "", (), lambda row, place: dict(row))
    return Dataset("examples", benchmark, examples, "the caller")


def _rows(
    dataset: Dataset, system: System, outputs: Sequence[Sequence[Output]], evaluators: Sequence[Evaluator]
) -> list[ResultRow]:
    """One row an output; evaluators see those that are answers."""
    answered = [
        (example, output)
        for example, several in zip(dataset.examples, outputs, strict=True)
        for output in several
        if not output.get("failure")
    ]
    scored = iter(_scored(answered, evaluators))
    rows = []
    for place, (example, several) in enumerate(zip(dataset.examples, outputs, strict=True)):
        for sample, output in enumerate(several):
            grade = _FAILED if output.get("failure") else next(scored)
            rows.append(
                ResultRow(
                    dataset=dataset.name,
                    system=system.name,
                    example_id=example.get("id", place),
                    sample=sample,
                    question=_text(example.get("question")),
                    answer=example.get("answer"),
                    response=_text(output.get("response")),
                    scores=grade.scores,
                    verdict=grade.verdict,
                    truncated=bool(output.get("truncated")),
                    failure=_text(output.get("failure")) or None,
                    error=_text(output.get("error")) or grade.error,
                    reasoning=_text(output.get("reasoning")),
                    cached=bool(output.get("cached")),
                    input_tokens=output.get("input_tokens", 0),
                    output_tokens=output.get("output_tokens", 0),
                    seconds=output.get("seconds", 0.0),
                    metadata={
                        name: value for name, value in example.items() if name not in _OWN and isinstance(value, _PLAIN)
                    },
                )
            )
    return rows


def _text(value: Any) -> str | None:
    return None if value is None else as_text(value)


@dataclass(slots=True)
class _Grade:
    """What evaluators made of one output, and what one of them raised."""

    scores: dict[str, float] = field(default_factory=dict)
    verdict: Verdict | None = None
    error: str | None = None


_FAILED = _Grade(verdict=Verdict(Outcome.UNDECIDED, Reason.CALL_FAILED))


def _scored(pairs: Sequence[tuple[Example, Output]], evaluators: Sequence[Evaluator]) -> list[_Grade]:
    """The scores of each pair by all evaluators, and the verdict of the last that gives verdicts.

    What an evaluator of another's raises on a row stands in the row: that row has no score of it.
    """
    grades = [_Grade() for _ in pairs]
    for evaluator in evaluators:
        if isinstance(evaluator, VerdictEvaluator):
            for grade, verdict in zip(grades, evaluator.verdicts(pairs), strict=True):
                grade.verdict = verdict
                if not verdict.reason.failed:  # a judge that failed, an error of ours: no score of the response
                    grade.scores.update(evaluator.scores(verdict))
            continue
        for grade, (example, output) in zip(grades, pairs, strict=True):
            try:
                grade.scores.update(evaluator.score(example, output))
            except Exception as error:  # the caller's code
                grade.error = f"{evaluator.name}: {type(error).__name__}: {error}"
    return grades
