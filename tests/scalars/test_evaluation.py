"""Ball evaluation by itself: every head and function has its value, or none."""

from __future__ import annotations

import pytest
from flint import acb

from answerkey.limits import Budget
from answerkey.notation.nodes import Node
from answerkey.notation.parser import read
from answerkey.scalars.ball import agreement, numeric_value
from answerkey.scalars.evaluate import evaluate
from answerkey.scalars.names import contents
from answerkey.scalars.point import NoValue, Point


def tree(text: str) -> Node:
    reading = read(text)
    assert reading.nodes, f"{text}: {reading.failure}"
    return reading.nodes[0]


def call(name: str, *arguments: str) -> Node:
    return Node("call", (name, *map(tree, arguments)))


def integer(n: int) -> Node:
    return Node("int", (n,))


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        (tree("0.5"), "1/2"),
        (tree(r"0.\overline{3}"), "1/3"),
        (Node("based", ("204", 5)), "54"),
        (tree(r"2\frac12"), "5/2"),
        (tree("50\\%"), "1/2"),
        (tree(r"180^\circ"), r"\pi"),
        (tree("7!!"), "105"),
        (tree(r"7 \bmod 4"), "3"),
        (Node("mod", (tree(r"\pi"), integer(3))), r"\pi-3"),
        (call("det", r"\begin{pmatrix}1&\pi\\2&3\end{pmatrix}"), r"3-2\pi"),
        (tree(r"\sqrt[3]{-\pi}"), r"-\sqrt[3]{\pi}"),
        (tree(r"\sqrt[\pi]{2}"), r"2^{1/\pi}"),
        (tree(r"(-\pi)^{3}"), r"-\pi^3"),
        (tree(r"(-\pi)^{-2}"), r"\frac{1}{\pi^2}"),
        (tree(r"\pi^{\sqrt{4}}"), r"\pi^2"),
        (tree(r"0^{\pi}"), "0"),
        (call("lg", "1000"), "3"),
        (call("arg", "i"), r"\frac{\pi}{2}"),
        (call("conj", "1+i"), "1-i"),
        (call("re", "3+4i"), "3"),
        (call("im", "3+4i"), "4"),
        (call("norm", "3+4i"), "5"),
        (call("atan2", "1", "1"), r"\frac{\pi}{4}"),
        (call("perm", "5", "2"), "20"),
        (call("gamma", "5"), "24"),
        (call("binomial", "5", "2"), "10"),
        (call("gcd", "12", "18"), "6"),
        (call("lcm", "4", "6"), "12"),
        (call("max", r"\pi", "3"), r"\pi"),
        (call("min", r"\pi", "3", "4"), "3"),
        (call("sign", r"-\pi"), "-1"),
        (call("ceil", r"\pi"), "4"),
        (call("arcosh", "2"), r"\ln(2+\sqrt3)"),
        (call("artanh", "1/2"), r"\frac{\ln 3}{2}"),
        (call("arsinh", "1"), r"\ln(1+\sqrt2)"),
        (call("arcoth", "2"), r"\frac{\ln 3}{2}"),
        (call("arsech", "1/2"), r"\ln(2+\sqrt3)"),
        (call("arcsch", "1"), r"\ln(1+\sqrt2)"),
        (call("arccot", "1"), r"\frac{\pi}{4}"),
        (call("arcsec", "2"), r"\frac{\pi}{3}"),
        (call("erf", "0"), "0"),
        (tree(r"\pi[1+2][3-4]"), r"-3\pi"),
        (tree(r"\lim_{x\to\infty} \frac{\sin(1/x)}{1/x}"), "1"),
        (tree(r"\prod_{k=1}^{4} (k+\pi-\pi)"), "24"),
        (tree(r"\sum_{k=3}^{2} k"), "0"),
        (tree(r"\int_{1}^{2} \ln x \, dx"), r"2\ln 2-1"),
        (tree(r"\int_{0}^{1} \arctan x \, dx"), r"\frac{\pi}{4}-\frac{\ln 2}{2}"),
        (tree(r"\int_{-\infty}^{0} \frac{1}{1+x^2} \, dx"), r"\frac{\pi}{2}"),
        (tree(r"\int_{1}^{\infty} \frac{1}{x^2} \, dx"), "1"),
        (tree(r"\lim_{x\to 0^+} x\cdot\frac{1}{x}"), "1"),
    ],
)
def test_values(node: Node, expected: str) -> None:
    value, wanted = numeric_value(node, Budget(200_000)), numeric_value(tree(expected), Budget())
    assert value is not None
    assert wanted is not None
    assert agreement(value, wanted).name == "EQUAL"


@pytest.mark.parametrize(
    "node",
    [
        tree("1/0"),
        tree("0^{-1}"),
        tree(r"0^{-1/2}"),
        tree(r"0^{-\pi}"),
        tree(r"\infty"),
        tree("x"),
        tree("5!!!!!!!!"),
        Node("root", (integer(2), integer(0))),
        Node("mod", (tree("i"), tree(r"\pi"))),
        Node("dfact", (tree(r"\pi"),)),
        Node("set", ()),
        call("trace", "2"),
        call("floor", "i"),
        call("gcd", r"\pi", "2"),
        call("ln", "0"),
        call("gamma", "10^{12}"),
        call("binomial", "10^{12}", "2"),
        call("perm", "10^{12}", "2"),
        call("det", r"\begin{pmatrix}1&2\end{pmatrix}"),
        tree(r"\sum_{k=1}^{\pi} k"),
        tree(r"\sum_{k=1}^{10^6} k"),
        tree(r"\sum_{k=1}^{\infty} 1"),
        tree(r"\int x \, dx"),
        tree(r"\lim_{x\to 0} \frac{1}{x}"),
        tree(r"\frac{d}{dx} x!"),
        tree(r"\int_{-1}^{2} |x| \, dx"),
    ],
    ids=range(26),
)
def test_no_value(node: Node) -> None:
    assert numeric_value(node, Budget(200_000)) is None


def test_leaving_the_reals_is_noted() -> None:
    for text, left in (
        (r"\ln(-2)", True),
        (r"\ln 2", False),
        (r"\sqrt{-2}", True),
        (r"\arcsin 2", True),
        ("(-2)^{1/3}", False),
    ):
        point = Point({}, Budget(), evaluate)
        evaluate(tree(text), point)
        assert point.left is left, text


def test_an_opaque_function_is_the_same_wherever_it_is_called() -> None:
    x = acb("1.5")
    first = evaluate(tree("f(x)"), Point({"x": x}, Budget(), evaluate))
    assert agreement(first, evaluate(tree("f(x)"), Point({"x": x}, Budget(), evaluate))).name == "EQUAL"
    assert agreement(first, evaluate(tree("g(x)"), Point({"x": x}, Budget(), evaluate))).name == "DIFFERENT"


def test_a_name_without_a_value_has_none() -> None:
    with pytest.raises(NoValue):
        evaluate(tree("x"), Point({}, Budget(), evaluate))


def test_largest_constant() -> None:
    assert contents(tree("|x-2000|+1.5")).largest == 2000
    assert contents(tree("12.75x")).largest == 12
