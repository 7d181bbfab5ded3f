"""What must not bring the service down: too much, too slow, cut off; and an end in good order."""

from __future__ import annotations

import json
import signal
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest

pytest.importorskip("uvicorn")

from serving_process import Running, service

ROW = {"gold": "1/2", "response": "\\boxed{0.5}"}
HEAD = b"POST /grade HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n"
LIMITS = {
    "body_bytes": 100_000,
    "requests": 4,
    "held_bytes": 150_000,
    "head_seconds": 0.5,
    "body_seconds": 0.5,
    "write_seconds": 0.5,
}


@pytest.fixture(scope="module")
def tight() -> Iterator[Running]:
    with service(limits=LIMITS) as one:
        yield one
        assert one.post("/grade", ROW).value["correct"]


def ends(connection: socket.socket, patience: float = 5.0) -> bytes:
    """All that the service sends until it closes the connection."""
    connection.settimeout(patience)
    said = b""
    try:
        while part := connection.recv(65_536):
            said += part
    except ConnectionResetError:
        pass
    return said


def test_a_large_body_is_refused_and_read_over(tight: Running) -> None:
    with socket.create_connection(tight.place, timeout=10) as connection:
        connection.sendall(HEAD % 10_000_000)
        assert connection.recv(100).startswith(b"HTTP/1.1 413")
        for _ in range(100):
            connection.sendall(b"x" * 100_000)
    reply = tight.post("/grade", b"x" * 100_001)
    assert reply.status == 413
    assert "at most 100,000 are taken" in reply.value["error"]


def test_a_client_that_asks_first_sends_nothing(tight: Running) -> None:
    with socket.create_connection(tight.place, timeout=10) as connection:
        connection.sendall((HEAD % 700_000).replace(b"Host: x", b"Host: x\r\nExpect: 100-continue"))
        assert connection.recv(100).startswith(b"HTTP/1.1 413")


