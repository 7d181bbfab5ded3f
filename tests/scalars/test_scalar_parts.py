"""The parts of the cascade by themselves: forms, functions, derivatives, decimals, evaluation at points."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from flint import acb

from answerkey.comparison import Context, Same
from answerkey.limits import Budget
from answerkey.notation.nodes import Node
from answerkey.notation.parser import read
from answerkey.policy import DEFAULT
from answerkey.scalars import modular, series
from answerkey.scalars.ball import agreement, numeric_value
from answerkey.scalars.cascade import same
from answerkey.scalars.derive import NoDerivative, derivative
from answerkey.scalars.exact import has_no_value, normal_form
from answerkey.scalars.forms import Form, Undefined, Unfit, atom, difference, has_names, key
from answerkey.scalars.names import Choice, contents, infinite, rewritten
from answerkey.scalars.primes import factors
from answerkey.scalars.tolerance import Distance, decimal, rounded
from answerkey.scalars.witness import PointWitness


def tree(text: str) -> Node:
    reading = read(text)
    assert reading.nodes, f"{text}: {reading.failure}"
    return reading.nodes[0]


def integer(n: int) -> Node:
    return Node("int", (n,))


def call(name: str, *arguments: Any) -> Node:
    return Node("call", (name, *(tree(a) if isinstance(a, str) else a for a in arguments)))


def form(text: str) -> Any:
    return normal_form(tree(text))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.125", Fraction(1, 8)),
        (r"0.1\overline{6}", Fraction(1, 6)),
        (r"2\frac{1}{2}", Fraction(5, 2)),
        ("50\\%", Fraction(1, 2)),
        ("2^{-2}", Fraction(1, 4)),
        ("0^0", 1),
        ("(-1)^{10^{30}}", 1),
        (r"\lfloor -7/2\rfloor", -4),
        (r"\lceil -7/2\rceil", -3),
        (r"\gcd(12,18)", 6),
        (r"\max(1,2,3)", 3),
        (r"\min(1/2,1/3)", Fraction(1, 3)),
        (r"\binom{5}{7}", 0),
        (r"\binom{1/2}{2}", Fraction(-1, 8)),
        ("7!!", 105),
        (r"|3-5|", 2),
        ("[1+2][3-4]", -3),
    ],
)
def test_rational_values(text: str, value: Fraction | int) -> None:
    assert form(text) == value


@pytest.mark.parametrize(
    ("name", "argument", "value"),
    [
        ("sign", "-3", -1),
        ("re", "3+4i", 3),
        ("im", "3+4i", 4),
        ("lg", "1000", 3),
        ("exp", "0", 1),
        ("gamma", "5", 24),
        ("abs", "\\frac{3+4i}{5}", 1),
    ],
)
def test_functions(name: str, argument: str, value: int) -> None:
    assert normal_form(call(name, argument)) == value


def test_a_call_with_another_number_of_arguments_has_no_form() -> None:
    assert normal_form(call("sin", "1", "2")) is None
    assert numeric_value(call("sin", "1", "2"), Budget()) is None


def test_numerals_beyond_the_limits_have_no_form() -> None:
    for node in (Node("dec", (1, 20_000)), Node("rep", (1, 5_000, "3")), Node("based", ("29", 8)), Node("set", ())):
        assert normal_form(node) is None
    assert normal_form(Node("based", ("12.4", 5))) == Fraction(39, 5)


def test_determinants() -> None:
    rows = r"\begin{pmatrix}a&b&0\\c&d&0\\0&0&1\end{pmatrix}"
    assert difference(normal_form(call("det", rows)), form("ad-bc")) == {}
    assert normal_form(call("det", r"\begin{pmatrix}1&2\end{pmatrix}")) is None


@pytest.mark.parametrize(
    ("left", "right", "different"),
    [
        ("0.5x+1.25e400", "0.5x+1.25e400+1", True),
        ("(x+1)^{-700}", "(x+2)^{-700}", True),
        ("(x+1)^{700}+5!", "(x+1)^{700}+120", False),
        ("x^{2^{3+1}-1}", "x^{15}", False),
        ("x^{2\\cdot 8-1}", "x^{15}", False),
        ("x^{-2}", "x^{-3}", True),
        ("50\\%x", "x", True),
        ("x^{5^{5^{5^5}}}", "x", False),
        (r"\frac{1}{x-x}", "1", False),
        (r"\sin x", "x", False),
        ("e", "3", False),
        ("5000!", "7", False),
    ],
)
def test_residues_prove_differences_only(left: str, right: str, different: bool) -> None:
    assert modular.differ(tree(left), tree(right)) is different


def test_unknown_functions_are_opaque() -> None:
    assert normal_form(call("trace", "x")) == normal_form(call("trace", "x"))
    assert normal_form(call("trace", "x")) != normal_form(call("rank", "x"))


@pytest.mark.parametrize(
    "text", ["1/0", r"\frac{1}{\sin 0}", "0^{-1}", "(-1)!", r"\ln 0", "(-3)!!", r"\tan 90^\circ", "1/(x-x)"]
)
def test_no_value(text: str) -> None:
    assert has_no_value(tree(text))
    assert normal_form(tree(text)) is None


def test_values_that_differ_only_in_the_form_of_their_denominators_share_a_key() -> None:
    assert key(form(r"\frac{1}{x-1}")) == key(form(r"\frac{-2}{2-2x}"))
    assert has_names(key(form("x+1")))
    assert not has_names(key(form(r"\sqrt{\ln 3+\pi}")))


def test_factors_keep_a_large_cofactor_whole() -> None:
    assert factors(2**3 * 3 * 1009) == {2: 3, 3: 1, 1009: 1}
    assert factors(1_000_003**2) == {1_000_003: 2}


def test_sums_without_a_closed_form() -> None:
    with pytest.raises(Undefined):
        series.closed_sum(1, "k", 1, series.INFINITE)
    with pytest.raises(Unfit):
        series.closed_sum(form(r"\frac{1}{k+1}"), "k", 1, 1000)
    assert series.zeta(2) == form(r"\frac{\pi^2}{6}")


@pytest.mark.parametrize(
    ("function", "slope"),
    [
        (r"x^3-x", "3x^2-1"),
        (r"\sqrt{x}", r"\frac{1}{2\sqrt{x}}"),
        (r"\sec x", r"\sec x\tan x"),
        (r"\csc x", r"-\csc x\cot x"),
        (r"\cot x", r"-\csc^2 x"),
        (r"\sinh x", r"\cosh x"),
        (r"\cosh x", r"\sinh x"),
        (r"\tanh x", r"1-\tanh^2 x"),
        (r"\arcsin x", r"\frac{1}{\sqrt{1-x^2}}"),
        (r"\arccos x", r"-\frac{1}{\sqrt{1-x^2}}"),
        (r"\operatorname{arsinh} x", r"\frac{1}{\sqrt{x^2+1}}"),
        (r"\operatorname{arcosh} x", r"\frac{1}{\sqrt{x^2-1}}"),
        (r"\operatorname{artanh} x", r"\frac{1}{1-x^2}"),
        (r"\log_{2} x", r"\frac{1}{x\ln 2}"),
        (r"\lg x", r"\frac{1}{x\ln 10}"),
        (r"e^{-x}", r"-e^{-x}"),
        (r"\exp(2x)", r"2e^{2x}"),
        (r"2^x", r"2^x\ln 2"),
        (r"a x", "a"),
        (r"\int_{0}^{x^2} e^t dt", r"2xe^{x^2}"),
    ],
)
def test_derivatives(function: str, slope: str) -> None:
    assert same(derivative(tree(function), "x"), tree(slope), Context()).equal


@pytest.mark.parametrize("text", [r"\lfloor x\rfloor", "x!", r"\gcd(x,2)", r"\int_{0}^{x} xt dt"])
def test_no_derivative(text: str) -> None:
    with pytest.raises(NoDerivative):
        derivative(tree(text), "x")


def test_names_and_readings() -> None:
    found = contents(tree(r"\sum_{k=1}^{n} a k+\log x+f(y)"))
    assert found.names == {"n", "a", "x", "y"}
    assert found.whole == {"n"}
    assert found.bare_log
    assert found.application
    other = rewritten(tree(r"f(\log x)"), Choice(integer(10), as_product=True))
    assert other == Node("mul", (Node("name", ("f",)), Node("call", ("log", Node("name", ("x",)), Node("int", (10,))))))
    assert [infinite(tree(text)) for text in (r"\infty", r"-\infty", "5")] == [1, -1, 0]


def test_decimals() -> None:
    assert decimal(tree("-0.50")) == (Fraction(-1, 2), 2, Fraction(1, 200))
    assert decimal(tree(r"1.5\times 10^{-3}")) == (Fraction(3, 2000), 2, Fraction(1, 20000))
    assert decimal(tree("2.5\\%")) == (Fraction(1, 40), 2, Fraction(1, 2000))
    assert decimal(tree("x")) is None
    assert decimal(tree("1.5x")) is None
    assert decimal(Node("dec", (1, 5_000))) is None


def test_an_absolute_tolerance() -> None:
    gap = Distance(Fraction(1, 100), True, Fraction(5), True)
    policy = DEFAULT.__class__(absolute_tolerance=0.05)
    accepted = rounded(None, decimal(tree("5.01")), gap, policy)
    assert accepted is not None
    assert accepted.equal


def test_agreement() -> None:
    one, nan = acb(1), acb("nan")
    assert agreement(one, acb(2)) is Same.DIFFERENT
    assert agreement(one, nan) is Same.UNKNOWN
    assert agreement(one, one + acb("+/- 1e-50")) is Same.UNKNOWN
    assert agreement(one, one + acb("+/- 1e-95")) is Same.EQUAL
    assert agreement(acb(10) ** 70, acb(10) ** 70) is Same.UNKNOWN
    assert agreement(one, one + acb(10) ** -40, extrapolated=True) is Same.UNKNOWN


def test_a_witness_names_a_point() -> None:
    witness = str(PointWitness(tree("x+1"), tree("x+2")))
    assert witness.startswith("at x = ")
    assert "the key is" in witness
    assert str(PointWitness(tree("x"), tree("x"))) == "the two have different normal forms"


def test_an_opaque_derivative_is_not_zero() -> None:
    assert same(tree(r"\frac{dy}{dx}"), tree("0"), Context()).different


def test_difference_of_equal_forms_is_empty() -> None:
    assert difference(form("(x+1)^2"), form("x^2+2x+1")) == {}
    assert isinstance(atom("x"), Form)


@pytest.mark.parametrize(
    "text",
    [
        r"\ln e^{ix}",  # the principal value depends on x
        r"\operatorname{arcosh} i",
        r"\operatorname{artanh} i",
        r"(-2)^{1/4}",
        r"2^{1/100000}",
        r"\Re x",
        r"\infty+1",
        r"\int_{0}^{1} \lfloor x\rfloor! \, dx+\infty",
    ],
)
def test_exact_arithmetic_passes_on_what_it_cannot_tell(text: str) -> None:
    assert normal_form(tree(text)) is None
    assert not has_no_value(tree(text))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (r"|\frac{x}{x+1}|", r"\frac{|x|}{|x+1|}"),
        (r"|\pi e\sqrt2|", r"\pi e\sqrt2"),
        (r"|2^x|", "2^x"),
        (r"|x-y|", r"|y-x|"),
        (r"|\sqrt{x}|", r"\sqrt{x}"),
        (r"(x^2)^n", r"x^{2n}"),
        (r"(2^m)^n", r"2^{mn}"),
        (r"((x+1)^m)^n", r"(x+1)^{mn}"),
        (r"(\frac{1}{x+1}+1)^{n}(\frac{1}{x+1}+1)", r"(\frac{x+2}{x+1})^{n+1}"),
        (r"2^{\log_{2} x}", "x"),
        (r"3^{2\ln x/\ln 3}", "x^2"),
        (r"e^{n\ln(x+1)}", "(x+1)^n"),
        (r"\sqrt{z^2}", r"\sqrt{z^2}+0"),
        (r"\sqrt{(x!)^2}", r"\sqrt{x!^2}+0"),
        (r"x^{\frac{y}{z+1}}x^{\frac{1}{z+1}}", r"x^{\frac{y+1}{z+1}}"),
        (r"\left(\frac{1}{x+y}\right)^{-2}", "x^2+2xy+y^2"),
        (r"\frac{1}{\sqrt{x+1}}\cdot\frac{1}{\sqrt{x+1}}", r"\frac{1}{x+1}"),
        (r"\sqrt{2}^{3}\sqrt{2}", "4"),
        (r"(\sqrt{x+1})^3", r"(x+1)\sqrt{x+1}"),
        (r"\max(x,\sqrt{2},\sqrt{2})", r"\max(\sqrt2,x)"),
        (r"\operatorname{sgn}(x)", r"\operatorname{sgn}(x)\cdot 1"),
    ],
)
def test_one_normal_form(left: str, right: str) -> None:
    first, second = form(left), form(right)
    assert first is not None
    assert second is not None
    assert difference(first, second) == {}
