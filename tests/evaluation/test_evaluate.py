"""`answerkey.evaluate`: systems of every form, evaluators of every form, and what a result gives."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from answerkey import MathEquivalence, evaluate
from answerkey.evaluation import Result
from answerkey.evaluators import AnswerMatch
from answerkey.verdict import Outcome, Reason

ROWS = [
    {"id": "a", "question": "1/4 + 1/4?", "answer": "1/2", "level": 1},
    {"id": "b", "question": "5 km?", "answer": "5 km", "level": 2},
    {"id": "c", "question": "Who?", "answer": "Evelyn", "level": 2},
]
SAID = {"a": r"\boxed{0.5}", "b": r"\boxed{5000 \text{ m}}", "c": r"\boxed{Briana}"}


class Half:
    """Knows one answer in two ways, and fails on the rest."""

    name = "half"

    def process(self, example: dict[str, Any]) -> dict[str, Any]:
        if example["id"] != "a":
            raise KeyError(example["id"])
        return {"response": "0.5", "truncated": True}


def told(example: dict[str, Any]) -> str:
    return SAID[example["id"]]


@pytest.fixture(scope="module")
def result() -> Result:
    return evaluate([told, Half()], ROWS, [MathEquivalence(), AnswerMatch()])


def test_the_two_engines_stand_side_by_side(result: Result) -> None:
    assert result.summary["told"] == {
        "math_equiv": 1 / 3,
        "answer_match": 2 / 3,
        "answer_undecided": 1 / 3,
        "rows": 3,
        "failed": 0,
        "truncated": 0,
    }


def test_what_a_system_raises_is_a_failed_call_and_no_wrong_answer(result: Result) -> None:
    assert result.summary["half"] == {
        "math_equiv": 1.0,
        "answer_match": 1.0,
        "answer_undecided": 0.0,
        "rows": 3,
        "failed": 2,
        "truncated": 1,
    }
    failed = result.filter(system="half").rows[1]
    assert (failed.failure, failed.error, failed.scores) == ("raised", "KeyError: 'b'", {})
    assert failed.verdict is not None
    assert (failed.verdict.outcome, failed.verdict.reason) == (Outcome.UNDECIDED, Reason.CALL_FAILED)


def test_a_row_of_its_own_for_each_response(result: Result) -> None:
    record = result.rows[1].to_dict()
    assert (record["id"], record["system"], record["gold"], record["level"]) == ("b", "told", "5 km", 2)
    assert (record["math_equiv"], record["answer_match"], record["answerkey_reason"]) == (0.0, 1.0, "equal.unit")


def test_filters(result: Result) -> None:
    assert [row.example_id for row in result.filter(system="told", level=2).rows] == ["b", "c"]
    assert result.filter(example_id="a", system="half").summary["half"]["answer_match"] == 1.0
    with pytest.raises(TypeError, match="no row has a field 'colour'"):
        result.filter(colour="red")


def test_json_rows_and_data_frame(result: Result, tmp_path: Path) -> None:
    record = json.loads(result.to_json(tmp_path / "result.json"))
    assert record == json.loads((tmp_path / "result.json").read_text())
    assert [line["system"] for line in record["summary"]] == ["told", "half"]
    assert record["summary"][1]["answered"] == 1
    assert len(record["rows"]) == 6
    result.write_rows(tmp_path / "rows.jsonl")
    assert [json.loads(line) for line in (tmp_path / "rows.jsonl").open()] == record["rows"]
    pytest.importorskip("pandas")
    frame = result.to_dataframe()
    assert len(frame) == 6
    assert frame[frame.system == "told"].answer_match.mean() == pytest.approx(2 / 3)


def test_intervals_are_wilsons(result: Result) -> None:
    low, high = result.lines[0].intervals["answer_match"]
    assert (round(low, 3), round(high, 3)) == (0.208, 0.939)


def test_two_results_add_up(result: Result) -> None:
    both = result + evaluate([told], ROWS[:1])
    assert [(line.dataset, line.system, line.rows) for line in both.lines] == [
        ("examples", "told", 4),
        ("examples", "half", 3),
    ]


def test_several_samples_are_rows_without_wilsons_interval() -> None:
    answers = iter(["0.5", "0.6", "0.7", "1/2"])
    result = evaluate([lambda example: next(answers)], ROWS[:2], samples=2)
    assert [(row.example_id, row.sample) for row in result.rows] == [("a", 0), ("a", 1), ("b", 0), ("b", 1)]
    assert result.summary["<lambda>"]["answer_match"] == 0.25


def test_a_prompt_reaches_the_system_and_a_template_changes_it() -> None:
    seen: list[str] = []
    evaluate([lambda example: seen.append(example["prompt"]) or ""], ROWS[:1], template="Q: {question} A:")
    evaluate([lambda example: seen.append(example["prompt"]) or ""], [{"question": "q", "context": "c", "answer": "1"}])
    evaluate([lambda example: seen.append(example["prompt"]) or ""], [{"prompt": "mine", "answer": "1"}])
    assert seen == ["Q: 1/4 + 1/4? A:", "c\n\nq", "mine"]


def test_a_policy_for_all() -> None:
    assert evaluate([told], ROWS[1:2], policy="strict").summary["told"]["answer_match"] == 0.0


@pytest.mark.parametrize("response", [None, 0.5, float("nan"), b"\xff", ["0.5"], {}, "\ud800"])
def test_no_response_stops_a_run(response: Any) -> None:
    result = evaluate([lambda example: response], [{"answer": "1/2"}, {}])
    assert len(result.rows) == 2
    result.to_json()


class Fragile:
    """An evaluator that cannot score every row."""

    name = "fragile"

    def score(self, original: dict[str, Any], processed: dict[str, Any]) -> dict[str, float]:
        return {"length": 1 / (original["level"] - 1)}


def test_what_an_evaluator_raises_costs_one_row_one_score() -> None:
    result = evaluate([told], ROWS, [Fragile(), AnswerMatch()])
    assert result.rows[0].error == "fragile: ZeroDivisionError: division by zero"
    assert (result.rows[0].failure, result.rows[0].scores["answer_match"]) == (None, 1.0)
    assert result.summary["told"]["length"] == 1.0


def test_systems_need_names_and_a_form() -> None:
    with pytest.raises(ValueError, match="names of their own"):
        evaluate([told, told], ROWS)
    with pytest.raises(TypeError, match="this is int"):
        evaluate([7], ROWS)
