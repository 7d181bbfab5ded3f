"""Perfect matchings: permutation-invariant, symmetric, three-valued, and fast where members are exact."""

from __future__ import annotations

import random
import threading
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerkey.comparison import Comparison, Context, Same, because
from answerkey.kinds.matching import compare_in_order, compare_without_order, distinct, weakest
from answerkey.kinds.table import compare_nodes
from answerkey.kinds.trees import integer
from answerkey.notation.nodes import Node
from answerkey.policy import DEFAULT
from answerkey.verdict import Reason

HALF = Node("div", (integer(1), integer(2)))

small = st.lists(st.integers(-4, 4).map(integer), max_size=7)


def context(**changes: object) -> Context:
    return Context(policy=replace(DEFAULT, **changes), compare=compare_nodes)  # type: ignore[arg-type]


def by_table(table: dict[tuple[str, str], Same]) -> Context:
    """A context in which two names compare as `table` says."""
    reasons = {
        Same.EQUAL: Reason.EQUAL_NUMBER,
        Same.DIFFERENT: Reason.DIFFERENT_VALUE,
        Same.UNKNOWN: Reason.UNDECIDED_VALUE,
    }

    def compare(key: Node, answer: Node, ctx: Context) -> Comparison:
        return because(reasons[table[key.args[0], answer.args[0]]])

    return Context(compare=compare)


def name(text: str) -> Node:
    return Node("name", (text,))


@given(small, st.randoms())
def test_order_does_not_matter(nodes: list[Node], rng: random.Random) -> None:
    shuffled = list(nodes)
    rng.shuffle(shuffled)
    assert compare_without_order(nodes, shuffled, context()).equal


@given(small, small)
def test_symmetric(a: list[Node], b: list[Node]) -> None:
    there, back = compare_without_order(a, b, context()), compare_without_order(b, a, context())
    assert there.same is back.same
    assert there.equal is (sorted(a) == sorted(b))


@given(
    st.integers(1, 5).flatmap(
        lambda n: st.lists(st.lists(st.sampled_from(Same), min_size=n, max_size=n), min_size=n, max_size=n)
    )
)
def test_three_valued_as_by_trying_all_permutations(rows: list[list[Same]]) -> None:
    from itertools import permutations

    size = len(rows)
    keys, answers = [name(f"k{i}") for i in range(size)], [name(f"a{i}") for i in range(size)]
    table = {(f"k{i}", f"a{j}"): rows[i][j] for i in range(size) for j in range(size)}
    ways = [{rows[i][j] for i, j in enumerate(order)} for order in permutations(range(size))]
    wanted = Same.DIFFERENT
    if any(Same.DIFFERENT not in way for way in ways):
        wanted = Same.EQUAL if {Same.EQUAL} in ways else Same.UNKNOWN
    assert compare_without_order(keys, answers, by_table(table)).same is wanted


def test_the_witness_names_the_member_without_partner() -> None:
    result = compare_without_order([integer(1), integer(2)], [integer(1), integer(3)], context())
    assert result.reason is Reason.DIFFERENT_VALUE
    assert result.witness is not None
    assert result.witness.args == (integer(2),)


@pytest.mark.parametrize(
    ("key", "answer", "diagnosis"),
    [([1, 2], [1], "one member missing"), ([1], [1, 2], "one member too many"), ([1, 2, 3], [4], None)],
)
def test_counts(key: list[int], answer: list[int], diagnosis: str | None) -> None:
    result = compare_without_order(list(map(integer, key)), list(map(integer, answer)), context())
    assert (result.reason, result.diagnosis) == (Reason.DIFFERENT_COUNT, diagnosis)


def test_partial_credit_is_the_share_of_members_matched() -> None:
    one, two, three, four = map(integer, (1, 2, 3, 4))
    ctx = context(partial_credit=True)
    assert compare_without_order([one, two, three, four], [four, three, one], ctx).credit == 0.75
    assert compare_in_order([one, two, three], [one, three, three], ctx).credit == pytest.approx(2 / 3)
    assert compare_in_order([one, two], [one, two], ctx).credit == 1.0


def test_in_order_names_the_first_pair_that_differs() -> None:
    result = compare_in_order([integer(1), integer(2)], [integer(1), integer(5)], context())
    assert result.witness is not None
    assert result.witness.args == (2, integer(2), integer(5))


def test_distinct_keeps_the_first_of_equal_values() -> None:
    assert distinct([HALF, integer(1), Node("dec", (5, 1)), integer(1)]) == (HALF, integer(1))


def test_weakest_takes_difference_before_unknown_before_the_weakest_proof() -> None:
    exact, rounded, unknown, different = map(
        because, (Reason.EQUAL_NUMBER, Reason.EQUAL_ROUNDED, Reason.UNDECIDED_VALUE, Reason.DIFFERENT_VALUE)
    )
    assert weakest([exact, rounded, exact], exact) == rounded
    assert weakest([exact, unknown, rounded], exact) == unknown
    assert weakest([unknown, different], exact) == different
    assert weakest([], exact) == exact


def test_a_thousand_members() -> None:
    key = [integer(n * n) for n in range(1000)]
    answer = key[::-1]
    changed = [integer(7), *answer[1:]]
    for other, equal in ((answer, True), (changed, False)):
        assert compare_without_order(key, other, context()).equal is equal


def test_sixteen_threads_agree() -> None:
    key, answer = [integer(n) for n in range(50)], [integer(n) for n in range(49, -1, -1)]
    results: list[Comparison] = []

    def work() -> None:
        results.append(compare_without_order(key, answer, context()))

    threads = [threading.Thread(target=work) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(results) == {compare_without_order(key, answer, context())}
    assert len(results) == 16
