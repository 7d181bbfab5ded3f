"""A client for any OpenAI-compatible chat endpoint: many calls, each with exactly one `Completion`, in order.

One event loop in a background thread serves scripts, notebooks and running loops alike. A call is tried again
where that can help (429, 5xx, broken connections and bodies) and not where it cannot (400, 401, 403, 404,
exhausted quota); a few of the latter in a row stop the run with one message. The key is read from the environment
when first used; it is never stored, logged or part of a message.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import time
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from answerkey.judging.background import BackgroundLoop
from answerkey.judging.pacing import Pace
from answerkey.judging.wire import (
    CallFailed,
    Completion,
    Failure,
    Message,
    Stats,
    Usage,
    chat_url,
    environment_proxy,
    read_answer,
    shown_url,
)

if TYPE_CHECKING:
    import aiohttp
    from tenacity import AsyncRetrying, RetryCallState

__all__ = ["Call", "ChatClient", "Completion", "Failure", "Stats", "Usage"]

MAX_BODY = 8_000_000  # bytes of an answer
IN_A_ROW = 5  # rejected calls without a success between them stop a run
_UNREACHED = 3  # attempts of a call while nobody has ever answered at the address: a wrong one is said within seconds
_EXTRA = 4  # attempts beyond `max_attempts` where the server only said "later"
_BACKOFF = (0.5, 20.0)  # seconds: first wait, longest wait


@dataclass(frozen=True, slots=True)
class Call:
    """A conversation to complete, with the response format to ask for."""

    messages: Sequence[Message]
    response_format: Mapping[str, Any] | None = None


Done = Callable[[int, Completion], None]


class ChatClient:
    """Calls one model at one endpoint. Safe to use from any thread; `close()` or `with` when done.

    `url` is a full or a base URL. `key_env` names the environment variable that holds the key (None: no key).
    `parameters` go into every request as they are (`temperature`, `max_tokens`, `seed`, …). Times are seconds:
    `request_timeout` of one attempt, `total_timeout` of one `complete`; `retry_after_cap` bounds what a server may
    ask to wait. `max_attempts` bounds the attempts of one call that fail; being told to wait may add a few. Raises
    `ValueError` for a URL that is none, and `ImportError` without the `judge` extra.
    """

    def __init__(
        self,
        url: str,
        model: str,
        *,
        key_env: str | None = None,
        concurrency: int = 32,
        requests_per_minute: float | None = None,
        tokens_per_minute: float | None = None,
        max_attempts: int = 6,
        connect_timeout: float = 10.0,
        request_timeout: float = 120.0,
        total_timeout: float | None = None,
        retry_after_cap: float = 60.0,
        parameters: Mapping[str, Any] | None = None,
    ) -> None:
        _require()
        if concurrency < 1 or max_attempts < 1:
            raise ValueError("concurrency and max_attempts are at least 1")
        self.url, self.model, self.key_env = chat_url(url), model, key_env
        self.parameters: dict[str, Any] = dict(parameters or {})
        self.stats = Stats()
        self.stopped: str | None = None  # why the run was stopped
        self._limits = (requests_per_minute, tokens_per_minute)
        self._max_attempts, self._cap = max_attempts, retry_after_cap
        self._connect_timeout, self._request_timeout, self._total_timeout = (
            connect_timeout,
            request_timeout,
            total_timeout,
        )
        self._proxy: str | None = None
        self._background = BackgroundLoop()
        self._session: aiohttp.ClientSession | None = None
        self._shut: weakref.finalize[Any, ChatClient] | None = None  # closes what nobody closed, at the latest at exit
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pace = Pace(concurrency, requests_per_minute, tokens_per_minute)
        self._rejected = self._dead = 0  # in a row
        self._reached = False  # whether anybody has ever answered
        self._format = 0  # the strictest kind of response format that this server is believed to take
        self._works: set[int] = set()
        self._renames: dict[str, str | None] = {}

    # ---- for callers -------------------------------------------------------------------------------------------

    def complete(
        self,
        conversations: Iterable[Sequence[Message] | Call],
        *,
        on_done: Done | None = None,
    ) -> list[Completion]:
        """One completion a conversation, in order; a failed call is a `Completion` with `failure` set, never a gap.

        A `Call` may ask for a json_schema response format; where a server refuses it, json_object and then plain
        text are used. `on_done(index, completion)` is called as calls end, in the loop's thread. Raises
        `ValueError` if the key's environment variable is not set.

        >>> from answerkey.judging.client import ChatClient
        >>> with ChatClient("http://127.0.0.1:9", "m", max_attempts=1) as client:
        ...     client.complete([[{"role": "user", "content": "hello"}]])[0].failure
        <Failure.TRANSIENT: 'transient'>
        """
        return self._background.run(self._run(conversations, on_done))

    async def acomplete(
        self,
        conversations: Iterable[Sequence[Message] | Call],
        *,
        on_done: Done | None = None,
    ) -> list[Completion]:
        """`complete` for callers inside a running loop."""
        return await self._background.wait(self._run(conversations, on_done))

    def check_key(self) -> None:
        """`ValueError` where the key's environment variable is not set, before anything is asked."""
        self._authorization()

    def close(self) -> None:
        """Close the connections and stop the background thread; a later call opens new ones."""
        if self._shut is not None:
            self._shut()
            self._session = None

    def __enter__(self) -> ChatClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- a run -------------------------------------------------------------------------------------------------

    async def _run(
        self,
        conversations: Iterable[Sequence[Message] | Call],
        on_done: Done | None,
    ) -> list[Completion]:
        """As many workers as calls in flight take conversations from one iterator."""
        self._authorization()
        self._open()
        self.stopped, self._rejected, self._dead = None, 0, 0
        deadline = None if self._total_timeout is None else time.monotonic() + self._total_timeout
        results: dict[int, Completion] = {}
        numbered = iter(enumerate(conversations))

        async def work() -> None:
            for index, one in numbered:
                call = one if isinstance(one, Call) else Call(one)
                completion = await self._call(call, deadline)
                results[index] = completion
                if on_done is not None:
                    on_done(index, completion)

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(self._pace.concurrency):
                    group.create_task(work())
        except BaseExceptionGroup as errors:  # of `conversations` or `on_done`; calls themselves never raise
            raise errors.exceptions[0] from None
        return [results[index] for index in range(len(results))]

    async def _call(self, call: Call, deadline: float | None) -> Completion:
        """One conversation to its one completion."""
        start, attempts = time.monotonic(), 0
        try:
            if self.stopped is not None:
                raise CallFailed(Failure.STOPPED, self.stopped)
            async with self._pace:
                async for attempt in self._retrying(deadline):
                    with attempt:
                        attempts = attempt.retry_state.attempt_number
                        completion = await self._attempt(call, deadline)
        except CallFailed as failed:
            self._count_failure(failed)
            completion = Completion(failure=failed.kind, error=failed.message)
            self.stats.failure = self.stats.failure or failed.message
        else:
            self._rejected = self._dead = 0
        self.stats.calls += 1
        self.stats.failed += not completion.ok
        self.stats.usage += completion.usage
        return replace(completion, attempts=attempts, seconds=time.monotonic() - start)

    def _count_failure(self, failed: CallFailed) -> None:
        """Stop the run when calls are rejected, or nobody is there, several times in a row without a success."""
        nobody = failed.kind is Failure.TRANSIENT and failed.status is None
        self._rejected += failed.kind is Failure.REJECTED
        self._dead += nobody
        if self.stopped is not None:
            return
        if nobody and not self._reached:
            self.stopped = f"stopped: {failed.message}"
        elif self._rejected >= IN_A_ROW or self._dead >= max(2 * IN_A_ROW, self._pace.concurrency):
            many = max(self._rejected, self._dead)
            self.stopped = f"stopped after {many} failed calls in a row to {shown_url(self.url)}: {failed.message}"

    def _retrying(self, deadline: float | None) -> AsyncRetrying:
        from tenacity import AsyncRetrying

        failures = 0

        def again(state: RetryCallState) -> bool:
            nonlocal failures
            error = state.outcome.exception() if state.outcome else None
            failures += isinstance(error, CallFailed) and error.kind is Failure.TRANSIENT
            return isinstance(error, CallFailed) and error.kind in (Failure.TRANSIENT, Failure.LIMITED)

        def enough(state: RetryCallState) -> bool:
            late = deadline is not None and time.monotonic() + state.upcoming_sleep > deadline
            most = self._max_attempts if self._reached else min(self._max_attempts, _UNREACHED)
            tries = failures >= most or state.attempt_number >= self._max_attempts + _EXTRA
            return tries or late or self.stopped is not None

        return AsyncRetrying(retry=again, stop=enough, wait=self._wait, reraise=True)

    def _wait(self, state: RetryCallState) -> float:
        """Seconds to the next attempt: a growing back-off, at least what the server asked for up to the cap; jitter."""
        error = state.outcome.exception() if state.outcome else None
        first, longest = _BACKOFF
        wait = min(longest, first * 2.0 ** (state.attempt_number - 1)) * random.uniform(0.75, 1.25)
        asked = error.retry_after if isinstance(error, CallFailed) else None
        return wait if asked is None else max(wait, min(asked, self._cap) * random.uniform(1.0, 1.1))

    # ---- one attempt -------------------------------------------------------------------------------------------

    async def _attempt(self, call: Call, deadline: float | None) -> Completion:
        """One request, or several where the server refuses the response format or a parameter's name."""
        formats = (call.response_format, {"type": "json_object"}, None)  # strictest first
        level = len(formats) - 1 if call.response_format is None else self._format
        first: CallFailed | None = None
        while True:
            renamed = frozenset(self._renames)
            try:
                completion = await self._send(call.messages, formats[level], deadline)
            except CallFailed as failed:
                if self._adapt(failed, renamed):
                    continue
                if level + 1 == len(formats) or level in self._works or not _may_mean_format(failed):
                    raise first or failed from None
                first = first or failed
                level += 1
            else:
                if call.response_format is not None:
                    self._works.add(level)
                    self._format = min(self._works)
                return completion

    def _adapt(self, failed: CallFailed, renamed: frozenset[str]) -> bool:
        """Learn from "unsupported parameter" what this server wants; True if there is something to send anew."""
        if failed.kind is not Failure.REJECTED or not _UNSUPPORTED.search(failed.message):
            return False
        for name, instead, sign in _ADAPTATIONS:
            if name in self.parameters and name not in renamed and sign in failed.message:
                self._renames[name] = instead
                return True
        return False

    def _body(self, messages: Sequence[Message], response_format: Mapping[str, Any] | None) -> dict[str, Any]:
        body: dict[str, Any] = {"model": self.model, "messages": list(messages)}
        for name, value in self.parameters.items():
            sent_as = self._renames.get(name, name)
            if sent_as is not None:
                body[sent_as] = value
        if response_format is not None:
            body["response_format"] = response_format
        return body

    _read = staticmethod(read_answer)  # what an answer is, for clients of other endpoints

    async def _send(
        self, messages: Sequence[Message], response_format: Mapping[str, Any] | None, deadline: float | None
    ) -> Completion:
        import aiohttp

        assert self._session is not None  # opened by `_run`
        data = json.dumps(self._body(messages, response_format)).encode()
        headers = {"Content-Type": "application/json", **self._authorization()}
        limit = None if deadline is None else deadline - time.monotonic()
        try:
            async with asyncio.timeout(limit):
                await self._pace.spend(len(data), int(self.parameters.get("max_tokens") or 0))
        except TimeoutError:
            raise CallFailed(Failure.STOPPED, "the run's time limit was reached") from None
        if self.stopped is not None:
            raise CallFailed(Failure.STOPPED, self.stopped)
        left = self._request_timeout if deadline is None else min(self._request_timeout, deadline - time.monotonic())
        try:
            self.stats.requests += 1
            timeout = aiohttp.ClientTimeout(total=max(left, 0.001), sock_connect=self._connect_timeout)
            async with self._session.post(
                self.url, data=data, headers=headers, timeout=timeout, allow_redirects=False, proxy=self._proxy
            ) as response:
                self._reached = True
                completion = self._read(response.status, response.headers, await _read(response))
        except CallFailed as failed:
            if failed.kind is Failure.LIMITED:
                self._pace.limited()
            raise self._without_key(failed) from None
        except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError) as error:
            refused = self._proxy is None and isinstance(error.__cause__, ConnectionRefusedError)
            said = f"cannot connect to {shown_url(self.url)}: {'connection refused' if refused else error}"
            raise self._without_key(CallFailed(Failure.TRANSIENT, said[:300])) from None
        except TimeoutError:
            self._reached = True
            raise CallFailed(Failure.TRANSIENT, f"no answer within {left:g} s") from None
        except (aiohttp.ClientError, OSError, ValueError) as error:
            self._reached = True
            broken = CallFailed(Failure.TRANSIENT, f"{type(error).__name__}: {error}"[:300])
            raise self._without_key(broken) from None
        self._pace.succeeded(len(data), completion.usage.prompt)
        return completion

    def _authorization(self) -> dict[str, str]:
        if self.key_env is None:
            return {}
        key = os.environ.get(self.key_env, "").strip()
        if not key:
            raise ValueError(f"the API key is read from the environment variable {self.key_env}, which is not set")
        return {"Authorization": f"Bearer {key}"}

    def _without_key(self, failed: CallFailed) -> CallFailed:
        """Servers quote keys in their errors; messages must not."""
        key = os.environ.get(self.key_env or "", "").strip()
        if key and key in failed.message:
            return CallFailed(
                failed.kind, failed.message.replace(key, "***"), status=failed.status, retry_after=failed.retry_after
            )
        return failed

    def _open(self) -> None:
        import aiohttp

        if self._session is None or self._loop is not asyncio.get_running_loop():
            connector = aiohttp.TCPConnector(limit=self._pace.concurrency, ttl_dns_cache=300)
            self._session = aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar())
            self._pace = Pace(self._pace.concurrency, *self._limits)
            self._shut = weakref.finalize(self, self._background.close, self._session.close)
            self._loop = asyncio.get_running_loop()
            self._proxy = environment_proxy(self.url)


