"""Kinds are bounded by counting: what is too large is undecided, and never equal by being cut off."""

from __future__ import annotations

import pytest

from answerkey import Outcome, Reason, compare


def listed(*values: object) -> str:
    return ", ".join(map(str, values))


def test_long_words_that_differ_at_the_end_are_not_equal() -> None:
    key = r"\text{" + "word " * 900 + "odd}"
    assert not compare(key, key.replace("odd}", "even}")).correct
    assert not compare("z" * 3000, "z" * 2999 + "y").correct


def test_many_parts_in_another_order_reach_the_budget() -> None:
    count = 1500
    key = listed(*(f"x_{{{i}}}={i}" for i in range(count)))
    assert compare(key, listed(*reversed(range(count)))).reason is Reason.BUDGET


@pytest.mark.parametrize("step", [1, -1])
def test_a_thousand_intervals_are_compared(step: int) -> None:
    ends = [(2 * n, 2 * n + 1) for n in range(1000)]
    key = r"\cup".join(f"({low},{high})" for low, high in ends)
    assert compare(key, r"\cup".join(f"({low},{high}/1)" for low, high in ends[::step])).correct
    ends[-1] = (1998, 2000)
    other = compare(key, r"\cup".join(f"({low},{high})" for low, high in ends[::step]))
    assert other.reason is Reason.DIFFERENT_VALUE


def test_a_thousand_values_of_one_name_are_compared() -> None:
    key, same = listed(*(f"x={n}" for n in range(900))), listed(*(f"x={n}.0" for n in range(900)))
    assert compare(key, same).correct
    assert compare(key, key.replace("1", "2")).outcome is Outcome.INCORRECT
    assert compare(key, listed(*(rf"\pm {n}" for n in range(900)))).outcome is not Outcome.CORRECT


def test_a_very_long_ratio_reaches_the_budget() -> None:
    key = ":".join(str(i) for i in range(1, 3000))
    assert compare(key, key + " ").correct
    assert compare(key, ":".join(str(2 * i) for i in range(1, 3000))).reason is Reason.BUDGET


@pytest.mark.parametrize(
    ("key", "answer"),
    [
        ("(x+y+z+1)^{200}=1", "(x+y+z+2)^{200}=1"),
        ("x=5^{5^{5^{5^5}}}", "y=5^{5^{5^{5^5}}}+1"),
        (r"5\text{ km}^{99999999}", r"5\text{ m}^{99999999}"),
        ("Yes", " \t" * 9000 + "x"),
        ("3:45 PM", "1" + " " * 15000 + "x"),
        ("July 4, 1776", "1/" * 5000),
        ("B", "(A) " * 3000),
        ("3 \\pmod{7}", r"7^{10^{18}} \pmod{8}"),
    ],
)
def test_hostile_pairs_are_not_correct(key: str, answer: str) -> None:
    assert compare(key, answer).outcome is not Outcome.CORRECT


def test_no_diagnosis_for_long_texts() -> None:
    verdict = compare("+".join(["2^{1/3}"] * 200), "-1")
    assert verdict.outcome is not Outcome.CORRECT
    assert verdict.diagnosis is None or verdict.remark is not None


def test_chains_of_inequalities_reach_the_budget() -> None:
    chain = "2≤33H" * 500
    assert compare(chain, f"{chain}3").reason is Reason.BUDGET


def test_a_unit_of_thousands_of_symbols_is_no_unit() -> None:
    assert compare("4", "4" + "¢" * 5000).reason is Reason.UNREADABLE_ANSWER
    assert compare("4", "4 kg m^2/s^2/A").correct
