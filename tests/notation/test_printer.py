"""Printing: what is printed reads as the same tree, for any tree that a text of our grammar gives."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from answerkey.notation.nodes import Node
from answerkey.notation.parser import read
from answerkey.notation.printer import show, to_latex, to_plain

_ATOMS = st.sampled_from(
    r"""x y n e i \pi \infty 7 0 12 3.50 .5 \alpha x_1 x_{n+1} f' AB \vec{v} \overline{AB} 2\frac12 0.1\overline{6}
    1{,}000 1.2e-13 \mathbf{i} \hat{p}""".split()
)
_UNITS = st.sampled_from(r"\text{cm} \text{m/s}^2 \text{students} \text{squarefeet} \% ^\circ".split())


def _scalars(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pair = st.tuples(inner, inner)
    return st.one_of(
        st.tuples(inner, st.sampled_from([" + ", " - ", r" \cdot ", " / ", r" \pm ", "*", " "]), inner).map("".join),
        pair.map(lambda two: rf"\frac{{{two[0]}}}{{{two[1]}}}"),
        pair.map(lambda two: f"({two[0]})^{{{two[1]}}}"),
        pair.map(lambda two: rf"\log_{{{two[0]}}}({two[1]})"),
        pair.map(lambda two: rf"\binom{{{two[0]}}}{{{two[1]}}}"),
        pair.map(lambda two: rf"\sqrt[{two[0]}]{{{two[1]}}}"),
        pair.map(lambda two: rf"\sum_{{k=1}}^{{{two[0]}}} ({two[1]})"),
        pair.map(lambda two: rf"\int_0^{{{two[0]}}} ({two[1]}) dx"),
        pair.map(lambda two: rf"\lim_{{x \to {two[0]}}} ({two[1]})"),
        inner.map(lambda one: f"-({one})"),
        inner.map(lambda one: f"({one})!"),
        inner.map(lambda one: rf"\sin^2 ({one})"),
        inner.map(lambda one: rf"\sqrt{{{one}}}"),
        inner.map(lambda one: rf"\left|{one}\right|"),
        inner.map(lambda one: rf"\lfloor {one} \rfloor"),
        inner.map(lambda one: f"f({one})"),
    )


def _matrix(first: str, second: str) -> str:
    return rf"\begin{{pmatrix}} {first} \\ {second} \end{{pmatrix}}".replace(", ", " & ")


SCALARS = st.recursive(_ATOMS, _scalars, max_leaves=8)
_MANY = st.lists(SCALARS, min_size=2, max_size=3).map(", ".join)
_RELATIONS = st.tuples(SCALARS, st.sampled_from(["=", r"\le ", "<", r"\ne ", r"\approx ", r"\equiv "]), SCALARS).map(
    "".join
)
_SETS = st.one_of(
    _MANY.map(lambda many: f"({many}]"),
    _MANY.map(lambda many: rf"\{{{many}\}}"),
    _RELATIONS.map(lambda rel: rf"\{{x \mid {rel}\}}"),
)
ANSWERS = st.one_of(
    SCALARS,
    _MANY,
    _RELATIONS,
    _SETS,
    st.tuples(SCALARS, _UNITS).map("".join),
    st.tuples(_SETS, st.sampled_from([r"\cup", r"\cap", r"\setminus"]), _SETS).map("".join),
    st.tuples(_RELATIONS, st.sampled_from([r"\text{ or }", r"\text{ and }", ", "]), _RELATIONS).map("".join),
    st.tuples(_RELATIONS, _SETS).map(lambda two: rf"{two[0]} \text{{ for }} x \in {two[1]}"),
    st.tuples(_MANY, _MANY).map(
        lambda two: rf"\begin{{pmatrix}} {two[0]} \\ {two[1]} \end{{pmatrix}}".replace(",", "&")
    ),
    st.tuples(SCALARS, SCALARS).map(lambda two: f"{two[0]} : {two[1]}"),
)


@settings(max_examples=200)
@given(ANSWERS)
def test_print_then_read_is_the_identity(text: str) -> None:
    reading = read(text)
    if reading.failure is not None:
        assert reading.failure.limit or "side by side" in reading.failure.why or "expected" in reading.failure.why
    for node in reading.nodes:
        assert read(to_plain(node)).nodes[0] == node, to_plain(node)
        assert read(to_latex(node)).nodes[0] == node, to_latex(node)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Node("text", ("no solution",)), "no solution"),
        (Node("name", ("AB",)), "AB"),
        (Node("div", (Node("int", (1,)), Node("int", (2,)))), "1/2"),
        (0.5, "0.5"),
        ("as it is", "as it is"),
    ],
)
def test_show_is_for_people(value: object, shown: str) -> None:
    assert show(value) == shown


def test_a_tower_is_printed_once_on_every_floor() -> None:
    factorials, powers = Node("name", ("x",)), Node("name", ("x",))
    for _ in range(50):
        factorials = Node("fact", (factorials,))
        powers = Node("pow", (Node("div", (powers, Node("int", (2,)))), Node("int", (2,))))
    assert len(to_plain(factorials)) < 200
    assert len(to_plain(powers)) < 1000
