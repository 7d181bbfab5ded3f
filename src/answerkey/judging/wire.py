"""The chat protocol as servers speak it: addresses, bodies, and what an answer or an error means.

Pure: bytes in, a `Completion` or a `CallFailed` out. Nothing here raises anything else, whatever a server sends.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import StrEnum
from typing import Any, TypeAlias
from urllib.parse import urlsplit, urlunsplit

Message: TypeAlias = Mapping[str, Any]
_PATH = "chat/completions"
_BRIEF = 300


class Failure(StrEnum):
    """Why a call gave no completion."""

    TRANSIENT = "transient"  # worth another try: 408, 409, 425, 5xx, broken connections and bodies, a time limit
    LIMITED = "limited"  # worth another try later: 429, and 503 that says when
    REJECTED = "rejected"  # no use trying again: 400, 401, 403, 404, …, exhausted quota
    TOO_LONG = "too_long"  # rejected for this row alone: the prompt exceeds the model's context
    FILTERED = "filtered"  # rejected for this row alone, by a content filter
    STOPPED = "stopped"  # never sent: the run was stopped


class CallFailed(Exception):
    """A call that gave no completion."""

    def __init__(
        self, kind: Failure, message: str, *, status: int | None = None, retry_after: float | None = None
    ) -> None:
        super().__init__(message)
        self.kind, self.message, self.status, self.retry_after = kind, message, status, retry_after


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens, as servers count them."""

    prompt: int = 0
    completion: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(self.prompt + other.prompt, self.completion + other.completion)


@dataclass(slots=True)
class Stats:
    """Counts of a client's life so far."""

    calls: int = 0  # that ended, whichever way
    failed: int = 0
    failure: str = ""  # why the first of them did
    requests: int = 0  # attempts sent
    usage: Usage = field(default=Usage())

    def cost(self, prompt_price: float, completion_price: float) -> float:
        """The price of the tokens used, given prices per million tokens."""
        return (self.usage.prompt * prompt_price + self.usage.completion * completion_price) / 1e6


@dataclass(frozen=True, slots=True)
class Completion:
    """What one call came to: the message's fields, or a `failure` with its `error` text.

    `text` is None where the server sent no content; `seconds` is the time from the first attempt to the end.
    """

    text: str | None = None
    reasoning: str | None = None
    refusal: str | None = None
    finish_reason: str | None = None
    usage: Usage = field(default=Usage())
    model: str | None = None
    failure: Failure | None = None
    error: str | None = None
    attempts: int = 0
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        """True if the server sent a completion, whatever it says."""
        return self.failure is None


def chat_url(url: str) -> str:
    """The full address of the chat endpoint, from it or from a base URL; `ValueError` for what is no http(s) URL.

    >>> chat_url("http://127.0.0.1:8000"), chat_url("https://host/openai/v1/")
    ('http://127.0.0.1:8000/v1/chat/completions', 'https://host/openai/v1/chat/completions')
    """
    parts = urlsplit(url.strip())
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise ValueError(f"an endpoint's URL looks like http://host:8000/v1, not like {url!r}")
    path = parts.path.rstrip("/")
    if not path.endswith(f"/{_PATH}"):
        path = f"{path or '/v1'}/{_PATH}"
    return urlunsplit((parts.scheme, parts.netloc, path, parts.query, ""))


def shown_url(url: str) -> str:
    """`url` without what may be secret (user, password, query): for messages and cache keys."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def environment_proxy(url: str) -> str | None:
    """The proxy that the environment names for `url` (HTTPS_PROXY, HTTP_PROXY, NO_PROXY), or None."""
    from urllib.request import getproxies_environment, proxy_bypass

    parts = urlsplit(url)
    proxy = getproxies_environment().get(parts.scheme)
    return None if proxy is None or proxy_bypass(parts.netloc.rpartition("@")[2]) else proxy


def read_answer(status: int, headers: Mapping[str, str], body: bytes) -> Completion:
    """The completion that a server's answer holds; raises `CallFailed` with what the answer means instead."""
    try:
        value: Any = json.loads(body)
    except (ValueError, RecursionError):
        value = None
    error = value.get("error") if isinstance(value, dict) else None
    if status == 200 and not error:
        return _completion(value, body)
    if status == 200:  # an error sent as a success says its status itself, if at all
        code = error.get("code", error.get("status")) if isinstance(error, dict) else None
        status = code if isinstance(code, int) and 400 <= code < 600 else 500
    raise _failure(status, headers, error if error else value, body)


