"""The language model that an operator asks: what it must have (`LLMServing`), and one at an OpenAI-style address."""

from __future__ import annotations

import logging
import warnings
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from answerkey.integrations.dataflow import accept_as
from answerkey.judging.client import Call, ChatClient, Completion

_LOG = logging.getLogger(__name__)


class LLMServing(Protocol):
    """What an operator is given to ask. DataFlow's own servings have these methods.

    `BenchDatasetEvaluator` calls `generate_from_input(user_inputs=..., system_prompt=...)` and nothing else.
    """

    def generate_from_input(
        self, user_inputs: list[str], system_prompt: str, json_schema: dict[str, Any] | None = None
    ) -> list[str | None]:
        """One reply a prompt, in the order of the prompts; None where there is none."""
        ...

    def start_serving(self) -> None:
        """Make ready for calls."""
        ...

    def cleanup(self) -> None:
        """Let go of what the calls needed."""
        ...


class APILLMServing_request:
    """A model behind an OpenAI-style chat endpoint, asked many prompts at a time (the `judge` extra).

    Args:
        api_url: The address of the endpoint, whole (`https://host/v1/chat/completions`) or its base.
        key_name_of_api_key: The environment variable that holds the key; None for a server that wants none. The key
            is read when a call is made; it is never stored or logged.
        model_name: The model's name at that address.
        temperature: Sent with every request.
        max_workers: Requests in flight at a time.
        max_retries: Attempts for a prompt before it is given up.
        connect_timeout: Seconds.
        read_timeout: Seconds for one whole attempt.
        configs: Anything else to send with every request (`max_tokens`, `seed`, `top_p`, ...).

    Raises:
        ValueError: For an address that is none; when called while the environment variable is not set.
        ImportError: Without the `judge` extra.
    """

    def __init__(
        self,
        api_url: str = "https://api.openai.com/v1/chat/completions",
        key_name_of_api_key: str | None = "DF_API_KEY",
        model_name: str = "gpt-4o",
        temperature: float = 0.0,
        max_workers: int = 10,
        max_retries: int = 5,
        connect_timeout: float = 10.0,
        read_timeout: float = 120.0,
        **configs: Any,
    ) -> None:
        if "timeout" in configs:
            warnings.warn("timeout is now called read_timeout", DeprecationWarning, stacklevel=2)
            read_timeout = configs.pop("timeout")
        accept_as("serving", type(self))
        self._client = ChatClient(
            api_url,
            model_name,
            key_env=key_name_of_api_key,
            concurrency=max_workers,
            max_attempts=max_retries,
            connect_timeout=connect_timeout,
            request_timeout=read_timeout,
            parameters={"temperature": temperature, **configs},
        )

    def start_serving(self) -> None:
        """Nothing to start: the server runs elsewhere."""

    def cleanup(self) -> None:
        """Close the connections; a later call opens new ones."""
        self._client.close()

    def generate_from_input(
        self,
        user_inputs: list[str],
        system_prompt: str = "You are a helpful assistant",
        json_schema: dict[str, Any] | None = None,
    ) -> list[str | None]:
        """One reply a prompt, in order. A prompt whose calls all failed gets None, and the others go on.

        A reply with its reasoning in a field of its own becomes `<think>reasoning</think>`, a new line and
        `<answer>reply</answer>`, which is what DataFlow's operators expect.
        """
        system = {"role": "system", "content": system_prompt}
        return self._ask([[system, {"role": "user", "content": prompt}] for prompt in user_inputs], json_schema)

    def generate_from_conversations(self, conversations: list[list[dict[str, Any]]]) -> list[str | None]:
        """One reply a conversation (a list of messages with `role` and `content`), likewise."""
        return self._ask(conversations, None)

    def _ask(
        self, conversations: Iterable[Sequence[Mapping[str, Any]]], json_schema: dict[str, Any] | None
    ) -> list[str | None]:
        form = _format(json_schema)
        completions = self._client.complete([Call(messages, form) for messages in conversations])
        failures = Counter(str(completion.error) for completion in completions if not completion.ok)
        if failures:
            message, _ = failures.most_common(1)[0]
            _LOG.warning("%d of %d prompts have no reply: %s", failures.total(), len(completions), message)
        return [_reply(completion) for completion in completions]


def _format(json_schema: dict[str, Any] | None) -> dict[str, Any] | None:
    if json_schema is None:
        return None
    return {"type": "json_schema", "json_schema": {"name": "reply", "strict": True, "schema": json_schema}}


def _reply(completion: Completion) -> str | None:
    """The message as one text."""
    if not completion.reasoning:
        return completion.text
    return f"<think>{completion.reasoning}</think>\n<answer>{completion.text or ''}</answer>"