def test_a_body_of_unknown_length_is_bounded(tight: Running) -> None:
    with socket.create_connection(tight.place, timeout=10) as connection:
        connection.sendall(b"POST /grade HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in range(100):
            connection.sendall(b"2710\r\n" + b"x" * 10_000 + b"\r\n")
        assert connection.recv(100).startswith(b"HTTP/1.1 413")


@pytest.mark.parametrize("sent", [b"", b"POST /gra", b"POST /grade HTTP/1.1\r\nHost: x\r\nX-Slow:"])
def test_a_head_that_never_comes_is_not_waited_for(tight: Running, sent: bytes) -> None:
    with socket.create_connection(tight.place) as connection:
        connection.sendall(sent)
        assert ends(connection) == b""


def test_a_head_without_end_is_refused(tight: Running) -> None:
    with socket.create_connection(tight.place) as connection:
        connection.sendall(b"POST /grade HTTP/1.1\r\nX-Long: " + b"x" * 70_000)
        assert b" 400 " in ends(connection)


def test_a_second_request_that_never_comes_is_not_waited_for(tight: Running) -> None:
    with socket.create_connection(tight.place) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        time.sleep(0.2)
        connection.sendall(b"GET /heal")
        assert ends(connection, 2.0).count(b"HTTP/1.1") == 1


def test_a_body_that_never_comes_is_not_waited_for(tight: Running) -> None:
    with socket.create_connection(tight.place) as connection:
        connection.sendall(HEAD % 1000 + b'{"gold"')
        connection.settimeout(5)
        assert connection.recv(1000).startswith(b"HTTP/1.1 408")


@pytest.mark.slow
def test_a_client_that_does_not_take_its_reply_is_cut() -> None:
    output = [{"type": "message", "content": [{"type": "output_text", "text": "5"}]}]
    echoed = {"expected_answer": "5", "response": {"output": output}, "large": "x" * 15_000_000}
    body = json.dumps(echoed).encode()
    with service(limits={"write_seconds": 0.5}) as one, socket.create_connection(one.place) as connection:
        connection.sendall((HEAD % len(body)).replace(b"grade", b"verify") + body)
        time.sleep(2)
        assert len(ends(connection)) < 15_000_000
        assert "answerkey_requests_under_way 0.0" in one.get("/metrics").value


def test_beyond_what_it_takes_it_says_when_to_come_back(tight: Running) -> None:
    waiting = [socket.create_connection(tight.place) for _ in range(4)]
    for connection in waiting:
        connection.sendall(HEAD % 1000 + b"{")
    time.sleep(0.1)
    reply = tight.post("/grade", ROW)
    assert (reply.status, reply.headers["Retry-After"]) == (503, "1")
    assert tight.get("/healthz").status == 200
    for connection in waiting:
        connection.close()
    time.sleep(0.2)
    assert tight.post("/grade", ROW).status == 200


def test_memory_for_bodies_is_shared(tight: Running) -> None:
    waiting = [socket.create_connection(tight.place, timeout=5) for _ in range(2)]
    for connection in waiting:
        connection.sendall(HEAD % 100_000 + b" " * 99_000)
    time.sleep(0.1)
    for connection in waiting:
        connection.sendall(b" " * 1_000)
    assert {connection.recv(12) for connection in waiting} == {b"HTTP/1.1 400", b"HTTP/1.1 503"}
    for connection in waiting:
        connection.close()


def test_connections_cut_at_any_point(tight: Running) -> None:
    body = json.dumps({"rows": [ROW] * 50}).encode()
    whole = HEAD % len(body) + body
    for at in range(0, len(whole), 97):
        with socket.create_connection(tight.place) as connection:
            connection.sendall(whole[:at])
    time.sleep(0.2)
    assert "answerkey_held_bytes 0.0" in tight.get("/metrics").value


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_an_end_in_good_order(number: signal.Signals) -> None:
    rows = {"rows": [{"gold": "\\sqrt{2}+x", "response": "\\boxed{x+2^{1/2}}"}] * 3_000}
    with service() as one, ThreadPoolExecutor(1) as pool:
        under_way = pool.submit(one.post, "/grade", rows)
        while "answerkey_requests_under_way 1.0" not in one.get("/metrics").value:
            time.sleep(0.01)
        one.process.send_signal(number)
        assert len(under_way.result().value["verdicts"]) == 3_000
        assert one.process.wait(timeout=10) == 0
        assert one.process.stderr is not None
        assert one.process.stderr.read() == ""


def up(one: Running) -> None:
    """Wait until a worker answers."""
    assert one.get("/healthz").status == 200  # the socket listens already: the request waits for a worker


def gone(one: Running, patience: float = 20.0) -> bool:
    """Whether nobody listens any longer, within so many seconds."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        try:
            socket.create_connection(one.place).close()
        except OSError:
            return True
        time.sleep(0.1)
    return False


@pytest.mark.slow
def test_several_workers_share_port_and_counts() -> None:
    with service("--workers", "2") as one:
        up(one)
        for _ in range(20):
            assert one.post("/grade", ROW).value["correct"]
        counts = [line for line in one.get("/metrics").value.splitlines() if line.startswith("answerkey_rows_total")]
        assert counts == ['answerkey_rows_total{outcome="CORRECT",reason="equal.number"} 20.0']
        assert one.stop() == 0
        assert gone(one)


@pytest.mark.slow
def test_workers_end_with_the_process_that_started_them() -> None:
    with service("--workers", "2") as one:
        up(one)
        one.process.kill()
        assert gone(one)


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece", [b"[],", b"{},", b'{"":0},', b"[[]],", b'{"a":{}},', b"0.5,", b'"ab",', b'"[[[[",', b'""']
)
def test_values_of_next_to_no_text(piece: bytes) -> None:
    """What JSON makes of a body is bounded, and strings are no values however many brackets stand in them."""
    with service() as one:
        usual = one.memory()
        count = 15_000_000 // len(piece)
        reply = one.post("/grade", b'{"rows":[' + piece * count + b"0]}")
        assert reply.status in (400, 413, 422)
        assert one.peak() - usual < 120_000_000
        brackets = {"gold": "5", "response": "[{," * 300_000 + r"\"\\boxed{5}"}
        assert one.post("/grade", brackets).value["correct"]


@pytest.mark.slow
def test_memory_stays_flat() -> None:
    large = b'{"rows": [' + b" " * 15_000_000 + b"]}"
    with service() as one, ThreadPoolExecutor(8) as pool:
        sizes = []
        for _ in range(4):
            assert all(reply.status in (200, 503) for reply in pool.map(lambda _: one.post("/grade", large), range(16)))
            assert all(reply.status == 413 for reply in pool.map(lambda _: one.post("/grade", b"x" * 20_000_000), "12"))
            sizes.append(one.memory())
        assert all(after - before < 40_000_000 for before, after in pairwise(sizes[1:])), sizes