def _completion(value: Any, body: bytes) -> Completion:
    try:
        choice = value["choices"][0]
        message = choice["message"]
        text, finish = _text(message.get("content")), choice.get("finish_reason")
    except (TypeError, KeyError, IndexError, AttributeError):
        raise CallFailed(Failure.TRANSIENT, f"the answer is no chat completion: {_brief(body)}", status=200) from None
    usage = value.get("usage")
    usage = usage if isinstance(usage, dict) else {}
    return Completion(
        text=text,
        reasoning=_text(message.get("reasoning_content") or message.get("reasoning")),
        refusal=_text(message.get("refusal")),
        finish_reason=finish if isinstance(finish, str) else None,
        usage=Usage(_count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens"))),
        model=value.get("model") if isinstance(value.get("model"), str) else None,
    )


def _text(content: Any) -> str | None:
    """A message field as text; content may also be a list of parts."""
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, dict)]
        return "".join(part for part in parts if isinstance(part, str)) or None
    return content if isinstance(content, str) else None


def _count(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else 0


_RETRY = frozenset({408, 409, 425, 500, 502, 503, 504, 529})
_QUOTA = re.compile(
    r"insufficient_quota|exceeded your current quota|billing|credit balance|insufficient (?:funds|balance)", re.I
)
_LENGTH = re.compile(
    r"context_length_exceeded|context (?:length|window|size)|maximum context|too many tokens|prompt is too long"
    r"|exceed_context_size|input (?:is )?too long",
    re.I,
)
_FILTER = re.compile(r"content_filter|content management policy|content_policy_violation|responsibleai", re.I)


def _failure(status: int, headers: Mapping[str, str], error: Any, body: bytes) -> CallFailed:
    detail = _brief(json.dumps(error).encode() if error is not None else body)
    message = f"HTTP {status}: {detail}" if detail else f"HTTP {status}"
    after = _retry_after(headers)
    if status == 429 or (status == 503 and after is not None):
        if _QUOTA.search(detail):
            return CallFailed(Failure.REJECTED, f"the quota is exhausted ({message})", status=status)
        return CallFailed(Failure.LIMITED, message, status=status, retry_after=after)
    if status in _RETRY or status >= 500:
        return CallFailed(Failure.TRANSIENT, message, status=status, retry_after=after)
    if status in (400, 413, 422) and (status == 413 or _LENGTH.search(detail)):
        return CallFailed(Failure.TOO_LONG, message, status=status)
    if status == 400 and _FILTER.search(detail):
        return CallFailed(Failure.FILTERED, message, status=status)
    return CallFailed(Failure.REJECTED, message, status=status)


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait, from `Retry-After-Ms`, or `Retry-After` in seconds or as a date."""
    for name, scale in (("Retry-After-Ms", 0.001), ("Retry-After", 1.0)):
        text = headers.get(name, "").strip()
        try:
            seconds = float(text) * scale
        except ValueError:
            continue
        if 0 <= seconds < float("inf"):
            return seconds
    try:
        when = parsedate_to_datetime(headers.get("Retry-After", ""))
    except (ValueError, TypeError, IndexError):
        return None
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return max(0.0, (when - datetime.now(UTC)).total_seconds())


def _brief(body: bytes) -> str:
    """The start of a body in one line, tags removed, for a message."""
    text = body[:4000].decode("utf-8", "replace")
    text = re.sub(r"<(style|script)\b.*?</\1>|<[^<>]*>", " ", text, flags=re.S | re.I)
    text = " ".join(text.split())
    return text if len(text) <= _BRIEF else text[:_BRIEF] + "…"
