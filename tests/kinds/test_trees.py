"""Passes over trees."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerkey.kinds.trees import bare, children, integer, is_scalar, names, substitute
from answerkey.notation.nodes import Node
from answerkey.notation.parser import read


def node(text: str) -> Node:
    return read(text).nodes[0]


@pytest.mark.parametrize(
    ("text", "free"),
    [
        ("2x+y", "x y"),
        (r"\sum_{k=1}^{n} k^2", "n"),
        (r"\int_0^1 x^2 \, dx", ""),
        (r"\int x^2 \, dx", "x"),
        (r"\sum \frac{x}{2}", "x"),
        (r"\lim_{x\to a} x", "a"),
        (r"\{1, x\}", "x"),
        (r"\begin{pmatrix} a & 1 \\ 2 & b \end{pmatrix}", "a b"),
        ("5", ""),
    ],
)
def test_names(text: str, free: str) -> None:
    assert names(node(text)) == set(free.split())


@pytest.mark.parametrize(
    ("text", "scalar"),
    [
        ("2x+1", True),
        ("[3]", True),
        (r"\infty", True),
        (r"\sum_{k=1}^{n} k^2", True),
        (r"\begin{vmatrix} a & b \\ c & d \end{vmatrix}", True),
        (r"\emptyset", False),
        (r"\begin{pmatrix} a \\ b \end{pmatrix}", False),
        ("x=5", False),
        ("(1,2)", False),
        (r"\pm 2", False),
        (r"\langle 3 \rangle", False),
    ],
)
def test_is_scalar(text: str, scalar: bool) -> None:
    assert is_scalar(node(text)) is scalar


def test_substitution_leaves_dummies_alone() -> None:
    tree = node(r"k + \sum_{k=1}^{n} k^2")
    replaced = substitute(tree, {"k": integer(7), "n": integer(3)})
    assert names(replaced) == frozenset()
    assert replaced == node(r"7 + \sum_{k=1}^{3} k^2")


def test_substitution_without_a_name_is_the_same_tree() -> None:
    tree = node(r"\frac{x}{2} + \sin x")
    assert substitute(tree, {"y": integer(7)}) is tree


@given(st.integers())
def test_integer_is_what_the_reader_makes(value: int) -> None:
    assert integer(value) == node(str(value))


def test_bare_and_children() -> None:
    assert bare(node("[42]")) == integer(42)
    assert list(children(node(r"\begin{pmatrix} 1 & 2 \end{pmatrix}"))) == [integer(1), integer(2)]
