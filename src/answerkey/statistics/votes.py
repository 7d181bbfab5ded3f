"""Majority votes among the samples of a problem, where answers that mean the same are one vote."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb


@dataclass(slots=True)
class Camp:
    """The samples of one problem that give the same answer: `answer` is the first of them, `right` its verdict."""

    answer: str
    right: bool
    members: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Election:
    """The vote of one problem: camps from the largest to the smallest, and how many samples gave no answer."""

    camps: tuple[Camp, ...]
    abstained: int

    @property
    def samples(self) -> int:
        """How many samples the problem has."""
        return self.abstained + sum(len(camp.members) for camp in self.camps)

    @property
    def winners(self) -> tuple[Camp, ...]:
        """The largest camps: several at a tie, none where nobody answered."""
        most = max((len(camp.members) for camp in self.camps), default=0)
        return tuple(camp for camp in self.camps if len(camp.members) == most)

    @property
    def tied(self) -> bool:
        """Whether several camps are the largest."""
        return len(self.winners) > 1


def elect(answers: Sequence[str | None], right: Sequence[bool], same: Callable[[str, str], bool]) -> Election:
    """Sort the answers of a problem into camps. `same` says whether two answers mean the same; None abstains.

    An answer joins the first camp whose first answer it equals in both directions, as a convention that accepts
    `10` for `10 cm` may not accept the reverse.

    >>> election = elect(["0.5", "1/2", None, "3"], [True, True, False, False], lambda a, b: {a, b} == {"0.5", "1/2"})
    >>> [(camp.answer, camp.members) for camp in election.camps], election.abstained
    ([('0.5', [0, 1]), ('3', [3])], 1)
    """
    camps: list[Camp] = []
    homes: dict[str, Camp] = {}
    for place, answer in enumerate(answers):
        if answer is None:
            continue
        home = homes.get(answer)
        if home is None:
            home = next((camp for camp in camps if same(camp.answer, answer) and same(answer, camp.answer)), None)
            if home is None:
                home = Camp(answer, right[place])
                camps.append(home)
            homes[answer] = home
        home.members.append(place)
    camps.sort(key=lambda camp: -len(camp.members))
    return Election(tuple(camps), sum(answer is None for answer in answers))


def maj_at_k(election: Election, k: int) -> float:
    """The chance that the majority of `k` samples drawn from the problem's is right, exactly.

    A tie counts for the share of right camps among those tied. `ValueError` where there are not `k` samples. Source:
    X. Wang et al., Self-Consistency Improves Chain of Thought Reasoning (2022), for the vote; the mean over all
    draws is counted by generating functions (P. Flajolet, R. Sedgewick, Analytic Combinatorics (2009), part A).

    >>> maj_at_k(elect(["1", "1", "2"], [True, True, False], lambda a, b: a == b), 3)
    1.0
    >>> round(maj_at_k(elect(["1", "1", "2"], [True, True, False], lambda a, b: a == b), 2), 4)
    0.6667
    """
    if not 1 <= k <= election.samples:
        raise ValueError(f"maj@{k} needs at least {k} samples, not {election.samples}")
    if k == election.samples:
        return sum(camp.right for camp in election.winners) / max(1, len(election.winners))
    sizes = tuple(len(camp.members) for camp in election.camps)
    return sum(_wins(sizes, place, election.abstained, k) for place, camp in enumerate(election.camps) if camp.right)


def _wins(sizes: tuple[int, ...], place: int, abstained: int, k: int) -> float:
    own = sizes[place]
    others = tuple(sorted((*sizes[:place], *sizes[place + 1 :])))
    return _share_won(own, others, abstained, k)


@lru_cache(maxsize=65_536)
def _share_won(own: int, others: tuple[int, ...], abstained: int, k: int) -> float:
    """The share of all draws of `k` that a camp of `own` samples wins; a draw tied among t camps counts 1/t."""
    won = 0.0
    for votes in range(1, min(own, k) + 1):
        # ways[(drawn, tied)]: how many ways there are to draw from the other camps, none above `votes`
        ways = {(drawn, 0): comb(abstained, drawn) for drawn in range(min(abstained, k - votes) + 1)}
        for size in others:
            more: dict[tuple[int, int], int] = {}
            for (drawn, tied), count in ways.items():
                for taken in range(min(size, votes, k - votes - drawn) + 1):
                    at = (drawn + taken, tied + (taken == votes))
                    more[at] = more.get(at, 0) + count * comb(size, taken)
            ways = more
        for (drawn, tied), count in ways.items():
            if drawn == k - votes:
                won += comb(own, votes) * count / (1 + tied)
    return won / comb(own + sum(others) + abstained, k)
