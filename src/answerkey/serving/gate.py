"""Admission: so many requests and so many bytes at once; what is beyond is told to come back."""

from __future__ import annotations

from types import TracebackType

from answerkey.serving.metrics import Metrics
from answerkey.serving.refused import Refused
from answerkey.serving.settings import Limits

RETRY_AFTER = {"Retry-After": "1"}


class Gate:
    """Counts what the requests of one process hold."""

    def __init__(self, limits: Limits, metrics: Metrics) -> None:
        self._limits, self._metrics = limits, metrics
        self.requests = self.held = 0

    def enter(self) -> Ticket:
        """A ticket for one more request; `Refused` (503) where there are as many as may be."""
        if self.requests >= self._limits.requests:
            raise Refused(503, f"{self.requests:,} requests are under way; try again later", RETRY_AFTER)
        return Ticket(self)

    def count(self, requests: int, held: int) -> None:
        """Add to what is held; `Refused` (503) where it comes to more bytes than may be."""
        self.requests += requests
        self.held += held
        self._metrics.under_way.set(self.requests)
        self._metrics.held.set(self.held)
        if held > 0 and self.held > self._limits.held_bytes:
            raise Refused(503, "other requests hold all memory that there is for bodies; try again later", RETRY_AFTER)


class Ticket:
    """What one request holds, given back at the end of a `with`."""

    __slots__ = ("_gate", "_held")

    def __init__(self, gate: Gate) -> None:
        self._gate, self._held = gate, 0

    def hold(self, size: int) -> None:
        """Count `size` more bytes."""
        self._held += size
        self._gate.count(0, size)

    def drop(self) -> None:
        """Give the bytes back before the end."""
        self._gate.count(0, -self._held)
        self._held = 0

    def __enter__(self) -> Ticket:
        self._gate.count(1, 0)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.drop()
        self._gate.count(-1, 0)
