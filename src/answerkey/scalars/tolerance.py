"""Roundings: when a decimal stands for a value that it is not exactly.

Two conventions of the policy: a decimal answer stands for the key when it is the key's correct rounding to enough
significant digits, or close enough; a decimal key of enough digits accepts every value that rounds to it.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from answerkey.comparison import Comparison, because
from answerkey.notation.digits import to_digits
from answerkey.notation.nodes import Node
from answerkey.policy import Policy
from answerkey.verdict import Reason


class Decimal(NamedTuple):
    """A decimal numeral: its value, how many significant digits it has, and half a unit of its last place."""

    value: Fraction
    digits: int
    half_unit: Fraction


def decimal(node: Node) -> Decimal | None:
    """The tree as a decimal numeral (with a sign, a power of ten or a percent sign), or None.

    >>> decimal(Node("dec", (1250, 2))).digits
    4
    """
    head, args = node
    if head == "dec":
        coefficient, places = args
        if abs(places) > 4_000:
            return None
        up, down = 10 ** max(0, -places), 10 ** max(0, places)
        return Decimal(Fraction(coefficient * up, down), len(to_digits(coefficient)), Fraction(up, 2 * down))
    if head == "neg":
        inner = decimal(args[0])
        return inner and Decimal(-inner.value, inner.digits, inner.half_unit)
    if head == "percent":
        inner = decimal(args[0])
        return inner and _scaled(inner, Fraction(1, 100))
    if head == "mul" and len(args) == 2:
        inner, exponent = decimal(args[0]), _power_of_ten(args[1])
        if inner is not None and exponent is not None:
            return _scaled(inner, Fraction(10) ** exponent)
    return None


def numeral(node: Node) -> Decimal | None:
    """`decimal`, also of an integer, whose last place is that of its last digit but zeros."""
    if node.head != "int":
        return decimal(node)
    text = to_digits(node.args[0])
    zeros = len(text) - len(text.rstrip("0")) if node.args[0] else 0
    return Decimal(Fraction(node.args[0]), len(text), Fraction(10**zeros, 2))


def _scaled(inner: Decimal, factor: Fraction) -> Decimal:
    return Decimal(inner.value * factor, inner.digits, inner.half_unit * factor)


def _power_of_ten(node: Node) -> int | None:
    if node == ("int", (10,)):
        return 1
    if node.head != "pow" or node.args[0] != ("int", (10,)):
        return None
    exponent = node.args[1]
    sign = 1
    if exponent.head == "neg":
        exponent, sign = exponent.args[0], -1
    if exponent.head != "int" or exponent.args[0] > 4_000:
        return None
    return sign * int(exponent.args[0])


class Distance(NamedTuple):
    """How far apart two values are, and how large they are: upper bounds."""

    distance: Fraction
    outward: bool  # the answer is farther from zero than the key
    key_size: Fraction
    key_is_whole: bool


def rounded(key: Decimal | None, answer: Decimal | None, gap: Distance, policy: Policy) -> Comparison | None:
    """EQUAL where the policy takes one for a rounding of the other, DIFFERENT where it was rounded too far, or None.

    Called for values that differ. At least one side must be a decimal numeral.
    """
    distance, outward, size, key_is_whole = gap
    if distance <= _fraction(policy.absolute_tolerance):
        return because(Reason.EQUAL_ROUNDED, "the answer is within {} of the key", policy.absolute_tolerance)
    close = distance <= size * _fraction(policy.relative_tolerance)
    if key is not None and distance <= key.half_unit:
        enough = policy.rounded_key_digits
        if close or (enough is not None and key.digits >= enough):
            return because(Reason.EQUAL_ROUNDED, "the answer rounds to the key, {} digits", key.digits)
    if answer is None:
        if key is not None and enough_digits(key, policy) and outward and distance < 2 * key.half_unit:
            return because(Reason.EQUAL_ROUNDED, "the key is the answer cut off after {} digits", key.digits)
        return None
    is_rounding = distance <= answer.half_unit
    if key_is_whole and (distance >= Fraction(1, 2) or answer.value.denominator == 1):
        return None  # whole numbers are exact: another whole number is never a rounding
    if is_rounding and enough_digits(answer, policy):
        return because(Reason.EQUAL_ROUNDED, "the answer is the key rounded to {} digits", answer.digits)
    if key is None and close:
        return because(
            Reason.EQUAL_ROUNDED, "the answer is within {} of the key, relatively", policy.relative_tolerance
        )
    if is_rounding and not key_is_whole:
        return because(
            Reason.DIFFERENT_PRECISION,
            "the answer is the key rounded to {} digits",
            answer.digits,
            diagnosis="rounded too far",
        )
    return None


def enough_digits(numeral: Decimal, policy: Policy) -> bool:
    """Whether a numeral has the digits that the policy asks of a rounded answer."""
    return policy.rounded_answer_digits is not None and numeral.digits >= policy.rounded_answer_digits


@lru_cache(maxsize=16)  # a policy has two, and every comparison asks for them
def _fraction(tolerance: float) -> Fraction:
    return Fraction(str(tolerance))  # 1e-6 as written, not the nearest binary number