# (parameter, what to send instead or None, the word in the error that tells)
_ADAPTATIONS = (("max_tokens", "max_completion_tokens", "max_completion_tokens"), ("temperature", None, "temperature"))


_UNSUPPORTED = re.compile(r"unsupported|not supported|does not support", re.IGNORECASE)


def _may_mean_format(failed: CallFailed) -> bool:
    """Whether a server may have refused the response format: some say 400, some break with 500."""
    return failed.kind in (Failure.REJECTED, Failure.TRANSIENT) and failed.status in (400, 415, 422, 500, 501)


async def _read(response: aiohttp.ClientResponse) -> bytes:
    """The body, no more than MAX_BODY bytes of it."""
    if (response.content_length or MAX_BODY) < MAX_BODY:
        return await response.read()
    chunks, size = [], 0
    async for chunk in response.content.iter_chunked(65_536):
        chunks.append(chunk)
        size += len(chunk)
        if size > MAX_BODY:
            raise CallFailed(Failure.TRANSIENT, f"the answer has more than {MAX_BODY:,} bytes", status=response.status)
    return b"".join(chunks)


def _require() -> None:
    try:
        import aiohttp  # noqa: F401
        import aiolimiter  # noqa: F401
        import tenacity  # noqa: F401
    except ImportError as error:
        raise ImportError("calling a model needs the judge extra: pip install 'answerkey[judge]'") from error
