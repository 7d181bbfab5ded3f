"""Required forms."""

from __future__ import annotations

import pytest

from answerkey import Outcome, Policy, Reason, compare


@pytest.mark.parametrize(
    ("policy", "key", "answer", "correct"),
    [
        (Policy(require_form="integer"), "4", "4", True),
        (Policy(require_form="integer"), "4", "2+2", False),
        (Policy(require_form="integer"), "-4", "-4", True),
        (Policy(require_form="integer"), "4", "4.0", False),
        (Policy(require_form="reduced_fraction"), "0.5", r"\frac{1}{2}", True),
        (Policy(require_form="reduced_fraction"), "0.5", r"-\frac{-1}{2}", True),
        (Policy(require_form="reduced_fraction"), "0.5", r"\frac{2}{4}", False),
        (Policy(require_form="reduced_fraction"), "1/2", "0.5", False),
        (Policy(require_form="factored"), "x^2-1", "(x-1)(x+1)", True),
        (Policy(require_form="factored"), "x^2+2x+1", "(x+1)^2", True),
        (Policy(require_form="factored"), "2-2x", "-2(x-1)", True),
        (Policy(require_form="factored"), "(x-1)(x+1)", "x^2-1", False),
        (Policy(require_form="key"), "1/2", "0.5", True),
        (Policy(require_form="key"), "5", r"\frac{10}{2}", False),
        (Policy(require_form="key"), r"\frac{\sqrt{2}}{2}", r"\frac{1}{\sqrt{2}}", True),
        (Policy(require_form="key"), "x^2-1", "(x-1)(x+1)", False),
        (Policy(require_form="key"), "(x-1)(x+1)", "x^2-1", False),
        (Policy(significant_digits=3), r"\pi", "3.14", True),
        (Policy(significant_digits=3), r"\pi", "3.142", False),
        (Policy(significant_digits=3), r"\pi", "3.15", False),
        (Policy(significant_digits=3), "0.00123456", "0.00123", True),
        (Policy(significant_digits=3), "12345", "12300", True),
        (Policy(significant_digits=3), "12345", "12400", False),
        (Policy(significant_digits=3), "12345", "12350", False),
        (Policy(significant_digits=3), "-1.234", "-1.23", True),
        (Policy(significant_digits=3), "123456", r"1.23 \times 10^5", True),
        (Policy(significant_digits=3), "2/3", "2/3", True),  # the key's own form
        (Policy(significant_digits=3), "2/3", "4/6", False),
    ],
)
def test_form(policy: Policy, key: str, answer: str, correct: bool) -> None:
    assert compare(key, answer, policy=policy).correct is correct


def test_the_right_value_in_another_form_says_so() -> None:
    verdict = compare("4", "2+2", policy="strict")
    assert verdict.reason is Reason.DIFFERENT_FORM
    assert verdict.outcome is Outcome.INCORRECT
    assert verdict.diagnosis == "the right value, but not worked out"
    assert "2 + 2 is not worked out" in verdict.explain()


def test_a_form_reaches_into_collections() -> None:
    assert not compare("(4, 1)", "(2+2, 1)", policy="strict").correct
    assert compare("(4, 1)", "(4, 1.0)", policy="strict").correct


def test_an_absolute_tolerance_holds_for_integers_too() -> None:
    policy = Policy(absolute_tolerance=2)
    assert compare("100", "101", policy=policy).correct
    assert not compare("100", "103", policy=policy).correct
    assert compare("100", r"\frac{203}{2}", policy=policy).correct
