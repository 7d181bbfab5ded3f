"""Exact powers and roots of normal forms: numbers, monomials, sums, and symbolic exponents."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb

from answerkey.limits import MAX_BITS, MAX_TERMS
from answerkey.scalars.forms import (
    IMAGINARY,
    ONE,
    PI,
    UNIT,
    Atom,
    E,
    Form,
    I,
    Monomial,
    Polynomial,
    Rational,
    Undefined,
    Unfit,
    Value,
    add,
    atom,
    divide,
    has_names,
    key,
    make,
    mentions,
    multiply,
    opaque,
    quotient,
    scaled,
    text,
    times,
)
from answerkey.scalars.nested_roots import COMPLEX_NAMES, positive_content, root_of_square, two_roots
from answerkey.scalars.primes import factors

_HALF, _QUARTER = Fraction(1, 2), Fraction(1, 4)


def power(base: Value, exponent: Value) -> Value:
    """base to the exponent; `Unfit` where no exact form within the limits is known."""
    if not isinstance(exponent, Form):
        if exponent.denominator == 1:
            return whole_power(base, int(exponent))
        return _root_power(base, Fraction(exponent))
    if base == 1:
        return 1
    if base == 0:
        raise Unfit
    result: Value = 1
    for monomial, coefficient in _over_one(exponent).items():
        factor = power(base, coefficient) if monomial == ONE else _symbolic(base, monomial, coefficient)
        result = multiply(result, factor)
    return result


def _over_one(exponent: Form) -> Polynomial:
    """An exponent as a polynomial: a denominator becomes one more atom, its inverse."""
    if exponent.den == UNIT:
        return exponent.num
    lead = quotient(1, exponent.den[min(exponent.den, key=text)])
    inverse = (("inverse", frozenset(scaled(exponent.den, lead).items())), 1)
    return {monomial | {inverse}: c * lead for monomial, c in exponent.num.items()}


def root(radicand: Value, degree: Value) -> Value:
    """The root of that degree; real for odd degrees of negative numbers."""
    if degree == 2:
        return square_root(radicand)
    if isinstance(degree, Form):
        return power(radicand, divide(1, degree))
    return power(radicand, quotient(1, degree))


def square_root(radicand: Value) -> Value:
    """The principal square root."""
    return _root_power(radicand, _HALF)


def whole_power(base: Value, n: int) -> Value:
    """base to the integer n."""
    if not isinstance(base, Form):
        too_large = max(base.numerator.bit_length(), base.denominator.bit_length()) * abs(n) > MAX_BITS
        if too_large and base not in (0, 1, -1):
            return opaque("power", base, n)
        return _rational_power(base, n)
    if n < 0:
        return whole_power(divide(1, base), -n)
    if n == 0:
        return 1
    if len(base.num) == 1 and base.den == UNIT:
        return _monomial_power(base, n)
    if not (_expandable(base.num, n) and _expandable(base.den, n)):
        return opaque("power", base, n)
    result, square = UNIT, base.num
    bottom, bottom_square = UNIT, base.den
    while n:
        if n & 1:
            result, bottom = times(result, square), times(bottom, bottom_square)
        n >>= 1
        if n:
            square, bottom_square = times(square, square), times(bottom_square, bottom_square)
    return make(result, bottom)


def _expandable(p: Polynomial, n: int) -> bool:
    """Whether the n-th power of `p` stays small; what does not is kept as it stands."""
    return len(p) == 1 or (n <= MAX_TERMS and comb(n + len(p) - 1, n) <= MAX_TERMS // 2)


def _rational_power(base: Rational, n: int) -> Rational:
    if n < 0 and not base:
        raise Undefined
    if base in (0, 1, -1):
        if base == 0 and n == 0:
            return 1
        return base if n % 2 else base * base
    if max(base.numerator.bit_length(), base.denominator.bit_length()) * abs(n) > MAX_BITS:
        raise Unfit
    result = Fraction(base) ** n if n < 0 else base**n
    return result.numerator if result.denominator == 1 else result


def _monomial_power(base: Form, n: int) -> Value:
    ((monomial, coefficient),) = base.num.items()
    result: Value = _rational_power(coefficient, n)
    for one, exponent in monomial:
        result = multiply(result, _atom_power(one, exponent * n))
    return result


def _atom_power(one: Atom, exponent: Rational) -> Value:
    """An atom to any exponent, with what is whole taken out."""
    if type(one) is int:
        whole = exponent.numerator // exponent.denominator
        rest = exponent - whole
        number = _rational_power(one, whole)
        return multiply(number, atom(one, rest)) if rest else number
    if one == I:
        return (1, IMAGINARY, -1, Form(scaled(IMAGINARY.num, -1), UNIT))[int(exponent) % 4]
    if type(one) is tuple and one[0] == "sum":
        whole = exponent.numerator // exponent.denominator
        rest = exponent - whole
        inner = whole_power(make(dict(one[1]), UNIT), whole)
        return multiply(inner, atom(one, rest)) if rest else inner
    return atom(one, exponent) if exponent else 1


def _root_power(base: Value, exponent: Fraction) -> Value:
    """base to an exponent that is not whole."""
    if base == 0:
        if exponent > 0:
            return 0
        raise Undefined
    if not isinstance(base, Form):
        return _surd(base, exponent)
    if _is_complex_product(base) or (not exponent.denominator % 2 and _may_be_negative(base)):
        return opaque("power", base, exponent)
    if base.den != UNIT:
        top, bottom = make(base.num, UNIT), make(base.den, UNIT)
        return divide(power(top, exponent), power(bottom, exponent))
    if len(base.num) == 1:
        ((monomial, coefficient),) = base.num.items()
        if coefficient > 0 or exponent.denominator % 2 or not _has_variable(monomial):
            result = _surd(coefficient, exponent)
            for one, inner in monomial:
                result = multiply(result, _root_of_atom(one, inner, exponent))
            return result
    return _root_of_sum(base.num, exponent)


def _is_complex_product(base: Form) -> bool:
    """Whether there are factors that may be complex: principal values of their powers do not multiply."""
    whole = (frozenset(base.num.items()), frozenset(base.den.items()))
    return (len(base.num) == 1 or base.den != UNIT) and mentions(whole, "i")


def _may_be_negative(base: Form) -> bool:
    """Whether the root of a number must not be taken factor by factor: the factors may be negative.

    For variables it may: where a factor is negative, one side has no real value.
    """
    whole = (frozenset(base.num.items()), frozenset(base.den.items()))
    if has_names(whole):
        return False
    if base.den != UNIT:
        return True
    if len(base.num) > 1:
        return False
    ((monomial, coefficient),) = base.num.items()
    unsure = sum(not _surely_positive(one) for one, _ in monomial)
    return unsure > 1 or (unsure == 1 and (coefficient < 0 or any(exponent != 1 for _, exponent in monomial)))


def _splits_wrongly(base: Form) -> bool:
    """Whether the power of a product is not the product of the powers: for complex factors, and negative numbers."""
    whole = frozenset(base.num.items())
    if any((I, 1) in monomial for monomial in base.num) or (mentions(whole, "i") and not has_names(whole)):
        return True
    return _may_be_negative(base)


def _surely_positive(one: Atom) -> bool:
    if type(one) is int or one in (PI, E):
        return True
    return type(one) is tuple and one[0] == "function" and one[1] == "ln" and type(one[2]) is int  # of a prime


def _has_variable(monomial: Monomial) -> bool:
    return any(type(one) is not int and one not in (PI, E) for one, _ in monomial)


@lru_cache(maxsize=1024)
def _surd(number: Rational, exponent: Fraction) -> Value:
    """A rational number to a fraction: primes and their fractional exponents."""
    if exponent.numerator.bit_length() > 16 or exponent.denominator.bit_length() > 16:
        raise Unfit
    result: Value = 1
    if number < 0:
        if exponent.denominator == 2:
            result = _atom_power(I, exponent.numerator)
        elif exponent.denominator % 2 == 0:
            raise Unfit
        elif exponent.numerator % 2:
            result = -1
        number = -number
    for part, sign in ((number.numerator, 1), (number.denominator, -1)):
        if part > 1:
            for prime, times_ in factors(part).items():
                result = multiply(result, _atom_power(prime, sign * times_ * exponent))
    return result


def _root_of_atom(one: Atom, inner: Rational, exponent: Fraction) -> Value:
    """(atom^inner)^exponent, sound for real variables of either sign."""
    outer = inner * exponent
    even = inner.numerator % 2 == 0
    if type(one) is str and even and not (exponent.denominator % 2):
        if one[0] in COMPLEX_NAMES:
            return opaque("power", atom(one, inner), exponent)
        return outer_of_modulus(atom(one), outer)
    if type(one) is tuple and not exponent.denominator % 2:
        positive_base = one[0] == "power" and (one[1] == E or (type(one[1]) is int and one[1] > 0))
        if not positive_base and (even or one[0] == "power"):
            return opaque("power", atom(one, inner), exponent)
    return _atom_power(one, outer)


def outer_of_modulus(value: Form, exponent: Rational) -> Value:
    """|value|^exponent for a real value; even powers lose the bars."""
    if exponent.denominator == 1 and exponent.numerator % 2 == 0:
        return whole_power(value, int(exponent))
    ((monomial, _),) = opaque("abs", value).num.items()
    ((one, _),) = monomial
    return _atom_power(one, exponent)


def _root_of_sum(p: Polynomial, exponent: Fraction) -> Value:
    """A sum to a fraction: the content comes out, two-term surds denest, the rest stays a root of a sum."""
    content = positive_content(p)
    inner = scaled(p, quotient(1, content))
    if exponent.denominator == 2:
        parts = two_roots(inner)
        if parts is not None:
            first, second, sign = parts
            denested = add(square_root(first), multiply(sign, square_root(second)))
            return multiply(_surd(content, exponent), whole_power(denested, exponent.numerator))
        base = root_of_square(inner)
        if base is not None:
            modulus = opaque("abs", make(base, UNIT))
            return multiply(_surd(content, exponent), power(modulus, exponent.numerator))
    whole = exponent.numerator // exponent.denominator
    result = atom(("sum", frozenset(inner.items())), exponent - whole)
    return multiply(_surd(content, exponent), multiply(whole_power(make(inner, UNIT), whole), result))


def _symbolic(base: Value, monomial: Monomial, coefficient: Rational) -> Value:
    """base^(coefficient * monomial) for a monomial that is not 1."""
    if isinstance(base, Form) and (len(base.num) != 1 or base.den != UNIT or _splits_wrongly(base)):
        return atom(("power", key(base), monomial), coefficient)
    if isinstance(base, Form):
        ((inside, number),) = base.num.items()
    else:
        inside, number = ONE, base
    result: Value = 1
    if number < 0:
        result = atom(("power", -1, monomial), coefficient)
        number = -number
    for part, sign in ((number.numerator, 1), (number.denominator, -1)):
        if part > 1:
            for prime, times_ in factors(part).items():
                result = multiply(result, _power_atom(prime, monomial, sign * times_ * coefficient))
    for one, exponent in inside:
        result = multiply(result, _power_atom(one, monomial, exponent * coefficient))
    return result


def _power_atom(one: Atom, monomial: Monomial, exponent: Rational) -> Value:
    if (("function", "ln", one), -1) in monomial:  # 2^(y / ln 2) = e^y
        return power(atom(E), make({monomial - {(("function", "ln", one), -1)}: exponent}, UNIT))
    if one == E:
        known = _exponential(monomial, exponent)
        if known is not None:
            return known
    if type(one) is tuple and one[0] == "power":  # (b^m)^n = b^(mn), for real exponents
        return power(_base_of(one), multiply(make({one[2]: 1}, UNIT), make({monomial: exponent}, UNIT)))
    return atom(("power", one, monomial), exponent)


def _base_of(one: Atom) -> Value:
    base = one[1]
    if isinstance(base, int):
        return base
    if isinstance(base, frozenset):
        return make(dict(base), UNIT)
    if isinstance(base, tuple) and isinstance(base[0], frozenset):
        return make(dict(base[0]), dict(base[1]))
    return atom(base)


_I_PI: Monomial = frozenset({(I, 1), (PI, 1)})


def _exponential(monomial: Monomial, exponent: Rational) -> Value | None:
    """e^(exponent * monomial) where it is known: a turn of a known angle, or the power of a logarithm."""
    if monomial == _I_PI:
        return turn(exponent)
    for one, degree in monomial:
        if type(one) is tuple and one[:2] == ("function", "ln") and degree == 1:
            rest = make({monomial - {(one, degree)}: exponent}, UNIT)
            argument = one[2]
            if isinstance(argument, int):
                return power(argument, rest)
            if isinstance(argument, frozenset):
                return power(make(dict(argument), UNIT), rest)
    return None


def turn(angle: Rational) -> Value:
    """e^(i pi angle): exact in surds for multiples of 15 degrees, else a root of unity as an atom.

    >>> turn(Fraction(1, 2)) == IMAGINARY
    True
    """
    angle = angle % 2
    if angle >= 1:
        return multiply(-1, turn(angle - 1))
    if angle >= _HALF:
        return multiply(IMAGINARY, turn(angle - _HALF))
    if angle == 0:
        return 1
    if angle > _QUARTER:  # mirrored at 45 degrees: sine and cosine change places
        cosine, sine = _KNOWN.get(_HALF - angle, (None, None))[::-1]
    else:
        cosine, sine = _KNOWN.get(angle, (None, None))
    if cosine is None or sine is None:
        return atom(("power", E, _I_PI), angle)
    return add(cosine, multiply(IMAGINARY, sine))


def _known_angles() -> dict[Rational, tuple[Value, Value]]:
    root2, root3, root6 = (_surd(n, _HALF) for n in (2, 3, 6))
    half = divide(root2, 2)
    return {
        Fraction(1, 12): (
            divide(add(root6, root2), 4),
            divide(add(root6, multiply(-1, root2)), 4),
        ),
        Fraction(1, 6): (divide(root3, 2), _HALF),
        _QUARTER: (half, half),
    }


_KNOWN = _known_angles()
