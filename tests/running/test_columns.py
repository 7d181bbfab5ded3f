"""Choosing the columns to grade."""

from __future__ import annotations

import pytest

from answerkey.running.columns import Columns, choose
from answerkey.running.errors import InputError
from answerkey.running.fields import free_prefix, truth


@pytest.mark.parametrize(
    ("names", "gold", "response"),
    [
        (["id", "golden_answer", "generated_cot"], "golden_answer", "generated_cot"),
        (["question", "answer", "response"], "answer", "response"),
        (["gold", "answer"], "gold", "answer"),
        (["target", "prediction"], "target", "prediction"),
        (["answer", "solution", "output"], "answer", "output"),
    ],
)
def test_usual_names(names: list[str], gold: str, response: str) -> None:
    assert choose(names, None, None) == Columns(gold, response, True, True)


def test_named_columns_are_not_guessed() -> None:
    assert choose(["answer", "gold", "x"], "x", None) == Columns("x", "answer", False, True)
    assert choose(["answer", "gold", "x"], None, "gold") == Columns("answer", "gold", True, False)


@pytest.mark.parametrize("names", [["answer"], ["a", "b"], []])
def test_nothing_to_guess(names: list[str]) -> None:
    with pytest.raises(InputError, match="the columns are"):
        choose(names, None, None)


def test_prefix_never_hides_a_field() -> None:
    assert free_prefix(["id"]) == "answerkey_"
    assert free_prefix(["answerkey_x", "answerkey2_x"]) == "answerkey3_"
    assert free_prefix(["answerkey"]) == "answerkey_"


@pytest.mark.parametrize(
    ("value", "meant"), [(True, True), ("False", False), (1, True), (0.0, False), (None, None), ([], None)]
)
def test_truth(value: object, meant: bool | None) -> None:
    assert truth(value) is meant
