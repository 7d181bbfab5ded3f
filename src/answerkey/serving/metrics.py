"""What a service counts, in the text format of Prometheus. With several workers the counts are of all of them."""

from __future__ import annotations

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

SHARED = "PROMETHEUS_MULTIPROC_DIR"  # the folder through which worker processes share their counts
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0)


class Metrics:
    """The counts of one application."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self.requests = Counter(
            "answerkey_requests", "Requests by path and status.", ["path", "status"], registry=registry
        )
        self.seconds = Histogram(
            "answerkey_request_seconds",
            "From the head of a request to the end of its reply.",
            ["path"],
            registry=registry,
            buckets=_SECONDS,
        )
        self.rows = Counter("answerkey_rows", "Rows graded.", ["outcome", "reason"], registry=registry)
        self.under_way = Gauge(
            "answerkey_requests_under_way", "Requests at work.", registry=registry, multiprocess_mode="livesum"
        )
        self.held = Gauge(
            "answerkey_held_bytes", "Bodies of the requests at work.", registry=registry, multiprocess_mode="livesum"
        )

    def text(self) -> bytes:
        """The counts as Prometheus reads them."""
        if SHARED not in os.environ:
            return generate_latest(self._registry)
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)
