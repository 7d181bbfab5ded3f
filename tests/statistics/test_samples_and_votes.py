"""avg@k, pass@k, maj@k against counting all draws one by one."""

from __future__ import annotations

from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerkey import compare
from answerkey.statistics.samples import avg_at_k, over_problems, pass_at_k
from answerkey.statistics.votes import Election, elect, maj_at_k


def same(one: str, other: str) -> bool:
    return one == other


def test_pass_at_k_is_the_published_product() -> None:
    # the numerically stable form of the source: 1 - prod(1 - k / arange(n - c + 1, n + 1))
    for n, c, k in [(200, 3, 1), (200, 3, 10), (200, 150, 100), (10, 0, 10), (10, 10, 1)]:
        product = 1.0
        for i in range(n - c + 1, n + 1):
            product *= 1 - k / i
        assert pass_at_k(n, c, k) == pytest.approx(1.0 if n - c < k else 1 - product)


@given(st.lists(st.booleans(), min_size=1, max_size=8), st.data())
def test_pass_and_avg_are_means_over_all_draws(right: list[bool], data: st.DataObject) -> None:
    k = data.draw(st.integers(1, len(right)))
    draws = list(combinations(right, k))
    assert pass_at_k(len(right), sum(right), k) == pytest.approx(sum(map(any, draws)) / len(draws))
    assert avg_at_k(len(right), sum(right), k) == pytest.approx(sum(sum(draw) / k for draw in draws) / len(draws))


@given(st.lists(st.sampled_from(["a", "b", "c", None]), min_size=1, max_size=8), st.data())
def test_maj_is_the_mean_over_all_draws(answers: list[str | None], data: st.DataObject) -> None:
    k = data.draw(st.integers(1, len(answers)))
    right = [answer in ("a", "c") for answer in answers]

    def majority(draw: tuple[int, ...]) -> float:
        votes = [answers[place] for place in draw if answers[place] is not None]
        most = max(map(votes.count, votes), default=0)
        winners = {vote for vote in votes if votes.count(vote) == most}
        return sum(winner in ("a", "c") for winner in winners) / max(1, len(winners))

    total = sum(map(majority, combinations(range(len(answers)), k)))
    assert maj_at_k(elect(answers, right, same), k) == pytest.approx(total / comb(len(answers), k))


def test_equivalent_answers_are_one_vote() -> None:
    election = elect(
        ["3", "0.5", "1/2", r"\frac12", "3"], [False, True, True, True, False], lambda a, b: compare(a, b).correct
    )
    assert [(camp.answer, camp.members) for camp in election.camps] == [("0.5", [1, 2, 3]), ("3", [0, 4])]
    assert maj_at_k(election, 5) == 1.0
    assert not election.tied


def test_ties_and_silence() -> None:
    election = elect(["1", "2", None], [True, False, False], same)
    assert election.tied
    assert election.abstained == 1
    assert maj_at_k(election, 3) == 0.5
    silent = elect([None, None], [False, False], same)
    assert (silent.winners, silent.tied, maj_at_k(silent, 2)) == ((), False, 0.0)


def test_many_samples_are_counted_at_once() -> None:
    answers = [str(n % 9) for n in range(64)]
    assert 0 < maj_at_k(elect(answers, [answer == "0" for answer in answers], same), 32) < 1


def test_too_few_samples() -> None:
    assert over_problems("pass", [(4, 1), (2, 2)], 4, pass_at_k)[4:] == (1, 1)
    assert over_problems("pass", [(2, 2)], 4, pass_at_k)[1:] == (None, None, None, 0, 1)
    for call in (lambda: pass_at_k(2, 1, 3), lambda: avg_at_k(2, 1, 0), lambda: maj_at_k(Election((), 2), 3)):
        with pytest.raises(ValueError, match="at least"):
            call()
