"""Tests of a program that answers questions: `pytest examples/pytest`, where answerkey is installed."""


def ask(question: str) -> str:
    """Stands for the program to test."""
    return {"half": r"One half, so $\boxed{0.5}$.", "far": "The answer is 5000 m."}[question]


def test_halves(assert_answer):
    assert assert_answer("1/2", ask("half")).rule == "box"


def test_distance(assert_answer):
    assert_answer("5 km", ask("far"))
