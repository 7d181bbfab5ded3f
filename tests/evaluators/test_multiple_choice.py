"""`MultipleChoice`: options by letter, by text, and what is none."""

from __future__ import annotations

from typing import Any

import pytest

from answerkey.evaluators import MultipleChoice

CHOICES = ["12 m", "13 m", "14 m", "none of these"]


def scored(response: Any, answer: Any = "C", choices: Any = CHOICES) -> float | None:
    """1.0 or 0.0, None where no option could be told."""
    scores = MultipleChoice().score({"answer": answer, "choices": choices}, {"response": response})
    return None if scores["choice_undecided"] else scores["multiple_choice"]


@pytest.mark.parametrize(
    "response",
    [
        "C",
        "(C)",
        "The correct answer is (C) 14 meters.",
        r"So \boxed{C}",
        r"\boxed{14\text{ m}}",
        "The answer is 14 m.",
        "c",
    ],
)
def test_the_right_option(response: str) -> None:
    assert scored(response) == 1.0


@pytest.mark.parametrize(
    "response", ["B", r"\boxed{B}", "The answer is 13 m.", "B. 14 m", "A, C", "", None, "I do not know."]
)
def test_wrong_options_and_none(response: Any) -> None:
    assert scored(response) == 0.0


@pytest.mark.parametrize("response", ["The answer is 13 m or 14 m.", "The answer is 99 m.", "The answer is a lot."])
def test_no_option_can_be_told(response: str) -> None:
    assert scored(response) is None


def test_a_mention_is_no_choice() -> None:
    assert scored("either 13 m or 14 m") != 1.0
    assert scored("We might think of 14 m here. Let me see.") != 1.0


@pytest.mark.parametrize(
    ("answer", "choices"),
    [
        (2, CHOICES),
        ("14 m", CHOICES),
        ("(c)", CHOICES),
        ("C", None),
        ("C", {"A": "1", "C": "2"}),
        ("c", {"label": list("abcd"), "text": CHOICES}),
    ],
)
def test_keys_as_rows_have_them(answer: Any, choices: Any) -> None:
    assert scored("The answer is (C).", answer, choices) == 1.0
    assert scored("The answer is (A).", answer, choices) == 0.0


@pytest.mark.parametrize("answer", [None, "", 7, -1, True, "Paris", "BAD", "E", "A, E"])
def test_a_key_that_names_no_option_is_undecided(answer: Any) -> None:
    assert scored("C", answer) is None


def test_letters_that_are_texts_of_other_options_are_undecided() -> None:
    assert scored("A", "A", ["B", "A", "C"]) is None
    assert scored("A", "A", ["A", "B", "C"]) == 1.0


def test_several_right_options() -> None:
    assert scored("A and C", "AC") == 1.0
    assert scored("C", "AC") == 0.0
