"""From tree to normal form: a table of functions by head."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from answerkey.limits import Budget, BudgetExceeded
from answerkey.notation.digits import from_digits
from answerkey.notation.nodes import Node
from answerkey.scalars import binders, functions, integers
from answerkey.scalars.forms import (
    IMAGINARY,
    PI,
    E,
    Form,
    Undefined,
    Unfit,
    Value,
    add,
    atom,
    divide,
    has_conjugate,
    multiply,
    negative,
    opaque,
    quotient,
)
from answerkey.scalars.logarithms import natural_logarithm
from answerkey.scalars.modular import residue
from answerkey.scalars.powers import power, root

STEPS = 6_000  # of one normal form
_FUNCTION, _TERMS = 40, 3  # steps: a function of one argument, the product of two monomials


class Scope(NamedTuple):
    """What names stand for inside sums and the like, and what may still be spent."""

    bindings: Mapping[str, Value]
    budget: Budget


def normal_form(node: Node, budget: Budget | None = None) -> Value | None:
    """The value of a tree in normal form, or None where exact arithmetic cannot tell within its limits.

    What it costs is spent from `budget`, also where it was known already: verdicts must not depend on what was
    graded before.
    """
    found = _worked_out(node)
    if budget is not None:
        budget.spend(found.steps)
    return found.value


def has_no_value(node: Node) -> bool:
    """Whether a tree divides by zero, or the like, for sure: no value at all is no other value either."""
    return _worked_out(node).undefined


class _Found(NamedTuple):
    value: Value | None
    undefined: bool
    steps: int


@lru_cache(maxsize=512)
def _worked_out(node: Node) -> _Found:
    budget = Budget(STEPS)
    found: Value | None = None
    undefined = False
    try:
        found = value(node, Scope({}, budget))
    except Undefined:
        undefined = True
    except (Unfit, BudgetExceeded):
        pass
    return _Found(found, undefined, STEPS - budget.left)


def value(node: Node, scope: Scope) -> Value:
    """The value of a tree; raises `Unfit`, or `BudgetExceeded` when the scope's budget runs out."""
    head, args = node
    if head == "int":
        number: int = args[0]
        return number
    try:
        make = VALUES[head]
    except KeyError:
        raise Unfit from None
    scope.budget.spend()
    return make(args, scope)


def _spend(a: Value, b: Value, scope: Scope) -> None:
    if isinstance(a, Form) and isinstance(b, Form):
        scope.budget.spend(_TERMS * (len(a.num) * len(b.num) + len(a.den) * len(b.den)))


def _spend_inverse(a: Value, scope: Scope) -> None:
    """Each square root that a conjugate removes from a denominator doubles its terms and the numerator's."""
    if isinstance(a, Form) and len(a.num) > 1 and has_conjugate(a.num):
        scope.budget.spend(4 ** min(len(a.num), 8))


def _decimal(args: Any, scope: Scope) -> Value:
    coefficient, places = args
    if abs(places) > 10_000:
        raise Unfit
    return quotient(coefficient, 10**places) if places >= 0 else int(coefficient * 10**-places)


def _repeating(args: Any, scope: Scope) -> Value:
    coefficient, places, repetend = args
    period = len(repetend)
    if places + period > 4_000:
        raise Unfit
    return quotient(coefficient * (10**period - 1) + from_digits(repetend), 10**places * (10**period - 1))


def _mixed(args: Any, scope: Scope) -> Value:
    whole, top, bottom = (value(arg, scope) for arg in args)
    return add(whole, divide(top, bottom))


def _based(args: Any, scope: Scope) -> Value:
    digits, base = args
    whole, _, fraction = digits.partition(".")
    try:
        return quotient(from_digits(whole + fraction, base), base ** len(fraction))
    except ValueError:  # a digit that the base does not have
        raise Undefined from None


def _name(args: Any, scope: Scope) -> Value:
    (name,) = args
    bound = scope.bindings.get(name)
    if bound is not None:
        return bound
    return _CONSTANT_NAMES.get(name) or atom(name)


_CONSTANT_NAMES: dict[str, Value] = {"e": atom(E), "i": IMAGINARY}


def _constant(args: Any, scope: Scope) -> Value:
    if args[0] == "pi":
        return atom(PI)
    raise Unfit


def _sum_of(args: Any, scope: Scope) -> Value:
    total = value(args[0], scope)
    for arg in args[1:]:
        term = value(arg, scope)
        if isinstance(total, Form) and isinstance(term, Form) and total.den != term.den:
            _spend(total, term, scope)
        total = add(total, term)
    return total


