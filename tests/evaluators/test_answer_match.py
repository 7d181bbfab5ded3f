"""`AnswerMatch`: the engine's verdicts as scores."""

from __future__ import annotations

from typing import Any

import pytest

from answerkey import AnswerMatch


@pytest.mark.parametrize(
    ("answer", "response", "match", "undecided"),
    [
        ("18", "#### 18", 1.0, 0.0),
        ("18", "The answer is 19.", 0.0, 0.0),
        ("Evelyn", r"\boxed{Briana}", 0.0, 1.0),
        (["5", "7"], r"\boxed{7}", 1.0, 0.0),
        (None, "5", 0.0, 1.0),
        ("5", None, 0.0, 0.0),
    ],
)
def test_scores(answer: Any, response: Any, match: float, undecided: float) -> None:
    scores = AnswerMatch().score({"answer": answer, "question": "Which?"}, {"response": response})
    assert scores == {"answer_match": match, "answer_undecided": undecided}


def test_policy() -> None:
    row = {"answer": r"10\text{ cm}"}, {"response": r"\boxed{10}"}
    assert AnswerMatch().score(*row)["answer_match"] == 1.0
    assert AnswerMatch(policy="strict").score(*row)["answer_match"] == 0.0
    with pytest.raises(ValueError, match="default, lenient, strict"):
        AnswerMatch(policy="harsh")


def test_name_and_missing_fields() -> None:
    assert AnswerMatch().name == "answer_match"
    assert AnswerMatch().score({}, {})["answer_match"] == 0.0
