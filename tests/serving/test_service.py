"""The service as its callers see it: a real one, over real connections."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("uvicorn")
pytest.importorskip("prometheus_client")

from answerkey import Client, Extractor, Policy, compare, extract, grade
from answerkey.serving.wire import to_wire
from serving_process import Reply, Running, service

HALF = {"gold": "1/2", "response": "So the answer is $\\boxed{0.5}$."}
ROWS: list[dict[str, Any]] = [
    HALF,
    {"gold": ["6", "5"], "response": "The answer is 5."},
    {"gold": 5, "response": 5.5},
    {"gold": "Evelyn", "response": "\\boxed{Briana}", "id": 7},
    {"gold": None, "response": "\\boxed{3}"},
    {"gold": "(1,2]", "response": "\ud800 \\boxed{1<x\\le 2}"},
]


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with service() as one:
        yield one


def here(row: dict[str, Any], policy: str = "default") -> dict[str, Any]:
    """What the engine says in this process, as JSON brings it."""
    return json.loads(json.dumps(to_wire(grade(row["gold"], row["response"], policy=policy))))


def test_one_row(running: Running) -> None:
    assert running.post("/grade", HALF)[:2] == (200, here(HALF))
    assert running.post("/grade", {**HALF, "policy": "strict"}).value == here(HALF, "strict")
    assert running.post("/grade", {**HALF, "response": "It is 0.5.", "extractor": "strict"}).value["answer"] is None


def test_fields_of_ones_own(running: Running) -> None:
    """A policy and an extractor spelt out, as JSON and as the client's arguments."""
    policy, extractor = Policy(name="physics", significant_digits=3), Extractor(("box",), pattern=r"Result: (\S+)")
    rows = [{"gold": "2/3", "response": "Result: 0.667"}, {"gold": "2/3", "response": "The answer is 2/3."}]
    wanted = [grade(**row, policy=policy, extractor=extractor) for row in rows]
    assert [verdict.correct for verdict in wanted] == [True, False]
    own = {"policy": {"name": "physics", "significant_digits": 3}}
    own["extractor"] = {"rules": ["box"], "pattern": r"Result: (\S+)"}
    assert running.post("/grade", {"rows": rows, **own}).value["verdicts"] == [
        json.loads(json.dumps(to_wire(verdict))) for verdict in wanted
    ]
    assert running.post("/extract", {"response": "Result: 7", "extractor": own["extractor"]}).value["answer"] == "7"
    with Client(running.url) as client:
        told = client.grade_many([(row["gold"], row["response"]) for row in rows], policy=policy, extractor=extractor)
        assert [to_wire(verdict) for verdict in told] == [to_wire(verdict) for verdict in wanted]
        assert client.extract("Result: 7", extractor=extractor) == extract("Result: 7", extractor=extractor)


def test_a_batch(running: Running) -> None:
    assert running.post("/grade", {"rows": ROWS}).value == {"verdicts": [here(row) for row in ROWS]}
    assert running.post("/grade", {"rows": []}).value == {"verdicts": []}


@pytest.mark.parametrize("size", [1, 6, 3_000])
def test_lines(running: Running, size: int) -> None:
    rows = (ROWS * size)[:size]
    reply = running.post("/grade", {"rows": rows}, Accept="application/x-ndjson")
    assert reply.headers["Content-Type"] == "application/x-ndjson"
    assert [json.loads(line) for line in reply.value.splitlines()] == [here(row) for row in rows]


def test_a_long_batch_is_streamed(running: Running) -> None:
    rows = ROWS * 500
    reply = running.post("/grade", {"rows": rows})
    assert reply.headers["Transfer-Encoding"] == "chunked"
    assert reply.value == {"verdicts": [here(row) for row in ROWS] * 500}


def test_extract(running: Running) -> None:
    assert running.post("/extract", {"response": "It is \\boxed{7}."}).value == {
        "answer": "7",
        "span": [13, 14],
        "rule": "box",
    }
    assert running.post("/extract", {"response": ""}).value == {"answer": None, "span": None, "rule": None}


