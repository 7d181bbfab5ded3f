"""Verdicts: reasons in words, notes that explain, plain dictionaries."""

from __future__ import annotations

import json
import pickle

import pytest

from answerkey import Outcome, Policy, Reason, Verdict, compare, grade
from answerkey.verdict import IN_WORDS, Evidence


def test_every_reason_has_words_and_an_outcome() -> None:
    assert set(IN_WORDS) == set(Reason)
    for reason in Reason:
        first = reason.value.partition(".")[0]
        wanted = {"equal": Outcome.CORRECT, "different": Outcome.INCORRECT, "no_answer": Outcome.INCORRECT}
        assert reason.outcome is wanted.get(first, Outcome.UNDECIDED)


def test_only_correct_is_true() -> None:
    assert compare("1", "1")
    assert not compare("1", "2")
    assert not compare(r"\text{Evelyn}", r"\text{Briana}")


@pytest.mark.parametrize(
    ("key", "answer", "diagnosis"),
    [
        ("5", "-5", "the sign is wrong"),
        ("x-1", "1-x", "the sign is wrong"),
        ("0.5", "50", "a factor of 100: a percentage?"),
        ("50", "0.5", "a factor of 100: a percentage?"),
        ("2/3", "3/2", "the reciprocal"),
        ("3", "3000", "a factor of 1000: another unit?"),
        ("24", "25", "one too many"),
        (r"\pi", r"2\pi", "twice the key"),
        ("1/3", "0.33", "rounded too far"),
        ("17", "42", None),
        ("4", "2+2", None),
        (r"\{1,2\}", "(1,2,3)", None),
        (r"\frac{", "5", None),
    ],
)
def test_diagnosis(key: str, answer: str, diagnosis: str | None) -> None:
    assert compare(key, answer).diagnosis == diagnosis


def test_explanation_reads_like_a_note() -> None:
    text = grade("1/2", r"We add and get $\boxed{-\frac12}$.").explain()
    first, *rest = text.split("\n")
    assert first == "INCORRECT: the values differ (the sign is wrong)."
    assert rest[0] == "  key: 1/2"
    assert "read as -1/2" in rest[1]
    assert "the rule 'box', characters" in rest[1]
    assert "number, under the policy default" in text


def test_explanation_of_what_cannot_be_read() -> None:
    assert r"key: \frac{ (could not be read)" in compare(r"\frac{", "5").explain()
    assert "key: (empty)\n" in compare("", "5").explain()


def test_explanation_does_not_say_the_same_thing_twice() -> None:
    assert compare("1/3", "0.33").explain().startswith("INCORRECT: rounded too far.")


def test_explanation_names_score_and_repairs() -> None:
    verdict = Verdict(Outcome.INCORRECT, Reason.DIFFERENT_COUNT, "1", "2", score=0.5, notes=("answer: sentence_end",))
    assert "  score: 0.5\n  mended in the answer: sentence_end" in verdict.explain()


def test_no_answer_is_explained() -> None:
    verdict = grade("5", "")
    assert verdict.explain().startswith("INCORRECT: the response gives no answer.")
    assert verdict.diagnosis is None


def test_dictionary_is_json() -> None:
    verdict = grade("2x+1", r"It is $\boxed{2x-1}$.")
    data = json.loads(json.dumps(verdict.to_dict()))
    assert data["outcome"] == "INCORRECT"
    assert data["correct"] is False
    assert data["reason"] == "different.value"
    assert data["span"] == list(verdict.span or ())
    assert data["witness"] == str(verdict.witness)
    assert data["kind"] == "expression"


def test_repr_is_short() -> None:
    assert len(repr(compare("1" * 3000, "2" * 3000))) < 200


def test_pickles() -> None:
    verdict = compare("2x+1", "2x-1")
    again = pickle.loads(pickle.dumps(verdict))
    assert again == verdict
    assert again.explain() == verdict.explain()


def test_evidence_is_printed_when_read() -> None:
    class Loud:
        def __str__(self) -> str:
            raise AssertionError("printed too early")

    evidence = Evidence("{} is wrong", (Loud(),))
    with pytest.raises(AssertionError):
        str(evidence)


def test_partial_credit_is_the_share_of_parts() -> None:
    policy = Policy(partial_credit=True)
    assert compare("a=1, b=2", "a=1, b=3", policy=policy).score == 0.5
    assert compare("a=1, b=2", "a=1, b=2", policy=policy).score == 1.0
    assert compare("5", "6", policy=policy).score == 0.0
    assert compare("AC", "A", policy=policy).score == 0.5
    assert compare("a=1, b=2", "a=1, b=3").score is None
