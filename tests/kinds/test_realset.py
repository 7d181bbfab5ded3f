"""Real sets: a Boolean algebra on cuts, with a witness for every difference."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerkey.comparison import Context
from answerkey.kinds import realset
from answerkey.kinds.order import NEGATIVE_INFINITY, POSITIVE_INFINITY, literal
from answerkey.kinds.realset import EMPTY, REALS, RealSet, complement, interval, point
from answerkey.kinds.table import compare_nodes
from answerkey.kinds.trees import integer
from answerkey.notation.nodes import Node
from answerkey.verdict import Reason

OPEN_LEFT = "the left end 0 is open in the key, closed in the answer"
A, B = Node("name", ("a",)), Node("name", ("b",))


def context() -> Context:
    return Context(compare=compare_nodes)


def union(*sets: RealSet) -> RealSet:
    result = realset.union(sets, context())
    assert result is not None
    return result


def intersection(*sets: RealSet) -> RealSet:
    result = realset.intersection(sets, context())
    assert result is not None
    return result


@st.composite
def intervals(draw: st.DrawFn) -> RealSet:
    low, high = sorted(draw(st.lists(st.integers(-5, 5), min_size=2, max_size=2)))
    ends = [literal(Fraction(low, 2)), literal(Fraction(high, 2))]
    if draw(st.booleans()) and draw(st.booleans()):
        ends[0] = NEGATIVE_INFINITY
    if draw(st.booleans()) and draw(st.booleans()):
        ends[1] = POSITIVE_INFINITY
    found = interval(ends[0], draw(st.booleans()), ends[1], draw(st.booleans()), context())
    assert found is not None
    return found


real_sets = st.lists(intervals(), max_size=4).map(lambda parts: union(*parts))


@given(real_sets, real_sets, real_sets)
def test_union_is_commutative_associative_idempotent(a: RealSet, b: RealSet, c: RealSet) -> None:
    assert union(a, b) == union(b, a)
    assert union(a, union(b, c)) == union(union(a, b), c)
    assert union(a, a) == a
    assert union(a, EMPTY) == intersection(a, REALS) == a


@given(real_sets, real_sets)
def test_complement_is_an_involution_and_de_morgan_holds(a: RealSet, b: RealSet) -> None:
    assert complement(complement(a)) == a
    assert complement(union(a, b)) == intersection(complement(a), complement(b))
    assert union(a, complement(a)) == REALS
    assert intersection(a, complement(a)) == EMPTY


@given(real_sets, real_sets, st.integers(-30, 30).map(lambda n: literal(Fraction(n, 4))))
def test_membership_agrees_with_the_operations(a: RealSet, b: RealSet, number: Node) -> None:
    in_a, in_b = (realset.holds(one, number, context()) for one in (a, b))
    assert realset.holds(union(a, b), number, context()) is (in_a or in_b)
    assert realset.holds(intersection(a, b), number, context()) is (in_a and in_b)


@given(real_sets)
def test_pieces_rebuild_the_set(a: RealSet) -> None:
    rebuilt = [interval(*piece, context()) for piece in realset.pieces(a)]
    assert union(*(one for one in rebuilt if one is not None)) == a


@given(real_sets, real_sets)
def test_compare_is_equality_of_sets(a: RealSet, b: RealSet) -> None:
    assert realset.compare(a, b, context()).equal is (a == b)
    assert realset.compare(a, b, context()).different is (a != b)


def test_ends_in_descending_order_are_no_interval() -> None:
    assert interval(integer(3), True, integer(1), True, context()) is None
    assert interval(integer(3), True, integer(3), True, context()) == point(integer(3))
    assert interval(integer(3), True, integer(3), False, context()) == EMPTY


def test_symbolic_ends_are_believed_in_one_interval_and_not_ordered_in_unions() -> None:
    symbolic = interval(A, True, B, False, context())
    assert symbolic is not None
    assert realset.union([symbolic, point(integer(1))], context()) is None
    assert realset.holds(symbolic, integer(1), context()) is None
    assert realset.compare(symbolic, symbolic, context()).equal


@pytest.mark.parametrize(
    ("key", "answer", "reason", "words"),
    [
        (
            (0, False, 1),
            (0, True, 1),
            Reason.DIFFERENT_BRACKET,
            "the left end 0 is open in the key, closed in the answer",
        ),
        ((0, True, 1), (0, True, 2), Reason.DIFFERENT_VALUE, "the right end is 1 in the key, 2 in the answer"),
        ((0, True, 1), (0, True, None), Reason.DIFFERENT_VALUE, "above, the key is bounded and the answer unbounded"),
        ((None, True, 1), (0, True, 1), Reason.DIFFERENT_VALUE, "below, the key is unbounded and the answer bounded"),
    ],
)
def test_witness(
    key: tuple[int | None, bool, int | None], answer: tuple[int | None, bool, int | None], reason: Reason, words: str
) -> None:
    def made(low: int | None, closed: bool, high: int | None) -> RealSet:
        left = NEGATIVE_INFINITY if low is None else integer(low)
        right = POSITIVE_INFINITY if high is None else integer(high)
        found = interval(left, closed, right, False, context())
        assert found is not None
        return found

    result = realset.compare(made(*key), made(*answer), context())
    assert result.reason is reason
    assert result.witness is not None
    assert result.witness.template.format(*(arg.args[0] for arg in result.witness.args)) == words


def test_numbers_of_pieces() -> None:
    two = union(point(integer(1)), point(integer(5)))
    result = realset.compare(point(integer(1)), two, context())
    assert result.witness is not None
    assert result.witness.args == (1, 2)
    assert realset.points(two) == (integer(1), integer(5))
    assert realset.points(REALS) is None
