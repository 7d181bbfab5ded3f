"""The functions of complex balls by name, aware of the domains that they have over the reals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import acb, arb

from answerkey.scalars.point import Point, is_real

HUGE = 10**9  # factorials and the like beyond this are not evaluated


def positive_or_left(x: acb, point: Point) -> acb:
    """x itself; notes when it is a negative real, where roots and logarithms are not real."""
    if is_real(x) and x.real < 0:
        point.left = True
    return x


def _logarithm(point: Point, x: acb, base: acb | None = None) -> acb:
    if x.is_zero():
        raise ValueError
    result = positive_or_left(x, point).log(point.analytic)
    if base is None:
        return result
    return result / positive_or_left(base, point).log(point.analytic)


def _square_root(point: Point, x: acb) -> acb:
    return positive_or_left(x, point).sqrt(point.analytic)


def _within(inside: Callable[[arb], bool], cut: Callable[[acb], bool], method: str) -> Callable[..., acb]:
    """A function that is real where `inside` holds of a real argument; `cut`: whether the ball may touch its cuts."""

    call: Callable[[acb], acb] = getattr(acb, method)

    def function(point: Point, x: acb) -> acb:
        if is_real(x) and not inside(x.real):
            point.left = True
        if point.analytic and cut(x):
            raise ValueError
        return call(x)

    return function


def _beyond_one(x: acb) -> bool:
    return x.imag.contains(0) and not bool(abs(x.real) < 1)


def _beyond_i(x: acb) -> bool:
    return x.real.contains(0) and not bool(abs(x.imag) < 1)


def _of_reciprocal(function: Callable[..., acb]) -> Callable[..., acb]:
    return lambda point, x: function(point, 1 / x)


def _method(name: str) -> Callable[..., acb]:
    call: Callable[[acb], acb] = getattr(acb, name)
    return lambda point, x: call(x)


def _real(of: Callable[..., arb]) -> Callable[..., acb]:
    """A function of real numbers only, not differentiable everywhere."""

    def function(point: Point, *arguments: acb) -> acb:
        if point.analytic or not all(map(is_real, arguments)):
            raise ValueError
        return acb(of(*(argument.real for argument in arguments)))

    return function


def _modulus(point: Point, x: acb) -> acb:
    if point.analytic:
        return x.real_abs(True)
    return acb(abs(x))


def _folded(pair: Callable[[Any, Any], Any]) -> Callable[..., arb]:
    def fold(*values: Any) -> Any:
        result = values[0]
        for value in values[1:]:
            result = pair(result, value)
        return result

    return fold


def _common(name: str) -> Callable[..., arb]:
    """gcd or lcm of balls that are whole numbers exactly."""

    def pair(a: arb, b: arb) -> arb:
        if not (a.is_integer() and b.is_integer()):
            raise ValueError
        return arb(getattr(a.unique_fmpz(), name)(b.unique_fmpz()))

    return _folded(pair)


def factorial(point: Point, x: acb) -> acb:
    """x! = Gamma(x + 1)."""
    return _gamma(point, x + 1)


def _gamma(point: Point, x: acb) -> acb:
    if not bool(abs(x) < HUGE):
        raise ValueError
    return x.gamma()


def _binomial(point: Point, n: acb, k: acb) -> acb:
    if not (bool(abs(n) < HUGE) and bool(abs(k) < HUGE)):
        raise ValueError
    return (n + 1).gamma() * (k + 1).rgamma() * (n - k + 1).rgamma()


def _permutations(point: Point, n: acb, k: acb) -> acb:
    if not (bool(abs(n) < HUGE) and bool(abs(k) < HUGE)):
        raise ValueError
    return (n + 1).gamma() * (n - k + 1).rgamma()


_arcsine = _within(lambda x: bool(abs(x) <= 1), _beyond_one, "asin")
_arccosine = _within(lambda x: bool(abs(x) <= 1), _beyond_one, "acos")
_arctangent = _within(lambda x: True, _beyond_i, "atan")
_area_sine = _within(lambda x: True, _beyond_i, "asinh")
_area_cosine = _within(lambda x: bool(x >= 1), lambda x: x.imag.contains(0) and not bool(x.real > 1), "acosh")
_area_tangent = _within(lambda x: bool(abs(x) < 1), _beyond_one, "atanh")

_ENTIRE = "exp sin cos tan cot sec csc sinh cosh tanh coth sech csch erf zeta"  # or with poles alone

FUNCTIONS: dict[str, Callable[..., acb]] = {
    **{name: _method(name) for name in _ENTIRE.split()},
    "ln": _logarithm,
    "log": _logarithm,
    "lg": lambda point, x: _logarithm(point, x, acb(10)),
    "sqrt": _square_root,
    "arcsin": _arcsine,
    "arccos": _arccosine,
    "arctan": _arctangent,
    "arccot": _of_reciprocal(_arctangent),
    "arcsec": _of_reciprocal(_arccosine),
    "arccsc": _of_reciprocal(_arcsine),
    "arsinh": _area_sine,
    "arcosh": _area_cosine,
    "artanh": _area_tangent,
    "arcoth": _of_reciprocal(_area_tangent),
    "arsech": _of_reciprocal(_area_cosine),
    "arcsch": _of_reciprocal(_area_sine),
    "abs": _modulus,
    "norm": _modulus,
    "sign": _real(lambda x: x.sgn()),
    "floor": _real(lambda x: x.floor()),
    "ceil": _real(lambda x: x.ceil()),
    "min": _real(_folded(lambda a, b: a.min(b))),
    "max": _real(_folded(lambda a, b: a.max(b))),
    "gcd": _real(_common("gcd")),
    "lcm": _real(_common("lcm")),
    "mod": _real(lambda a, b: a - b * (a / b).floor()),
    "atan2": _real(lambda y, x: arb.atan2(y, x)),
    "re": lambda point, x: acb(x.real),
    "im": lambda point, x: acb(x.imag),
    "arg": lambda point, x: acb(x.arg()),
    "conj": lambda point, x: x.conjugate(),
    "factorial": factorial,
    "gamma": _gamma,
    "binomial": _binomial,
    "perm": _permutations,
}
