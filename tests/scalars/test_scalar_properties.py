"""What holds of all scalars: reflexive, symmetric, the ring axioms, and that scaled values differ."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from answerkey.comparison import Context, Same
from answerkey.notation.nodes import Node
from answerkey.policy import Policy
from answerkey.scalars.cascade import same
from answerkey.scalars.exact import normal_form

EXACT = Policy(name="exact", rounded_answer_digits=None, rounded_key_digits=None, relative_tolerance=0.0)


def integer(n: int) -> Node:
    return Node("neg", (Node("int", (-n,)),)) if n < 0 else Node("int", (n,))


_LEAVES = st.one_of(
    st.integers(-9, 9).map(integer),
    st.sampled_from("xyn").map(lambda name: Node("name", (name,))),
    st.just(Node("const", ("pi",))),
    st.sampled_from((2, 3, 12)).map(lambda n: Node("root", (integer(n), integer(2)))),
    st.builds(lambda c, p: Node("dec", (c, p)), st.integers(0, 999), st.integers(0, 3)),
)


def _grow(children: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    pairs = st.tuples(children, children)
    return st.one_of(
        pairs.map(lambda pair: Node("add", pair)),
        pairs.map(lambda pair: Node("mul", pair)),
        pairs.map(lambda pair: Node("div", pair)),
        children.map(lambda child: Node("neg", (child,))),
        st.tuples(children, st.integers(-2, 3).map(integer)).map(lambda pair: Node("pow", pair)),
        st.tuples(st.sampled_from(("sin", "cos", "exp", "abs", "ln")), children).map(lambda pair: Node("call", pair)),
    )


TREES = st.recursive(_LEAVES, _grow, max_leaves=8)


def outcome(key: Node, answer: Node) -> Same:
    return same(key, answer, Context(EXACT)).same


@settings(max_examples=60, deadline=None)
@given(TREES, TREES)
def test_symmetric_without_roundings(a: Node, b: Node) -> None:
    there, back = outcome(a, b), outcome(b, a)
    assert {there, back} != {Same.EQUAL, Same.DIFFERENT}


@settings(max_examples=60, deadline=None)
@given(TREES, TREES, TREES)
def test_ring_axioms_never_differ(a: Node, b: Node, c: Node) -> None:
    pairs = [
        (Node("add", (a, b)), Node("add", (b, a))),
        (Node("mul", (a, b)), Node("mul", (b, a))),
        (Node("mul", (a, Node("add", (b, c)))), Node("add", (Node("mul", (a, b)), Node("mul", (a, c))))),
        (Node("add", (a, integer(0))), a),
        (Node("mul", (integer(1), a)), a),
        (Node("neg", (Node("neg", (a,)),)), a),
    ]
    for left, right in pairs:
        result = outcome(left, right)
        assert result is not Same.DIFFERENT
        if normal_form(left) is not None and normal_form(right) is not None:
            assert result is Same.EQUAL


@settings(max_examples=60, deadline=None)
@given(TREES, st.sampled_from((2, 3, -1, 10)))
def test_a_scaled_value_is_never_equal_unless_zero(a: Node, factor: int) -> None:
    scaled = Node("mul", (integer(factor), a))
    if outcome(scaled, a) is Same.EQUAL:
        assert outcome(a, integer(0)) is Same.EQUAL


@given(st.fractions(), st.fractions())
def test_rational_numbers_are_compared_exactly(a: Fraction, b: Fraction) -> None:
    left, right = (Node("div", (integer(x.numerator), integer(x.denominator))) for x in (a, b))
    assert (outcome(left, right) is Same.EQUAL) == (a == b)


@settings(max_examples=60, deadline=None)
@given(TREES)
def test_one_more_is_never_the_same(a: Node) -> None:
    assert outcome(Node("add", (a, integer(1))), a) is not Same.EQUAL
