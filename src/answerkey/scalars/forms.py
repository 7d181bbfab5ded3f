"""Normal forms: exact values as quotients of sums of monomials, and their arithmetic.

A value is a rational number (`int` or `Fraction`) or a `Form`: numerator and denominator, each a map from
monomial to rational coefficient. A monomial is a set of (atom, rational exponent) pairs. Atoms are

* a prime `p` with an exponent between 0 and 1 (surds and higher roots: linearly independent over the rationals);
* `I`, `PI`, `E`; the exponent of `I` is 1 (its square is -1), the others may have any rational exponent;
* a variable's name, with any rational exponent;
* `("power", base, monomial)`: the base (an atom) to that monomial, so that exponents add: 2^(n+1) = 2 * 2^n;
* `("sum", polynomial)` with an exponent between 0 and 1: a root of a sum that does not denest;
* `("function", name, key...)`: a function of canonical arguments, opaque.

Two values are equal when the cross-multiplied difference of their forms vanishes. Roots and logarithms follow the
conventions of the real numbers (odd roots of negatives are real, x^(1/2) means x >= 0).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from answerkey.limits import MAX_ATOM, MAX_BITS, MAX_TERMS
from answerkey.scalars.primes import LARGEST_PRIME

Rational = int | Fraction
Atom = Any  # int, str, or a tuple that starts with its sort: see above
Monomial = frozenset[tuple[Atom, Rational]]
Polynomial = dict[Monomial, Rational]


class Form(NamedTuple):
    """A value that is not rational: numerator and denominator."""

    num: Polynomial
    den: Polynomial


Value = int | Fraction | Form


class Unfit(Exception):
    """Exact arithmetic cannot express this, or not within its limits: another comparer must decide."""


class Undefined(Unfit):
    """The expression has no value (division by zero and the like)."""


ONE: Monomial = frozenset()
UNIT: Polynomial = {ONE: 1}
I: Atom = ("i",)  # noqa: E741 (the imaginary unit has no better name)
PI: Atom = ("pi",)
E: Atom = ("e",)
IMAGINARY = Form({frozenset({(I, 1)}): 1}, UNIT)


def atom(one: Atom, exponent: Rational = 1) -> Form:
    """The form of one atom, to an exponent that is already reduced; `Unfit` for an atom that is too large."""
    left, parts = MAX_ATOM, [one] if type(one) is tuple else []
    while parts:  # what two atoms share is compared as often as it occurs, so it is counted as often
        part = parts.pop()
        left -= len(part)
        if left < 0:
            raise Unfit
        parts.extend(inner for inner in part if type(inner) in (tuple, frozenset))
    return Form({frozenset({(one, exponent)}): 1}, UNIT)


def opaque(name: str, *arguments: Value) -> Form:
    """A function of canonical arguments about which nothing else is known."""
    return atom(("function", name, *map(key, arguments)))


def lift(value: Value) -> Form:
    """`value` as a form."""
    if isinstance(value, Form):
        return value
    return Form({ONE: value} if value else {}, UNIT)


def terms(value: Value) -> int:
    """How many monomials a value has: what arithmetic with it costs."""
    return len(value.num) + len(value.den) if isinstance(value, Form) else 1


# Polynomials


def plus(p: Polynomial, q: Polynomial) -> Polynomial:
    """The sum of two polynomials."""
    if len(p) < len(q):
        p, q = q, p
    result = dict(p)
    for monomial, coefficient in q.items():
        total = result.get(monomial, 0) + coefficient
        if total:
            result[monomial] = total
        else:
            del result[monomial]
    if len(result) > MAX_TERMS:
        raise Unfit
    return result


def scaled(p: Polynomial, factor: Rational) -> Polynomial:
    """The polynomial times a rational number."""
    return {monomial: coefficient * factor for monomial, coefficient in p.items()} if factor else {}


def times(p: Polynomial, q: Polynomial) -> Polynomial:
    """The product of two polynomials, reduced."""
    if p == UNIT:
        return q
    if q == UNIT:
        return p
    if len(p) * len(q) > 4 * MAX_TERMS:
        raise Unfit
    result: Polynomial = {}
    for m, a in p.items():
        for n, b in q.items():
            for monomial, c in _monomials(m, n).items():
                coefficient = result.get(monomial, 0) + a * b * c
                if coefficient:
                    check_size(coefficient)
                    result[monomial] = coefficient
                else:
                    result.pop(monomial, None)
    if len(result) > MAX_TERMS:
        raise Unfit
    return result


def _monomials(m: Monomial, n: Monomial) -> Polynomial:
    """The product of two monomials: usually one monomial, more when the root of a sum is completed."""
    if not m:
        return {n: 1}
    if not n:
        return {m: 1}
    factors = dict(m)
    coefficient: Rational = 1
    completed: Polynomial | None = None
    for one, exponent in n:
        total = factors.get(one, 0) + exponent
        if type(one) is int:
            if total >= 1:
                coefficient *= one
                total -= 1
        elif one == I:
            if total == 2:
                coefficient = -coefficient
                total = 0
        elif total >= 1 and type(one) is tuple and one[0] == "sum":
            inner = dict(one[1])
            completed = inner if completed is None else times(completed, inner)
            total -= 1
        elif type(one) is tuple and one[0] == "power" and one[1] == E and one[2] == _I_PI:
            total %= 2
        if total:
            factors[one] = total
        else:
            factors.pop(one, None)
    product = {frozenset(factors.items()): coefficient}
    return product if completed is None else times(product, completed)


_I_PI: Monomial = frozenset({(I, 1), (PI, 1)})


def check_size(number: Rational) -> None:
    """Raise `Unfit` for a number of more than `MAX_BITS` bits."""
    if number.numerator.bit_length() > MAX_BITS or number.denominator.bit_length() > MAX_BITS:
        raise Unfit


# Values


def make(num: Polynomial, den: Polynomial) -> Value:
    """The value of num/den: denominators of one term are folded in, numeric ones rationalised."""
    if not den:
        raise Undefined
    if not num:
        return 0
    if den != UNIT:
        num, den = _fold(num, den)
        if den != UNIT and not independent(den) and not has_names(frozenset(den)):
            raise Unfit  # a number that may be zero in disguise
        num, den = _proportional(num, den)
    if den == UNIT and len(num) == 1:
        ((monomial, coefficient),) = num.items()
        if not monomial:
            return coefficient
    return Form(num, den)


def _fold(num: Polynomial, den: Polynomial) -> tuple[Polynomial, Polynomial]:
    for _ in range(8):
        if len(den) == 1:
            ((monomial, coefficient),) = den.items()
            inverse, den = _inverse_monomial(monomial)
            num = times(scaled(num, quotient(1, coefficient)), inverse)
            if den == UNIT:
                return num, den
            continue
        surd = _quadratic(den)
        if surd is None:
            break
        pair = frozenset({surd})
        conjugate = {m: -c if pair <= m else c for m, c in den.items()}
        num, den = times(num, conjugate), times(den, conjugate)
        if not den:
            raise Undefined
    return num, den


def _proportional(num: Polynomial, den: Polynomial) -> tuple[Polynomial, Polynomial]:
    """A quotient of two multiples of one polynomial is a number."""
    if num.keys() == den.keys():
        monomial = next(iter(num))
        ratio = quotient(num[monomial], den[monomial])
        if all(c == ratio * den[m] for m, c in num.items()):
            return {ONE: ratio}, UNIT
    return num, den


def _quadratic(den: Polynomial) -> tuple[Atom, Rational] | None:
    """A square root or `I` in a polynomial of nothing but square roots and `I`: what a conjugate removes."""
    found = None
    for monomial in den:
        for one, exponent in monomial:
            if type(one) is int:
                if exponent.denominator != 2:
                    return None
            elif one != I:
                return None
            found = (one, exponent)
    return found


def has_conjugate(den: Polynomial) -> bool:
    """Whether a denominator is made of square roots and `I`, so that it will be rationalised."""
    return _quadratic(den) is not None


def _inverse_monomial(monomial: Monomial) -> tuple[Polynomial, Polynomial]:
    """1/monomial as numerator and denominator."""
    factors: dict[Atom, Rational] = {}
    coefficient: Rational = 1
    den = UNIT
    for one, exponent in monomial:
        if type(one) is int:
            factors[one] = 1 - exponent
            coefficient = quotient(coefficient, one)
        elif one == I:
            factors[one] = 1
            coefficient = -coefficient
        elif type(one) is tuple and one[0] == "sum":
            factors[one] = 1 - exponent
            den = times(den, dict(one[1]))
        else:
            factors[one] = -exponent
    return {frozenset(factors.items()): coefficient}, den


def quotient(a: Rational, b: Rational) -> Rational:
    """a/b, an `int` where it is one."""
    if not b:
        raise Undefined
    result = Fraction(a, b)
    return result.numerator if result.denominator == 1 else result


def add(a: Value, b: Value) -> Value:
    """The sum."""
    if not isinstance(a, Form) and not isinstance(b, Form):
        return a + b
    a, b = lift(a), lift(b)
    if a.den == b.den:
        return make(plus(a.num, b.num), a.den)
    return make(plus(times(a.num, b.den), times(b.num, a.den)), times(a.den, b.den))


def negative(a: Value) -> Value:
    """The value with the other sign."""
    return Form(scaled(a.num, -1), a.den) if isinstance(a, Form) else -a


def subtract(a: Value, b: Value) -> Value:
    """The difference."""
    return add(a, negative(b))


def multiply(a: Value, b: Value) -> Value:
    """The product."""
    if not isinstance(a, Form):
        if not isinstance(b, Form):
            product = a * b
            check_size(product)
            return product
        a, b = b, a
    if not isinstance(b, Form):
        return Form(scaled(a.num, b), a.den) if b else 0
    return make(times(a.num, b.num), times(a.den, b.den))


def divide(a: Value, b: Value) -> Value:
    """The quotient; `Undefined` for a zero divisor."""
    if not isinstance(b, Form):
        if not b:
            raise Undefined
        if not isinstance(a, Form):
            return quotient(a, b)
        return Form(scaled(a.num, quotient(1, b)), a.den)
    a = lift(a)
    return make(times(a.num, b.den), times(a.den, b.num))


def difference(a: Value, b: Value) -> Polynomial:
    """The numerator of a - b: empty exactly when the normal forms are the same."""
    a, b = lift(a), lift(b)
    if a.den == b.den:
        return plus(a.num, scaled(b.num, -1))
    return plus(times(a.num, b.den), scaled(times(b.num, a.den), -1))


def independent(p: Polynomial) -> bool:
    """Whether different monomials of `p` are linearly independent over the rationals for sure.

    True for roots of primes (Besicovitch 1940) with i and variables, times one of pi and e, each transcendental over
    the algebraic numbers, or times the logarithm of at most one prime (Baker 1966). A non-zero polynomial is then a
    non-zero value, which proves a difference.
    """
    kinds = set()
    for monomial in p:
        logarithms = 0
        for one, exponent in monomial:
            if type(one) is int:
                if one > LARGEST_PRIME**2:
                    return False
            elif type(one) is not str and one != I:
                if one not in (PI, E):
                    logarithms += 1
                    if one[:2] != ("function", "ln") or type(one[2]) is not int or exponent != 1 or logarithms > 1:
                        return False
                kinds.add(one if one in (PI, E) else "logarithm")
    return len(kinds) < 2


def key(value: Value) -> Any:
    """A hashable that two values share exactly when their forms are the same up to a common factor."""
    if not isinstance(value, Form):
        return value
    if value.den == UNIT:
        return frozenset(value.num.items())
    lead = quotient(1, value.den[min(value.den, key=text)])
    return frozenset(scaled(value.num, lead).items()), frozenset(scaled(value.den, lead).items())


def mentions(part: object, name: str) -> bool:
    """Whether a variable (or "i", for the imaginary unit) occurs anywhere in a part of a form."""
    if isinstance(part, (tuple, frozenset)):
        return any(mentions(inner, name) for inner in part)
    return part == name


def has_names(part: Any) -> bool:
    """Whether a variable occurs in an atom, in a monomial, or in the key of a value."""
    if isinstance(part, frozenset):
        return any(has_names(inner) for inner in part)
    if isinstance(part, tuple):
        named = len(part) == 2 and isinstance(part[1], (int, Fraction)) and isinstance(part[0], str)
        sort = part[0] if isinstance(part[0], str) and not named else ""
        inside = part[2:] if sort == "function" else part[1:] if sort else part
        return any(has_names(inner) for inner in inside)
    return isinstance(part, str)


def leads_negative(value: Value) -> bool:
    """Whether the leading coefficient is negative: fixes one of f(x) and f(-x) for odd and even functions."""
    if not isinstance(value, Form):
        return value < 0
    lead = value.num[min(value.num, key=text)]
    return (lead < 0) != (value.den != UNIT and value.den[min(value.den, key=text)] < 0)


def magnitude(number: Rational) -> Rational:
    """|number|."""
    return -number if number < 0 else number


def text(part: Any) -> str:
    """A text of any part of a form that does not depend on the order of hashing."""
    if isinstance(part, frozenset):
        return "{" + ",".join(sorted(map(text, part))) + "}"
    if isinstance(part, tuple):
        return "(" + ",".join(map(text, part)) + ")"
    return str(part)
