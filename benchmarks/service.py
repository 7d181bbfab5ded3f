"""The service on loopback: its rate against grading in this process, and what it does under abuse.

    python benchmarks/service.py [--seconds S] [--only rate|abuse]

The rate is of CPU time, of the service's process and of this one, on the mixed workload of `speed.py`; the best of five
passes, for both.
Abuse: 256 connections that grade, and at the same time clients that are slow, that go away in mid-request, that send
what is no JSON, and that send 100 MB; every batch that is graded must hold the right verdicts, and memory stay flat.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

import aiohttp
from rich.console import Console
from rich.table import Table

from answerkey import grade
from answerkey.serving.client import Client
from speed import measure, real_keys, workloads

BATCH = 64
CONNECTIONS = 256
HEAD = "POST /grade HTTP/1.1\r\nHost: bench\r\nContent-Length: {}\r\n\r\n"
Pairs = Sequence[tuple[str, str]]


class Service(NamedTuple):
    """A service that runs."""

    host: str
    port: int
    pid: int

    def cpu_seconds(self) -> float:
        """What the process has taken of the processor, user and system."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        """Its resident memory."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


@contextmanager
def service() -> Iterator[Service]:
    """`answerkey serve` on a free port, stopped at the end."""
    command = [sys.executable, "-m", "answerkey", "serve", "--port", "0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    said = process.stderr.readline()
    found = re.search(r"http://([\d.]+):(\d+)", said)
    if not found:
        raise SystemExit(said + process.stderr.read())
    try:
        yield Service(found.group(1), int(found.group(2)), process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


def body(pairs: Pairs) -> bytes:
    """A batch as a request's body."""
    return json.dumps({"rows": [{"gold": gold, "response": response} for gold, response in pairs]}).encode()


def batches(pairs: Pairs, size: int) -> list[Pairs]:
    """The pairs in batches, the last one left out where it is smaller."""
    return [pairs[at : at + size] for at in range(0, len(pairs) - size + 1, size)]


def send(one: Service, bodies: Sequence[bytes], seconds: float) -> tuple[int, float, float]:
    """Send the bodies round and round over one connection: requests, CPU seconds of the service, seconds."""
    connection = HTTPConnection(one.host, one.port)
    began, before = time.perf_counter(), one.cpu_seconds()
    for sent, data in enumerate(cycle(bodies), 1):
        connection.request("POST", "/grade", data)
        reply = connection.getresponse()
        if reply.read() and reply.status != 200:
            raise SystemExit(f"HTTP {reply.status}")
        if sent >= len(bodies) and time.perf_counter() - began > seconds:
            return sent, one.cpu_seconds() - before, time.perf_counter() - began
    raise AssertionError("a cycle has no end")


def rate_table(pairs: Pairs, seconds: float, console: Console) -> None:
    """Rows per CPU second here, and in the service by the size of the batch."""
    here = measure(list(pairs)).best
    table = Table("rows in a request", title="service on loopback, one worker, one connection")
    for column in ("rows a CPU second", "of the rate in process", "requests a CPU second", "rows/s by the clock"):
        table.add_column(column, justify="right")
    table.add_row("(in this process)", f"{here:,.0f}", "100 %", "", "")
    with service() as one:
        for size in (1, BATCH, 1_000):
            bodies = [body(batch) for batch in batches(pairs, size)]
            send(one, bodies, 0.0)  # every key is read once
            passes = [send(one, bodies, seconds / 5) for _ in range(5)]
            sent, cpu, clock = max(passes, key=lambda one: one[0] / one[1])
            rate = sent * size / cpu
            table.add_row(
                f"{size:,}", f"{rate:,.0f}", f"{rate / here:.0%}", f"{sent / cpu:,.0f}", f"{sent * size / clock:,.0f}"
            )
        began = time.perf_counter()
        with Client(f"http://{one.host}:{one.port}") as client:
            verdicts = client.grade_many(pairs)
        console.print(f"Client.grade_many: {len(pairs) / (time.perf_counter() - began):,.0f} rows/s by the clock")
    differing = sum(
        verdict.reason is not grade(gold, response).reason
        for verdict, (gold, response) in zip(verdicts, pairs, strict=True)
    )
    console.print(f"verdicts that differ from those in process: {differing}")
    console.print(table)


async def graders(one: Service, pairs: Pairs, until: float, counts: Counter[str]) -> None:
    """256 connections, each sending batch after batch; what is put off is sent again."""
    wanted = [(body(batch), [grade(*pair).reason.value for pair in batch]) for batch in batches(pairs, BATCH)]

    async def grader(session: aiohttp.ClientSession) -> None:
        while time.perf_counter() < until:
            data, reasons = random.choice(wanted)
            async with session.post(f"http://{one.host}:{one.port}/grade", data=data) as reply:
                counts[f"batches, HTTP {reply.status}"] += 1
                if reply.status == 200:
                    value: dict[str, Any] = await reply.json()
                    counts["wrong batches"] += [verdict["reason"] for verdict in value["verdicts"]] != reasons
                else:
                    await asyncio.sleep(float(reply.headers.get("Retry-After", "1")))

    timeout = aiohttp.ClientTimeout(total=60)
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=CONNECTIONS), timeout=timeout) as session:
        await asyncio.gather(*(grader(session) for _ in range(CONNECTIONS)))


