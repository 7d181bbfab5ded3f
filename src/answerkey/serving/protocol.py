"""HTTP connections with limited patience: for a request's head, and for a client that does not take its reply.

uvicorn bounds how long a connection may idle between requests, and the application how long a body may take; what
lies between them would hold a connection for ever.
"""

from __future__ import annotations

import asyncio
from asyncio import TimerHandle, Transport
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from answerkey.serving.settings import Limits


class PatientProtocol(HttpToolsProtocol):
    """uvicorn's HTTP/1.1 protocol, which also ends connections that make no progress and heads that have no end."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.limits: Limits = self.app_state["limits"]
        self._head = Patience()
        self._write = Patience()
        self._head_bytes: int | None = None  # None where no head is under way

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """A client connected: it now owes a head."""
        super().connection_made(transport)
        self._head.start(self.limits.head_seconds, transport)

    def on_message_begin(self) -> None:
        """A head begins."""
        super().on_message_begin()
        self._head_bytes = 0

    def on_headers_complete(self) -> None:
        """A head is complete."""
        super().on_headers_complete()
        self._head_bytes = None
        self._head.stop()

    def data_received(self, data: bytes) -> None:
        """Data of a head, of a body, or of the rest of a body that was refused."""
        super().data_received(data)
        if self.cycle is None or self.cycle.response_complete:
            self._head.start(self.limits.head_seconds, self.transport)
        if self._head_bytes is not None and not self.transport.is_closing():
            self._head_bytes += len(data)
            if self._head_bytes > self.limits.head_bytes:
                self.send_400_response(f"the request's head has more than {self.limits.head_bytes:,} bytes")

    def pause_writing(self) -> None:
        """The client takes its reply more slowly than it is made."""
        super().pause_writing()
        self._write.start(self.limits.write_seconds, self.transport)

    def resume_writing(self) -> None:
        """It has caught up."""
        super().resume_writing()
        self._write.stop()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._head.stop()
        self._write.stop()
        super().connection_lost(exc)


class Patience:
    """A clock that cuts a connection when it runs out."""

    __slots__ = ("_timer",)

    def __init__(self) -> None:
        self._timer: TimerHandle | None = None

    def start(self, seconds: float, transport: Transport) -> None:
        """Start the clock, unless it runs already."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(seconds, transport.abort)

    def stop(self) -> None:
        """Stop the clock."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
