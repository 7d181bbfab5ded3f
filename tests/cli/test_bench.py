"""`answerkey bench`, `answerkey datasets`, `answerkey audit keys`: what they show, write, keep and refuse."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from command import run
from fault_server import FaultServer, serving

SOURCE = str(Path(__file__).resolve().parents[2] / "src")
ROWS = [("Ducks: 9 * 2?", "So 18.\n#### 18"), ("Robes: 2 + 1?", "3\n#### 3"), ("House: profit?", "#### 70,000")]


@pytest.fixture
def server() -> Iterator[FaultServer]:
    with serving() as server:
        server.reply = reply
        yield server


def reply(prompt: str) -> str:
    if "Ducks" in prompt:
        return r"That makes \boxed{18}."
    return "The answer is $70000." if "House" in prompt else r"\boxed{4}"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("ANSWERKEY_DATA", raising=False)
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "gsm8k_test.jsonl", *({"question": question, "answer": answer} for question, answer in ROWS))
    return tmp_path


def put(path: Path, *rows: dict[str, Any]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def test_the_table_shows_both_engines(
    server: FaultServer, data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, "bench", "-d", "gsm8k", "--data-dir", data, "--url", server.url, "--model", "m", "--name", "mine")
    shown = capsys.readouterr().out
    head, row = (next(line for line in shown.splitlines() if word in line).split() for word in ("data set", "mine"))
    assert head[-3:] == ["math_equiv", "answer_match", "answer_undecided"]
    assert row[:5] == ["gsm8k", "mine", "3", "0", "0"]
    assert [cell for cell in row if cell.endswith("%")] == ["33.33%", "66.67%", "0.00%"]
    prompts = {request["messages"][0]["content"] for request in server.requests}
    assert all(r"\boxed{}" in prompt and prompt.startswith(("Ducks", "Robes", "House")) for prompt in prompts)


def test_two_endpoints_data_sets_and_a_dead_one(
    server: FaultServer, data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All that was found is written, and the command still fails: one system was never tested."""
    monkeypatch.setattr("answerkey.judging.client._BACKOFF", (0.0, 0.0))
    put(data / "mine.jsonl", {"question": "Ducks again?", "answer": "18"})
    out = data / "rows.jsonl"
    ends = [(server.url, "A"), (server.url + "/", "B"), ("http://127.0.0.1:9/v1", "dead")]
    options = [part for url, name in ends for part in ("--url", url, "--name", name)]
    with pytest.raises(ValueError, match="2"):
        run(
            monkeypatch,
            *("bench", "-d", "gsm8k", "-d", data / "mine.jsonl", "--data-dir", data, "-n", 2, *options),
            *("--model", "m", "-o", out, "--format", "json"),
        )
    shown = capsys.readouterr()
    assert "dead answered no row of gsm8k: " in shown.err
    assert "cannot connect to http://127.0.0.1:9/v1/chat/completions: connection refused" in shown.err
    record = json.loads(shown.out)
    lines = {(line["dataset"], line["system"]): line for line in record["summary"]}
    assert len(lines) == 6
    for name in ("A", "B"):
        assert lines["gsm8k", name]["answer_match"] == 0.5
        assert lines["gsm8k", name]["failed"] == 0
    dead = lines["gsm8k", "dead"]
    assert (dead["rows"], dead["failed"], dead["answered"], "answer_match" in dead) == (2, 2, 0, False)
    rows = [json.loads(line) for line in out.open()]
    failed = [row for row in rows if row["system"] == "dead"]
    assert {row["answerkey_outcome"] for row in failed} == {"UNDECIDED"}
    assert {row["answerkey_reason"] for row in failed} == {"call.failed"}
    assert {row["failure"] for row in failed} <= {"transient", "stopped"}
    assert all("127.0.0.1" in row["error"] for row in failed)
    run(monkeypatch, "report", out)
    assert "no response: the call of the model failed" in capsys.readouterr().out


