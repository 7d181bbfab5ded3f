"""`Client`: grading by a service, with the names and the verdicts of grading here."""

from __future__ import annotations

import asyncio
import os
import random
import weakref
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from json import loads
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from answerkey.extraction.chain import Extractor
from answerkey.extraction.response import Extraction
from answerkey.grading import as_text
from answerkey.judging.background import BackgroundLoop
from answerkey.judging.wire import environment_proxy
from answerkey.policy import Policy
from answerkey.serving.wire import dumps, from_wire
from answerkey.verdict import Verdict

if TYPE_CHECKING:
    import aiohttp
    from tenacity import RetryCallState

BATCH_ROWS, BATCH_CHARS = 1_000, 4_000_000  # of one request; well inside what a service takes
_AGAIN = frozenset({429, 502, 503, 504})
_BACKOFF = (0.25, 10.0)  # seconds: first wait, longest wait


class ServiceError(Exception):
    """What a service refused, in its own words; `status` is the HTTP status, None where no reply came."""

    def __init__(self, message: str, status: int | None = None, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.status, self.retry_after = status, retry_after


class ClientRow(NamedTuple):
    """A response to grade, its key (or several), and the question if a judge is to know it."""

    gold: Any
    response: Any
    question: str | None = None


class Client:
    """Grades by the service at `url`. Safe for threads; `close()` or `with` when done.

    Each method has a twin whose name begins with `a`, for callers inside a running event loop. `token_env` names the
    environment variable with the service's token. `concurrency` requests are under way at once; one that the service
    puts off (429, 503) or that breaks is sent again, `max_attempts` times in all. `timeout` is seconds for one request.
    Raises `ServiceError` for what the service refuses, and `ImportError` without the `client` extra.

    >>> from answerkey import Client
    >>> with Client("http://127.0.0.1:9", max_attempts=1) as client:
    ...     client.grade("1/2", "0.5")
    Traceback (most recent call last):
    answerkey.serving.client.ServiceError: no reply from http://127.0.0.1:9: ...
    """

    def __init__(
        self,
        url: str = "http://127.0.0.1:8080",
        *,
        token_env: str | None = None,
        concurrency: int = 4,
        timeout: float = 120.0,
        max_attempts: int = 6,
    ) -> None:
        try:
            import aiohttp  # noqa: F401
            import tenacity  # noqa: F401
        except ImportError as error:
            raise ImportError("calling a service needs the client extra: pip install 'answerkey[client]'") from error
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError(f"a service's URL looks like http://127.0.0.1:8080, not like {url!r}")
        if concurrency < 1 or max_attempts < 1:
            raise ValueError("concurrency and max_attempts are at least 1")
        self.url = url.rstrip("/")
        self._token_env, self._timeout = token_env, timeout
        self._concurrency, self._max_attempts = concurrency, max_attempts
        self._background = BackgroundLoop()
        self._session: aiohttp.ClientSession | None = None
        self._shut: weakref.finalize[Any, Client] | None = None  # closes what nobody closed, at the latest at exit
        self._loop: asyncio.AbstractEventLoop | None = None

    def grade(
        self,
        gold: Any,
        response: Any,
        *,
        question: str | None = None,
        policy: Policy | str = "default",
        extractor: Extractor | str = "default",
    ) -> Verdict:
        """`answerkey.grade`, there. The verdict has all but its evidence, which `explain` gives."""
        return self._background.run(self._grade_one((gold, response, question), policy, extractor))

    async def agrade(
        self,
        gold: Any,
        response: Any,
        *,
        question: str | None = None,
        policy: Policy | str = "default",
        extractor: Extractor | str = "default",
    ) -> Verdict:
        """`grade` for callers inside a running loop."""
        return await self._background.wait(self._grade_one((gold, response, question), policy, extractor))

    def grade_many(
        self, rows: Iterable[Sequence[Any]], *, policy: Policy | str = "default", extractor: Extractor | str = "default"
    ) -> list[Verdict]:
        """One verdict a row, in order. Rows are `ClientRow`s, or tuples of gold, response and perhaps question."""
        return self._background.run(self._grade(rows, policy, extractor))

    async def agrade_many(
        self, rows: Iterable[Sequence[Any]], *, policy: Policy | str = "default", extractor: Extractor | str = "default"
    ) -> list[Verdict]:
        """`grade_many` for callers inside a running loop."""
        return await self._background.wait(self._grade(rows, policy, extractor))

    def extract(self, response: Any, *, gold: Any = None, extractor: Extractor | str = "default") -> Extraction | None:
        """`answerkey.extract`, there."""
        return self._background.run(self._extract(response, gold, extractor))

    async def aextract(
        self, response: Any, *, gold: Any = None, extractor: Extractor | str = "default"
    ) -> Extraction | None:
        """`extract` for callers inside a running loop."""
        return await self._background.wait(self._extract(response, gold, extractor))

    def explain(
        self, gold: Any, response: Any, *, question: str | None = None, policy: Policy | str = "default"
    ) -> str:
        """The verdict as a marker's note (`Verdict.explain`), with the evidence."""
        return self._background.run(self._explain(ClientRow(gold, response, question), policy))

    async def aexplain(
        self, gold: Any, response: Any, *, question: str | None = None, policy: Policy | str = "default"
    ) -> str:
        """`explain` for callers inside a running loop."""
        return await self._background.wait(self._explain(ClientRow(gold, response, question), policy))

    def close(self) -> None:
        """Close the connections and stop the background thread; a later call opens new ones."""
        if self._shut is not None:
            self._shut()
            self._session = None

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- what the methods and their twins share -----------------------------------------------------------------

    async def _grade_one(self, row: Sequence[Any], policy: Policy | str, extractor: Extractor | str) -> Verdict:
        (verdict,) = await self._grade([row], policy, extractor)
        return verdict

    async def _grade(
        self, rows: Iterable[Sequence[Any]], policy: Policy | str, extractor: Extractor | str
    ) -> list[Verdict]:
        places = asyncio.Semaphore(self._concurrency)
        options = {"policy": _fields(policy), "extractor": _fields(extractor)}

        async def send(batch: list[dict[str, Any]]) -> list[Verdict]:
            async with places:
                reply = await self._post("/grade", {"rows": batch, **options})
            return [from_wire(fields) for fields in reply["verdicts"]]

        tasks = [asyncio.ensure_future(send(batch)) for batch in _batches(_plain(ClientRow(*row)) for row in rows)]
        try:
            return [verdict for verdicts in await asyncio.gather(*tasks) for verdict in verdicts]
        finally:
            for task in tasks:  # after the first that failed, the others are of no use
                task.cancel()

    async def _extract(self, response: Any, gold: Any, extractor: Extractor | str) -> Extraction | None:
        body = {"response": as_text(response), "gold": _key(gold), "extractor": _fields(extractor)}
        reply = await self._post("/extract", body)
        if reply["answer"] is None:
            return None
        start, end = reply["span"]
        return Extraction(reply["answer"], (start, end), reply["rule"])

    async def _explain(self, row: ClientRow, policy: Policy | str) -> str:
        reply = await self._post("/explain", {**_plain(row), "policy": _fields(policy)})
        return str(reply["explanation"])

    # ---- one request --------------------------------------------------------------------------------------------

    async def _post(self, path: str, body: Mapping[str, Any]) -> Any:
        """The reply to a request, which is sent again where that may help."""
        from tenacity import AsyncRetrying, retry_if_exception, stop_after_attempt

        data = dumps(body).encode()
        tries = AsyncRetrying(
            stop=stop_after_attempt(self._max_attempts),
            retry=retry_if_exception(lambda error: isinstance(error, ServiceError) and error.status in {None, *_AGAIN}),
            wait=_wait,
            reraise=True,
        )
        return await tries(self._attempt, path, data)

    async def _attempt(self, path: str, data: bytes) -> Any:
        import aiohttp

        headers = {"Content-Type": "application/json", **self._authorization()}
        proxy = environment_proxy(self.url)
        try:
            async with self._open().post(self.url + path, data=data, headers=headers, proxy=proxy) as response:
                text = await response.read()
                status, after = response.status, response.headers.get("Retry-After", "")
        except TimeoutError:
            raise ServiceError(f"no reply from {self.url} within {self._timeout:g} s") from None
        except (aiohttp.ClientError, OSError) as error:
            raise ServiceError(f"no reply from {self.url}: {error}"[:300]) from None
        if status == 200:
            return loads(text)
        raise ServiceError(_said(text, status), status, float(after) if after.isdecimal() else None)

    def _authorization(self) -> dict[str, str]:
        if self._token_env is None:
            return {}
        token = os.environ.get(self._token_env, "").strip()
        if not token:
            raise ValueError(f"the token is read from the environment variable {self._token_env}, which is not set")
        return {"Authorization": f"Bearer {token}"}

    def _open(self) -> aiohttp.ClientSession:
        import aiohttp

        loop = asyncio.get_running_loop()
        if self._session is None or self._loop is not loop:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=self._concurrency),
                cookie_jar=aiohttp.DummyCookieJar(),
                timeout=aiohttp.ClientTimeout(total=self._timeout),
            )
            self._shut = weakref.finalize(self, self._background.close, self._session.close)
            self._loop = loop
        return self._session


