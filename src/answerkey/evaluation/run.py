"""Systems on a data set: ask, score, collect."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from answerkey.datasets.benchmark import Benchmark, Dataset, Example
from answerkey.datasets.sources import load
from answerkey.evaluation.result import Result, ResultRow
from answerkey.evaluators.evaluator import Evaluator, VerdictEvaluator, evaluator_named
from answerkey.grading import as_text
from answerkey.policy import Policy
from answerkey.systems.system import Output, System, Tick, as_system, outputs_of
from answerkey.verdict import Outcome, Reason, Verdict

_OWN = frozenset({field.name for field in fields(ResultRow)} | {"id", "gold", "context", "solution", "prompt"})
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
    asked = [{"prompt": chosen.benchmark.prompt(example, template), **example} for example in chosen.examples]
    rows: list[ResultRow] = []
    for system in tested:
        outputs = outputs_of(system, asked, samples, on_output)
        rows += _rows(chosen, system, outputs, scoring)
    return Result(tuple(rows))


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
            scores, verdict = _FAILED if output.get("failure") else next(scored)
            rows.append(
                ResultRow(
                    dataset=dataset.name,
                    system=system.name,
                    example_id=example.get("id", place),
                    sample=sample,
                    question=_text(example.get("question")),
                    answer=example.get("answer"),
                    response=_text(output.get("response")),
                    scores=scores,
                    verdict=verdict,
                    truncated=bool(output.get("truncated")),
                    failure=_text(output.get("failure")) or None,
                    error=_text(output.get("error")),
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


_FAILED: tuple[dict[str, float], Verdict] = ({}, Verdict(Outcome.UNDECIDED, Reason.CALL_FAILED))


def _scored(
    pairs: Sequence[tuple[Example, Output]], evaluators: Sequence[Evaluator]
) -> list[tuple[dict[str, float], Verdict | None]]:
    """The scores of each pair by all evaluators, and the verdict of the last that gives verdicts."""
    scores: list[dict[str, float]] = [{} for _ in pairs]
    verdicts: list[Verdict | None] = [None] * len(pairs)
    for evaluator in evaluators:
        if isinstance(evaluator, VerdictEvaluator):
            for place, verdict in enumerate(evaluator.verdicts(pairs)):
                verdicts[place] = verdict
                scores[place].update(evaluator.scores(verdict))
        else:
            for place, (example, output) in enumerate(pairs):
                scores[place].update(evaluator.score(example, output))
    return list(zip(scores, verdicts, strict=True))
