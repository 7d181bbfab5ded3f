"""The whole way with a real server and a small model, on real rows: what the model says does not matter, that every
row is asked, graded, kept and counted does."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from answerkey import evaluate
from answerkey.datasets import Dataset, load
from answerkey.judging.cache import ReplyCache
from answerkey.systems import Endpoint
from answerkey.verdict import Reason
from model_server import llama_server

pytestmark = [pytest.mark.slow, pytest.mark.shared, pytest.mark.xdist_group("model server")]
SOURCE = str(Path(__file__).resolve().parents[2] / "src")
SHORT = {"max_tokens": 24}


@pytest.fixture(scope="module")
def llama() -> Iterator[str]:
    with llama_server() as url:
        yield url


@pytest.fixture(scope="module")
def rows(shared: Path) -> Dataset:
    return load("gsm8k", data_dir=shared / "data", n=4)


def test_two_endpoints_and_a_dead_one(llama: str, rows: Dataset) -> None:
    with (
        Endpoint(llama, "small", name="short", parameters=SHORT, concurrency=4) as short,
        Endpoint(f"{llama}/v1", "small", name="shorter", parameters={"max_tokens": 2}, concurrency=4) as shorter,
        Endpoint("http://127.0.0.1:9/v1", "small", name="dead", max_attempts=1) as dead,
    ):
        result = evaluate([short, shorter, dead], rows)
    lines = {line.system: line for line in result.lines}
    assert [(line.rows, line.failed) for line in lines.values()] == [(4, 0), (4, 0), (4, 4)]
    assert lines["shorter"].truncated == 4
    assert set(lines["short"].scores) == {"math_equiv", "answer_match", "answer_undecided"}
    assert lines["dead"].scores == {}
    reasons = {row.verdict.reason for row in result.filter(system="dead").rows if row.verdict is not None}
    assert reasons == {Reason.CALL_FAILED}
    assert all(row.response and row.output_tokens for row in result.filter(system="short").rows)


def test_samples_of_each_row(llama: str, shared: Path) -> None:
    chosen = load("mgsm:de", data_dir=shared / "data", n=2)
    with Endpoint(llama, "small", parameters={"max_tokens": 16}, temperature=1.0, concurrency=4) as system:
        result = evaluate([system], chosen, samples=2)
    ids = ["mgsm-de-0", "mgsm-de-0", "mgsm-de-1", "mgsm-de-1"]
    assert [(row.example_id, row.sample) for row in result.rows] == list(zip(ids, [0, 1, 0, 1], strict=True))
    assert len({row.response for row in result.rows}) > 1


def test_killed_and_gone_on(llama: str, shared: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "answerkey", "bench", "-d", "gsm8k", "-d", "math500", "-n", "5", "--url", llama]
    command += ["--model", "small", "--max-tokens", "16", "--concurrency", "2", "--format", "json"]
    command += ["--data-dir", str(shared / "data"), "--cache-dir", str(tmp_path), "-o", str(tmp_path / "rows.jsonl")]
    environment = {**os.environ, "PYTHONPATH": SOURCE}
    cache = tmp_path / "answers.sqlite"
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
    while not cache.exists() or len(kept := ReplyCache(cache)) < 3:
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = len(kept)
    assert not (tmp_path / "rows.jsonl").exists()
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300, check=True)
    record = json.loads(done.stdout)
    assert [(line["dataset"], line["rows"], line["failed"]) for line in record["summary"]] == [
        ("gsm8k", 5, 0),
        ("math500", 5, 0),
    ]
    written = [json.loads(line) for line in (tmp_path / "rows.jsonl").open()]
    assert len({(row["dataset"], row["id"]) for row in written}) == 10
    assert sum(row["cached"] for row in written) >= before
