"""OpenAI's grader specifications: templates, checks, measures, formulas, and models behind a real endpoint."""

from __future__ import annotations

import json
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

import pytest

from answerkey.integrations.openai_graders import OpenAIGrader, Score, sample_of
from answerkey.integrations.openai_graders.formula import Formula
from answerkey.integrations.openai_graders.similarity import MEASURES
from answerkey.integrations.openai_graders.template import Missing, fill
from fault_server import serving


def check(operation: str = "eq", **fields: Any) -> dict[str, Any]:
    plain = {"input": "{{sample.output_text}}", "reference": "{{ item.reference_answer }}"}
    return {"type": "string_check", "name": "check", "operation": operation, **plain, **fields}


@pytest.mark.parametrize(
    ("operation", "output", "score"),
    [
        *[("eq", "Paris", 1.0), ("eq", "paris", 0.0), ("ne", "paris", 1.0), ("neq", "Paris", 0.0)],
        *[("like", "It is Paris.", 1.0), ("like", "It is PARIS.", 0.0), ("ilike", "It is PARIS.", 1.0)],
    ],
)
def test_string_checks(operation: str, output: str, score: float) -> None:
    assert OpenAIGrader(check(operation)).one({"reference_answer": "Paris"}, output) == Score(score, score == 1.0)


def test_templates() -> None:
    row = {"item": {"a": [1, {"b-c": None}], "text": "{{ item.a }}"}, "sample": sample_of('{"x": [true]}')}
    assert fill("{{item.a[1].b-c}} {{ sample.output_json.x[0] }} {{item.text}}", row) == "null true {{ item.a }}"
    assert fill("{{ other.a }} {item.a}", row) == "{{ other.a }} {item.a}"
    for absent in ("{{ item.b }}", "{{ item.a[2] }}", "{{ item.text[0].x }}", "{{ sample.output_tools }}"):
        with pytest.raises(Missing):
            fill(absent, row)
    score = OpenAIGrader(check()).one({}, "5")
    assert (score.score, score.passed) == (None, None)
    assert score.error == "the row has no {{ item.reference_answer }}"


@pytest.mark.parametrize("measure", MEASURES)
def test_measures(measure: str) -> None:
    compute = MEASURES[measure]
    words = "the quick brown fox jumps over the lazy dog"
    assert compute(words, words) == pytest.approx(1.0)
    assert compute("nothing of this sort", "whole other bunch") <= 0.35
    assert 0.0 < compute("the quick brown fox jumps over a lazy cat", words) < 1.0
    for one, other in (("", ""), ("", "a"), ("a", ""), ("a", "b")):
        assert 0.0 <= compute(one, other) <= 1.0


@pytest.mark.parametrize(
    ("measure", "one", "other", "value"),
    [
        ("fuzzy_match", "this is a test", "this is a test!", 28 / 29),  # as rapidfuzz documents it
        ("rouge_1", "police kill the gunman", "police killed the gunman", 0.75),  # Lin's example
        ("rouge_l", "police kill the gunman", "police killed the gunman", 0.75),
        ("rouge_2", "police kill the gunman", "police killed the gunman", 1 / 3),
        ("gleu", "a b c", "a b c d", 6 / 10),
    ],
)
def test_known_values(measure: str, one: str, other: str, value: float) -> None:
    assert MEASURES[measure](one, other) == pytest.approx(value)


def test_long_texts_are_bounded() -> None:
    fuzzy = {**check(), "type": "text_similarity", "evaluation_metric": "fuzzy_match"}
    started = time.process_time()
    assert OpenAIGrader(fuzzy).one({"reference_answer": "ab" * 10_000}, "ba" * 10_000).score == pytest.approx(
        1, abs=1e-3
    )
    assert "more than" in (OpenAIGrader(fuzzy).one({"reference_answer": ""}, "a" * 100_001).error or "")
    assert time.process_time() - started < 30


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.5 * a + 0.5 * b", 0.75),
        ("a ^ 2 - -b", 1.25),
        ("min(a, b) + max(a, 3, b) / 4", 1.25),
        ("floor(1.5) + ceil(0.2) * abs(-a)", 1.5),
        ("exp(0) + sqrt(4 * b) + log(1)", 3.0),
        ("(a + b) * 2", 3.0),
    ],
)
def test_formulas(text: str, value: float) -> None:
    assert Formula(text, ["a", "b"])({"a": 0.5, "b": 1.0}) == pytest.approx(value)


