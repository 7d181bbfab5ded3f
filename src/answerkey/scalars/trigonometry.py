"""Exact trigonometric, hyperbolic and exponential functions.

All are written as exponentials, so that every identity among them is a polynomial identity:
sin x = (e^(ix) - e^(-ix)) / 2i. Their inverses know the angles whose functions are known.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from answerkey.scalars.forms import (
    IMAGINARY,
    PI,
    E,
    Form,
    I,
    Rational,
    Unfit,
    Value,
    add,
    atom,
    divide,
    key,
    leads_negative,
    multiply,
    negative,
    opaque,
    subtract,
)
from answerkey.scalars.logarithms import natural_logarithm
from answerkey.scalars.moduli import part
from answerkey.scalars.powers import power, square_root, turn

_E, _PI = atom(E), atom(PI)
_HALF = Fraction(1, 2)


# Exponentials and what is made of them


def exponential(x: Value) -> Value:
    """e^x."""
    return power(_E, x)


def _circle(x: Value) -> tuple[Value, Value]:
    """e^(ix) and e^(-ix)."""
    angle = multiply(IMAGINARY, x)
    return exponential(angle), exponential(negative(angle))


def sine(x: Value) -> Value:
    """sin x."""
    up, down = _circle(x)
    return divide(subtract(up, down), multiply(2, IMAGINARY))


def cosine(x: Value) -> Value:
    """cos x."""
    up, down = _circle(x)
    return divide(add(up, down), 2)


def _tangent(x: Value) -> Value:
    return divide(sine(x), cosine(x))


def _hyperbolic_sine(x: Value) -> Value:
    return divide(subtract(exponential(x), exponential(negative(x))), 2)


def _hyperbolic_cosine(x: Value) -> Value:
    return divide(add(exponential(x), exponential(negative(x))), 2)


def _hyperbolic_tangent(x: Value) -> Value:
    return divide(_hyperbolic_sine(x), _hyperbolic_cosine(x))


def _reciprocal(of: Callable[[Value], Value]) -> Callable[[Value], Value]:
    return lambda x: divide(1, of(x))


def _at_reciprocal(of: Callable[[Value], Value]) -> Callable[[Value], Value]:
    return lambda x: of(divide(1, x))


# Inverse trigonometric functions: known angles, else opaque with the sign outside


@lru_cache(maxsize=1)
def _known_sines() -> dict[Any, Rational]:
    angles = [Fraction(n, 12) for n in (-6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6)]
    return {key(part(turn(angle), imaginary=True)): angle for angle in angles}


@lru_cache(maxsize=1)
def _known_tangents() -> dict[Any, Rational]:
    angles = [Fraction(n, 12) for n in (-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5)]
    return {
        key(divide(part(turn(angle), imaginary=True), part(turn(angle), imaginary=False))): angle for angle in angles
    }


def _arcsine(x: Value) -> Value:
    known = _known_sines().get(key(x))
    return _odd("arcsin", x) if known is None else multiply(known, _PI)


def _arccosine(x: Value) -> Value:
    return subtract(multiply(_HALF, _PI), _arcsine(x))


def _arctangent(x: Value) -> Value:
    known = _known_tangents().get(key(x))
    return _odd("arctan", x) if known is None else multiply(known, _PI)


def _odd(name: str, x: Value) -> Value:
    if leads_negative(x):
        return negative(opaque(name, negative(x)))
    return opaque(name, x)


def _area_sine(x: Value) -> Value:
    return natural_logarithm(add(x, square_root(add(multiply(x, x), 1))))


def _not_complex(x: Value) -> None:
    """The formulas below take the principal branch for real arguments only."""
    if isinstance(x, Form) and any((I, 1) in monomial for monomial in (*x.num, *x.den)):
        raise Unfit


def _area_cosine(x: Value) -> Value:
    _not_complex(x)
    return natural_logarithm(add(x, square_root(subtract(multiply(x, x), 1))))


def _area_tangent(x: Value) -> Value:
    _not_complex(x)
    return multiply(_HALF, natural_logarithm(divide(add(1, x), subtract(1, x))))


TRIGONOMETRY: dict[str, Callable[[Value], Value]] = {
    "exp": exponential,
    "sin": sine,
    "cos": cosine,
    "tan": _tangent,
    "cot": lambda x: divide(cosine(x), sine(x)),
    "sec": _reciprocal(cosine),
    "csc": _reciprocal(sine),
    "sinh": _hyperbolic_sine,
    "cosh": _hyperbolic_cosine,
    "tanh": _hyperbolic_tangent,
    "coth": _reciprocal(_hyperbolic_tangent),
    "sech": _reciprocal(_hyperbolic_cosine),
    "csch": _reciprocal(_hyperbolic_sine),
    "arcsin": _arcsine,
    "arccos": _arccosine,
    "arctan": _arctangent,
    "arccot": _at_reciprocal(_arctangent),
    "arcsec": _at_reciprocal(_arccosine),
    "arccsc": _at_reciprocal(_arcsine),
    "arsinh": _area_sine,
    "arcosh": _area_cosine,
    "artanh": _area_tangent,
    "arcoth": _at_reciprocal(_area_tangent),
    "arsech": _at_reciprocal(_area_cosine),
    "arcsch": _at_reciprocal(_area_sine),
}
