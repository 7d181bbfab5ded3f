"""Grader specifications as objects: checked when made, then run over rows. A failure is no score, never a 0."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import starmap
from pathlib import Path
from typing import Any

from answerkey.integrations.openai_graders.embeddings import EmbeddingClient
from answerkey.integrations.openai_graders.formula import Formula
from answerkey.integrations.openai_graders.models import ModelGrader
from answerkey.integrations.openai_graders.similarity import MAX_CHARS, MEASURES
from answerkey.integrations.openai_graders.template import Missing, fill

Row = Mapping[str, Any]  # {"item": …, "sample": …}
_BY_MODEL = ("score_model", "label_model")
_CHECKS: dict[str, Callable[[str, str], float]] = {
    "eq": lambda text, reference: text == reference,
    "ne": lambda text, reference: text != reference,
    "like": lambda text, reference: reference in text,
    "ilike": lambda text, reference: reference.lower() in text.lower(),
}


@dataclass(frozen=True, slots=True)
class Score:
    """What grading a row came to: `score` and `passed`, or None for both and the `error` that says why.

    `parts`: what the graders of a `multi` grader came to, by name.
    """

    score: float | None
    passed: bool | None = None
    error: str | None = None
    parts: Mapping[str, Score] = field(default_factory=dict)


class OpenAIGrader:
    """A grader from its JSON specification (a mapping).

    Model graders ask the chat endpoint `url`, whose key is in the environment variable `key_env`, for the model that
    the specification names, or for `model`; `cosine` asks its embeddings; other options are `ChatClient`'s.
    `ValueError` for a specification that cannot be run: an unknown type or measure, a formula that names no grader, a
    model grader without `url`. The type `python` is refused, as text is never executed here.
    """

    def __init__(
        self, specification: Mapping[str, Any], url: str | None = None, *, model: str | None = None, **options: Any
    ) -> None:
        self._run: Callable[[Sequence[Row]], list[Score]]
        make = {"string_check": self._check, "text_similarity": self._similarity, "multi": self._multi}
        kind = specification.get("type")
        try:
            if kind in _BY_MODEL:
                self._model = ModelGrader(specification, url, model=model, **options)
                self._run = self._ask
            elif kind in make:
                self._run = make[kind](specification, partial(OpenAIGrader, url=url, model=model, **options))
            else:
                raise ValueError(
                    f"there is no grader of type {kind!r} here; there are {', '.join((*make, *_BY_MODEL))}"
                )
        except KeyError as error:
            raise ValueError(f"a {kind} grader needs the field {error}") from None
        threshold = specification.get("pass_threshold")
        self._threshold = 1.0 if threshold is None else float(threshold)

    @classmethod
    def load(cls, path: str | Path, url: str | None = None, **options: Any) -> OpenAIGrader:
        """The grader that a JSON file specifies."""
        return cls(json.loads(Path(path).read_text(encoding="utf-8")), url, **options)

    def run(self, rows: Iterable[Row]) -> list[Score]:
        """One score a row (a mapping with `item` and `sample`), in order; models are asked many at a time."""
        return self._run(list(rows))

    def one(self, item: Mapping[str, Any], output_text: str) -> Score:
        """The score of one output for one item."""
        return self.run([{"item": item, "sample": sample_of(output_text)}])[0]

    def _check(self, specification: Mapping[str, Any], _: Any) -> Callable[[Sequence[Row]], list[Score]]:
        operation = specification["operation"]
        check = _CHECKS.get("ne" if operation == "neq" else operation)
        if check is None:
            raise ValueError(f"there is no string check {operation!r}; there are {', '.join(_CHECKS)}")
        return partial(self._each, specification["input"], specification["reference"], check)

    def _similarity(self, specification: Mapping[str, Any], make: Any) -> Callable[[Sequence[Row]], list[Score]]:
        measure = specification["evaluation_metric"]
        texts = specification["input"], specification["reference"]
        if measure == "cosine":
            if make.keywords["url"] is None:
                raise ValueError("cosine needs the url of an endpoint for embeddings")
            return partial(self._pairs, *texts, EmbeddingClient(**make.keywords).cosines)
        if measure not in MEASURES:
            raise ValueError(f"the measure {measure!r} is not here; there are cosine, {', '.join(MEASURES)}")
        return partial(self._each, *texts, MEASURES[measure])

    def _each(
        self, text: str, reference: str, measure: Callable[[str, str], float], rows: Sequence[Row]
    ) -> list[Score]:
        return self._pairs(text, reference, partial(starmap, measure), rows)

    def _pairs(
        self,
        text: str,
        reference: str,
        measure: Callable[[Sequence[tuple[str, str]]], Iterable[float | str]],
        rows: Sequence[Row],
    ) -> list[Score]:
        """Scores by a measure of many pairs of texts; what it gives a text for has that as its error."""
        scores: list[Score] = [Score(None)] * len(rows)
        pairs: dict[int, tuple[str, str]] = {}
        for place, row in enumerate(rows):
            try:
                pairs[place] = fill(text, row), fill(reference, row)
            except Missing as error:
                scores[place] = Score(None, error=str(error))
            else:
                if max(map(len, pairs[place])) > MAX_CHARS:
                    del pairs[place]
                    scores[place] = Score(None, error=f"a text has more than {MAX_CHARS} characters")
        for place, one in zip(pairs, measure(list(pairs.values())), strict=True):
            scores[place] = Score(None, error=one) if isinstance(one, str) else self._scored(float(one))
        return scores

    def _multi(self, specification: Mapping[str, Any], make: Any) -> Callable[[Sequence[Row]], list[Score]]:
        graders = {name: make(inner) for name, inner in specification["graders"].items()}
        formula = Formula(specification["calculate_output"], graders)

        def combine(parts: Mapping[str, Score]) -> Score:
            scores = {name: part.score for name, part in parts.items() if part.score is not None}
            if len(scores) < len(parts):
                errors = (f"{name}: {part.error}" for name, part in parts.items() if part.score is None)
                return Score(None, error="; ".join(errors), parts=parts)
            try:
                return self._scored(formula(scores), parts)
            except ValueError as error:
                return Score(None, error=str(error), parts=parts)

        def run(rows: Sequence[Row]) -> list[Score]:
            columns = [grader.run(rows) for grader in graders.values()]
            return [combine(dict(zip(graders, scores, strict=True))) for scores in zip(*columns, strict=True)]

        return run

    def _ask(self, rows: Sequence[Row]) -> list[Score]:
        found = self._model.run(rows)
        return [Score(None, error=one) if isinstance(one, str) else self._scored(one) for one in found]

    def _scored(self, score: float, parts: Mapping[str, Score] | None = None) -> Score:
        return Score(score, score >= self._threshold - math.ulp(1.0), parts=parts or {})


def sample_of(output_text: str) -> dict[str, Any]:
    """The `sample` of a model's output: its text, and its JSON where it is JSON."""
    sample: dict[str, Any] = {"output_text": output_text}
    with suppress(ValueError, RecursionError):
        sample["output_json"] = json.loads(output_text)
    return sample
