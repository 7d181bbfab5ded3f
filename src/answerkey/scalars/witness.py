"""What shows a difference, and what seems to have gone wrong: worked out only when somebody asks, or when cheap."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from answerkey.limits import Budget, BudgetExceeded
from answerkey.notation.nodes import Node
from answerkey.scalars.forms import IMAGINARY, PI, Form, Unfit, Value, atom, difference, divide, negative
from answerkey.scalars.moduli import conjugate


class PointWitness(NamedTuple):
    """A point at which key and answer differ; found when it is printed."""

    key: Node
    answer: Node
    names: tuple[str, ...]
    whole: frozenset[str]

    def __str__(self) -> str:
        from answerkey.scalars.sample import sample

        try:
            sampled = sample(self.key, self.answer, list(self.names), self.whole, Budget())
        except BudgetExceeded:
            sampled = None
        if sampled is None or sampled.key is None or sampled.answer is None:
            return "the two have different normal forms"
        return at_point(sampled.point, sampled.key, sampled.answer)


def at_point(point: dict[str, int | Fraction], key: object, answer: object) -> str:
    """'at x = 1.7 the key is 3.1, the answer 2.9', to five digits."""
    place = ", ".join(f"{name} = {float(value):.5g}" for name, value in point.items())
    return f"at {place} the key is {_short(key)}, the answer {_short(answer)}"


def _short(ball: object) -> str:
    return ball.str(5, radius=False) if hasattr(ball, "str") else str(ball)


def diagnose(key: Value, answer: Value) -> str | None:
    """What seems to have gone wrong with a value, or None.

    >>> diagnose(3, -3)
    'the sign is wrong'
    """
    try:
        if not isinstance(key, Form) and not isinstance(answer, Form):
            return _diagnose_rational(key, answer)
        if not difference(key, negative(answer)):
            return "the sign is wrong"
        ratio = divide(answer, key)
        if not isinstance(ratio, Form):
            return _factor(ratio)
        if ratio == atom(PI):
            return "there is a factor of pi too many"
        if ratio == atom(PI, -1):
            return "a factor of pi is missing"
        if not difference(answer, divide(1, key)):
            return "this is the reciprocal"
        if isinstance(key, Form) and any((next(iter(IMAGINARY.num)) & m) for m in key.num):
            return "this is the conjugate" if not difference(conjugate(key), answer) else None
    except Unfit:
        return None
    return None


def _diagnose_rational(key: int | Fraction, answer: int | Fraction) -> str | None:
    if not key or not answer:
        return None
    if key == -answer:
        return "the sign is wrong"
    if key.numerator == answer.denominator and key.denominator == answer.numerator:
        return "this is the reciprocal"
    return _factor(Fraction(answer) / key)


def _factor(ratio: int | Fraction) -> str | None:
    for power in (10, 100, 1000):
        if ratio == power:
            return f"too large by a factor of {power}"
        if ratio * power == 1:
            return f"too small by a factor of {power}"
    return None
