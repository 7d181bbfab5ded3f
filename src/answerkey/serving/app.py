"""The application: each path, and what it does with a body."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from answerkey.grading import extract
from answerkey.serving import requests, rewards
from answerkey.serving.conventions import OPTIONS, Conventions, conventions
from answerkey.serving.gate import Gate
from answerkey.serving.guard import CUT, Guard, refusal
from answerkey.serving.metrics import Metrics
from answerkey.serving.openapi import document
from answerkey.serving.page import page
from answerkey.serving.refused import Refused
from answerkey.serving.requests import Asked
from answerkey.serving.settings import Limits, Settings
from answerkey.serving.wire import dumps, to_wire
from answerkey.serving.work import Work
from answerkey.verdict import Verdict

LINES = "application/x-ndjson"
# How many times the limit is read of a body that is too large: many clients look for the reply only after they have
# sent everything.
_READ_OVER = 8
UNGUARDED = ("/healthz", "/openapi.json", "/docs")


def create_app(settings: Settings | None = None) -> ASGIApp:
    """The application with these settings; one for each process. `ValueError` for a token that is not set."""
    settings = settings or Settings()
    token = settings.token()
    metrics = Metrics()
    service = Service(settings, metrics)
    routes = [
        Route("/grade", service.grade, methods=["POST"]),
        Route("/extract", service.extract, methods=["POST"]),
        Route("/explain", service.explain, methods=["POST"]),
        Route("/get_reward", service.get_reward, methods=["POST"]),
        Route("/verify", service.verify, methods=["POST"]),
        Route("/healthz", service.healthz),
        Route("/metrics", service.metrics),
        Route("/openapi.json", service.openapi),
        Route("/docs", service.docs),
    ]
    app = Starlette(
        routes=routes,
        exception_handlers={
            Refused: _refused,
            HTTPException: _no_such,
            ClientDisconnect: _cut,
            Exception: _fault,
        },
        lifespan=service.lifespan,
    )
    return Guard(
        app,
        paths=[route.path for route in routes],
        unguarded=UNGUARDED,
        token=token,
        gate=Gate(settings.limits, metrics),
        metrics=metrics,
    )


class Service:
    """What the paths do."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._limits, self._metrics = settings.limits, metrics
        self._judge = settings.judge() if settings.judge is not None else None
        self._work = Work(metrics, self._judge)
        self._document = document(settings)

    @asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[dict[str, Limits]]:
        """Tell connections their limits; at the end, close the judge's."""
        yield {"limits": self._limits}
        self._work.close()
        if self._judge is not None:
            await asyncio.to_thread(self._judge.close)

    async def grade(self, request: Request) -> Response:
        """One verdict, or the verdicts of a batch; long batches are sent while they are graded."""
        asked = requests.grading(await self._body(request), self._limits)
        slices = self._work.graded(asked)
        first = await anext(slices)
        if len(first) == len(asked.rows):
            await slices.aclose()  # else the event loop would make a task of it
        if asked.single:
            return _json(to_wire(first[0]))
        lines = LINES in request.headers.get("accept", "")
        media_type = LINES if lines else "application/json"
        if len(first) == len(asked.rows):
            return Response(_as_lines(first) if lines else f'{{"verdicts":[{_joined(first)}]}}', media_type=media_type)
        return StreamingResponse((_lines if lines else _array)(first, slices), media_type=media_type)

    async def extract(self, request: Request) -> Response:
        """The answer that a response gives."""
        value = await self._body(request)
        requests.known(value, (*requests.ROW_FIELDS, "extractor"))
        row = requests.row({"gold": None, **value}, "", self._limits)
        found = extract(row.response, gold=row.gold, extractor=conventions(value).extractor)
        if found is None:
            return _json({"answer": None, "span": None, "rule": None})
        return _json({"answer": found.text, "span": found.span, "rule": found.rule})

    async def explain(self, request: Request) -> Response:
        """A verdict with all that can be said about it."""
        value = await self._body(request)
        requests.known(value, (*requests.ROW_FIELDS, *OPTIONS))
        verdict = await self._one(Asked([requests.row(value, "", self._limits)], conventions(value)))
        return _json({**verdict.to_dict(), "explanation": verdict.explain()})

    async def get_reward(self, request: Request) -> Response:
        """Rewards for OpenRLHF; its bodies hold no options, so they stand in the address."""
        chosen = _in_address(request)
        rows = rewards.openrlhf_rows(await self._body(request), self._limits)
        verdicts = [verdict async for slice_ in self._work.graded(Asked(rows, chosen)) for verdict in slice_]
        return _json(rewards.openrlhf_reply(verdicts))

    async def verify(self, request: Request) -> Response:
        """The reward of one NeMo Gym rollout."""
        chosen = _in_address(request)
        value = await self._body(request)
        verdict = await self._one(Asked([rewards.nemo_row(value, self._limits)], chosen))
        return _json(rewards.nemo_reply(value, verdict))

    async def healthz(self, _: Request) -> Response:
        """That the service is up."""
        return _json({"status": "ok"})

    async def metrics(self, _: Request) -> Response:
        """The counts, for Prometheus."""
        return Response(self._metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    async def openapi(self, _: Request) -> Response:
        """The description of all this."""
        return _json(self._document)

    async def docs(self, _: Request) -> Response:
        """The same for people."""
        return HTMLResponse(page(self._document))

    async def _one(self, asked: Asked) -> Verdict:
        async with aclosing(self._work.graded(asked)) as slices:
            return (await anext(slices))[0]

    async def _body(self, request: Request) -> dict[str, Any]:
        """The body's JSON object; `Refused` for one that is too large, comes too slowly or is none."""
        limit = self._limits.body_bytes
        announced = _announced(request)
        if announced > _READ_OVER * limit or (announced > limit and "expect" in request.headers):
            raise _too_large(announced, limit)
        try:
            async with asyncio.timeout(self._limits.body_seconds):
                body = await _read(request, limit)
        except TimeoutError:
            raise Refused(408, f"the body did not arrive within {self._limits.body_seconds:g} s") from None
        return requests.parse(body, self._limits)


async def _read(request: Request, limit: int) -> bytes:
    """The body; one that is refused is read to its end all the same, and forgotten."""
    ticket, parts, size = request.scope["ticket"], [], 0
    refused: Refused | None = None
    async for part in request.stream():
        size += len(part)
        if size > _READ_OVER * limit:
            break
        if refused is None:
            try:
                if size > limit:
                    raise _too_large(size, limit)
                ticket.hold(len(part))
                parts.append(part)
            except Refused as error:
                refused = error
                parts.clear()
                ticket.drop()
    if refused is not None:
        raise refused
    return b"".join(parts)


def _in_address(request: Request) -> Conventions:
    """The options that stand in the address."""
    named = dict(request.query_params)
    requests.known(named, OPTIONS)
    return conventions(named)


def _announced(request: Request) -> int:
    """The bytes that a body is said to have; 0 where nothing is said."""
    length = request.headers.get("content-length", "")
    return int(length) if length.isdecimal() and len(length) < 20 else 0


def _too_large(size: int, limit: int) -> Refused:
    return Refused(413, f"the body has {size:,} bytes or more; at most {limit:,} are taken")


async def _array(first: list[Verdict], slices: AsyncIterator[list[Verdict]]) -> AsyncIterator[str]:
    """`{"verdicts": [...]}` in pieces, each sent when it is graded."""
    yield f'{{"verdicts":[{_joined(first)}'
    async for verdicts in slices:
        yield f",{_joined(verdicts)}"
    yield "]}"


async def _lines(first: list[Verdict], slices: AsyncIterator[list[Verdict]]) -> AsyncIterator[str]:
    """A line a verdict, sent when it is graded."""
    yield _as_lines(first)
    async for verdicts in slices:
        yield _as_lines(verdicts)


def _joined(verdicts: Sequence[Verdict]) -> str:
    return dumps([to_wire(verdict) for verdict in verdicts])[1:-1]


def _as_lines(verdicts: Sequence[Verdict]) -> str:
    return "".join(dumps(to_wire(verdict)) + "\n" for verdict in verdicts)


def _json(value: Any) -> Response:
    return Response(dumps(value), media_type="application/json")


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return refusal(error)


async def _no_such(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    detail = "there is no such path; GET /docs shows those there are" if error.status_code == 404 else error.detail
    return refusal(Refused(error.status_code, detail, error.headers))


async def _cut(_: Request, error: Exception) -> Response:
    return refusal(Refused(CUT, "the client went away"))  # read by the counts alone


async def _fault(_: Request, error: Exception) -> Response:
    return refusal(Refused(500, f"an error of this program, which is worth a report: {type(error).__name__}"))
