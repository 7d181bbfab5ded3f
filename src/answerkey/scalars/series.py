"""Exact sums, products, integrals, limits and derivatives of normal forms.

What has a closed form gets it: finite ranges term by term, powers by Faulhaber's formula, geometric series, zeta at
even numbers, integrals of powers and exponentials (so of polynomials, sines and cosines). All else is kept as it
stands, with its dummy renamed, so that the same sum in another letter is the same sum.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial

from answerkey.scalars.forms import (
    ONE,
    PI,
    UNIT,
    Atom,
    E,
    Form,
    Monomial,
    Rational,
    Undefined,
    Unfit,
    Value,
    add,
    atom,
    divide,
    key,
    mentions,
    multiply,
    quotient,
    subtract,
)
from answerkey.scalars.integers import gamma
from answerkey.scalars.logarithms import natural_logarithm
from answerkey.scalars.moduli import part
from answerkey.scalars.powers import power, whole_power

MAX_FAULHABER = 12  # degree of the powers that are summed in closed form
MAX_RANGE = 500  # terms of a sum or product that are taken one by one
INFINITE = "infinity"  # stands for an unbounded upper end

Bound = Value | str


def closed_sum(body: Value, name: str, low: Value, high: Bound) -> Value:
    """The sum of `body` for `name` from `low` to `high`; `Unfit` where no closed form is known."""
    if not isinstance(body, Form):
        body = Form({ONE: body} if body else {}, UNIT)
    if any(mentions(monomial, name) for monomial in body.den):
        raise Unfit
    total: Value = 0
    for monomial, coefficient in body.num.items():
        inside = [(one, e) for one, e in monomial if mentions(one, name)]
        outside = Form({monomial - frozenset(inside): coefficient}, UNIT)
        total = add(total, multiply(outside, _sum_of_term(inside, name, low, high)))
    return divide(total, Form(body.den, UNIT)) if body.den != UNIT else total


def _sum_of_term(inside: list[tuple[Atom, Rational]], name: str, low: Value, high: Bound) -> Value:
    if not inside or (len(inside) == 1 and inside[0][0] == name):
        return _sum_of_power(inside[0][1] if inside else 0, low, high)
    downward = (("function", "factorial", key(atom(name))), -1)
    if downward in inside and isinstance(high, str) and isinstance(low, int) and 0 <= low <= 20:
        return _exponential_series([pair for pair in inside if pair != downward], name, low)
    ratio: Value = 1
    for one, exponent in inside:
        ratio = multiply(ratio, _ratio(one, exponent, name))
    return _geometric(ratio, low, high)


def _sum_of_power(exponent: Rational, low: Value, high: Bound) -> Value:
    if exponent.denominator != 1:
        raise Unfit
    p = int(exponent)
    if isinstance(high, str):
        if p >= -1 or not isinstance(low, int) or not 1 <= low <= 50:
            raise Undefined if p >= -1 else Unfit
        return subtract(zeta(-p), sum(Fraction(1, k**-p) for k in range(1, low)))
    if not 0 <= p <= MAX_FAULHABER:
        raise Unfit
    return subtract(faulhaber(p, high), faulhaber(p, subtract(low, 1)))


def zeta(s: int) -> Value:
    """The sum of 1/k^s over all k >= 1 for even s: |B_s| (2 pi)^s / (2 s!)."""
    if s % 2 or s > 30:
        raise Unfit
    size = bernoulli(s)
    return multiply(quotient((-size if size < 0 else size) * 2**s, 2 * factorial(s)), whole_power(atom(PI), s))


@lru_cache(maxsize=64)
def bernoulli(n: int) -> Fraction:
    """The Bernoulli number B_n with B_1 = 1/2.

    >>> bernoulli(4)
    Fraction(-1, 30)
    """
    return Fraction(1) - sum(comb(n, k) * bernoulli(k) / (n - k + 1) for k in range(n))


def faulhaber(p: int, n: Value) -> Value:
    """1^p + 2^p + … + n^p as a polynomial in n (Faulhaber)."""
    total: Value = 0
    for k in range(p + 1):
        total = add(total, multiply(comb(p + 1, k) * bernoulli(k), whole_power(n, p + 1 - k)))
    return divide(total, p + 1)


def _ratio(one: Atom, exponent: Rational, name: str) -> Value:
    """r for an atom that is r^name times nothing else."""
    if type(one) is not tuple or one[0] != "power" or mentions(one[1], name):
        raise Unfit
    rest = one[2] - {(name, 1)}
    if len(rest) == len(one[2]) or mentions(rest, name):
        raise Unfit
    return power(_base(one[1]), Form({rest: exponent}, UNIT) if rest else exponent)


def _exponential_series(inside: list[tuple[Atom, Rational]], name: str, low: int) -> Value:
    """The sum of r^k/k! over k >= low."""
    ratio: Value = 1
    for one, exponent in inside:
        ratio = multiply(ratio, _ratio(one, exponent, name))
    total = power(atom(E), ratio)
    for k in range(low):
        total = subtract(total, divide(whole_power(ratio, k), factorial(k)))
    return total


def _base(base: Atom) -> Value:
    if isinstance(base, int):
        return base
    if isinstance(base, frozenset):
        return Form(dict(base), UNIT)
    if isinstance(base, tuple) and isinstance(base[0], frozenset):
        return Form(dict(base[0]), dict(base[1]))
    return atom(base)


def _geometric(ratio: Value, low: Value, high: Bound) -> Value:
    first = power(ratio, low)
    if isinstance(high, str):
        if not isinstance(ratio, Form) and not -1 < ratio < 1:
            raise Undefined
        return divide(first, subtract(1, ratio))
    return divide(subtract(first, power(ratio, add(high, 1))), subtract(1, ratio))


def closed_integral(body: Value, name: str, low: Value, high: Value) -> Value:
    """The integral of a sum of powers and exponentials of `name`; `Unfit` for other integrands."""
    if not isinstance(body, Form):
        return multiply(body, subtract(high, low))
    if any(mentions(monomial, name) for monomial in body.den):
        raise Unfit
    total: Value = 0
    for monomial, coefficient in body.num.items():
        inside = [(one, e) for one, e in monomial if mentions(one, name)]
        outside = Form({monomial - frozenset(inside): coefficient}, UNIT)
        primitive = _primitive(inside, name, low, high)
        total = add(total, multiply(outside, subtract(primitive(high), primitive(low))))
    return divide(total, Form(body.den, UNIT)) if body.den != UNIT else total


def _primitive(inside: list[tuple[Atom, Rational]], name: str, low: Value, high: Value) -> Callable[[Value], Value]:
    if not inside:
        return lambda x: x
    if len(inside) == 1 and inside[0][0] == name:
        exponent = inside[0][1]
        if (exponent < 0 or exponent.denominator != 1) and not (_positive(low, exponent) and _positive(high, exponent)):
            raise Unfit  # there may be a pole between the bounds
        if exponent == -1:
            return natural_logarithm
        return lambda x: divide(power(x, exponent + 1), exponent + 1)
    rate: Value = 0  # the integrand is e^(rate * name)
    for one, exponent in inside:
        rate = add(rate, natural_logarithm_of_ratio(one, exponent, name))
    if rate == 0:
        raise Unfit
    return lambda x: divide(power(atom(E), multiply(rate, x)), rate)


def closed_improper_integral(body: Value, name: str, *, both_ways: bool) -> Value:
    """The integral over x > 0 (or all x) of sums of x^p e^(-c x^q): Gamma((p + 1)/q) / (q c^((p + 1)/q)).

    For q = 1, c may be complex with a positive real part: damped oscillations.
    """
    if not isinstance(body, Form) or any(mentions(monomial, name) for monomial in body.den):
        raise Unfit
    total: Value = 0
    for monomial, coefficient in body.num.items():
        p, c, q = _decay([(one, e) for one, e in monomial if mentions(one, name)], name)
        order = quotient(p + 1, q)
        integral = divide(gamma(order), multiply(q, power(c, order)))
        if both_ways:
            if p.denominator != 1 or q.denominator != 1 or q.numerator % 2:
                raise Unfit
            integral = 0 if p.numerator % 2 else multiply(2, integral)
        outside = Form({frozenset(pair for pair in monomial if not mentions(pair[0], name)): coefficient}, UNIT)
        total = add(total, multiply(outside, integral))
    return divide(total, Form(body.den, UNIT))


def _decay(inside: list[tuple[Atom, Rational]], name: str) -> tuple[Rational, Value, Rational]:
    """p, c and q of x^p e^(-c x^q), where the integral converges."""
    p: Rational = 0
    c: Value = 0
    q: Rational = 1
    exponentials = []
    for one, exponent in inside:
        if one == name:
            p = exponent
        else:
            exponentials.append((one, exponent))
    if len(exponentials) == 1 and (found := _power_of_name(exponentials[0][0], name)) is not None:
        c, q = -exponentials[0][1], found
    else:
        for one, exponent in exponentials:
            c = subtract(c, natural_logarithm_of_ratio(one, exponent, name))
    damping = part(c, imaginary=False)
    if isinstance(damping, Form) or damping <= 0 or p <= -1 or (isinstance(c, Form) and p.denominator != 1):
        raise Unfit
    return p, c, q


def _power_of_name(one: Atom, name: str) -> Rational | None:
    """q for the atom e^(x^q)."""
    if type(one) is tuple and one[:2] == ("power", E) and len(one[2]) == 1:
        ((variable, q),) = one[2]
        return q if variable == name and q > 0 else None
    return None


def natural_logarithm_of_ratio(one: Atom, exponent: Rational, name: str) -> Value:
    """The rate at which the exponential atom grows: ln r for r^name, kept in the exponent for powers of e."""
    if type(one) is not tuple or one[0] != "power" or mentions(one[1], name):
        raise Unfit
    rest: Monomial = one[2] - {(name, 1)}
    if len(rest) == len(one[2]) or mentions(rest, name):
        raise Unfit
    rate = Form({rest: exponent}, UNIT) if rest else exponent
    return multiply(natural_logarithm(_base(one[1])), rate)


def _positive(bound: Value, exponent: Rational) -> bool:
    return not isinstance(bound, Form) and (bound > 0 or (bound == 0 and exponent > 0))


def limit_at_infinity(body: Value, name: str, sign: int) -> Value:
    """The limit of a quotient of polynomials in `name` by its leading terms; `Unfit` for anything else."""
    if not isinstance(body, Form):
        return body
    top, top_degree = _leading(body.num, name)
    bottom, bottom_degree = _leading(body.den, name)
    if top_degree < bottom_degree:
        return 0
    if top_degree > bottom_degree:
        raise Unfit
    return divide(top, bottom)


def _leading(p: dict[Monomial, Rational], name: str) -> tuple[Value, Rational]:
    degrees: dict[Rational, dict[Monomial, Rational]] = {}
    for monomial, coefficient in p.items():
        degree: Rational = 0
        rest = monomial
        for one, exponent in monomial:
            if one == name:
                degree, rest = exponent, monomial - {(one, exponent)}
            elif mentions(one, name):
                raise Unfit
        degrees.setdefault(degree, {})[rest] = coefficient
    highest = max(degrees)
    return Form(degrees[highest], UNIT), highest
