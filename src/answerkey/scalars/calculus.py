"""Numeric sums, products, integrals, limits and derivatives, within the budget.

Finite sums and integrals over finite intervals are rigorous. Infinite series, improper integrals and limits are
extrapolated; their balls hold the observed error, and a value that did not settle is none.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from flint import acb, arb

from answerkey.limits import BudgetExceeded
from answerkey.notation.nodes import Node
from answerkey.scalars.derive import NoDerivative, nth_derivative
from answerkey.scalars.names import infinite
from answerkey.scalars.point import PRECISION, NoValue, Point, coefficient, is_real

MAX_TERMS = 2_000  # of a finite sum
MAX_SERIES = 600  # terms until an infinite series must have settled
EVALUATIONS = 400  # of an integrand
ROUGH = arb(10) ** -45  # what extrapolation must have settled to; closer values are not told apart
_SETTLED = arb(2) ** -(PRECISION - 40)


def _whole(node: Node, point: Point) -> int:
    ball = point.evaluate(node, point)
    whole = ball.real.unique_fmpz() if is_real(ball) and ball.real.is_integer() else None
    if whole is None:
        raise NoValue
    return int(whole)


def _accumulate(args: Any, point: Point, start: int, combine: Callable[[acb, acb], acb]) -> acb:
    body, variable, low, high = args
    if low is None or high is None:
        raise NoValue
    name, first, last = variable.args[0], _whole(low, point), _whole(high, point)
    if last - first >= MAX_TERMS:
        raise NoValue
    total = acb(start)
    for k in range(first, last + 1):
        total = combine(total, _body(body, name, acb(k), point))
    return total


def _body(body: Node, name: str, value: acb, point: Point) -> acb:
    inner = point.with_name(name, value)
    result = point.evaluate(body, inner)
    point.left |= inner.left
    return result


def _sum(args: Any, point: Point) -> acb:
    if args[3] is not None and infinite(args[3]) == 1:
        return _series(args, point)
    return _accumulate(args, point, 0, lambda a, b: a + b)


def _product(args: Any, point: Point) -> acb:
    return _accumulate(args, point, 1, lambda a, b: a * b)


def _series(args: Any, point: Point) -> acb:
    """A series whose terms shrink at least geometrically: summed until they do not matter."""
    body, variable, low, _ = args
    if low is None:
        raise NoValue
    name, first = variable.args[0], _whole(low, point)
    total, before = acb(0), arb(0)
    for k in range(first, first + MAX_SERIES):
        term = _body(body, name, acb(k), point)
        total += term
        size = abs(term)
        if bool(size < abs(total) * _SETTLED) and bool(size * 10 < before * 9) and k > first + 10:
            tail = size.upper() * 20
            return total + acb(arb(0, tail), 0 if is_real(total) else arb(0, tail))
        before = size
    raise NoValue


def _integral(args: Any, point: Point) -> acb:
    body, variable, low, high = args
    if low is None or high is None:
        raise NoValue
    name = variable.args[0]
    ends = infinite(low), infinite(high)
    if ends == (0, 0):
        a, b = point.evaluate(low, point), point.evaluate(high, point)
        result = _rigorous(body, name, a, b, point)
        if result.is_finite() and result.rel_accuracy_bits() > PRECISION - 80:
            return result
        half = (b - a) / 2
        return _quadrature(lambda t, gap: _body(body, name, _near_an_end(a, b, t, gap), point), ("finite",)) * half
    if ends == (0, 1):
        start, sign = point.evaluate(low, point), 1
    elif ends == (-1, 0):
        start, sign = point.evaluate(high, point), -1
    elif ends == (-1, 1):
        return _quadrature(lambda t, gap: _body(body, name, t, point), ("whole", "whole, slow"))
    else:
        raise NoValue
    return _quadrature(lambda t, gap: _body(body, name, start + sign * t, point), ("half", "half, slow"))


def _near_an_end(a: acb, b: acb, t: acb, gap: arb) -> acb:
    """The place t in [-1, 1] between a and b, from the nearer end, where `gap` = 1 - |t| keeps its digits."""
    step = (b - a) / 2 * gap
    return b - step if t.real > 0 else a + step


def _rigorous(body: Node, name: str, a: acb, b: acb, point: Point) -> acb:
    """Petras' adaptive quadrature of holomorphic integrands (arb's), with rigorous error."""
    inner = point.with_name(name, a)
    exhausted = False

    def integrand(z: acb, analytic: bool) -> acb:
        nonlocal exhausted
        inner.values[name], inner.analytic = z, analytic
        inner.settled.clear()
        try:
            return point.evaluate(body, inner)
        except (NoValue, ZeroDivisionError):
            return acb("nan")
        except BudgetExceeded:
            exhausted = True
            return acb("nan")

    result = acb.integral(integrand, a, b, eval_limit=EVALUATIONS)
    if exhausted:
        raise BudgetExceeded
    return result


@lru_cache(maxsize=16)
def _nodes(kind: str, step_bits: int) -> tuple[tuple[acb, arb, arb], ...]:
    """Abscissas, distances from the nearer end, and weights, of the double-exponential rule with step 2^-step_bits.

    The substitutions are those of Takahasi and Mori (1974); over the whole line, where integrands decay fast, the
    trapezoidal rule itself has their property.
    """
    half_pi, nodes = arb.pi() / 2, []
    step = arb(2) ** -step_bits
    reach = 20 if kind == "whole" else 6
    for k in range(-reach * 2**step_bits, reach * 2**step_bits + 1):
        t = step * k
        u, du = half_pi * t.sinh(), half_pi * t.cosh()
        gap = arb(1)
        if kind == "finite":
            x, gap, weight = u.tanh(), (-abs(u)).exp() / u.cosh(), du / u.cosh() ** 2
        elif kind == "half":  # for integrands that decay exponentially
            x = (t - (-t).exp()).exp()
            weight = x * (1 + (-t).exp())
        elif kind == "half, slow":
            x, weight = u.exp(), du * u.exp()
        elif kind == "whole":
            x, weight = t, arb(1)
        else:
            x, weight = u.sinh(), du * u.cosh()
        nodes.append((acb(x.mid()), gap.mid(), (weight * step).mid()))
    return tuple(nodes)


def _quadrature(integrand: Callable[[acb, arb], acb], kinds: tuple[str, ...]) -> acb:
    """The rule at two step sizes, over the kinds of substitution; what they differ by bounds the error."""
    for kind in kinds:
        coarse, fine = (_trapezoid(integrand, kind, bits) for bits in ((2, 3) if kind == "whole" else (4, 5)))
        error = abs(coarse - fine).upper()
        if bool(error < abs(fine) * ROUGH):
            error = error**2 / abs(fine).lower() * 2**20  # the rule doubles its digits when the step is halved
            return fine + acb(arb(0, error), 0 if is_real(fine) else arb(0, error))
    raise NoValue


def _trapezoid(integrand: Callable[[acb, arb], acb], kind: str, bits: int) -> acb:
    total = acb(0)
    for x, gap, weight in _nodes(kind, bits):
        value = integrand(x, gap)
        if value.is_finite():
            total += value * weight
    return total


def _limit(args: Any, point: Point) -> acb:
    body, variable, to, direction = args
    name, sign = variable.args[0], infinite(to)
    if sign:
        return _extrapolate(lambda h: _body(body, name, sign / h, point))
    target = point.evaluate(to, point)
    sides = [side for side in (1, -1) if direction in ("", "+" if side == 1 else "-")]
    found = [_extrapolate(lambda h, side=side: _body(body, name, target + side * h, point)) for side in sides]
    if len(found) == 2 and not found[0].overlaps(found[1]):
        raise NoValue
    return found[0]


_STEPS = 26


def _extrapolate(function: Callable[..., acb]) -> acb:
    """The value at 0+ of a function that is smooth there: Richardson extrapolation from steps 2^-3, 2^-4, …"""
    column: list[acb] = []
    last = acb("nan")
    for k in range(_STEPS):
        row = [function(acb(2) ** -(k + 3))]
        for j, above in enumerate(column):
            row.append(row[j] + (row[j] - above) / (2 ** (j + 1) - 1))
        column, previous, last = row, last, row[-1]
    error = abs(last - previous).upper()
    if not last.is_finite() or not bool(error < (1 + abs(last)) * ROUGH):
        raise NoValue
    error = error * arb(2) ** -(_STEPS - 2)  # each further column gains as many bits as its number
    return last + acb(arb(0, error), 0 if is_real(last) else arb(0, error))


def _derivative(args: Any, point: Point) -> acb:
    body, variable, order = args
    if body.head == "name" and body != variable:
        return acb(coefficient(f"d{order} {body.args[0]} {variable.args[0]}"))
    try:
        slope = nth_derivative(body, variable.args[0], order, point.budget)
    except NoDerivative:
        raise NoValue from None
    return point.evaluate(slope, point)


def _once(rule: Callable[[Any, Point], acb]) -> Callable[[Any, Point], acb]:
    """The rule, worked out once at a point."""

    def remembered(args: Any, point: Point) -> acb:
        known = point.settled.get((rule, args))
        if known is None:
            known = point.settled[rule, args] = rule(args, point)
        return known

    return remembered


CALCULUS: dict[str, Callable[[Any, Point], acb]] = {
    "sum": _once(_sum),
    "prod": _once(_product),
    "integral": _once(_integral),
    "limit": _once(_limit),
    "diff": _derivative,
}
