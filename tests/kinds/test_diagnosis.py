"""What seems to have gone wrong, and when nothing is said about it."""

from __future__ import annotations

import pytest

from answerkey.kinds import diagnosis
from answerkey.limits import Budget
from answerkey.notation.nodes import Node
from answerkey.notation.parser import read


def diagnose(key: str, answer: str) -> str | None:
    return diagnosis.diagnose(read(key).nodes[0], read(answer).nodes[0])


@pytest.mark.parametrize(
    ("key", "answer", "words"),
    [
        ("7", "-7", "the sign is wrong"),
        ("1/4", "3/4", "the complement to 1"),
        ("5", "50", "a factor of 10"),
        ("6", "3", "half the key"),
        ("11", "10", "one too few"),
        ("7", "49", "the square of the key"),
        ("49", "7", "the square root of the key"),
        (r"\frac{\pi}{6}", "30", "in degrees instead of radians, or the other way round"),
        ("x+1", r"\frac{1}{x+1}", "the reciprocal"),
        ("0", "0.5", None),
        ("17", "23", None),
        (r"\{1\}", "2", None),
    ],
)
def test_mistakes(key: str, answer: str, words: str | None) -> None:
    assert diagnose(key, answer) == words


def test_a_diagnosis_that_takes_too_long_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnosis, "Budget", lambda: Budget(0))
    tower = Node("call", ("sin", Node("name", ("x",))))
    assert diagnosis.diagnose(tower, Node("call", ("cos", Node("name", ("x",))))) is None