@pytest.mark.parametrize(
    "text",
    [
        *("", "a +", "c", "a.b", "a[0]", "'a'", "__import__('os')", "open(a)", "min", "min()", "a if b else a"),
        *(
            "lambda: 1",
            "True",
            "a < b",
            "a; b",
            "min(a, key=b)",
            "(" * 500 + "a" + ")" * 500,
            "a+" * 2000 + "a",
            "-" * 1500 + "a",
            "a\0",
        ),
    ],
)
def test_what_is_no_formula(text: str) -> None:
    with pytest.raises(ValueError, match=r"formula"):
        Formula(text, ["a", "b"])


@pytest.mark.parametrize("text", ["1 / (a - b)", "9 ^ 9 ^ 9", "log(0 * a)", "sqrt(-b)", "exp(a * 1000)"])
def test_formulas_without_a_value(text: str) -> None:
    grader = {"type": "multi", "graders": {"a": check(), "b": check("like")}, "calculate_output": text}
    score = OpenAIGrader(grader).one({"reference_answer": "5"}, "5")
    assert score.score is None
    assert "no value" in (score.error or "")


def test_multi_from_a_file(tmp_path: Path) -> None:
    similar = {**check(), "type": "text_similarity", "evaluation_metric": "rouge_1", "pass_threshold": 0.5}
    grader = {"type": "multi", "graders": {"same": check(), "near": similar}, "calculate_output": "0.5*same + 0.5*near"}
    path = tmp_path / "grader.json"
    path.write_text(json.dumps({**grader, "pass_threshold": 0.4}), encoding="utf-8")
    rows = [
        {"item": {"reference_answer": "the red fox"}, "sample": sample_of(text)}
        for text in ("the red fox", "the red dog", "blue")
    ]
    scores = OpenAIGrader.load(path).run([*rows, {"item": {}, "sample": sample_of("x")}])
    assert [score.score for score in scores] == [1.0, pytest.approx(1 / 3), 0.0, None]
    assert [score.passed for score in scores] == [True, False, False, None]
    assert scores[1].parts["near"].passed is True
    assert "same: the row has no" in (scores[3].error or "")


@pytest.mark.parametrize(
    ("specification", "words"),
    [
        ({"type": "python", "source": "1"}, "no grader of type 'python'"),
        ({}, "no grader of type None"),
        (check("matches"), "no string check 'matches'"),
        ({**check(), "type": "text_similarity", "evaluation_metric": "meteor"}, "'meteor' is not here"),
        ({**check(), "type": "text_similarity", "evaluation_metric": "cosine"}, "needs the url"),
        ({"type": "string_check", "operation": "eq"}, "needs the field 'input'"),
        ({"type": "multi", "graders": {"a": check()}, "calculate_output": "b"}, "'b' cannot stand in a formula"),
        ({"type": "score_model", "model": "m", "input": []}, "needs the url"),
    ],
)
def test_specifications_that_cannot_run(specification: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        OpenAIGrader(specification)


class Embedder(BaseHTTPRequestHandler):
    """Vectors that count letters, in the wrong order; it is busy once, and refuses a text."""

    asked: ClassVar[list[Any]] = []

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.asked.append((self.path, body["model"]))
        vectors = [[float(text.count(letter)) for letter in "abcz"] for text in body["input"]]
        data = [{"index": at, "embedding": vector} for at, vector in enumerate(vectors)]
        status = 503 if len(self.asked) == 1 else 400 if "refuse" in body["input"] else 200
        value = {"data": data[::-1]} if "nothing" not in body["input"] else {"data": [{"index": 0}]}
        reply = json.dumps(value if status == 200 else {"error": {"message": "not this text"}}).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(reply)))
        self.end_headers()
        self.wfile.write(reply)

    def log_message(self, *_: Any) -> None:
        pass


