"""From tree to ball: rigorous numeric evaluation (complex balls of python-flint) as a table of functions by head.

The precision is one constant, set once for the process when this module is first imported. What leaves the reals
although it started there (the logarithm of a negative number, an even root of one) is noted on the `Point`, since a
real expression is undefined there. Odd roots of negative reals are real.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from flint import acb, arb, fmpq, fmpz

from answerkey.limits import MAX_BITS
from answerkey.notation.nodes import Node
from answerkey.scalars.calculus import CALCULUS
from answerkey.scalars.exact import normal_form
from answerkey.scalars.numeric_functions import FUNCTIONS, positive_or_left
from answerkey.scalars.point import NoValue, Point, coefficient, is_real

FUNCTION_COST = 12  # steps: a transcendental function at this precision costs as many additions


def evaluate(node: Node, point: Point) -> acb:
    """The value of a tree at a point as a complex ball; `NoValue` for a tree without one."""
    try:
        rule = VALUES[node.head]
    except KeyError:
        raise NoValue from None
    point.budget.spend()
    return rule(node.args, point)


def rational(number: int | Fraction) -> acb:
    """The ball of a rational number."""
    if isinstance(number, int):
        return acb(number)
    return acb(arb(fmpq(number.numerator, number.denominator)))


def _integer(args: Any, point: Point) -> acb:
    return acb(args[0])


def _exactly(head: str) -> Callable[[Any, Point], acb]:
    """Numerals whose value exact arithmetic gives."""

    def numeral(args: Any, point: Point) -> acb:
        number = normal_form(Node(head, args), point.budget)
        if not isinstance(number, (int, Fraction)):
            raise NoValue
        return rational(number)

    return numeral


def _name(args: Any, point: Point) -> acb:
    name = args[0]
    known = point.values.get(name)
    if known is not None:
        return known
    if name == "e":
        return acb(arb.const_e())
    if name == "i":
        return acb(0, 1)
    raise NoValue


def _constant(args: Any, point: Point) -> acb:
    if args[0] == "pi":
        return acb.pi()
    raise NoValue


def _sum(args: Any, point: Point) -> acb:
    total = evaluate(args[0], point)
    for arg in args[1:]:
        total = total + evaluate(arg, point)
    return total


def _product(args: Any, point: Point) -> acb:
    product = evaluate(args[0], point)
    for arg in args[1:]:
        product = product * evaluate(arg, point)
    return product


def _quotient(args: Any, point: Point) -> acb:
    top, bottom = evaluate(args[0], point), evaluate(args[1], point)
    if bottom.is_zero():
        raise NoValue
    return top / bottom


def _power(args: Any, point: Point) -> acb:
    base, exponent = args
    if base == _E and "e" not in point.values:
        point.budget.spend(FUNCTION_COST)
        return evaluate(exponent, point).exp()
    fixed = _fixed(exponent)
    if fixed is None:
        return _general_power(evaluate(base, point), evaluate(exponent, point), point)
    return rational_power(evaluate(base, point), fixed, point)


_E = Node("name", ("e",))


def _fixed(node: Node) -> int | Fraction | None:
    """An exponent that is a rational number."""
    if node.head == "int":
        return int(node.args[0])
    if node.head in ("name", "const"):
        return None
    number = normal_form(node)
    return number if isinstance(number, (int, Fraction)) else None


def rational_power(base: acb, exponent: int | Fraction, point: Point) -> acb:
    """base to a rational number: real for odd denominators where the base is real."""
    if exponent.denominator == 1:
        n = int(exponent)
        if n.bit_length() > MAX_BITS // 100:
            raise NoValue
        point.budget.spend(1 + n.bit_length() // 4)
        if n < 0 and base.is_zero():
            raise NoValue
        return base ** fmpz(n)
    point.budget.spend(FUNCTION_COST)
    degree, n = exponent.denominator, exponent.numerator
    if max(degree.bit_length(), n.bit_length()) > 30:
        raise NoValue
    if base.is_zero():
        if n < 0:
            raise NoValue
        return base
    if is_real(base) and base.real < 0 and not point.analytic:
        if degree % 2:
            root = -((-base) ** (acb(1) / degree))
            return root ** fmpz(n)
        point.left = True
    power = positive_or_left(base, point) ** (acb(n) / degree) if degree != 2 else base.sqrt(point.analytic) ** fmpz(n)
    return acb(power.real) if is_real(base) and base.real > 0 else power


def _general_power(base: acb, exponent: acb, point: Point) -> acb:
    point.budget.spend(2 * FUNCTION_COST)
    if is_real(exponent):
        whole = exponent.real.unique_fmpz() if exponent.real.is_exact() else None
        if whole is not None and exponent.real.is_integer():
            return rational_power(base, int(whole), point)
        if is_real(base) and base.real < 0:
            point.left = True
    if base.is_zero():
        if is_real(exponent) and exponent.real > 0:
            return base
        raise NoValue
    return (positive_or_left(base, point).log(point.analytic) * exponent).exp()


def _root(args: Any, point: Point) -> acb:
    degree = _fixed(args[1])
    if degree is None:
        return _general_power(evaluate(args[0], point), 1 / evaluate(args[1], point), point)
    if degree == 0:
        raise NoValue
    return rational_power(evaluate(args[0], point), Fraction(1, degree), point)


def _call(args: Any, point: Point) -> acb:
    name, *arguments = args
    if name == "det" and arguments[0].head == "matrix":
        return _determinant([[evaluate(cell, point) for cell in row] for row in arguments[0].args[1]], point)
    function = FUNCTIONS.get(name)
    if function is None:
        raise NoValue
    point.budget.spend(FUNCTION_COST)
    try:
        return function(point, *(evaluate(arg, point) for arg in arguments))
    except (TypeError, ValueError, ZeroDivisionError) as error:  # wrong count, or outside the function's domain
        raise NoValue from error


def _determinant(rows: list[list[acb]], point: Point) -> acb:
    if any(len(row) != len(rows) for row in rows):
        raise NoValue
    if len(rows) == 1:
        return rows[0][0]
    total = acb(0)
    for column, entry in enumerate(rows[0]):
        point.budget.spend(10)
        minor = [row[:column] + row[column + 1 :] for row in rows[1:]]
        term = entry * _determinant(minor, point)
        total = total - term if column % 2 else total + term
    return total


def _brackets(args: Any, point: Point) -> acb:
    if len(args) != 3:
        raise NoValue
    return evaluate(args[2], point)


def _apply(args: Any, point: Point) -> acb:
    """A function about which nothing is known: a fixed smooth one, chosen by its name."""
    name, *arguments = args
    point.budget.spend(FUNCTION_COST * len(arguments))
    total = acb(coefficient(name))
    for place, argument in enumerate(arguments):
        total += (evaluate(argument, point) * coefficient(f"{name} {place}") + coefficient(f"{name} shift")).sin()
    return total


def _double_factorial(args: Any, point: Point) -> acb:
    number = normal_form(Node("dfact", args), point.budget)
    if not isinstance(number, int):
        raise NoValue
    return acb(number)


def _modulo(args: Any, point: Point) -> acb:
    number = normal_form(Node("mod", args), point.budget)
    if isinstance(number, (int, Fraction)):
        return rational(number)
    return _call(("mod", *args), point)


VALUES: dict[str, Callable[[Any, Point], acb]] = {
    "int": _integer,
    "dec": _exactly("dec"),
    "rep": _exactly("rep"),
    "based": _exactly("based"),
    "mixed": lambda args, point: evaluate(args[0], point) + _quotient(args[1:], point),
    "name": _name,
    "const": _constant,
    "add": _sum,
    "neg": lambda args, point: -evaluate(args[0], point),
    "mul": _product,
    "div": _quotient,
    "pow": _power,
    "root": _root,
    "fact": lambda args, point: _call(("factorial", *args), point),
    "dfact": _double_factorial,
    "percent": lambda args, point: evaluate(args[0], point) / 100,
    "degree": lambda args, point: evaluate(args[0], point) * acb.pi() / 180,
    "mod": _modulo,
    "call": _call,
    "apply": _apply,
    "group": _brackets,
    **CALCULUS,
}
