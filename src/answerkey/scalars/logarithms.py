"""Exact logarithms: sums over the primes and factors inside, with the conventions of positive arguments."""

from __future__ import annotations

from typing import Any

from answerkey.scalars.forms import (
    IMAGINARY,
    PI,
    UNIT,
    E,
    Form,
    I,
    Rational,
    Undefined,
    Unfit,
    Value,
    add,
    atom,
    divide,
    make,
    multiply,
    opaque,
    quotient,
    scaled,
    subtract,
)
from answerkey.scalars.nested_roots import positive_content
from answerkey.scalars.primes import factors


def natural_logarithm(x: Value) -> Value:
    """ln x, as a sum over the factors of x."""
    if not isinstance(x, Form):
        return _logarithm_of_rational(x)
    if x.den != UNIT:
        return subtract(natural_logarithm(make(x.num, UNIT)), natural_logarithm(make(x.den, UNIT)))
    if len(x.num) == 1:
        ((monomial, coefficient),) = x.num.items()
        if coefficient > 0 and (I, 1) not in monomial:
            result = _logarithm_of_rational(coefficient)
            for one, exponent in monomial:
                result = add(result, multiply(exponent, _logarithm_of_atom(one)))
            return result
    elif not any((I, 1) in monomial for monomial in x.num):
        content = positive_content(x.num)
        inner = make(scaled(x.num, quotient(1, content)), UNIT)
        return add(_logarithm_of_rational(content), opaque("ln", inner))
    return opaque("ln", x)


def _logarithm_of_rational(x: Rational) -> Value:
    if not x:
        raise Undefined
    if x < 0:
        return add(_logarithm_of_rational(-x), multiply(IMAGINARY, atom(PI)))
    result: Value = 0
    for part, sign in ((x.numerator, 1), (x.denominator, -1)):
        for prime, times in factors(part).items():
            result = add(result, multiply(sign * times, opaque("ln", prime)))
    return result


def _logarithm_of_atom(one: Any) -> Value:
    if one == E:
        return 1
    if type(one) is tuple and one[0] == "power" and type(one[1]) is not frozenset:
        if (I, 1) in one[2] or one[1] == -1:
            raise Unfit  # the principal logarithm depends on how often the angle goes round
        exponent = make({one[2]: 1}, UNIT)
        base = one[1]
        inner = opaque("ln", base) if type(base) is int else _logarithm_of_atom(base)
        return multiply(exponent, inner)
    if type(one) is tuple and one[0] == "sum":
        return natural_logarithm(make(dict(one[1]), UNIT))
    return opaque("ln", atom(one) if type(one) is not int else one)


def logarithm(x: Value, base: Value) -> Value:
    """The logarithm of x to that base."""
    return divide(natural_logarithm(x), natural_logarithm(base))