async def abuser(one: Service, kind: str, until: float, counts: Counter[str]) -> None:
    """One client after another that does not behave."""
    whole = HEAD.format(2_000).encode() + b'{"rows": [' + b" " * 1_990
    while time.perf_counter() < until:
        reader, writer = await asyncio.open_connection(one.host, one.port)
        with contextlib.suppress(ConnectionError):
            if kind == "slow":
                for at in range(0, 400, 4):
                    writer.write(whole[at : at + 4])
                    await asyncio.sleep(0.02)
            elif kind == "cut":
                writer.write(whole[: random.randrange(len(whole))])
                await writer.drain()
            elif kind == "malformed":
                writer.write(HEAD.format(9).encode() + random.choice([b'{"rows":[', b"\xff" * 9, b"[" * 9]))
                counts[f"malformed, {(await reader.read(12)).decode()}"] += 1
            else:
                writer.write(HEAD.format(100_000_000).encode())
                for _ in range(100):
                    writer.write(b"x" * 1_000_000)
                    await writer.drain()
                counts[f"100 MB, {(await reader.read(12)).decode()}"] += 1
        counts[kind] += 1
        writer.close()


async def abused(one: Service, pairs: Pairs, seconds: float, counts: Counter[str]) -> None:
    """All of it at the same time."""
    until = time.perf_counter() + seconds
    kinds = ["slow"] * 32 + ["cut"] * 4 + ["malformed"] * 2 + ["large"] * 2
    await asyncio.gather(
        graders(one, pairs, until, counts),
        *(abuser(one, kind, until, counts) for kind in kinds),
        return_exceptions=False,
    )


def abuse_table(pairs: Pairs, seconds: float, console: Console) -> None:
    """What came of it, and the service's memory after each round."""
    counts: Counter[str] = Counter()
    with service() as one:
        send(one, [body(batch) for batch in batches(pairs, BATCH)], 0.0)
        memory = [one.megabytes()]
        for _ in range(4):
            asyncio.run(abused(one, pairs, seconds / 2, counts))
            memory.append(one.megabytes())
        verdict = send(one, [body(pairs[:BATCH])], 0.0)
    table = Table("under abuse", title=f"{CONNECTIONS} connections and {4 * seconds / 2:g} s of abuse, one worker")
    table.add_column("count", justify="right")
    for name, count in sorted(counts.items()):
        table.add_row(name, f"{count:,}")
    console.print(table)
    console.print("memory before, and after each quarter, MB: " + ", ".join(f"{size:.0f}" for size in memory))
    console.print(f"requests served afterwards: {verdict[0]}")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10.0, help="how long to measure")
    parser.add_argument("--only", choices=("rate", "abuse"))
    arguments = parser.parse_args()
    console = Console(width=110)
    pairs = [pair for group in zip(*workloads(real_keys()).values(), strict=True) for pair in group]
    if arguments.only != "abuse":
        rate_table(pairs, arguments.seconds, console)
    if arguments.only != "rate":
        abuse_table(pairs, arguments.seconds, console)


if __name__ == "__main__":
    main()