def test_explain(running: Running) -> None:
    reply = running.post("/explain", {"gold": "5", "response": "\\boxed{-5}"}).value
    verdict = grade("5", "\\boxed{-5}")
    assert reply == {**verdict.to_dict(), "explanation": verdict.explain()}
    assert reply["diagnosis"] == compare("5", "-5").diagnosis


def test_openrlhf(running: Running) -> None:
    body = {
        "query": ["<s>1/2? Put it into a \\boxed{box}. So \\boxed{0.5}</s>", "2? \\boxed{3}", "Who? \\boxed{Briana}"],
        "prompts": ["1/2? Put it into a \\boxed{box}.", "2?", "Who?"],
        "labels": ["1/2", "2", "Evelyn"],
    }
    reply = running.post("/get_reward?policy=strict", body).value
    assert reply["rewards"] == reply["scores"] == [1.0, 0.0, 0.0]
    assert reply["extra_logs"]["undecided"] == [0.0, 0.0, 1.0]
    assert running.post("/get_reward", {"query": ["\\boxed{5}"], "labels": [5]}).value["rewards"] == [1.0]
    assert running.post("/get_reward", {**body, "labels": ["1"]}).status == 422
    assert running.post("/get_reward?polcy=strict", body).status == 422


def test_nemo_gym(running: Running) -> None:
    message = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "\\boxed{0.5}"}]}
    body = {
        "responses_create_params": {"input": [{"role": "user", "content": "1/2?"}]},
        "response": {"id": "r", "output": [{"type": "reasoning", "summary": []}, message]},
        "expected_answer": "1/2",
        "uuid": "0010",
    }
    reply = running.post("/verify", body).value
    assert {name: reply[name] for name in body} == body
    assert (reply["reward"], reply["mask_sample"], reply["extracted_answer"]) == (1.0, False, "0.5")
    others = [{"type": "function_call_output", "output": "\\boxed{0.5}"}, {**message, "role": "user"}]
    body["response"]["output"] = others
    assert (reply := running.post("/verify", body).value)["reward"] == 0.0
    assert reply["extracted_answer"] is None
    masked = running.post("/verify", {**body, "expected_answer": ""}).value
    assert (masked["reward"], masked["mask_sample"], masked["reason"]) == (0.0, True, "unreadable.key")


