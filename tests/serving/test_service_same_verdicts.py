"""The same 500 rows through every path that grades, and through `Client`: verdict for verdict as in this process."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

pytest.importorskip("uvicorn")
pytest.importorskip("aiohttp")

from answerkey import Client, grade
from answerkey.serving.wire import to_wire
from host_rows import host_rows
from serving_process import Running, service

ROWS = host_rows()
VERDICTS = [grade(row["gold"], row["response"]) for row in ROWS]
CORRECT = [float(verdict.correct) for verdict in VERDICTS]


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with service() as one:
        yield one


def test_as_a_batch(running: Running) -> None:
    wanted = json.loads(json.dumps([to_wire(verdict) for verdict in VERDICTS]))
    assert running.post("/grade", {"rows": ROWS}).value["verdicts"] == wanted
    lines = running.post("/grade", {"rows": ROWS}, Accept="application/x-ndjson").value
    assert [json.loads(line) for line in lines.splitlines()] == wanted


def test_by_the_client(running: Running) -> None:
    wanted = [replace(verdict, witness=None) for verdict in VERDICTS]
    pairs = [(row["gold"], row["response"]) for row in ROWS]
    with Client(running.url) as client:
        assert client.grade_many(pairs) == wanted
        assert asyncio.run(client.agrade_many(pairs)) == wanted


def test_as_rewards(running: Running) -> None:
    batch = {"query": [row["response"] for row in ROWS], "labels": [row["gold"] for row in ROWS]}
    assert running.post("/get_reward", batch).value["rewards"] == CORRECT
    for row, verdict in list(zip(ROWS, VERDICTS, strict=True))[::10]:
        output = [{"type": "message", "content": [{"type": "output_text", "text": row["response"]}]}]
        reply = running.post("/verify", {"expected_answer": row["gold"], "response": {"output": output}}).value
        assert (reply["reward"], reply["reason"]) == (float(verdict.correct), verdict.reason)
