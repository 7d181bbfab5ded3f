"""Graders as objects, and many rows at once."""

from __future__ import annotations

import itertools
import pickle

import pytest

from answerkey import Extractor, Grader, Policy, grade, grade_many


def test_a_grader_survives_pickling() -> None:
    grader = Grader(Policy(name="mine", significant_digits=3), "strict")
    again = pickle.loads(pickle.dumps(grader))
    assert again == grader
    assert hash(again) == hash(grader)
    assert again("5", r"\boxed{5}") == grader("5", r"\boxed{5}")
    assert again("5", "It is 5.").reason.value == "no_answer"
    assert Grader(extractor=Extractor.preset("gsm8k"))("5", "#### 5").correct
    assert Grader("strict").compare("1/2", "0.5").correct == grade("1/2", "0.5", policy="strict").correct


@pytest.mark.parametrize(("policy", "extractor"), [("harsh", "default"), ("default", "magic")])
def test_unknown_names_are_refused(policy: str, extractor: str) -> None:
    with pytest.raises(ValueError, match="there is no"):
        Grader(policy, extractor)


def test_many_are_graded_as_they_are_asked_for() -> None:
    verdicts = grade_many(itertools.repeat("5"), (str(n) for n in itertools.count()))
    assert [verdict.correct for verdict in itertools.islice(verdicts, 7)] == [False] * 5 + [True, False]


def test_each_response_wants_its_key() -> None:
    with pytest.raises(ValueError, match="there are 2 keys and 1 responses"):
        grade_many(["5", "6"], ["5"])
    verdicts = grade_many(["5", "6"], iter(["5"]))  # of which nobody knows the length
    assert next(verdicts).correct
    with pytest.raises(ValueError, match="shorter"):
        next(verdicts)


def test_processes_keep_the_order() -> None:
    golds, responses = ["5", "1/2", "x+1"] * 500, ["5", "0.5", "1+x", "7"] * 375
    assert list(grade_many(golds, responses, processes=2)) == list(grade_many(golds, responses))
