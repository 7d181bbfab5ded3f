"""The measure `cosine` of a `text_similarity` grader, by an OpenAI-compatible `/embeddings` endpoint."""

from __future__ import annotations

import json
import math
import operator
from collections.abc import Mapping, Sequence
from typing import Any

from answerkey.judging.client import Call, ChatClient, Completion, Failure
from answerkey.judging.wire import CallFailed, Message, read_answer

MODEL = "text-embedding-3-large"  # where nobody names one: the specifications have no field for it
_PATHS = ("/chat/completions", "/embeddings")


class EmbeddingClient(ChatClient):
    """`ChatClient` with its retries and limits, for the vectors of two texts in one call."""

    def __init__(self, url: str, model: str | None = None, **options: Any) -> None:
        super().__init__(url.strip().rstrip("/").removesuffix(_PATHS[1]), model or MODEL, **options)
        self.url = _PATHS[1].join(self.url.rsplit(_PATHS[0], 1))

    def cosines(self, pairs: Sequence[tuple[str, str]]) -> list[float | str]:
        """The cosine of each pair of texts, or the text that says why there is none."""
        calls = [Call([{"text": text} for text in pair]) for pair in pairs]
        return [_cosine(completion) for completion in self.complete(calls)]

    def _body(self, messages: Sequence[Message], response_format: Mapping[str, Any] | None) -> dict[str, Any]:
        return {"model": self.model, "input": [message["text"] for message in messages], **self.parameters}

    @staticmethod
    def _read(status: int, headers: Mapping[str, str], body: bytes) -> Completion:
        try:
            data = sorted(json.loads(body)["data"], key=lambda one: one["index"])
            return Completion(text=json.dumps([[float(part) for part in one["embedding"]] for one in data]))
        except (ValueError, TypeError, KeyError, RecursionError):
            if status != 200:
                return read_answer(status, headers, body)
            raise CallFailed(Failure.TRANSIENT, "the answer holds no embeddings", status=status) from None


def _cosine(completion: Completion) -> float | str:
    if completion.failure is not None or completion.text is None:
        return completion.error or "the endpoint sent no embeddings"
    vectors = json.loads(completion.text)
    if len(vectors) != 2 or len(vectors[0]) != len(vectors[1]):
        return f"two texts have {len(vectors)} embeddings, or of different lengths"
    lengths = math.hypot(*vectors[0]) * math.hypot(*vectors[1])
    cosine = sum(map(operator.mul, *vectors)) / lengths if lengths else math.nan
    return min(max(cosine, 0.0), 1.0) if math.isfinite(cosine) else "an embedding has no direction"
