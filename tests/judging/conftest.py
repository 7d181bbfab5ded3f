"""A server that fails as it is asked to, and a client that does not wait long for it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from answerkey.judging import client as client_module
from fault_server import FaultServer, serving


@pytest.fixture
def server() -> Iterator[FaultServer]:
    with serving() as server:
        yield server


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "_BACKOFF", (0.01, 0.05))