def test_cosine() -> None:
    pytest.importorskip("aiohttp")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Embedder)
    Thread(target=server.serve_forever, daemon=True).start()
    spec = {**check(), "type": "text_similarity", "evaluation_metric": "cosine", "pass_threshold": 0.7}
    url = f"http://127.0.0.1:{server.server_port}/v1"
    grader = OpenAIGrader(spec, url, model="small", concurrency=1, max_attempts=2)
    texts = ["aab", "a", "b", "", "refuse", "nothing"]
    rows = [{"item": {"reference_answer": "a"}, "sample": sample_of(text)} for text in texts]
    scores = grader.run([*rows, {"item": {}, "sample": sample_of("a")}])
    assert [score.score for score in scores] == [pytest.approx(2 / 5**0.5), 1.0, 0.0, None, None, None, None]
    assert [score.passed for score in scores[:3]] == [True, True, False]
    said = ["no direction", "not this text", "no embeddings", "the row has no"]
    assert [one for one, score in zip(said, scores[3:], strict=True) if one not in str(score.error)] == []
    assert set(Embedder.asked) == {("/v1/embeddings", "small")}
    both = {"type": "multi", "graders": {"near": spec}, "calculate_output": "near / 2"}
    assert OpenAIGrader(both, f"{url}/embeddings").one({"reference_answer": "a"}, "a").score == 0.5
    assert Embedder.asked[-1] == ("/v1/embeddings", "text-embedding-3-large")
    server.shutdown()
    server.server_close()


REPLIES = {
    "good": '{"steps": [], "result": 0.7}',
    "high": 'Sure: {"steps": [{"description": "d", "conclusion": "{result: 5}"}], "result": 7}',
    "text": "I would say 0.7.",
    "two": '{"result": 0.1} or rather {"result": 0.9}',
    "word": '{"result": "0.7"}',
    "label": '{"steps": [], "result": "fine"}',
    "bad": '{"steps": [], "result": "awful"}',
    "other": '{"steps": [], "result": "so-so"}',
}


def test_model_graders() -> None:
    pytest.importorskip("aiohttp")
    asked = [{"role": "system", "content": "Grade."}, {"role": "user", "content": [{"text": "{{sample.output_text}}"}]}]
    by_model = {"name": "m", "model": "judge-1", "input": asked}
    scorer = {**by_model, "type": "score_model", "range": [0, 1], "pass_threshold": 0.5, "sampling_params": {"seed": 4}}
    labeler = {**by_model, "type": "label_model", "labels": ["fine", "awful"], "passing_labels": ["fine"]}
    with serving() as server:
        server.reply = lambda prompt: REPLIES[prompt.removeprefix("Grade.")]
        grader = OpenAIGrader(scorer, server.url, max_attempts=1)
        names = ["good", "high", "text", "two", "word"]
        scores = grader.run([{"item": {}, "sample": sample_of(name)} for name in names])
        assert [score.score for score in scores] == [0.7, 1.0, None, None, None]
        assert [score.error for score in scores[2:]] == [
            "the reply gives no results", "the reply gives 2 results", "'0.7' is no number",
        ]  # fmt: skip
        assert {(sent["model"], sent["seed"]) for sent in server.requests} == {("judge-1", 4)}
        grader = OpenAIGrader(labeler, server.url, model="local", max_attempts=1)
        scores = grader.run([{"item": {}, "sample": sample_of(name)} for name in ("label", "bad", "other")])
        assert [score.score for score in scores] == [1.0, 0.0, None]
        assert [score.passed for score in scores] == [True, False, None]
        assert server.requests[-1]["model"] == "local"
        both = {"type": "multi", "graders": {"m": scorer}, "calculate_output": "m / 2"}
        assert OpenAIGrader(both, server.url, max_attempts=1).one({}, "good").score == 0.35
        failing = OpenAIGrader(scorer, server.url, max_attempts=1).one({}, "fault:html502")
        assert failing.score is None
        assert failing.error
    with pytest.raises(ValueError, match="among the labels"):
        OpenAIGrader({**labeler, "passing_labels": ["good"]}, "http://127.0.0.1:9")
