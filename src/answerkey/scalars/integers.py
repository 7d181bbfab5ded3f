"""Exact functions of whole numbers: rounding, common divisors, remainders, factorials, binomials."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb, factorial, floor, lcm

from answerkey.limits import MAX_BITS
from answerkey.scalars.forms import (
    ONE,
    PI,
    UNIT,
    Form,
    Rational,
    Undefined,
    Unfit,
    Value,
    add,
    atom,
    divide,
    key,
    magnitude,
    multiply,
    negative,
    opaque,
    quotient,
    subtract,
)
from answerkey.scalars.powers import square_root


def whole_below(x: Value) -> Value:
    return opaque("floor", x) if isinstance(x, Form) else floor(x)


def whole_above(x: Value) -> Value:
    return negative(whole_below(negative(x)))


def extreme(name: str, choose: Callable[..., Rational]) -> Callable[..., Value]:
    def of(*values: Value) -> Value:
        forms = {key(v) for v in values if isinstance(v, Form)}
        rationals = [v for v in values if not isinstance(v, Form)]
        best = [choose(rationals)] if rationals else []
        if not forms:
            return best[0]
        if len(forms) == 1 and not best:
            return values[0]
        return atom(("function", name, frozenset(forms | set(best))))

    return of


def common(name: str, combine: Callable[..., int]) -> Callable[..., Value]:
    """gcd or lcm, of rational numbers too: gcd(a/b, c/d) is the largest r with both in rZ."""

    def of(*values: Value) -> Value:
        rationals = [v for v in values if not isinstance(v, Form)]
        if len(rationals) != len(values):
            forms = {key(v) for v in values}
            return values[0] if len(forms) == 1 else atom(("function", name, frozenset(forms)))
        if not rationals:
            raise Unfit
        below = lcm(*(v.denominator for v in rationals))
        return quotient(combine(*(int(v * below) for v in rationals)), below)

    return of


def remainder(a: Value, b: Value) -> Value:
    """a - b*floor(a/b): the sign is that of b."""
    if isinstance(a, Form) or isinstance(b, Form):
        return opaque("mod", a, b)
    if not b:
        raise Undefined
    return a - b * floor(quotient(a, b))


def gamma_shifted(x: Value) -> Value:
    """x! = Gamma(x + 1): whole and half numbers exactly; (n + 1)! = (n + 1) n! for symbols."""
    if isinstance(x, Form):
        shift = x.num.get(ONE, 0) if x.den == UNIT else 0
        if shift.denominator != 1 or magnitude(shift) > 20:
            return opaque("factorial", x)
        core = subtract(x, shift)
        result: Value = opaque("factorial", core)
        for k in range(1, int(shift) + 1):
            result = multiply(result, add(core, k))
        for k in range(int(shift) + 1, 1):
            result = divide(result, add(core, k))
        return result
    if x.denominator == 1:
        n = int(x)
        if n < 0:
            raise Undefined
        if n * n.bit_length() > MAX_BITS:
            return opaque("factorial", n)
        return factorial(n)
    if x.denominator != 2 or magnitude(x) > 100:
        return opaque("factorial", x)
    product: Value = square_root(atom(PI))
    at = Fraction(-1, 2)  # (-1/2)! is the root of pi
    while at < x:
        at += 1
        product = multiply(product, at)
    while at > x:
        product = divide(product, at)
        at -= 1
    return product


def gamma(x: Value) -> Value:
    """Gamma(x)."""
    return gamma_shifted(subtract(x, 1))


def double_factorial(x: Value) -> Value:
    """x!! for whole numbers x >= -1."""
    if isinstance(x, Form) or x.denominator != 1:
        return opaque("double factorial", x)
    n = int(x)
    if n < -1:
        raise Undefined
    if n * n.bit_length() > 2 * MAX_BITS:
        raise Unfit
    result = 1
    for k in range(n, 1, -2):
        result *= k
    return result


def binomial(n: Value, k: Value) -> Value:
    """n over k: a product for whole k or n - k, else by factorials."""
    if isinstance(n, int) and isinstance(k, int) and 0 <= k <= n:
        if min(k, n - k) * n.bit_length() > 4 * MAX_BITS:
            return opaque("binomial", n, min(k, n - k))
        return comb(n, k)
    for lower in (k, subtract(n, k)):
        if not isinstance(lower, Form) and lower.denominator == 1 and lower < 0:
            return 0
        if not isinstance(lower, Form) and lower.denominator == 1 and 0 <= lower <= 2000:
            if isinstance(n, Form) and lower > 20:
                break
            result: Value = 1
            for j in range(int(lower)):
                result = divide(multiply(result, subtract(n, j)), j + 1)
            return result
    if not isinstance(n, Form) and not isinstance(k, Form):
        raise Unfit
    return divide(gamma_shifted(n), multiply(gamma_shifted(k), gamma_shifted(subtract(n, k))))


def permutations(n: Value, k: Value) -> Value:
    """n!/(n-k)!."""
    return multiply(binomial(n, k), gamma_shifted(k))
