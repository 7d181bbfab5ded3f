"""From trees that bind a dummy (sums, integrals, limits, derivatives) to normal forms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from answerkey.limits import Budget
from answerkey.notation.nodes import Node
from answerkey.scalars.derive import NoDerivative, nth_derivative
from answerkey.scalars.forms import Undefined, Unfit, Value, add, atom, key, multiply, opaque, terms
from answerkey.scalars.names import contents, infinite
from answerkey.scalars.series import (
    INFINITE,
    MAX_RANGE,
    Bound,
    closed_improper_integral,
    closed_integral,
    closed_sum,
    limit_at_infinity,
)

Evaluate = Callable[[Node, dict[str, Value]], Value]


def _bound(node: Node, value: Evaluate) -> Bound:
    return INFINITE if infinite(node) == 1 else value(node, {})


def accumulate(head: str, args: Any, value: Evaluate, budget: Budget, dummy: str) -> Value:
    """A sum or a product: term by term over short ranges, in closed form, or as it stands."""
    body, variable, low, high = args
    if low is None or high is None:
        raise Unfit
    name = variable.args[0]
    first, last = value(low, {}), _bound(high, value)
    if isinstance(first, int) and isinstance(last, int) and last - first < MAX_RANGE:
        combine = add if head == "sum" else multiply
        total: Value = 0 if head == "sum" else 1
        for k in range(first, last + 1):
            term = value(body, {name: k})
            budget.spend(5 + terms(total) * terms(term))
            total = combine(total, term)
        return total
    inner = value(body, {name: atom(dummy)})
    if head == "sum":
        try:
            return closed_sum(inner, dummy, first, last)
        except Unfit:
            pass
    return atom(("function", head, key(inner), key(first), last if isinstance(last, str) else key(last)))


def integrate(args: Any, value: Evaluate, dummy: str) -> Value:
    """An integral: in closed form, or as it stands."""
    body, variable, low, high = args
    if low is None or high is None:
        return opaque("primitive", value(body, {}), value(variable, {}))
    inner = value(body, {variable.args[0]: atom(dummy)})
    if infinite(low) or infinite(high):
        if infinite(high) == 1 and (infinite(low) == -1 or value(low, {}) == 0):
            try:
                return closed_improper_integral(inner, dummy, both_ways=infinite(low) == -1)
            except Unfit:
                pass
        ends = [str(infinite(end)) if infinite(end) else key(value(end, {})) for end in (low, high)]
        return atom(("function", "integral", key(inner), *ends))
    first, last = value(low, {}), value(high, {})
    try:
        return closed_integral(inner, dummy, first, last)
    except Unfit:
        return opaque("integral", inner, first, last)


_JUMPS = frozenset(("floor", "ceil", "sign", "mod", "min", "max", "gcd", "lcm", "abs", "arg"))


def take_limit(args: Any, value: Evaluate, dummy: str) -> Value:
    """A limit: the value of a continuous body, or the quotient of leading terms at infinity."""
    body, variable, to, _ = args
    name = variable.args[0]
    if contents(body).functions & _JUMPS or contents(body).application:
        raise Unfit
    sign = infinite(to)
    if sign:
        return limit_at_infinity(value(body, {name: atom(dummy)}), dummy, sign)
    try:
        return value(body, {name: value(to, {})})
    except Undefined:  # 0/0 at the point itself says nothing about what is near it
        raise Unfit from None


def differentiate(args: Any, value: Evaluate, budget: Budget) -> Value:
    """A derivative; that of a single other name is left as it stands (y may depend on x)."""
    body, variable, order = args
    if body.head == "name" and body != variable:
        return atom(("function", "derivative", body.args[0], variable.args[0], order))
    try:
        slope = nth_derivative(body, variable.args[0], order, budget)
    except NoDerivative:
        raise Unfit from None
    return value(slope, {})
