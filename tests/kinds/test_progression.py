"""Arithmetic progressions over the integers: unions are equal exactly when their residues are."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from answerkey.kinds.progression import Progression, affine, progression, residues
from answerkey.kinds.trees import integer, over, times
from answerkey.notation.nodes import Node

PI, K = Node("const", ("pi",)), Node("name", ("k",))
progressions = st.builds(
    lambda a, p: Progression((Fraction(a), Fraction(0)), (Fraction(p), Fraction(0))),
    st.integers(-9, 9),
    st.integers(-6, 6).filter(bool),
)


def members(parts: list[Progression]) -> set[int]:
    return {n for n in range(200) for part in parts if (n - part.offset[0]) % part.period[0] == 0}


@given(st.lists(progressions, min_size=1, max_size=4), st.lists(progressions, min_size=1, max_size=4))
def test_residues_are_equal_exactly_when_the_unions_are(a: list[Progression], b: list[Progression]) -> None:
    found = residues(a, b)
    assert found is not None
    assert (found[0] == found[1]) is (members(a) == members(b))


def test_affine_reads_quarters_of_pi() -> None:
    node = Node("add", (over(PI, integer(4)), times(K, PI)))
    form = affine(node, "k")
    assert form is not None
    zero, one = Fraction(0), Fraction(1)
    assert progression(form) == Progression((zero, Fraction(1, 4)), (zero, one))


def test_degrees_are_multiples_of_pi() -> None:
    assert affine(Node("degree", (integer(90),)), "k") == {(False, True): Fraction(1, 2)}
    assert affine(times(K, Node("degree", (integer(360),))), "k") == {(True, True): Fraction(2)}


def test_what_is_not_affine() -> None:
    for node in (times(K, K), times(PI, PI), over(integer(1), K), over(K, integer(0)), Node("name", ("a",))):
        assert affine(node, "k") is None


def test_alternating_signs_are_affine_where_their_parity_is_fixed() -> None:
    minus_one = Node("neg", (integer(1),))
    twice = times(integer(2), K)
    assert affine(Node("pow", (minus_one, twice)), "k") == {(False, False): Fraction(1)}
    assert affine(Node("pow", (minus_one, Node("add", (twice, integer(1))))), "k") == {(False, False): Fraction(-1)}
    assert affine(Node("pow", (minus_one, K)), "k") is None


def test_periods_without_common_multiple() -> None:
    one, pi = ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))
    assert residues([Progression(one, one)], [Progression(one, pi)]) is None
    assert residues([Progression(one, (Fraction(0), Fraction(0)))], []) is None
