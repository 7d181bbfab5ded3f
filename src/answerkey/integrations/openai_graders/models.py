"""`score_model` and `label_model`: a model's opinion in one JSON object, whose `result` is a number or a label."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from answerkey.integrations.openai_graders.template import Missing, fill
from answerkey.judging.client import Call, ChatClient, Completion
from answerkey.judging.loose_json import objects

_STEP: dict[str, Any] = {
    "type": "object",
    "properties": {"description": {"type": "string"}, "conclusion": {"type": "string"}},
    "required": ["description", "conclusion"],
    "additionalProperties": False,
}
_RENAMED = {"max_completions_tokens": "max_completion_tokens"}  # as the specifications spell it: as endpoints do


class ModelGrader:
    """The grader by a model that `specification` describes; `ValueError` without a `url` to ask."""

    def __init__(
        self, specification: Mapping[str, Any], url: str | None, *, model: str | None = None, **options: Any
    ) -> None:
        if url is None:
            raise ValueError("a model grader needs the url of a chat endpoint")
        self._messages = specification["input"]
        self._labels: list[str] = list(specification["labels"]) if specification["type"] == "label_model" else []
        self._passing = frozenset(specification["passing_labels"]) if self._labels else frozenset[str]()
        if not self._passing <= set(self._labels):
            raise ValueError("passing_labels must be among the labels")
        self._range = tuple(specification.get("range") or (0.0, 1.0))
        parameters = dict(specification.get("sampling_params") or {})
        parameters = {_RENAMED.get(name, name): value for name, value in parameters.items() if value is not None}
        self._client = ChatClient(url, model or specification["model"], parameters=parameters, **options)

    def run(self, rows: Sequence[Mapping[str, Any]]) -> list[float | str]:
        """A score a row, or the text that says why there is none."""
        results: list[float | str] = [""] * len(rows)
        calls: dict[int, Call] = {}
        for place, row in enumerate(rows):
            try:
                calls[place] = Call([_message(message, row) for message in self._messages], self._response_format)
            except Missing as error:
                results[place] = str(error)
        for place, completion in zip(calls, self._client.complete(calls.values()), strict=True):
            results[place] = self._read(completion)
        return results

    @property
    def _response_format(self) -> dict[str, Any]:
        result = {"type": "string", "enum": self._labels} if self._labels else {"type": "number"}
        schema = {
            "type": "object",
            "properties": {"steps": {"type": "array", "items": _STEP}, "result": result},
            "required": ["steps", "result"],
            "additionalProperties": False,
        }
        return {"type": "json_schema", "json_schema": {"name": "grade", "strict": True, "schema": schema}}

    def _read(self, completion: Completion) -> float | str:
        """The score that a reply gives; a reply that gives none, or two, is an error and not a 0."""
        if completion.failure is not None or completion.text is None:
            return completion.error or "the model sent no text"
        given = [value for found in objects(completion.text) for name, value in found.pairs if name == "result"]
        if len(given) != 1:
            return f"the reply gives {len(given) or 'no'} results"
        (value,) = given
        if self._labels:
            return float(value in self._passing) if value in self._labels else f"{value!r} is none of the labels"
        if isinstance(value, bool) or not isinstance(value, int | float):
            return f"{value!r} is no number"
        low, high = self._range
        return float(min(max(value, low), high))


def _message(message: Mapping[str, Any], row: Mapping[str, Any]) -> dict[str, Any]:
    content = message["content"]
    parts = content if isinstance(content, list) else [content]
    texts = [part if isinstance(part, str) else part.get("text", "") for part in parts]
    return {"role": message["role"], "content": fill("\n".join(texts), row)}
