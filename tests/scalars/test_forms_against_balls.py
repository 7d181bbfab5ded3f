"""Every normal form has the value that ball arithmetic finds for its tree: two independent evaluations."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import acb
from hypothesis import given, settings
from hypothesis import strategies as st

from answerkey.limits import Budget, BudgetExceeded
from answerkey.notation.nodes import Node
from answerkey.scalars.evaluate import evaluate, rational, rational_power
from answerkey.scalars.exact import normal_form
from answerkey.scalars.forms import Form
from answerkey.scalars.numeric_functions import FUNCTIONS
from answerkey.scalars.point import NoValue, Point

VALUES = {"x": acb(1.2578125), "y": acb(0.4765625), "n": acb(3)}
CONSTANTS = {("pi",): acb.pi(), ("e",): acb(1).exp(), ("i",): acb(0, 1)}


def integer(n: int) -> Node:
    return Node("neg", (Node("int", (-n,)),)) if n < 0 else Node("int", (n,))


def ball_of(value: Any) -> acb:
    """A normal form (or the key of one) as a ball."""
    if isinstance(value, (int, Fraction)):
        return rational(value)
    if isinstance(value, Form):
        return polynomial(value.num) / polynomial(value.den)
    if isinstance(value, frozenset):
        return polynomial(dict(value))
    return polynomial(dict(value[0])) / polynomial(dict(value[1]))


def polynomial(p: dict[Any, Any]) -> acb:
    return sum((rational(c) * monomial(m) for m, c in p.items()), acb(0))


def monomial(m: Any) -> acb:
    product = acb(1)
    for one, exponent in m:
        product *= raised(one, exponent)
    return product


def raised(one: Any, exponent: Any) -> acb:
    point = Point({}, Budget(10**6), evaluate)
    if isinstance(one, tuple) and one[0] == "power":
        base = one[1]
        is_key = isinstance(base, frozenset) or (isinstance(base, tuple) and isinstance(base[0], frozenset))
        ball = ball_of(base) if is_key else raised(base, 1)
        return (ball.log() * monomial(one[2]) * rational(exponent)).exp()
    return rational_power(atom(one), exponent, point)


def atom(one: Any) -> acb:
    if isinstance(one, int):
        return acb(one)
    if isinstance(one, str):
        return VALUES[one]
    if one in CONSTANTS:
        return CONSTANTS[one]
    if one[0] == "sum":
        return ball_of(one[1])
    if one[0] == "inverse":
        return 1 / ball_of(one[1])
    assert one[0] == "function"
    if one[1] == "power":
        return rational_power(ball_of(one[2]), one[3], Point({}, Budget(10**6), evaluate))
    arguments = sorted(one[2], key=str) if one[1] in ("min", "max", "gcd", "lcm") else one[2:]
    return FUNCTIONS[one[1]](Point({}, Budget(10**6), evaluate), *map(ball_of, arguments))


LEAVES = st.one_of(
    st.integers(-4, 12).map(integer),
    st.sampled_from(("x", "y", "n", "e", "i")).map(lambda name: Node("name", (name,))),
    st.just(Node("const", ("pi",))),
    st.builds(lambda c, p: Node("dec", (c, p)), st.integers(0, 99), st.integers(0, 2)),
    st.builds(lambda n, d: Node("root", (integer(n), integer(d))), st.integers(2, 12), st.integers(2, 4)),
)
ONE_ARGUMENT = (
    "exp ln sin cos tan cot sec csc sinh cosh tanh arcsin arccos arctan arccot arcsec arsinh arcosh artanh abs sign "
    "floor ceil re im conj"
).split()


def _grow(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    pair = st.tuples(inner, inner)
    exponents = st.tuples(st.integers(-3, 5), st.integers(1, 4)).map(
        lambda parts: Node("div", (integer(parts[0]), integer(parts[1])))
    )
    return st.one_of(
        pair.map(lambda two: Node("add", two)),
        pair.map(lambda two: Node("mul", two)),
        pair.map(lambda two: Node("div", two)),
        inner.map(lambda one: Node("neg", (one,))),
        pair.map(lambda two: Node("pow", two)),
        st.tuples(inner, exponents).map(lambda two: Node("pow", two)),
        inner.map(lambda one: Node("root", (one, integer(2)))),
        st.tuples(st.sampled_from(ONE_ARGUMENT), inner).map(lambda two: Node("call", two)),
        pair.map(lambda two: Node("call", ("binomial", *two))),
        pair.map(lambda two: Node("call", ("max", *two))),
        pair.map(lambda two: Node("mod", two)),
        inner.map(lambda one: Node("fact", (one,))),
    )


TREES = st.recursive(LEAVES, _grow, max_leaves=6)


@settings(max_examples=150, deadline=None)
@given(TREES)
def test_normal_forms_keep_the_value(tree: Node) -> None:
    form = normal_form(tree)
    point = Point(dict(VALUES), Budget(10**6), evaluate)
    if form is None:
        return
    try:
        direct = evaluate(tree, point)
        through_form = ball_of(form)
    except (NoValue, ValueError, ZeroDivisionError, BudgetExceeded):
        return
    if point.left or not direct.is_finite() or not through_form.is_finite():
        return  # over the reals the tree has no value here
    assert direct.overlaps(through_form), (direct, through_form)
