"""A model behind an endpoint: what becomes of its answers, its failures, and of a run that goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from answerkey.systems import Endpoint, Output
from fault_server import FaultServer, completion, serving


@pytest.fixture
def server() -> Iterator[FaultServer]:
    with serving() as server:
        server.reply = lambda prompt: f"answer to {prompt}"
        yield server


def asked(*prompts: str) -> list[dict[str, Any]]:
    return [{"id": number, "question": "not this", "prompt": prompt} for number, prompt in enumerate(prompts)]


def test_one_output_an_example_in_order(server: FaultServer) -> None:
    seen: list[Output] = []
    with Endpoint(server.url, "m", parameters={"max_tokens": 50}) as system:
        outputs = system.process_all(asked("a", "b", "a"), on_output=seen.append)
    assert [several[0]["response"] for several in outputs] == ["answer to a", "answer to b", "answer to a"]
    assert outputs[0][0]["output_tokens"] == 7
    assert len(server.requests) == len(seen) == 2  # the same question is asked once
    assert server.requests[0]["temperature"] == 0.0
    assert server.requests[0]["max_tokens"] == 50


def test_without_a_prompt_the_question_is_asked(server: FaultServer) -> None:
    with Endpoint(server.url, "m") as system:
        assert system.process({"question": "why?"})["response"] == "answer to why?"


def test_samples_are_asked_for_one_by_one(server: FaultServer) -> None:
    with Endpoint(server.url, "m") as system:
        (outputs,) = system.process_all(asked("a"), samples=3)
        assert len(outputs) == len(server.requests) == 3
    assert {request["temperature"] for request in server.requests} == {0.7}
    with Endpoint(server.url, "m", temperature=1.2) as system:
        system.process_all(asked("a"), samples=2)
    assert server.requests[-1]["temperature"] == 1.2


@pytest.mark.parametrize(
    ("fault", "failure"),
    [
        ("s404", "rejected"),
        ("s500", "transient"),
        ("too_long", "too_long"),
        ("azure_filter", "filtered"),
        ("filtered", "filtered"),
        ("html", "transient"),
        ("quota", "rejected"),
    ],
)
def test_a_failed_call_is_no_answer(server: FaultServer, fault: str, failure: str) -> None:
    with Endpoint(server.url, "m", max_attempts=1) as system:
        failed, good = (several[0] for several in system.process_all(asked(f"fault:{fault}", "good")))
    assert (failed["failure"], "response" in failed) == (failure, False)
    assert failed["error"]
    assert good["response"] == "answer to good"


def test_truncation_refusal_reasoning_and_nothing(server: FaultServer) -> None:
    faults = ("cut", "refusal", "with_reasoning", "in_reasoning", "null_content")
    with Endpoint(server.url, "m") as system:
        outputs = [several[0] for several in system.process_all(asked(*(f"fault:{fault}" for fault in faults)))]
    cut, refusal, reasoned, only_reasoned, nothing = outputs
    assert (cut["truncated"], refusal["truncated"]) == (True, False)
    assert refusal["response"] == "I will not judge this."
    assert reasoned["reasoning"] == "maybe false?"
    assert (only_reasoned["response"], only_reasoned["reasoning"]) == (
        "",
        completion()["choices"][0]["message"]["content"],
    )
    assert nothing["response"] == ""


def test_a_second_run_goes_on_from_what_is_kept(server: FaultServer, tmp_path: Path) -> None:
    cache = tmp_path / "answers.sqlite"
    prompts = asked("a", "fault:s500", "fault:cut")
    with Endpoint(server.url, "m", cache=cache, max_attempts=1) as system:
        system.process_all(prompts, samples=2)
    first = len(server.requests)
    assert first == 6
    with Endpoint(server.url, "m", cache=cache, max_attempts=1) as system:
        again = system.process_all(prompts, samples=2)
    assert len(server.requests) - first == 2  # only what failed
    assert [output.get("cached") for output in again[0]] == [True, True]
    assert again[2][0]["truncated"]
    with Endpoint(server.url, "m", cache=cache, parameters={"max_tokens": 9}) as system:
        assert "cached" not in system.process_all(prompts[:1])[0][0]  # another request is another answer


def test_its_name_says_model_and_host() -> None:
    assert Endpoint("http://user:secret@10.0.0.1:8000/v1", "qwen").name == "qwen (10.0.0.1:8000)"
    with pytest.raises(ValueError, match="looks like http"):
        Endpoint("localhost:8000", "m")
