"""What every request passes first: the token, a place at work, the counts."""

from __future__ import annotations

import hmac
from collections.abc import Collection
from time import perf_counter

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from answerkey.serving.gate import Gate
from answerkey.serving.metrics import Metrics
from answerkey.serving.refused import Refused
from answerkey.serving.wire import dumps

CUT = 499  # what the counts say of a request whose client went away before the reply began


class Guard:
    """An ASGI application in front of another one."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        paths: Collection[str],
        unguarded: Collection[str],
        token: str | None,
        gate: Gate,
        metrics: Metrics,
    ) -> None:
        self._app, self._paths, self._unguarded = app, paths, unguarded
        self._credentials = None if token is None else f"Bearer {token}".encode()
        self._gate, self._metrics = gate, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path = scope["path"] if scope["path"] in self._paths else "other"
        began, status = perf_counter(), CUT

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._serve(scope, receive, noted)
        except Refused as refused:
            await refusal(refused)(scope, receive, noted)
        finally:
            self._metrics.requests.labels(path, str(status)).inc()
            self._metrics.seconds.labels(path).observe(perf_counter() - began)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] not in self._unguarded:
            self._authorise(scope)
        if scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        with self._gate.enter() as ticket:
            scope["ticket"] = ticket
            await self._app(scope, receive, send)

    def _authorise(self, scope: Scope) -> None:
        if self._credentials is None:
            return
        given = [value for name, value in scope["headers"] if name == b"authorization"]
        if len(given) != 1 or not hmac.compare_digest(given[0], self._credentials):
            message = "the bearer token is wrong" if given else "a bearer token is needed"
            raise Refused(401, message, {"WWW-Authenticate": "Bearer"})


def refusal(refused: Refused) -> Response:
    """The reply that says why a request is not served."""
    return Response(dumps({"error": refused.message}), refused.status, refused.headers, "application/json")
