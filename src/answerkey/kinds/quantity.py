"""A number with a unit: another unit is converted, another dimension is wrong, a missing unit is the policy's.

Angles are quantities too: a bare answer stands for degrees where the key has the degree sign, and for radians.
Units that `pint` does not know are counted nouns ("575 students"), which are words.
"""

from __future__ import annotations

from typing import NamedTuple

from answerkey.comparison import Comparison, Context, because
from answerkey.kinds import units
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.trees import SCALAR_HEADS, integer, is_scalar, over, rebuild, times
from answerkey.notation.nodes import Node
from answerkey.verdict import Reason

_HALF_TURN = integer(180)
_PI = Node("const", ("pi",))


class Quantity(NamedTuple):
    """A number and the spelling of its unit ('' when none is given)."""

    number: Node
    unit: str


def recognise(source: Source, ctx: Context) -> Quantity | None:
    """A quantity or an angle in degrees, or a bare number that may turn out to be one."""
    node = source.node
    if node.head == "neg" and node.args[0].head in ("quantity", "neg"):
        inner = recognise(Source(node.args[0]), ctx)
        return None if inner is None else Quantity(Node("neg", (inner.number,)), inner.unit)
    if node.head == "quantity":
        return Quantity(node.args[0], node.args[1])
    if not is_scalar(node):
        return None
    bare = rebuild(node, _without_degree)
    return Quantity(node, "") if bare is node else Quantity(bare, "degree")


def _without_degree(node: Node) -> Node | None:
    """The number of degrees; an angle inside a function is no angle outside it."""
    if node.head == "degree":
        return rebuild(node.args[0], _without_degree)
    return node if node.head in ("call", "apply", "pow") else None


def read_as(source: Source, key: Quantity, ctx: Context) -> Quantity | None:
    """As the key is read, where a unit stands on either side. Where the key has one, 5m is no product."""
    value = recognise(source, ctx)
    if value is None or not (value.unit or key.unit):
        return None
    if not value.unit and value.number.head == "mul" and value.number.args[-1].head == "name":
        *factors, name = value.number.args
        if units.is_unit(name.args[0]):
            return Quantity(factors[0] if len(factors) == 1 else times(*factors), name.args[0])
    return value


def compare(key: Quantity, answer: Quantity, ctx: Context) -> Comparison:
    """By number, once both are in the same unit."""
    assert ctx.compare is not None
    if (key.number.head == "percent") is not (answer.number.head == "percent"):
        return because(Reason.DIFFERENT_UNIT, "a percentage against {}", key.unit or answer.unit)
    if key.unit == answer.unit or units.same_spelling(key.unit, answer.unit):
        return ctx.compare(key.number, answer.number, ctx)
    if not key.unit or not answer.unit:
        return _one_unit(key, answer, ctx)
    if answer.unit == "degree" and key.unit in ("degC", "degF"):
        return ctx.compare(key.number, answer.number, ctx)  # degrees of which scale is the missing unit
    if key.unit == "degree" and answer.unit in ("degC", "degF") and ctx.compare(key.number, answer.number, ctx).equal:
        return because(Reason.UNDECIDED_TEXT, "degrees of an angle or of {}", answer.unit)
    conversion = units.conversion(answer.unit, key.unit)
    if isinstance(conversion, units.Factor):
        if not ctx.policy.convert_units:
            return because(Reason.DIFFERENT_UNIT, "the answer is in {}, the key in {}", answer.unit, key.unit)
        result = ctx.compare(key.number, conversion.apply(answer.number), ctx)
        if not result.equal and _is_decimal(answer.number):  # which says to how many digits it was given
            back = units.conversion(key.unit, answer.unit)
            if isinstance(back, units.Factor):
                result = ctx.compare(back.apply(key.number), answer.number, ctx)
        if result.equal:
            return because(Reason.EQUAL_UNIT, "{} in {} is {}", answer.number, key.unit, key.number)
        if result.different and ctx.compare(key.number, answer.number, ctx).equal:
            return because(Reason.DIFFERENT_UNIT, "{} is not {}", answer.unit, key.unit, diagnosis="another unit")
        return result
    if conversion is units.Unrelated.DIMENSION:
        witness = "{} does not measure what {} does"
        return because(Reason.DIFFERENT_UNIT, witness, answer.unit, key.unit, diagnosis="another dimension")
    result = ctx.compare(key.number, answer.number, ctx)
    if result.different and conversion is units.Unrelated.NOUNS:
        return result
    return because(Reason.UNDECIDED_TEXT, "{} may or may not be {}", answer.unit, key.unit)


def _is_decimal(node: Node) -> bool:
    return node.head == "dec" or (node.head in ("neg", "mul") and _is_decimal(node.args[0]))


def _one_unit(key: Quantity, answer: Quantity, ctx: Context) -> Comparison:
    """A unit on one side only. An angle's bare value may be in radians, in degrees only if the key says degrees."""
    assert ctx.compare is not None
    if not answer.unit and not ctx.policy.missing_unit_accepted and key.unit not in ("degree", "radian"):
        return because(Reason.DIFFERENT_UNIT, "the answer has no unit, the key is in {}", key.unit)
    result = ctx.compare(key.number, answer.number, ctx)
    if result.equal:
        return result if key.unit == answer.unit else because(Reason.EQUAL_UNIT)
    bare = answer.number if key.unit else key.number
    if "degree" in (key.unit, answer.unit) and bare.head != "int":  # no integer but 0 is a multiple of pi
        key_radians, answer_radians = (_radians(side) if side.unit else side.number for side in (key, answer))
        in_radians = ctx.compare(key_radians, answer_radians, ctx)
        if in_radians.equal:
            return because(Reason.EQUAL_UNIT, "{} degrees in radians", (key if key.unit else answer).number)
    return result


def _radians(angle: Quantity) -> Node:
    return over(times(angle.number, _PI), _HALF_TURN)


_HEADS = frozenset({"quantity", "degree"})
KIND = Kind("quantity", SCALAR_HEADS | _HEADS, recognise, read_as, compare, "scalar", _HEADS, final=True)
