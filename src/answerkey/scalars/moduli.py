"""Exact moduli, signs, and real and imaginary parts."""

from __future__ import annotations

from typing import Any

from answerkey.scalars.forms import (
    IMAGINARY,
    PI,
    UNIT,
    E,
    Form,
    I,
    Polynomial,
    Rational,
    Unfit,
    Value,
    add,
    atom,
    divide,
    leads_negative,
    magnitude,
    make,
    multiply,
    negative,
    opaque,
    subtract,
)
from answerkey.scalars.nested_roots import COMPLEX_NAMES
from answerkey.scalars.powers import outer_of_modulus, power, square_root


def modulus(x: Value) -> Value:
    """|x|: exact for numbers, and for products of real names."""
    if not isinstance(x, Form):
        return magnitude(x)
    if x.den != UNIT:
        return divide(modulus(make(x.num, UNIT)), modulus(make(x.den, UNIT)))
    if len(x.num) == 1:
        ((monomial, coefficient),) = x.num.items()
        result: Value = magnitude(coefficient)
        for one, exponent in monomial:
            result = multiply(result, _modulus_of_atom(one, exponent))
        return result
    if _algebraic(x.num) and any((I, 1) in m for m in x.num):
        re, im = part(x, imaginary=False), part(x, imaginary=True)
        return square_root(add(multiply(re, re), multiply(im, im)))
    return opaque("abs", negative(x) if leads_negative(x) else x)


def _modulus_of_atom(one: Any, exponent: Rational) -> Value:
    if one == I:
        return 1
    if type(one) is int or one in (PI, E):
        return atom(one, exponent)
    if type(one) is tuple:
        if one[0] == "power" and (one[1] == E or (type(one[1]) is int and one[1] > 0)) and _is_real(one[2]):
            return atom(one, exponent)
        return opaque("abs", atom(one, exponent))
    if one[0] in COMPLEX_NAMES:
        return power(opaque("abs", atom(one)), exponent)
    if exponent.denominator % 2 == 0:
        return atom(one, exponent)
    return outer_of_modulus(atom(one), exponent)


def _is_real(monomial: Any) -> bool:
    return all(type(one) is int or one in (PI, E) or (type(one) is str and one[0] not in COMPLEX_NAMES)
               for one, _ in monomial)  # fmt: skip


def _algebraic(p: Polynomial) -> bool:
    return all(type(one) is int or one in (I, PI, E) for monomial in p for one, _ in monomial)


def part(x: Value, *, imaginary: bool) -> Value:
    """The real or the imaginary part of a number in normal form."""
    if not isinstance(x, Form):
        return 0 if imaginary else x
    if x.den != UNIT or not all(type(one) is int or one in (I, PI, E) for m in x.num for one, _ in m):
        raise Unfit
    unit = (I, 1)
    return make({m - {unit}: c for m, c in x.num.items() if (unit in m) is imaginary}, UNIT)


def conjugate(x: Value) -> Value:
    return subtract(part(x, imaginary=False), multiply(IMAGINARY, part(x, imaginary=True)))


def sign(x: Value) -> Value:
    if isinstance(x, Form):
        return opaque("sign", x)
    return (x > 0) - (x < 0)
