"""A model behind an OpenAI-compatible endpoint, asked by the judge's client: its limits, retries and cache."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from answerkey.datasets.benchmark import Example
from answerkey.grading import as_text
from answerkey.judging.cache import ReplyCache, cache_key
from answerkey.judging.client import ChatClient
from answerkey.judging.wire import Completion, Message, shown_url
from answerkey.systems.system import Output, Tick

TEMPERATURE = {False: 0.0, True: 0.7}  # for one sample, for several
TIMEOUT = 600.0  # seconds of one attempt: reasoning takes its time


class Endpoint:
    """The model `model` at `url`, called `name` in results (the model's name and the host, if None).

    `cache` is a file that keeps answers as they arrive: a run that was killed goes on from there. `temperature` None
    is 0 for one sample and 0.7 for several. `parameters` go into each request (`max_tokens`, `top_p`, …), other
    options are `ChatClient`'s. Raises `ValueError` for what cannot work, before anything is sent.

    >>> Endpoint("http://127.0.0.1:9/v1", "m", max_attempts=1).process({"question": "1 + 1?"})["failure"]
    'transient'
    """

    def __init__(
        self,
        url: str,
        model: str,
        *,
        name: str | None = None,
        temperature: float | None = None,
        parameters: Mapping[str, Any] | None = None,
        cache: str | Path | ReplyCache | None = None,
        **client_options: Any,
    ) -> None:
        self.name = name or f"{model} ({urlsplit(url).netloc.rpartition('@')[2]})"
        self.temperature = temperature
        self.client = ChatClient(url, model, parameters=parameters, **{"request_timeout": TIMEOUT, **client_options})
        self.cache = ReplyCache(cache) if isinstance(cache, str | Path) else cache

    def process(self, example: Example) -> Output:
        """The answer to one example."""
        return self.process_all([example])[0][0]

    def process_all(
        self, examples: Sequence[Example], samples: int = 1, on_output: Tick | None = None
    ) -> list[list[Output]]:
        """`samples` answers an example. A call that fails is an output with `failure`, never a gap."""
        chosen = TEMPERATURE[samples > 1] if self.temperature is None else self.temperature
        self.client.parameters["temperature"] = chosen
        conversations = [_conversation(example) for example in examples]
        wanted = [[self._key(messages, sample) for sample in range(samples)] for messages in conversations]
        outputs: dict[bytes, Output] = {}
        calls: dict[bytes, list[Message]] = {}
        for keys, messages in zip(wanted, conversations, strict=True):
            for key in keys:
                known = None if self.cache is None else self.cache.get(key)
                if known is None:
                    calls[key] = messages
                elif key not in outputs:
                    outputs[key] = {**_output(known[1]), "cached": True}
                    if on_output is not None:
                        on_output(outputs[key])
        missing = list(calls)

        def done(index: int, completion: Completion) -> None:
            if self.cache is not None and completion.ok:
                self.cache.put(missing[index], "answer", completion)
            outputs[missing[index]] = output = _output(completion)
            if on_output is not None:
                on_output(output)

        self.client.complete(calls.values(), on_done=done)
        return [[outputs[key] for key in keys] for keys in wanted]

    def close(self) -> None:
        """Close the connections and the cache."""
        self.client.close()
        if self.cache is not None:
            self.cache.close()

    def __enter__(self) -> Endpoint:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _key(self, messages: list[Message], sample: int) -> bytes:
        return cache_key(
            use="answer",
            endpoint=shown_url(self.client.url),
            model=self.client.model,
            parameters=self.client.parameters,
            messages=messages,
            sample=sample,
        )


def _conversation(example: Example) -> list[Message]:
    return [{"role": "user", "content": as_text(example.get("prompt") or example.get("question"))}]


def _output(completion: Completion) -> Output:
    """What a completion says, as an output. A filter that leaves no text is a failed call, a refusal is an answer."""
    usage = {
        "input_tokens": completion.usage.prompt,
        "output_tokens": completion.usage.completion,
        "seconds": completion.seconds,
    }
    if completion.failure is not None:
        return {"failure": completion.failure.value, "error": completion.error, **usage}
    text = completion.text or completion.refusal or ""
    if not text and completion.finish_reason == "content_filter":
        return {"failure": "filtered", "error": "a content filter took the answer", **usage}
    output: Output = {"response": text, "truncated": completion.finish_reason == "length", **usage}
    if completion.reasoning:
        output["reasoning"] = completion.reasoning
    return output
