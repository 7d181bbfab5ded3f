"""The cascade on trees made by hand, so that it is tested apart from reading."""

from __future__ import annotations

import pytest

from answerkey.comparison import Context, Same
from answerkey.notation.nodes import Node
from answerkey.policy import resolve
from answerkey.scalars.cascade import same
from answerkey.verdict import Reason


def integer(n: int) -> Node:
    return Node("neg", (integer(-n),)) if n < 0 else Node("int", (n,))


def over(a: Node, b: Node) -> Node:
    return Node("div", (a, b))


def plus(*terms: Node) -> Node:
    return Node("add", terms)


def times(*factors: Node) -> Node:
    return Node("mul", factors)


def power(base: Node, exponent: Node) -> Node:
    return Node("pow", (base, exponent))


def root(radicand: Node, degree: int = 2) -> Node:
    return Node("root", (radicand, integer(degree)))


def call(name: str, *arguments: Node) -> Node:
    return Node("call", (name, *arguments))


X, N, PI = Node("name", ("x",)), Node("name", ("n",)), Node("const", ("pi",))
INFINITY = Node("const", ("inf",))
ONE, TWO = integer(1), integer(2)
HALF = over(ONE, TWO)


@pytest.mark.parametrize(
    ("key", "answer", "reason"),
    [
        (HALF, Node("dec", (5, 1)), Reason.EQUAL_NUMBER),
        (over(root(TWO), TWO), over(ONE, root(TWO)), Reason.EQUAL_NUMBER),
        (over(ONE, integer(3)), Node("dec", (333333, 6)), Reason.EQUAL_ROUNDED),
        (over(ONE, integer(3)), Node("dec", (33, 2)), Reason.DIFFERENT_PRECISION),
        (Node("dec", (673, 2)), plus(integer(5), root(integer(3))), Reason.EQUAL_ROUNDED),
        (integer(5), Node("dec", (5001, 3)), Reason.DIFFERENT_VALUE),
        (integer(2**53), integer(2**53 + 1), Reason.DIFFERENT_VALUE),
        (power(plus(X, ONE), TWO), plus(power(X, TWO), times(TWO, X), ONE), Reason.EQUAL_EXPRESSION),
        (power(plus(X, ONE), TWO), plus(power(X, TWO), X, ONE), Reason.DIFFERENT_VALUE),
        (call("sin", Node("degree", (integer(30),))), HALF, Reason.EQUAL_NUMBER),
        (call("tan", over(PI, integer(8))), plus(root(TWO), integer(-1)), Reason.EQUAL_NUMERIC),
        (call("cos", times(N, PI)), power(integer(-1), N), Reason.EQUAL_SAMPLED),
        (root(power(X, TWO)), call("abs", X), Reason.EQUAL_EXPRESSION),
        (X, root(power(X, TWO)), Reason.UNDECIDED_VALUE),
        (root(integer(-8), 3), integer(-2), Reason.EQUAL_NUMBER),
        (call("log", integer(100)), TWO, Reason.EQUAL_NUMBER),
        (INFINITY, Node("neg", (INFINITY,)), Reason.DIFFERENT_VALUE),
        (INFINITY, integer(5), Reason.DIFFERENT_VALUE),
        (over(X, integer(0)), integer(5), Reason.UNDECIDED_VALUE),
    ],
)
def test_same(key: Node, answer: Node, reason: Reason) -> None:
    result = same(key, answer, Context())
    assert result.reason is reason
    assert result.same is not Same.DIFFERENT or str(result.witness)


@pytest.mark.parametrize("policy", ["default", "strict", "lenient"])
def test_every_value_is_itself(policy: str) -> None:
    for node in (HALF, X, root(TWO), call("sin", X), INFINITY):
        assert same(node, node, Context(resolve(policy))).equal
