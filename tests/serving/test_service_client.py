"""`Client` against a real service: the same verdicts as here, batches, retries, and what it raises."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

pytest.importorskip("uvicorn")
pytest.importorskip("aiohttp")
pytest.importorskip("tenacity")

from answerkey import Client, extract, grade
from answerkey.serving import client as module
from answerkey.serving.client import ClientRow, ServiceError
from answerkey.serving.wire import dumps, from_wire, to_wire
from answerkey.verdict import Verdict
from serving_process import Running, service

ROWS: list[tuple[Any, ...]] = [
    ("1/2", "\\boxed{0.5}"),
    (["6", {"5"}], "The answer is 5."),
    (Fraction(1, 3), "0.333333"),
    (0.25, 0.25),
    (float("nan"), "\\boxed{3}"),
    ("Evelyn", "\\boxed{Briana}", "Who?"),
    ("x", "\ud800"),
    (10**30, "10^{30}"),
]


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with service("--token-env", "SECRET", SECRET="s3cret") as one:
        yield one


@pytest.fixture
def client(running: Running, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    monkeypatch.setenv("SECRET", "s3cret")
    with Client(running.url, token_env="SECRET") as one:
        yield one


def here(row: tuple[Any, ...], **conventions: str) -> Verdict:
    """The verdict of this process, without the evidence."""
    return replace(grade(row[0], row[1], **conventions), witness=None)  # type: ignore[arg-type]


def test_the_same_verdicts(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BATCH_ROWS", 3)
    assert client.grade_many(ROWS) == [here(row) for row in ROWS]
    assert client.grade_many([ClientRow(*row) for row in ROWS], policy="strict") == [
        here(row, policy="strict") for row in ROWS
    ]
    assert client.grade_many([]) == []
    assert [client.grade(*row[:2]) for row in ROWS] == [here(row) for row in ROWS]
    assert client.extract("It is \\boxed{7}.") == extract("It is \\boxed{7}.")
    assert client.extract("") is None
    assert client.explain("5", "\\boxed{-5}") == grade("5", "\\boxed{-5}").explain()


def test_inside_a_loop(client: Client) -> None:
    async def ask() -> tuple[Any, ...]:
        one = await client.agrade("1/2", "0.5", policy="strict")
        many = await asyncio.gather(*(client.agrade_many(ROWS) for _ in range(20)))
        return one, many, await client.aextract("\\boxed{7}"), await client.aexplain("5", "\\boxed{-5}")

    one, many, found, explained = asyncio.run(ask())
    assert one == here(("1/2", "0.5"), policy="strict")
    assert many == [[here(row) for row in ROWS]] * 20
    assert found == extract("\\boxed{7}")
    assert explained == grade("5", "\\boxed{-5}").explain()
    client.close()
    assert client.grade("1", "1").correct  # a closed client opens again


def test_refusals_are_raised(client: Client, running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ServiceError, match="policy is one of"):
        client.grade("1", "1", policy="mild")
    with pytest.raises(ServiceError, match=r"rows\[0\].response has 1,000,001 characters") as raised:
        client.grade("1", "1" * 1_000_001)
    assert raised.value.status == 422
    monkeypatch.setenv("SECRET", "another")
    with pytest.raises(ServiceError, match="token is wrong"):
        client.grade("1", "1")
    monkeypatch.delenv("SECRET")
    with pytest.raises(ValueError, match="SECRET, which is not set"):
        client.grade("1", "1")
    with pytest.raises(ValueError, match="looks like"):
        Client("127.0.0.1:8080")


def test_it_comes_back_when_told_to() -> None:
    replies = [(503, b"", "0"), (429, b"", "0"), (502, b"<html>", None), (200, b'{"verdicts": []}', None)]
    seen: list[Any] = []

    class Busy(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            seen.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            status, body, after = replies[len(seen) - 1]
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            if after is not None:
                self.send_header("Retry-After", after)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            return

    with ThreadingHTTPServer(("127.0.0.1", 0), Busy) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}"
        with Client(url, max_attempts=2) as client, pytest.raises(ServiceError):
            client.grade_many([("1", "1")])
        with Client(url, max_attempts=2) as client:
            assert client.grade_many([("1", "1")]) == []
        server.shutdown()
    assert len(seen) == 4
    assert seen[0] == seen[3]


def test_verdicts_survive_the_wire() -> None:
    for row in ROWS:
        assert from_wire(json.loads(dumps(to_wire(grade(*row[:2]))))) == here(row)
