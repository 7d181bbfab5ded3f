"""Majorities, ties and failures."""

import pytest

from answerkey.judging.contract import JudgeOutcome, Reply
from answerkey.judging.panel import both_orders, decide, mean_agreement

YES, NO, NONE = Reply(JudgeOutcome.EQUIVALENT, "y"), Reply(JudgeOutcome.DIFFERENT, "n"), Reply(JudgeOutcome.INVALID)
LOST, ODD = Reply(JudgeOutcome.TRANSPORT), Reply(JudgeOutcome.UNREADABLE)


@pytest.mark.parametrize(
    ("opinions", "outcome"),
    [
        ([YES], "equivalent"),
        ([YES, NO, YES], "equivalent"),
        ([YES, NO], "disagreed"),
        ([YES, NO, NONE], "disagreed"),
        ([NO, LOST, NO], "different"),
        ([YES, LOST, ODD], "disagreed"),  # one of three is no majority
        ([YES, LOST], "disagreed"),
        ([LOST, ODD, LOST], "transport"),
        ([ODD], "unreadable"),
    ],
)
def test_the_majority_of_all_that_were_asked(opinions: list[Reply], outcome: str) -> None:
    assert str(decide(opinions).outcome) == outcome


def test_parts_are_part_of_the_opinion() -> None:
    one = Reply(JudgeOutcome.DIFFERENT, parts=(True, False))
    other = Reply(JudgeOutcome.DIFFERENT, parts=(False, True))
    assert decide([one, other, one]).parts == (True, False)
    assert decide([one, other]).outcome is JudgeOutcome.DISAGREED


@pytest.mark.parametrize(
    ("straight", "swapped", "outcome"),
    [
        (YES, YES, "equivalent"),
        (NO, NO, "different"),
        (YES, NO, "disagreed"),
        (NO, YES, "disagreed"),
        (NONE, NO, "invalid"),
        (NONE, YES, "disagreed"),
        (YES, LOST, "transport"),
        (ODD, NO, "unreadable"),
    ],
)
def test_both_orders(straight: Reply, swapped: Reply, outcome: str) -> None:
    assert str(both_orders(straight, swapped).verdict) == outcome


def test_mean_agreement() -> None:
    assert mean_agreement([[YES], [LOST, YES]]) is None
    assert mean_agreement([[YES, YES, NO], [NO, NO]]) == pytest.approx(2 / 4)
