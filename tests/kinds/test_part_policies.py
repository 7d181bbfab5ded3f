"""The switches that kinds with parts honour, credit, witnesses, and the same verdict in sixteen threads."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerkey import Outcome, Policy, Verdict, compare
from answerkey.policy import DEFAULT

SWITCHES = [
    ({"ordered_lists": True}, "1,2,3", "3,2,1", Outcome.INCORRECT),
    ({"ordered_lists": True}, "1,2,3", "1,2,3", Outcome.CORRECT),
    ({"ordered_lists": True}, r"\{1,2,3\}", "3,2,1", Outcome.CORRECT),
    ({"ordered_tuples": False}, "(1,2)", "(2,1)", Outcome.CORRECT),
    ({"ordered_tuples": False}, "(1,2)", "(2,3)", Outcome.INCORRECT),
    ({"bare_list_is_tuple": False}, "(1,2)", "1,2", Outcome.INCORRECT),
    ({"require_solved_form": False}, "(2,3)", "x^2-5x+6<0", Outcome.CORRECT),
    ({"require_solved_form": False}, "x>2", "2x+3>7", Outcome.CORRECT),
    ({"hedge_accepted": True}, "5", "5 or 7", Outcome.CORRECT),
    ({"hedge_accepted": True}, "5", "6 or 7", Outcome.INCORRECT),
    ({"missing_constant_accepted": True}, "x^2+C", "x^2", Outcome.CORRECT),
    ({"absolute_tolerance": 1.5}, "1,5", "1,6", Outcome.CORRECT),
    ({"absolute_tolerance": 1.5}, "x=1, x=5", "x=6, x=1", Outcome.CORRECT),
    ({"absolute_tolerance": 1.5}, "x=1, x=5", "x=8, x=1", Outcome.INCORRECT),
]


@pytest.mark.parametrize(("switches", "key", "answer", "outcome"), SWITCHES)
def test_switch(switches: dict[str, bool | float], key: str, answer: str, outcome: Outcome) -> None:
    assert compare(key, answer, policy=replace(DEFAULT, name="mine", **switches)).outcome is outcome  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("key", "answer", "credit"),
    [
        ("1,2,3,4", "4,3,1", 0.75),
        (r"\{1,2\}", r"\{2,5\}", 0.5),
        (r"\{1,2\}", r"\{2,1\}", 1.0),
        ("(1,2,3)", "(1,5,3)", 2 / 3),
        (r"\begin{pmatrix}1&2\\3&4\end{pmatrix}", r"\begin{pmatrix}1&2\\3&5\end{pmatrix}", 0.75),
    ],
)
def test_partial_credit(key: str, answer: str, credit: float) -> None:
    verdict = compare(key, answer, policy=Policy(name="credit", partial_credit=True))
    assert verdict.score == pytest.approx(credit)


@pytest.mark.parametrize(
    ("key", "answer", "witness"),
    [
        ("(0,1)", "[0,1)", "the left end 0 is open in the key, closed in the answer"),
        ("(0,1)", "(0,1]", "the right end 1 is open in the key, closed in the answer"),
        ("[0,1)", "[0,2)", "the right end is 1 in the key, 2 in the answer"),
        (r"(0,1)\cup(2,3)", "(0,3)", "the key has 2 pieces, the answer 1"),
        ("1,2", "1,2,3", "the answer's 3 is too many"),
        ("1,2,3", "1,2", "the key's member 3 is missing"),
        ("1,2", "1,5", "the key's member 2 has no partner in the answer"),
        ("(1,2)", "(2,1)", "the members are the key's in another order"),
        ("(1,2)", "(1,3)", "member 2 is 2 in the key, 3 in the answer"),
        ("5", "5 or 7", "the answer offers 2 alternatives"),
        ("x^2-5x+6<0", "x^2-5x+6>0", "the inequality sign is reversed"),
        ("x>2", "y>2", "the key is about x, the answer about y"),
        (r"(2,3)", r"(x-2)(x-4)(x^2+1)<0", "at x = 3 the key does not hold, the answer does"),
    ],
)
def test_witness(key: str, answer: str, witness: str) -> None:
    verdict = compare(key, answer)
    assert verdict.outcome is Outcome.INCORRECT
    assert str(verdict.witness) == witness


@given(st.lists(st.integers(-9, 9), min_size=2, max_size=8), st.randoms())
def test_a_list_in_any_order_is_the_same(numbers: list[int], rng: object) -> None:
    texts = list(map(str, numbers))
    rng.shuffle(texts)  # type: ignore[attr-defined]
    assert compare(", ".join(map(str, numbers)), ", ".join(texts)).correct
    assert compare(rf"\{{{', '.join(map(str, numbers))}\}}", rf"\{{{', '.join(texts)}\}}").correct


@given(
    st.lists(st.integers(-20, 20), min_size=2, max_size=2, unique=True), st.sampled_from("(["), st.sampled_from(")]")
)
def test_a_changed_end_or_bracket_is_never_correct(ends: list[int], left: str, right: str) -> None:
    low, high = sorted(ends)
    key = f"{left}{low},{high}{right}"
    assert compare(key, key.replace(" ", "")).correct
    for other in (
        f"{left}{low - 1},{high}{right}",
        f"{left}{low},{high + 1}{right}",
        f"{'[' if left == '(' else '('}{low},{high}{right}",
        f"{left}{low},{high}{']' if right == ')' else ')'}",
    ):
        assert not compare(key, other).correct
        assert not compare(other, key).correct


def test_sixteen_threads_give_the_single_thread_verdicts() -> None:
    pairs = [
        (r"\{\sqrt{2},\sqrt{3},5\}", r"5,3^{1/2},\sqrt2"),
        (r"(-\sqrt{3}, \sqrt{3})", r"(-\sqrt3,\sqrt3)"),
        ("x^2-5x+6<0", "(2,3)"),
        (r"\pm\frac{\pi}{3}+2k\pi", r"\frac{\pi}{3}+2n\pi, \frac{5\pi}{3}+2n\pi"),
        (r"\begin{pmatrix}7 & 10 \\ 15 & 22\end{pmatrix}", r"\begin{pmatrix}1 & 2 \\ 3 & 4\end{pmatrix}^2"),
    ]
    alone = [compare(*pair) for pair in pairs]
    together: list[list[Verdict]] = []
    threads = [threading.Thread(target=lambda: together.append([compare(*pair) for pair in pairs])) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == [alone] * 16


@pytest.mark.parametrize(
    ("key", "answer"), [("x+y=1", "x+y=1.2"), ("2x+3y=6", "2x+3y=6.3"), ("x^2+y^2=1", "x^2+y^2=1.3")]
)
def test_a_tolerance_of_answers_is_none_of_proofs(key: str, answer: str) -> None:
    tolerant = replace(DEFAULT, name="mine", absolute_tolerance=0.5)
    assert compare("2", "2.3", policy=tolerant).correct
    assert compare(key, answer, policy=tolerant).outcome is Outcome.INCORRECT
