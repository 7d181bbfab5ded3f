"""The flow as callers see it: keys of every type, several keys, values that are no texts, and errors of our own."""

from __future__ import annotations

import decimal
import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerkey import Extractor, Outcome, Reason, compare, extract, grade, grading


@pytest.mark.parametrize(
    ("gold", "response"),
    [
        (18, "The answer is 18."),
        (0.5, r"\boxed{\frac{1}{2}}"),
        (Fraction(2, 4), "0.5"),
        (decimal.Decimal("1.50"), "3/2"),
        (True, "True"),
        (["1/3", "0.6"], r"\boxed{\frac{3}{5}}"),
        ((["7"], "8"), "8"),
        (r"So we get \boxed{4}.", "4"),
        ("#### 18", "18"),
    ],
)
def test_keys_are_taken_for_what_they_are(gold: Any, response: str) -> None:
    assert grade(gold, response).correct


@pytest.mark.parametrize("gold", [None, "", "  ", math.nan, [], [None, ""]])
@pytest.mark.parametrize("response", ["5", "", None])
def test_a_missing_key_is_nobodys_mistake(gold: Any, response: Any) -> None:
    verdict = grade(gold, response)
    assert (verdict.outcome, verdict.reason) == (Outcome.UNDECIDED, Reason.UNREADABLE_KEY)
    assert compare(gold, response).reason is Reason.UNREADABLE_KEY


def test_the_best_verdict_over_several_keys() -> None:
    assert grade(["3", "Evelyn"], "Briana").outcome is Outcome.UNDECIDED
    assert grade(["3", "4"], "5").outcome is Outcome.INCORRECT
    assert grade(["3", "5"], "5").gold == "5"


def test_an_error_of_ours_is_a_fault_and_no_wrong_answer() -> None:
    class Broken(Extractor):
        def extract(self, response: str, key_kind: str | None = None) -> Any:
            raise ZeroDivisionError("inside")

    verdict = grade("5", "5", extractor=Broken())
    assert (verdict.outcome, verdict.reason) == (Outcome.UNDECIDED, Reason.FAULT)
    assert verdict.notes == ("ZeroDivisionError: inside",)


def test_an_unknown_policy_is_the_callers_error() -> None:
    with pytest.raises(ValueError, match="default, lenient, strict"):
        grade("5", "5", policy="sharp")


def test_extract_says_where() -> None:
    found = extract(r"Hence \boxed{12}.")
    assert found is not None
    assert (found.text, found.span, found.rule) == ("12", (13, 15), "box")
    assert extract("") is None


class Hostile:
    def __str__(self) -> str:
        raise RuntimeError("no text stands for this")


anything = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.binary(), st.fractions(), st.just(Hostile())
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=3), inner, max_size=3)),
    max_leaves=5,
)


@given(anything, anything)
def test_nothing_raises_and_nothing_is_a_fault(gold: Any, response: Any) -> None:
    for judge in (grade, compare):
        verdict = judge(gold, response)
        assert verdict.reason is not Reason.FAULT
        assert verdict == judge(gold, response)
        assert bool(verdict) is verdict.correct is (verdict.outcome is Outcome.CORRECT)


@pytest.mark.parametrize(
    ("key", "response", "outcome"),
    [
        ("5", [{"role": "assistant", "content": "The answer is 5."}], Outcome.CORRECT),
        ("Paris", [{"role": "user", "content": "Where?"}, {"role": "assistant", "content": "Paris"}], Outcome.CORRECT),
        ("5", {"role": "assistant", "content": [{"type": "text", "text": "So x = "}, {"text": "5."}]}, Outcome.CORRECT),
        ("6", [{"role": "system", "content": r"\boxed{6}"}, {"role": "assistant", "content": "7"}], Outcome.INCORRECT),
        ("5", [{"role": "assistant", "content": "?"}, {"role": "tool", "content": r"\boxed{5}"}], Outcome.INCORRECT),
        ("5", {"answer": 5}, Outcome.CORRECT),
        ("5", [], Outcome.UNDECIDED),
    ],
)
def test_a_response_may_be_a_conversation(key: str, response: object, outcome: Outcome) -> None:
    assert grade(key, response).outcome is outcome


def test_all_that_is_kept_can_be_forgotten() -> None:
    caches = [value for value in vars(grading).values() if hasattr(value, "cache_info")]
    assert grade("(1,2]", "So $1 < x \\le 2$.").correct
    assert sum(cache.cache_info().currsize for cache in caches) >= 4
    grading.forget()
    assert not any(cache.cache_info().currsize for cache in caches)


def test_an_extractor_may_be_named_as_a_policy_may() -> None:
    assert grade("5", "So it is 5.", extractor="strict").reason is Reason.NO_ANSWER
    assert extract(r"\boxed{5}", extractor="math") == extract(r"\boxed{5}")
    with pytest.raises(ValueError, match="no extractor 'maths'; the presets are: default, math"):
        grade("5", "5", extractor="maths")
    with pytest.raises(ValueError, match="no extractor 'maths'; the presets are: default, math"):
        extract("5", extractor="maths")


def test_what_is_too_long_to_read_can_only_be_repeated() -> None:
    long = "√" * 100_000
    assert compare(long, long).reason is Reason.EQUAL_TEXT
    assert compare(long, long + " ").reason is Reason.BUDGET


def test_an_answer_without_a_key_keeps_its_place() -> None:
    verdict = grade(None, "So it is 5.")
    assert (verdict.answer, verdict.span, verdict.rule) == ("5", (9, 10), "bare")
