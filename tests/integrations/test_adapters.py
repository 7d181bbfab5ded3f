"""The adapters that need no host to run: what they pay, and what they say."""

from __future__ import annotations

import asyncio
import json
import pickle
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from answerkey import grade
from answerkey.integrations.credit import credit
from answerkey.integrations.math_verify import parse, verify
from answerkey.integrations.promptfoo import get_assert
from answerkey.integrations.trl import accuracy_reward, partial_credit_reward, strict_accuracy_reward
from answerkey.integrations.verl import compute_score
from host_environments import run_pytest


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
        [{"role": "assistant", "content": "", "tool_calls": [{}]}, {"role": "tool", "content": "5"}],
        [{"role": "assistant", "content": "It is 5."}, {"role": "user", "content": "Is it 5?"}],
        [{"content": "It is 5."}],
        [{"role": "assistant", "content": ["It is ", None, {"text": None}, {"text": "5."}]}],
        [None],
    ]
    assert accuracy_reward(conversations, ["5"] * 9) == [1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0]
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


class Unwritten:
    """No text stands for it."""

    def __str__(self) -> str:
        raise RuntimeError


ODD: list[Any] = [
    *(None, "", 5, 5.5, float("nan"), True, b"5", 10**5_000, 1j, "\ud800", Unwritten(), object(), len),
    *([], ["5"], ("5",), {"5"}, [None], [[["5"]]], {"a": 1}, [{}], [Unwritten()], range(3)),
]


@pytest.mark.parametrize("at", range(len(ODD)))
def test_a_row_of_any_values_is_paid_and_never_raises(at: int) -> None:
    value = ODD[at]
    for reward in (accuracy_reward, strict_accuracy_reward, partial_credit_reward):
        for paid in (*reward([value, "5"], ["5", value]), *reward([value], [value])):
            assert paid is None or 0.0 <= paid <= 1.0
    for score in (compute_score("m", value, "5", value), compute_score("m", "5", value)):
        assert set(score) == {"score", "acc", "undecided", "pred", "reason"}
    for output, gold in ((value, "5"), ("5", value)):
        assert json.dumps(get_assert(output, {"vars": {"gold": gold}}))
    assert isinstance(parse(value), list)
    for pair in ((value, "5"), ("5", value), (value, value)):
        assert isinstance(verify(*pair, strict=False), bool)


def test_rewards_in_threads_loops_and_other_processes() -> None:
    """As hosts call them: verl from a loop's executor and from a pool of processes, TRL from a thread."""
    rows = [(f"{number}/7", rf"\boxed{{\frac{{{number * (1 + number % 2)}}}{{7}}}}") for number in range(1, 40)]
    wanted = [compute_score("m", response, gold) for gold, response in rows]
    ask = partial(pickle.loads(pickle.dumps(compute_score)), "m")

    async def gathered(pool: Executor | None) -> list[Any]:
        loop = asyncio.get_running_loop()
        return await asyncio.gather(*(loop.run_in_executor(pool, ask, response, gold) for gold, response in rows))

    assert asyncio.run(gathered(None)) == wanted
    with ThreadPoolExecutor(16) as threads, ProcessPoolExecutor(1, get_context("spawn")) as processes:
        assert asyncio.run(gathered(threads)) == wanted
        assert asyncio.run(gathered(processes)) == wanted
        halves = list(threads.map(lambda _: accuracy_reward([r for _, r in rows], [g for g, _ in rows]), range(16)))
    assert halves == [[score["score"] for score in wanted]] * 16


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
    said = run_pytest(tmp_path)
    assert "2 failed, 1 passed" in said, said
    assert "INCORRECT: the values differ (the sign is wrong)." in said
    assert "UNDECIDED: " in said
    assert "response: The answer is -5." in said
    assert "Traceback" not in said