def _batches(rows: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """The rows in requests that are not too large."""
    batch: list[dict[str, Any]] = []
    size = 0
    for row in rows:
        chars = sum(len(text) for text in row.values() if isinstance(text, str))
        if batch and (len(batch) >= BATCH_ROWS or size + chars > BATCH_CHARS):
            yield batch
            batch, size = [], 0
        batch.append(row)
        size += chars
    if batch:
        yield batch


def _plain(row: ClientRow) -> dict[str, Any]:
    """The row as texts, which are what `grade` would make of it here."""
    fields = {"gold": _key(row.gold), "response": as_text(row.response)}
    return fields if row.question is None else {**fields, "question": row.question}


def _fields(convention: Policy | Extractor | str) -> str | dict[str, Any]:
    """A preset by its name, anything else by its fields."""
    return convention if isinstance(convention, str) else asdict(convention)


def _key(gold: Any) -> str | list[str]:
    return list(_leaves(gold)) if isinstance(gold, list | tuple | set | frozenset) else as_text(gold)


def _leaves(gold: Any) -> Iterator[str]:
    for one in gold:
        if isinstance(one, list | tuple | set | frozenset):
            yield from _leaves(one)
        else:
            yield as_text(one)


def _said(text: bytes, status: int) -> str:
    """The service's own words, or what another server on the way sent."""
    try:
        return str(loads(text)["error"])
    except (ValueError, KeyError, TypeError):
        return f"HTTP {status}: {text[:200].decode('utf-8', 'replace')}"


def _wait(state: RetryCallState) -> float:
    """Seconds until the next attempt: as long as the service asked for, or twice the last wait."""
    error = state.outcome.exception() if state.outcome is not None else None
    first, longest = _BACKOFF
    wait = min(longest, first * 2.0 ** (state.attempt_number - 1))
    asked = error.retry_after if isinstance(error, ServiceError) else None
    return (wait if asked is None else max(wait, min(asked, longest))) * random.uniform(1.0, 1.25)
