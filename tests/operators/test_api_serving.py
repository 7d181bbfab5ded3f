"""APILLMServing_request against a server that misbehaves, and inside an evaluator."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("aiohttp")

from answerkey.judging import client as client_module
from answerkey.operators import APILLMServing_request, BenchDatasetEvaluator, FileStorage
from fault_server import GOOD, FaultServer, serving

KEY = "sk-not-to-be-seen"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[FaultServer]:
    monkeypatch.setattr(client_module, "_BACKOFF", (0.01, 0.02))
    monkeypatch.setenv("DF_API_KEY", KEY)
    with serving() as server:
        server.reply = lambda prompt: f"re: {prompt}"
        yield server


def model(server: FaultServer, **options: Any) -> APILLMServing_request:
    return APILLMServing_request(server.url, model_name="m", max_retries=2, **options)


def test_order_is_kept_and_one_failure_is_none(server: FaultServer, caplog: pytest.LogCaptureFixture) -> None:
    asked = model(server, max_workers=4)
    prompts = [f"{number}" for number in range(20)]
    prompts[7] = "fault:s400"
    prompts[9] = "fault:s500:1"
    with caplog.at_level(logging.WARNING, "answerkey"):
        replies = asked.generate_from_input(prompts, system_prompt="S ")
    asked.cleanup()
    assert replies == [None if number == 7 else f"re: S {prompt}" for number, prompt in enumerate(prompts)]
    assert server.most_at_once <= 4
    assert "1 of 20 prompts have no reply: HTTP 400" in caplog.text
    assert KEY not in caplog.text


def test_what_is_sent(server: FaultServer) -> None:
    asked = model(server, temperature=0.5, seed=3)
    asked.start_serving()
    asked.generate_from_input(["P"], "S", json_schema={"type": "object"})
    asked.generate_from_conversations([[{"role": "user", "content": "C"}]])
    first, second = server.requests
    assert first["messages"] == [{"role": "system", "content": "S"}, {"role": "user", "content": "P"}]
    assert (first["model"], first["temperature"], first["seed"]) == ("m", 0.5, 3)
    assert first["response_format"]["json_schema"]["schema"] == {"type": "object"}
    assert second["messages"] == [{"role": "user", "content": "C"}]
    assert "response_format" not in second
    assert {headers["Authorization"] for headers in server.headers} == {f"Bearer {KEY}"}
    assert KEY not in repr(vars(asked)) + repr(vars(asked._client))
    asked.cleanup()
    assert asked.generate_from_input(["again"], "") == ["re: again"]
    asked.cleanup()


def test_the_key_is_read_when_first_used(server: FaultServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DF_API_KEY")
    asked = model(server)
    with pytest.raises(ValueError, match="DF_API_KEY, which is not set"):
        asked.generate_from_input(["P"])
    monkeypatch.setenv("DF_API_KEY", KEY)
    assert len(asked.generate_from_input(["P"])) == 1
    asked.cleanup()
    keyless = model(server, key_name_of_api_key=None)
    keyless.generate_from_input(["P"])
    keyless.cleanup()
    assert "Authorization" not in server.headers[-1]


def test_reasoning_fields(server: FaultServer) -> None:
    asked = model(server)
    replies = asked.generate_from_input(["fault:with_reasoning", "fault:in_reasoning", "fault:null_content"])
    asked.cleanup()
    assert replies == [
        f"<think>maybe false?</think>\n<answer>{GOOD}</answer>",
        f"<think>{GOOD}</think>\n<answer></answer>",
        None,
    ]


def test_the_old_name_of_a_time_limit(server: FaultServer) -> None:
    with pytest.warns(DeprecationWarning, match="read_timeout"):
        asked = APILLMServing_request(server.url, timeout=3)
    asked.generate_from_input(["P"])
    asked.cleanup()
    assert "timeout" not in server.requests[0]


def test_an_evaluator_over_it(server: FaultServer, tmp_path: Path) -> None:
    server.reply = lambda prompt: json.dumps({"judgement_result": '"answer": "half"' in prompt})
    rows = [{"a": "half", "g": "1/2"}, {"a": "two", "g": "1/2"}, {"a": "fault:s400", "g": "1"}]
    (tmp_path / "b.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    storage = FileStorage(str(tmp_path / "b.jsonl"), cache_path=str(tmp_path / "c"))
    asked = model(server)
    BenchDatasetEvaluator(str(tmp_path / "e.json"), "semantic", llm_serving=asked).run(storage.step(), "a", "g")
    asked.cleanup()
    assert [row["answer_match_reason"] for row in storage.step().read("records")] == [
        "equal.judged",
        "different.judged",
        "judge.empty",
    ]
    stats = json.loads((tmp_path / "e.json").read_text())[0]
    assert (stats["valid_samples"], stats["empty_responses_count"], stats["accuracy"]) == (2, 1, 0.5)


def test_an_address_that_is_none() -> None:
    with pytest.raises(ValueError, match="http"):
        APILLMServing_request("localhost:8000")
