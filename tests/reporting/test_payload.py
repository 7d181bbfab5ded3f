"""The rows of the page: nothing lost that fits, long responses cut round the answer, too many rows sampled."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerkey.grader import Grader
from answerkey.reporting.pairing import pair
from answerkey.reporting.payload import payload_of, rows_of, shortened_response, unpacked
from answerkey.reporting.runs import read_run
from answerkey.running.grade_files import grade_files
from answerkey.running.options import Options


def test_rows_come_back(plain_file: Path) -> None:
    run = read_run(plain_file)
    payload = payload_of([run], ["subject"], [])
    light, rows = unpacked(payload.light), list(rows_of(payload))
    assert payload.meta["rows"] == len(rows) == len(run.rows) == 60
    assert not payload.notes
    assert light["id"][7] == "row-7"
    assert [row["response"] for row in rows] == [row["response"] for row in run.rows]
    dimension = next(one for one in payload.meta["dimensions"] if one["name"] == "by subject")
    assert [dimension["values"][code] for code in light["codes"]["by subject"]] == ["algebra", "geometry"] * 30
    start, end = rows[0]["span"]
    assert rows[0]["response"][start:end] == rows[0]["answer"] == "0.5"


def test_evidence_says_how_sides_were_read_and_why(plain_file: Path) -> None:
    rows = list(rows_of(payload_of([read_run(plain_file)], [], [])))
    assert rows[2]["key_tex"] == r"\frac{1}{2}"
    assert rows[1]["answer_read"] == "2/4"
    assert "Compared as: interval" in rows[4]["why"]
    assert ("subject", "algebra") in [tuple(field) for field in rows[0]["fields"]]


@pytest.mark.parametrize("policy", ["default", "strict", "lenient"])
def test_evidence_is_of_the_policy_that_gave_the_verdict(tmp_path: Path, policy: str) -> None:
    rows = [{"gold": gold, "response": rf"\boxed{{{answer}}}"} for gold, answer in (("10 cm", "10"), ("1/3", "0.333"))]
    given, graded = tmp_path / "rows.jsonl", tmp_path / "graded.jsonl"
    given.write_text("".join(json.dumps(row) + "\n" for row in rows))
    grade_files([str(given)], Options(output=str(graded), grader=Grader(policy)))
    run = read_run(graded)
    assert all(row["why"] for row in rows_of(payload_of([run], [], [])))


def test_a_verdict_of_another_version_has_no_evidence_of_this_one(plain_file: Path, tmp_path: Path) -> None:
    lines = plain_file.read_text().splitlines()
    row = {**json.loads(lines[0]), "answerkey_outcome": "INCORRECT", "answerkey_reason": "different.value"}
    path = tmp_path / "stale.jsonl"
    path.write_text(json.dumps(row) + "\n")
    assert next(rows_of(payload_of([read_run(path)], [], [])))["why"] == []


def test_more_rows_than_a_page_holds(plain_file: Path) -> None:
    run = read_run(plain_file)
    labels = [True] * 60
    undecided_or_wrong = sum(outcome.value != "CORRECT" for outcome in run.outcomes)
    payload = payload_of([run], [], [], labels, max_rows=50)
    assert payload.meta["rows"] == 50
    assert payload.meta["runs"][0]["rows"] == 60
    (note,) = payload.notes
    assert f"all {undecided_or_wrong} that are undecided, flipped or in disagreement with a label" in note
    outcomes = unpacked(payload.light)["codes"]["outcome"]
    assert sum(code != 0 for code in outcomes) == undecided_or_wrong
    few = payload_of([run], [], [], labels, max_rows=10)
    assert few.meta["rows"] == 10
    assert f"10 of the {undecided_or_wrong}" in few.notes[0]


def test_more_text_than_a_page_holds(tmp_path: Path, plain_file: Path) -> None:
    row = json.loads(plain_file.read_text().splitlines()[0])
    path = tmp_path / "long.jsonl"
    noise = "".join(chr(33 + number * number % 7919 % 90) for number in range(30_000))
    path.write_text("".join(json.dumps({**row, "response": noise[n:] + row["response"]}) + "\n" for n in range(40)))
    payload = payload_of([read_run(path)], [], [], max_bytes=40_000)
    assert len(payload.light) + sum(map(len, payload.blocks)) <= 40_000
    assert "are longer than" in payload.notes[0]


def test_runs_are_paired(plain_file: Path, tmp_path: Path) -> None:
    run = read_run(plain_file)
    other = tmp_path / "other.jsonl"
    other.write_text("\n".join(plain_file.read_text().splitlines()[::-1]) + "\n")
    second = read_run(other)
    light = unpacked(payload_of([run, second], [], [pair(run, second)]).light)
    assert light["pair"] == [-1] * 60 + list(range(59, -1, -1))


@given(st.text(max_size=60), st.text(min_size=1, max_size=20), st.text(max_size=60), st.integers(40, 200))
def test_the_answer_keeps_its_place(before: str, answer: str, after: str, cap: int) -> None:
    text = before + answer + after
    shown, span = shortened_response(text, [len(before), len(before) + len(answer)], cap)
    units = shown.encode("utf-16-le", "surrogatepass")
    assert span is not None
    taken = units[2 * span[0] : 2 * span[1]].decode("utf-16-le", "surrogatepass")
    assert answer.startswith(taken)
    assert taken
    if len(text) <= cap:
        assert (shown, taken) == (text, answer)


@pytest.mark.parametrize("span", [None, "x", "[1]", [3, 1], [0, 99], ["0", "1"], {"a": 1}, 5])
def test_spans_that_are_none(span: object) -> None:
    assert shortened_response("text", span, 100) == ("text", None)


def test_a_span_of_a_table_is_text() -> None:
    assert shortened_response("text", "[1, 3]", 100) == ("text", (1, 3))