def _product_of(args: Any, scope: Scope) -> Value:
    product = value(args[0], scope)
    for arg in args[1:]:
        factor = value(arg, scope)
        _spend(product, factor, scope)
        product = multiply(product, factor)
    return product


def _quotient_of(args: Any, scope: Scope) -> Value:
    top, bottom = value(args[0], scope), value(args[1], scope)
    _spend(top, bottom, scope)
    _spend_inverse(bottom, scope)
    return divide(top, bottom)


def _power_of(args: Any, scope: Scope) -> Value:
    base, exponent = value(args[0], scope), value(args[1], scope)
    if isinstance(base, Form):
        scope.budget.spend(len(base.num) ** 2)
        _spend_inverse(base, scope)
    return power(base, exponent)


def _root_of(args: Any, scope: Scope) -> Value:
    return root(value(args[0], scope), value(args[1], scope))


def _remainder_of(args: Any, scope: Scope) -> Value:
    modulus = value(args[1], scope)
    if isinstance(modulus, int) and modulus > 0:
        known = residue(args[0], modulus)
        if known is not None:
            return known
    return integers.remainder(value(args[0], scope), modulus)


_SCALE = opaque("scale of logarithms")  # a logarithm without a base is the natural one times this


def _call(args: Any, scope: Scope) -> Value:
    name, *arguments = args
    scope.budget.spend(_FUNCTION)
    if name == "det" and arguments[0].head == "matrix":
        return _determinant([[value(cell, scope) for cell in row] for row in arguments[0].args[1]], scope)
    if name == "log" and len(arguments) == 1:
        return multiply(natural_logarithm(value(arguments[0], scope)), _SCALE)
    return functions.call(name, tuple(value(arg, scope) for arg in arguments))


def _determinant(rows: list[list[Value]], scope: Scope) -> Value:
    """By expansion along the first row: no division, so exact over any entries."""
    if any(len(row) != len(rows) for row in rows):
        raise Unfit
    if len(rows) == 1:
        return rows[0][0]
    total: Value = 0
    for column, entry in enumerate(rows[0]):
        if entry == 0:
            continue
        scope.budget.spend(10)
        minor = [row[:column] + row[column + 1 :] for row in rows[1:]]
        term = multiply(entry, _determinant(minor, scope))
        total = add(total, negative(term) if column % 2 else term)
    return total


def _brackets(args: Any, scope: Scope) -> Value:
    """Brackets around one member inside an expression only group: [1+2][3-4]."""
    if len(args) != 3:
        raise Unfit
    return value(args[2], scope)


def _apply(args: Any, scope: Scope) -> Value:
    name, *arguments = args
    return opaque(f"apply {name}", *(value(arg, scope) for arg in arguments))


def _inside(scope: Scope) -> Callable[[Node, dict[str, Value]], Value]:
    """Evaluation with more names bound."""

    def inside(node: Node, bindings: dict[str, Value]) -> Value:
        return value(node, Scope({**scope.bindings, **bindings}, scope.budget) if bindings else scope)

    return inside


def _dummy(scope: Scope) -> str:
    """The name that stands for a dummy: the same for the same depth, whatever it was called."""
    return f"#{len(scope.bindings)}"


VALUES: dict[str, Callable[[Any, Scope], Value]] = {
    "dec": _decimal,
    "rep": _repeating,
    "mixed": _mixed,
    "based": _based,
    "name": _name,
    "const": _constant,
    "add": _sum_of,
    "neg": lambda args, scope: negative(value(args[0], scope)),
    "mul": _product_of,
    "div": _quotient_of,
    "pow": _power_of,
    "root": _root_of,
    "fact": lambda args, scope: integers.gamma_shifted(value(args[0], scope)),
    "dfact": lambda args, scope: integers.double_factorial(value(args[0], scope)),
    "percent": lambda args, scope: divide(value(args[0], scope), 100),
    "degree": lambda args, scope: multiply(value(args[0], scope), multiply(Fraction(1, 180), atom(PI))),
    "mod": _remainder_of,
    "call": _call,
    "apply": _apply,
    "group": _brackets,
    "sum": lambda args, scope: binders.accumulate("sum", args, _inside(scope), scope.budget, _dummy(scope)),
    "prod": lambda args, scope: binders.accumulate("prod", args, _inside(scope), scope.budget, _dummy(scope)),
    "integral": lambda args, scope: binders.integrate(args, _inside(scope), _dummy(scope)),
    "limit": lambda args, scope: binders.take_limit(args, _inside(scope), _dummy(scope)),
    "diff": lambda args, scope: binders.differentiate(args, _inside(scope), scope.budget),
}
