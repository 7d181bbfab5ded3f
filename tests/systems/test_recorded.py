"""Answers from a file: how they find their rows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from answerkey.running.errors import InputError
from answerkey.systems import Recorded

EXAMPLES = [{"id": "a", "question": "1 + 1?"}, {"id": "b", "question": "2 +\n2?"}]


def recorded(tmp_path: Path, *rows: dict[str, Any], **options: Any) -> list[list[Any]]:
    path = tmp_path / "answers.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    outputs = Recorded(path, **options).process_all(EXAMPLES)
    return [[output.get("response", output.get("failure")) for output in several] for several in outputs]


def test_by_id_in_any_order(tmp_path: Path) -> None:
    assert recorded(tmp_path, {"id": "b", "response": "4"}, {"id": "a", "response": "2"}) == [["2"], ["4"]]


def test_by_question_where_ids_differ_and_several_are_samples(tmp_path: Path) -> None:
    rows = [("x1", "2 + 2?", 4), ("x2", "1 + 1?", 2), ("x3", "2 + 2?", 5)]
    assert recorded(tmp_path, *({"id": i, "problem": q, "output": r} for i, q, r in rows)) == [["2"], ["4", "5"]]


def test_by_place_where_nothing_else_tells(tmp_path: Path) -> None:
    assert recorded(tmp_path, {"text": "2"}, {"text": "4"}, response="text") == [["2"], ["4"]]


def test_a_row_without_an_answer_and_a_row_that_failed(tmp_path: Path) -> None:
    assert recorded(tmp_path, {"id": "b", "response": "4"}) == [["missing"], ["4"]]
    failed = {"id": "a", "response": None, "failure": "transient", "error": "no answer"}
    assert recorded(tmp_path, failed, {"id": "b", "response": "4"}) == [["transient"], ["4"]]


def test_of_results_of_several_systems_those_of_one_count(tmp_path: Path) -> None:
    rows = [{"id": key, "system": name, "response": f"{name}{key}"} for name in "AB" for key in "ab"]
    assert recorded(tmp_path, *rows, name="B") == [["Ba"], ["Bb"]]


def test_a_row_of_another_problem_is_no_answer_whatever_its_id(tmp_path: Path) -> None:
    same = {"id": "a", "question": "Answer in a box. 1 + 1?", "response": "2"}
    assert recorded(tmp_path, same, {"id": "b", "question": "2 + 5?", "response": "7"}) == [["2"], ["mismatched"]]
    other = {"id": "a", "question": "3 + 4?", "response": "7"}
    with pytest.raises(InputError, match="2 of the 2 rows with the id of a row have another key or question"):
        recorded(tmp_path, other, {"id": "b", "question": "2 + 5?", "response": "7"})


def test_a_key_tells_only_where_the_question_cannot(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"

    def failure(**row: Any) -> Any:
        rows = [{"id": 1, "response": "C", **row}, {"id": 2, "response": "2"}, {"id": 3, "response": "3"}]
        path.write_text("".join(json.dumps(one) + "\n" for one in rows))
        examples = [{"id": number, "question": "How long?", "answer": "C"} for number in (1, 2, 3)]
        return Recorded(path).process_all(examples)[0][0].get("failure")

    assert failure(question="How long?", gold="14 m") is None  # the text of the option is its key there
    assert failure(question="How far?", gold="C") == "mismatched"
    assert failure(prompt="Think. How long?", gold="14 m") is None
    assert failure(prompt="Wie lang?", gold="C") is None
    assert failure(prompt="Wie weit?", gold="D") == "mismatched"
    assert failure(gold="D") == "mismatched"
    assert failure() is None


def test_what_matched_is_said(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text("".join(json.dumps({"id": key, "answer": "2", "response": "2"}) + "\n" for key in "abc"))
    system = Recorded(path)
    system.process_all([{"id": "a", "answer": "2.0"}, {"id": "b", "answer": 2}])
    assert system.said == "2 answers matched by id; 1 rows of the file belong to no row"


def test_what_cannot_be_used_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        Recorded(tmp_path / "none.jsonl")
    with pytest.raises(InputError, match="which column holds the answers"):
        recorded(tmp_path, {"id": "a", "words": "2"})
    with pytest.raises(InputError, match="no column 'reply'"):
        recorded(tmp_path, {"id": "a", "response": "2"}, response="reply")