def _with(option: str, value: Any) -> bytes:
    return json.dumps({"gold": "1", "response": "1", option: value}).encode()


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        (b"", 400, "no JSON"),
        (b'{"gold": "1"', 400, "no JSON"),
        (b"\xff\xfe\xff", 400, "no JSON"),
        (b'{"gold": NaN, "response": "1"}', 400, "NaN"),
        (b'{"gold": ' + b"9" * 5000 + b', "response": "1"}', 400, "no JSON"),
        (b'{"gold": ' + b"[" * 100_000, 400, "nested"),
        (b"[" + b"[]," * 600_000 + b"[]]", 413, "more values than the 500,000"),
        ('{"gold": "1"}'.encode("utf-16"), 400, "no JSON"),
        (b"[1]", 422, "no JSON object"),
        (b"{}", 422, "gold is missing"),
        (b'{"gold": "1"}', 422, "response is missing"),
        (b'{"gold": {}, "response": "1"}', 422, "gold is no text"),
        (b'{"gold": [["1"]], "response": "1"}', 422, "gold[0] is no text"),
        (b'{"gold": "1", "response": "1", "polcy": "strict"}', 422, "no field 'polcy'"),
        (b'{"gold": "1", "response": "1", "policy": "mild"}', 422, "policy is one of default, strict, lenient"),
        (b'{"gold": "1", "response": "1", "policy": "mild"}', 422, "fields of its own, not 'mild'"),
        (b'{"gold": "1", "response": "1", "extractor": 5}', 422, "fields of its own, not int"),
        (_with("policy", {"polcy": 1}), 422, "policy has no field 'polcy'"),
        (_with("policy", {"significant_digits": 0}), 422, "must be from 1 to 1000"),
        (_with("policy", {"partial_credit": 1}), 422, "must be True or False"),
        (_with("policy", {"require_form": ["key"]}), 422, "must be one of integer"),
        (_with("policy", {"absolute_tolerance": 10**400}), 422, "too large"),
        (_with("policy", {"name": "x" * 101}), 422, "at most 100 characters"),
        (_with("policy", ["strict"]), 422, "or an object"),
        (_with("extractor", {"rules": ["box", "bax"]}), 422, "no extraction rule 'bax'"),
        (_with("extractor", {"rules": ["box"] * 2}), 422, "stands twice"),
        (_with("extractor", {"rules": [["box"]]}), 422, "list of names"),
        (_with("extractor", {"pattern": "(a+)+"}), 422, "may take exponential time"),
        (_with("extractor", {"pattern": "a" * 1_001}), 422, "at most 1000 characters"),
        (_with("extractor", {"pattern": 5}), 422, "pattern is a text"),
        (_with("extractor", {"choose": {}}), 422, "'last' or 'first'"),
        (_with("extractor", {"one_box": 1}), 422, "one_box is true or false"),
        (_with("extractor", {"kind": []}), 422, "kind is one of"),
        (b'{"rows": 5}', 422, "rows is no list"),
        (b'{"rows": [{"gold": "1", "response": "1"}, 5]}', 422, "rows[1] is no object"),
        (b'{"rows": [{"gold": "1", "response": ["1"]}]}', 422, "rows[0].response is no text"),
        (json.dumps({"gold": "1", "response": "1" * 1_000_001}).encode(), 422, "1,000,001 characters"),
        (json.dumps({"gold": ["1"] * 65, "response": "1"}).encode(), 422, "65 keys"),
        (json.dumps({"rows": [0] * 10_001}).encode(), 422, "10,001 rows"),
    ],
)
def test_what_is_refused(running: Running, body: bytes, status: int, says: str) -> None:
    reply = running.post("/grade", body)
    assert reply.status == status
    assert says in reply.value["error"]


def test_no_such_path_or_method(running: Running) -> None:
    assert running.get("/nowhere").status == 404
    assert "GET /docs shows" in running.get("/").value["error"]
    assert running.get("/grade").status == 405


def test_counts(running: Running) -> None:
    def count(line: str) -> float:
        found = [one for one in running.get("/metrics").value.splitlines() if one.startswith(line + " ")]
        return float(found[0].rpartition(" ")[2]) if found else 0.0

    rows = 'answerkey_rows_total{outcome="CORRECT",reason="equal.number"}'
    requests = 'answerkey_requests_total{path="/grade",status="200"}'
    before = count(rows), count(requests)
    running.post("/grade", {"rows": [HALF, HALF]})
    assert (count(rows), count(requests)) == (before[0] + 2, before[1] + 1)
    running.get("/any/path/at/all")
    assert count('answerkey_requests_total{path="other",status="404"}') >= 1


def test_a_token(running: Running) -> None:
    with service("--token-env", "SECRET", SECRET="s3cret") as guarded:
        asked: list[Reply] = [
            guarded.post("/grade", HALF),
            guarded.post("/grade", HALF, Authorization="Bearer s3cre"),
            guarded.post("/grade", HALF, Authorization="s3cret"),
            guarded.get("/metrics"),
        ]
        assert [reply.status for reply in asked] == [401] * 4
        assert asked[0].headers["WWW-Authenticate"] == "Bearer"
        assert guarded.post("/grade", HALF, Authorization="Bearer s3cret").value["correct"]
        assert guarded.get("/healthz").value == {"status": "ok"}
        assert guarded.get("/openapi.json").value["security"] == [{"bearer": []}]
    assert "security" not in running.get("/openapi.json").value


def test_the_page_names_every_path(running: Running) -> None:
    page = running.get("/docs").value
    for path in running.get("/openapi.json").value["paths"]:
        assert path in page
