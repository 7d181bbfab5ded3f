"""The contract with an evaluator, and evaluators by name: ours and those of other packages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol, TypeAlias, runtime_checkable

from answerkey.plugins import found, loaded
from answerkey.verdict import Verdict

Pair: TypeAlias = tuple[Mapping[str, Any], Mapping[str, Any]]
"""An example as its data set has it, and what a system made of it."""

OURS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    # name: module, class, the options that it takes
    "math_equivalence": ("math_equivalence", "MathEquivalence", ()),
    "answer_match": ("answer_match", "AnswerMatch", ("policy", "extractor")),
    "multiple_choice": ("multiple_choice", "MultipleChoice", ("policy",)),
}
GROUP = "answerkey.evaluators"


class Evaluator(Protocol):
    """Whatever has a name and scores a row."""

    @property
    def name(self) -> str:
        """What the evaluator is called."""
        ...

    def score(self, original: dict[str, Any], processed: dict[str, Any]) -> dict[str, float]:
        """Scores by name: `original` is the example, `processed` the system's output."""
        ...


@runtime_checkable
class VerdictEvaluator(Protocol):
    """An evaluator whose scores follow from verdicts, which results keep; many rows at a time."""

    def verdicts(self, rows: Sequence[Pair]) -> list[Verdict]:
        """One verdict a row."""
        ...

    def scores(self, verdict: Verdict) -> dict[str, float]:
        """The scores of a verdict."""
        ...


def names() -> list[str]:
    """The names of all evaluators that need nothing to be made."""
    return [*OURS, *(name for name in found(GROUP) if name not in OURS)]


def evaluator_named(name: str, **options: Any) -> Evaluator:
    """A new evaluator, with those of `options` (`policy`, `extractor`) that it takes. `ValueError` for any other name.

    >>> evaluator_named("math_equivalence").score({"answer": "1/2"}, {"response": "0.5"})
    {'math_equiv': 1.0}
    """
    if name in OURS:
        module, kind, takes = OURS[name]
        made = getattr(import_module(f"answerkey.evaluators.{module}"), kind)
        return made(**{option: options[option] for option in takes if option in options})  # type: ignore[no-any-return]
    if name in found(GROUP):
        return loaded(GROUP, name)()  # type: ignore[no-any-return]
    raise ValueError(f"there is no evaluator {name!r}; there are: {', '.join(names())}")
