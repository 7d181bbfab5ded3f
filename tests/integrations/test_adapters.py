"""The adapters that need no host to run, and the same verdict in every one, on the command line and in processes."""

from __future__ import annotations

import json
import multiprocessing
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

from answerkey import AnswerMatch, grade
from answerkey.integrations.credit import credit
from answerkey.integrations.math_verify import parse, verify
from answerkey.integrations.promptfoo import get_assert
from answerkey.integrations.pytest_plugin import assert_answer
from answerkey.integrations.trl import accuracy_reward, partial_credit_reward, strict_accuracy_reward
from answerkey.integrations.verl import compute_score
from host_rows import decided, host_rows, host_verdicts


@pytest.mark.parametrize(
    ("gold", "response", "paid"),
    [
        ("5", "It is 5.", 1.0),
        ("5", "It is 6.", 0.0),
        ("5", "", 0.0),
        ("Evelyn", r"\boxed{Briana}", 0.0),  # undecided by the response's doing
        ("", "It is 5.", None),
        (None, "", None),
        (r"\frac{1}{", "It is 5.", None),
        (r"\frac{1}{", "", None),
        (["", "5"], "It is 5.", 1.0),
    ],
)
def test_credit(gold: Any, response: str, paid: float | None) -> None:
    assert credit(gold, grade(gold, response)) == paid
    assert accuracy_reward([response], [gold]) == [paid]
    assert compute_score("", response, gold)["score"] == (paid or 0.0)


def test_rewards_log_what_they_saw() -> None:
    logged: dict[str, list[str]] = {}
    accuracy_reward(["It is 5.", ""], ["5", "5"], log_extra=logged.__setitem__, prompts=["?", "?"], trainer_state=None)
    assert logged == {"answer": ["5", ""], "verdict": ["equal.text", "no_answer"]}


def test_the_last_message_of_a_conversation_counts() -> None:
    parts = [{"type": "text", "text": "The answer "}, {"type": "text", "text": "is 5."}]
    conversations = [
        [{"role": "tool", "content": "6"}, {"role": "assistant", "content": "It is 5."}],
        [{"role": "assistant", "content": parts}],
        [{"role": "assistant", "content": None}],
        [],
    ]
    assert accuracy_reward(conversations, ["5"] * 4) == [1.0, 1.0, 0.0, 0.0]
    with pytest.raises(ValueError, match="zip"):
        accuracy_reward(["5"], ["5", "6"])


def test_strict_and_partial_credit() -> None:
    boxed = [r"\boxed{2, 1}", r"\boxed{1, 3}", "1, 2"]
    assert strict_accuracy_reward(boxed, ["1, 2"] * 3) == [1.0, 0.0, 0.0]
    assert partial_credit_reward(boxed, ["1, 2"] * 3) == [1.0, 0.5, 1.0]


def test_promptfoo() -> None:
    good = get_assert("It is 5.", {"vars": {"question": "?", "expected": "5"}})
    assert (good["pass"], good["score"]) == (True, 1.0)
    assert good["reason"].startswith("CORRECT")
    strict = {"vars": {"k": "4"}, "config": {"key": "k", "policy": "strict", "extractor": "strict"}}
    assert get_assert("It is 4.", strict)["pass"] is False
    assert json.dumps(get_assert("", {"vars": {"gold": [1, "2"]}}))
    with pytest.raises(ValueError, match=r"one of: question"):
        get_assert("5", {"vars": {"question": "?"}})


TESTS = """
def test_right(assert_answer):
    assert assert_answer("1/2", "So it is 0.5.").reason == "equal.number"
def test_wrong(assert_answer):
    assert_answer("5", "The answer is -5.")
def test_undecided(assert_answer):
    assert_answer("Evelyn", r"\\\\boxed{Briana}", policy="strict")
"""


@pytest.mark.slow
def test_pytest_plugin(tmp_path: Path) -> None:
    (tmp_path / "test_prompts.py").write_text(TESTS, encoding="utf-8")
    options = ["-q", "-p", "no:cacheprovider", "-W", "error"]
    if not entry_points(group="pytest11", name="answerkey"):  # this source is not installed
        options += ["-p", "answerkey.integrations.pytest_plugin"]
    command = [sys.executable, "-c", f"import sys; sys.path[:0] = {sys.path!r}; import pytest; sys.exit(pytest.main())"]
    done = subprocess.run([*command, *options], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "2 failed, 1 passed" in done.stdout, done.stdout + done.stderr
    assert "INCORRECT: the values differ (the sign is wrong)." in done.stdout
    assert "UNDECIDED: " in done.stdout
    assert "response: The answer is -5." in done.stdout
    assert "Traceback" not in done.stdout


# ---- the same verdict everywhere -------------------------------------------------------------------------------


def by_assertion(gold: str, response: str) -> bool:
    try:
        return assert_answer(gold, response).correct
    except pytest.fail.Exception:
        return False


def by_answer_match(gold: str, response: str) -> bool | None:
    scores = AnswerMatch().score({"answer": gold}, {"response": response})
    return None if scores["answer_undecided"] else scores["answer_match"] == 1.0


def by_verl(gold: str, response: str) -> bool | None:
    scores = compute_score("", response, gold)
    return None if scores["undecided"] else scores["acc"] == 1.0


BINARY = {
    "math_verify": lambda gold, response: verify(parse(gold), parse(response)),
    "trl": lambda gold, response: accuracy_reward([response], [gold]) == [1.0],
    "promptfoo": lambda gold, response: get_assert(response, {"vars": {"gold": gold}})["pass"],
    "pytest": by_assertion,
}
THREE_VALUED = {"answer_match": by_answer_match, "verl": by_verl}


def differing(got: list[bool | None], wanted: list[bool | None]) -> list[dict[str, str]]:
    return [row for row, one, other in zip(host_rows(), got, wanted, strict=True) if one != other]


@pytest.mark.parametrize("name", [*BINARY, *THREE_VALUED])
def test_the_same_verdict_from_every_adapter(name: str) -> None:
    wanted = host_verdicts() if name in THREE_VALUED else [verdict is True for verdict in host_verdicts()]
    ask = {**BINARY, **THREE_VALUED}[name]
    assert differing([ask(row["gold"], row["response"]) for row in host_rows()], wanted) == []


@pytest.mark.slow
def test_the_same_verdict_on_the_command_line(tmp_path: Path) -> None:
    source, target = tmp_path / "rows.jsonl", tmp_path / "graded.jsonl"
    source.write_text("".join(json.dumps(row) + "\n" for row in host_rows()), encoding="utf-8")
    subprocess.run([sys.executable, "-m", "answerkey", "grade", source, "-o", target], check=True, capture_output=True)
    outcomes = [json.loads(line)["answerkey_outcome"] for line in target.read_text(encoding="utf-8").splitlines()]
    values = {"CORRECT": True, "INCORRECT": False, "UNDECIDED": None}
    assert differing([values[outcome] for outcome in outcomes], host_verdicts()) == []


def by_grade(row: dict[str, str]) -> bool | None:
    return decided(grade(row["gold"], row["response"]))


@pytest.mark.slow
def test_the_same_verdict_in_processes() -> None:
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert differing(list(pool.map(by_grade, host_rows(), chunksize=50)), host_verdicts()) == []
