"""Square roots of sums that are simpler than they look."""

from __future__ import annotations

from fractions import Fraction
from math import gcd, isqrt, lcm

from answerkey.scalars.forms import ONE, Monomial, Polynomial, Rational, plus, quotient, scaled, times

COMPLEX_NAMES = frozenset("zw")  # by custom: their modulus is not taken for a sign


def positive_content(p: Polynomial) -> Rational:
    """The positive rational that leaves whole coefficients without a common factor."""
    top = gcd(*(c.numerator for c in p.values()))
    return quotient(top, lcm(*(c.denominator for c in p.values())))


def two_roots(p: Polynomial) -> tuple[Rational, Rational, int] | None:
    """(u, v, ±1) with sqrt(p) = sqrt(u) ± sqrt(v), for p = a + b*sqrt(c) where a^2 - b^2 c is a square.

    sqrt(a ± r) = sqrt((a + t)/2) ± sqrt((a - t)/2) with t = sqrt(a^2 - r^2).
    """
    a = p.get(ONE, 0)
    if len(p) != 2 or a <= 0:
        return None
    ((monomial, b),) = ((m, c) for m, c in p.items() if m)
    if any(type(one) is not int or exponent != Fraction(1, 2) for one, exponent in monomial):
        return None
    radicand = b * b
    for prime, _ in monomial:
        radicand *= prime
    t = _rational_root(a * a - radicand)
    if not t:
        return None
    return quotient(a + t, 2), quotient(a - t, 2), 1 if b > 0 else -1


def _rational_root(square: Rational) -> Rational | None:
    if square < 0:
        return None
    top, bottom = isqrt(square.numerator), isqrt(square.denominator)
    return quotient(top, bottom) if top * top == square.numerator and bottom * bottom == square.denominator else None


def root_of_square(p: Polynomial) -> Polynomial | None:
    """x + y or x - y for p = x^2 ± 2xy + y^2 in real names."""
    if len(p) != 3 or not all(_has_real_names_only(m) for m in p):
        return None
    terms = list(p.items())
    for skip in range(3):
        halves = [_half(m, c) for place, (m, c) in enumerate(terms) if place != skip]
        x, y = halves
        if x is None or y is None:
            continue
        for candidate in (plus(x, y), plus(x, scaled(y, -1))):
            if times(candidate, candidate) == p:
                return candidate
    return None


def _has_real_names_only(monomial: Monomial) -> bool:
    return all(type(one) is str and one[0] not in COMPLEX_NAMES for one, _ in monomial)


def _half(monomial: Monomial, coefficient: Rational) -> Polynomial | None:
    """The root of one term, where its exponents are even and its coefficient is a square."""
    root = _rational_root(coefficient)
    if root is None or any(exponent % 2 for _, exponent in monomial):
        return None
    return {frozenset((one, quotient(exponent, 2)) for one, exponent in monomial): root}