def test_samples_are_counted_by_problem(
    server: FaultServer, data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("scipy")
    asked: list[str] = []
    server.reply = lambda prompt: asked.append(prompt) or rf"\boxed{{{18 + len(asked) % 2}}}"  # type: ignore[func-returns-value]
    options = ("--url", server.url, "--model", "m", "--samples", 2, "--temperature", 0.9, "--concurrency", 1)
    run(monkeypatch, "bench", "-d", "gsm8k", "-n", 1, "--data-dir", data, *options)
    shown = capsys.readouterr().out
    assert "avg@1" in shown
    assert next(line for line in shown.splitlines() if line.startswith("pass@2")).split()[1] == "100.00%"
    assert [request["temperature"] for request in server.requests] == [0.9, 0.9]


def test_recorded_answers_thresholds_and_further_evaluators(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put(data / "said.jsonl", *({"question": question, "output": reply(question)} for question, _ in ROWS))
    options = ("--answers", "said.jsonl", "--evaluator", "multiple_choice", "--threshold", 1)
    run(monkeypatch, "bench", "-d", "gsm8k", "--data-dir", data, *options, "--format", "markdown")
    shown = capsys.readouterr().out
    assert "multiple_choice" in shown
    assert "answer_match ≥ 1 |" in shown
    run(monkeypatch, "bench", "-d", "gsm8k", "--data-dir", data, *options, "--score-field", "math_equiv")
    shown = capsys.readouterr().out
    assert "math_equiv ≥ 1" in shown
    assert "answer_match" not in shown


def test_a_score_under_what_was_asked_for_fails(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put(data / "said.jsonl", *({"question": question, "output": reply(question)} for question, _ in ROWS))
    command = ("bench", "-d", "gsm8k", "--data-dir", data, "--answers", "said.jsonl", "--fail-under")
    run(monkeypatch, *command, 0.6)
    with pytest.raises(ValueError, match="1"):
        run(monkeypatch, *command, 0.7)
    assert "answer_match of said.jsonl on gsm8k is 66.67%, under 70.00%" in capsys.readouterr().err
    with pytest.raises(ValueError, match="1"):
        run(monkeypatch, *command, 0.6, "--score-field", "math_equiv")


def test_the_page_of_a_report(data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("jinja2")
    pytest.importorskip("scipy")
    for name in "AB":
        put(data / f"{name}.jsonl", *({"question": question, "output": reply(question)} for question, _ in ROWS))
    options = ("--answers", "A.jsonl", "--answers", "B.jsonl")
    run(monkeypatch, "bench", "-d", "gsm8k", "--data-dir", data, *options, "--output", "html")
    shown = capsys.readouterr().out
    assert shown.lower().startswith("<!doctype html>")
    assert "math_equiv" in shown
    assert "A.jsonl" in shown
    monkeypatch.setattr("answerkey.judging.client._BACKOFF", (0.0, 0.0))
    dead = ("--url", "http://127.0.0.1:9", "--model", "m", "--name", "dead")
    with pytest.raises(ValueError, match="2"):
        run(monkeypatch, "bench", "-d", "gsm8k", "--data-dir", data, *options[:2], *dead, "--output", "html")
    shown = capsys.readouterr().out
    assert "accuracy over 3 rows" in shown
    assert "cannot connect to http://127.0.0.1:9/v1/chat/completions" in shown
    with pytest.raises(ValueError, match="2"):
        run(monkeypatch, "bench", "-d", "gsm8k", "--data-dir", data, *dead, "--output", "html")
    assert "no row was answered" in capsys.readouterr().err


def test_a_judge_for_what_rules_leave_open(
    server: FaultServer, data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(data / "cache"))
    put(
        data / "words.jsonl", {"question": "What is Lagos?", "answer": "a large city", "response": "Answer: a big town"}
    )
    server.reply = lambda prompt: '{"reason": "the same", "verdict": "equivalent"}'
    judge = ("--judge-url", server.url, "--judge-model", "j")
    run(monkeypatch, "bench", "-d", "words.jsonl", "--answers", "words.jsonl", *judge, "--format", "json")
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert (row["answer_undecided"], row["semantic_match"], row["answerkey_reason"]) == (1.0, 1.0, "equal.judged")


def test_a_judge_that_fails_leaves_rows_without_a_score_and_is_said(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(data / "cache"))
    monkeypatch.setattr("answerkey.judging.client._BACKOFF", (0.0, 0.0))
    answers = [("5", "5"), ("a large city", "a big town")]
    put(data / "words.jsonl", *({"question": key, "answer": key, "response": said} for key, said in answers))
    command = ("bench", "-d", "words.jsonl", "--answers", "words.jsonl", "--judge-url", "http://127.0.0.1:9")
    with pytest.raises(ValueError, match="2"):
        run(monkeypatch, *command, "--judge-model", "j", "--score-field", "semantic_match")
    shown = capsys.readouterr().out
    assert "100.00%" in shown  # of the one row that was decided
    assert "Rows without a score, as grading them failed: 1 judge.transport." in shown


def test_a_prompt_of_ones_own(server: FaultServer, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (data / "prompt.txt").write_text("Q: {question}\nA:")
    options = ("--url", server.url, "--model", "m", "--prompt", "prompt.txt", "--max-tokens", 5)
    run(monkeypatch, "bench", "-d", "gsm8k", "-n", 1, "--data-dir", data, *options)
    (request,) = server.requests
    assert request["messages"] == [{"role": "user", "content": "Q: Ducks: 9 * 2?\nA:"}]
    assert request["max_tokens"] == 5


@pytest.mark.slow
def test_a_killed_run_goes_on_where_it_was(server: FaultServer, data: Path) -> None:
    """Nothing that was answered is asked again, and nothing is counted twice."""
    put(data / "many.jsonl", *({"question": f"{n} fault:slow", "answer": str(n)} for n in range(60)))
    command = [sys.executable, "-m", "answerkey", "bench", "-d", "many.jsonl", "--url", server.url, "--model", "m"]
    command += ["--concurrency", "2", "--cache-dir", "kept", "--format", "json"]
    environment = {**os.environ, "PYTHONPATH": SOURCE}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment)
    while len(server.requests) < 20:
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120, check=True)
    record = json.loads(done.stdout)
    assert record["summary"][0]["rows"] == record["summary"][0]["answered"] == 60
    assert len({row["id"] for row in record["rows"]}) == 60
    assert 60 <= len(server.requests) <= 64  # at most the calls in flight were made twice


def test_a_file_named_where_a_format_is_wanted_is_told_the_option(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ValueError, match="2"):
        run(
            monkeypatch,
            *("bench", "-d", "gsm8k", "--data-dir", data, "--answers", "gsm8k_test.jsonl"),
            "--output",
            "x.jsonl",
        )
    assert "'x.jsonl' is none of table, markdown, json, html; rows go to a file with --rows" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["-d", "nope", "--answers", "gsm8k_test.jsonl"], "there are: math, math500"),
        (
            ["-d", "gsm8k", "--gold", "key", "--answers", "gsm8k_test.jsonl"],
            "--gold names a column of a file; gsm8k is",
        ),
        (["-d", "gsm8k"], "what is to be tested"),
        (["-d", "gsm8k", "--url", "http://127.0.0.1:9"], "--model"),
        (["-d", "gsm8k", "--url", "http://a", "--url", "http://b", *["--model", "m"] * 3], "here 3 for 2"),
        (["-d", "gsm8k", "--url", "http://a", "--url", "http://a", "--model", "m"], "tell them apart with --name"),
        (["-d", "gsm8k", "--url", "nonsense", "--model", "m"], "an endpoint's URL looks like http://"),
        (["-d", "gsm8k", "--url", "http://a", "--model", "m", "--key-env", "NO_KEY"], "NO_KEY"),
        (["-d", "gsm8k", "--url", "127.0.0.1:8000/v1", "--model", "m"], "an endpoint's URL looks like http://"),
        (["-d", "gsm8k", "--answers", "none.jsonl"], "none.jsonl"),
        (["-d", "gsm8k", "--answers", "gsm8k_test.jsonl", "--samples", "4"], "--samples is for --url"),
        (["-d", "gsm8k", "--answers", "gsm8k_test.jsonl", "--model", "m"], "--model is for --url"),
        (["-d", "gsm8k", "--answers", "gsm8k_test.jsonl", "--evaluator", "rouge"], "answer_match"),
        (["-d", "gsm8k", "--answers", "gsm8k_test.jsonl", "--score-field", "f1"], "math_equiv"),
        (["-d", "gsm8k", "--answers", "gsm8k_test.jsonl", "--policy", "loose"], "strict"),
        (["-d", "gsm8k", "--answers", "gsm8k_test.jsonl", "--judge-url", "http://a"], "--judge-model"),
        (["-d", "gsm8k", "--answers", "gsm8k_test.jsonl", "--prompt", "gsm8k_test.jsonl"], "{question}"),
        (["-d", "gsm8k", "--answers", "gsm8k_test.jsonl", "--prompt", "none"], "none: cannot be read: No such file"),
        (["-d", "gsm8k", "--answers", "gsm8k_test.jsonl", "--name", "a", "--name", "b"], "2 names for 1"),
        (["-d", "gsm8k", "--answers", "gsm8k_test.jsonl", "-o", "."], "is a folder"),
    ],
)
def test_options_that_cannot_work_are_one_line(
    data: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
    said: str,
) -> None:
    with pytest.raises(ValueError, match="2"):
        run(monkeypatch, "bench", "--data-dir", data, *options)
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_the_list_of_data_sets(data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    run(monkeypatch, "datasets", "--data-dir", data)
    shown = capsys.readouterr().out
    assert f"gsm8k: GSM8K, grade school word problems (test); 1,319 rows; MIT; {data / 'gsm8k_test.jsonl'}" in shown
    assert "mgsm:CONFIG with bn, de" in shown
    assert "hub: juletxara/mgsm" in shown


def test_the_audit_of_keys(data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    run(monkeypatch, "audit", "keys", "gsm8k", "--data-dir", data)
    assert "Nothing found" in capsys.readouterr().out
    put(data / "mine.jsonl", *({"question": f"q{n}", "key": "1", "solution": "#### 2"} for n in range(3)))
    run(monkeypatch, "audit", "keys", "mine.jsonl", "--gold", "key", "--limit", 1)
    shown = capsys.readouterr().out
    assert "Contradicts its solution: 3" in shown
    assert "2 more; --limit 0 lists all." in shown
    run(monkeypatch, "audit", "keys", "mine.jsonl", "--gold", "key", "--format", "json")
    record = json.loads(capsys.readouterr().out)
    assert len(record["contradicts its solution"]) == 3
