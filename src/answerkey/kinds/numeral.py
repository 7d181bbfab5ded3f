"""A numeral in a base: 204_5. The base may be left out by the answer, which then gives the digits."""

from __future__ import annotations

from typing import NamedTuple

from answerkey.comparison import Comparison, Context, because
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.trees import integer, is_scalar
from answerkey.notation.digits import to_digits
from answerkey.notation.nodes import Node
from answerkey.verdict import Reason


class Numeral(NamedTuple):
    """Digits and their base, or (base 0) a number that is written in no base."""

    digits: str
    base: int
    node: Node


def recognise(source: Source, ctx: Context) -> Numeral | None:
    """A numeral with its base, or a bare number that may be one."""
    node = source.node
    if node.head == "neg" and node.args[0].head == "based":
        numeral = recognise(Source(node.args[0]), ctx)
        return None if numeral is None else Numeral("-" + numeral.digits, numeral.base, node)
    if node.head == "neg" and node.args[0].head == "int":
        return Numeral("-" + to_digits(node.args[0].args[0]), 0, node)
    if node.head == "based":
        digits, base = node.args
        return Numeral(digits.upper().lstrip("0") or "0", base, node)
    if node.head == "int":
        return Numeral(to_digits(node.args[0]), 0, node)
    if node.head == "name":
        return Numeral(node.args[0].upper(), 0, node)
    return Numeral("", 0, node) if is_scalar(node) else None


def read_as(source: Source, key: Numeral, ctx: Context) -> Numeral | None:
    """Likewise; digits and letters are a numeral where the key is one."""
    text = source.text.strip()
    if key.base > 10 and source.node.head != "based" and text.isalnum():
        return Numeral(text.upper().lstrip("0") or "0", 0, source.node)
    return recognise(source, ctx)


def compare(key: Numeral, answer: Numeral, ctx: Context) -> Comparison:
    """In one base digit by digit. In another, or in none, the same value is not the form that was asked for."""
    if key.base and key.base == answer.base:
        if key.digits == answer.digits:
            return because(Reason.EQUAL_NUMBER)
        return because(Reason.DIFFERENT_VALUE, "the digits {} are not {}", answer.digits, key.digits)
    if key.base and not answer.base and key.digits == answer.digits:
        if ctx.policy.missing_base_accepted:
            return because(Reason.EQUAL_UNIT, "the digits without the base {}", key.base)
        return because(Reason.DIFFERENT_UNIT, "the answer names no base, the key names {}", key.base)
    key_value, answer_value = _value(key), _value(answer)
    if key_value is None or answer_value is None:
        return because(Reason.UNDECIDED_VALUE)
    assert ctx.compare is not None
    result = ctx.compare(key_value, answer_value, ctx)
    if key.base:
        if result.equal:
            return because(Reason.UNDECIDED_FORM, "the same value, but not in base {}", key.base)
        return result
    if not result.equal and key.digits == answer.digits:
        return because(Reason.UNDECIDED_FORM, "the key's digits, but in base {}", answer.base)
    return result


def _value(numeral: Numeral) -> Node | None:
    if not numeral.base:
        return numeral.node
    try:
        return integer(int(numeral.digits, numeral.base))
    except ValueError:  # a digit that the base does not have, or a base above 36
        return None


_HEADS = frozenset({"based"})
KIND = Kind("numeral", None, recognise, read_as, compare, "scalar", _HEADS)
