"""Servers that others wrote: llama.cpp's with a small model (wire format, schema, concurrency, truncation,
cancellation; its opinions do not matter), and a mock that says whether a client behaves under faults."""

import asyncio
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from answerkey.judging import Judge, JudgeOutcome, JudgeRow
from answerkey.judging.client import ChatClient
from answerkey.judging.contract import JUDGEMENT, VERDICT
from model_server import free_port, llama_server, running

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("model server")]
PAIRS = [("0.5", "1/2"), ("5", "6"), ("ten", "10"), ("red", "blue"), ("x+1", "1+x"), ("I do not know", "42")]


# ---- llama.cpp ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def llama() -> Iterator[str]:
    with llama_server() as url:
        yield url


def test_every_row_gets_a_verdict_by_schema(llama: str, tmp_path: Path) -> None:
    rows = [JudgeRow(answer, key) for answer, key in PAIRS] + [JudgeRow(a, k, "How many?") for a, k in PAIRS[:2]]
    with Judge(llama, "any", concurrency=4, cache=tmp_path / "c.sqlite") as judge:
        results = judge.judge(rows)
        assert all(one.outcome.readable for one in results), [(one.outcome, one.raw) for one in results]
        assert all(one.usage.prompt > 50 and one.usage.completion > 5 for one in results)
        assert judge.client.stats.requests == len(rows)  # the schema was taken at the first try
        again = judge.judge(rows)
        assert all(one.cached for one in again)
    assert [one.outcome for one in again] == [one.outcome for one in results]
    assert set(json.loads(results[0].raw)) == set(JUDGEMENT.schema["required"])
    assert set(json.loads(results[-1].raw)) == set(VERDICT.schema["required"])


def test_a_reply_that_is_cut_off_is_truncated(llama: str) -> None:
    with Judge(f"{llama}/v1", "any", parameters={"max_tokens": 4}) as judge:
        assert {one.outcome for one in judge.judge([JudgeRow(*pair) for pair in PAIRS])} == {JudgeOutcome.TRUNCATED}


def test_a_prompt_that_is_too_long_fails_alone(llama: str) -> None:
    prompts = ["word " * 9_000, "say yes"]
    with ChatClient(f"{llama}/v1/chat/completions", "any", parameters={"max_tokens": 4}) as client:
        long, short = client.complete([[{"role": "user", "content": prompt}] for prompt in prompts])
    assert (long.ok, short.ok, long.attempts) == (False, True, 1)
    assert long.failure == "too_long"


def test_after_a_cancelled_run_the_next_one_is_served(llama: str) -> None:
    async def cancelled(client: ChatClient) -> None:
        stories = [[{"role": "user", "content": f"Tell the story of the year {n}."}] for n in (1900, 1901)]
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(client.acomplete(stories), 1)

    with ChatClient(llama, "any", concurrency=4, parameters={"max_tokens": 200}) as client:
        asyncio.run(cancelled(client))
        assert client.complete([[{"role": "user", "content": "Say yes."}]])[0].ok


# ---- llmock ------------------------------------------------------------------------------------------------------


@contextmanager
def llmock(*options: str) -> Iterator[str]:
    binary = shutil.which("llmock", path=str(Path(sys.executable).parent))
    if binary is None:
        pytest.skip("needs llmock")
    port = free_port()
    with running([binary, "serve", "--port", str(port), "--log-level", "error", *options], port, "/health") as url:
        yield url
        report = subprocess.run([binary, "report", "--url", url], capture_output=True, text=True, timeout=30)
        assert report.returncode == 0, report.stdout


def test_faults_and_a_rate_limit_are_handled_as_they_should_be() -> None:
    options = ["--error-rate-429", "0.2", "--error-rate-500", "0.1", "--rpm", "600", "--latency-ms", "50", "--report"]
    with llmock(*options) as url, ChatClient(f"{url}/v1", "gpt-4o", concurrency=32) as client:
        results = client.complete([[{"role": "user", "content": f"row {n}"}] for n in range(150)])
    assert [one.error for one in results if not one.ok] == []
    assert all(one.text for one in results)


def test_a_rate_limit_below_what_is_sent() -> None:
    """Far more calls than the limit lets through: all arrive, without a storm of attempts."""
    with llmock("--rpm", "60", "--latency-ms", "5") as url, ChatClient(f"{url}/v1", "gpt-4o", concurrency=16) as client:
        results = client.complete([[{"role": "user", "content": f"row {n}"}] for n in range(72)])
        sent = client.stats.requests
    assert all(one.ok for one in results)
    assert sent < 4 * 72
