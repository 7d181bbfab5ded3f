"""A percentage: x% is x/100, and where the policy allows, the bare number x stands for it too."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from answerkey.comparison import Comparison, Context, because
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.trees import SCALAR_HEADS, integer, is_scalar, over
from answerkey.notation.nodes import Node
from answerkey.scalars.exact import normal_form
from answerkey.verdict import Reason

_HUNDRED = integer(100)


class Share(NamedTuple):
    """A number, and whether a percent sign stood after it."""

    number: Node
    percent: bool


def recognise(source: Source, ctx: Context) -> Share | None:
    """Any scalar: whether a percent sign is involved is known when both sides are."""
    node = source.node
    if node.head == "neg" and node.args[0].head == "percent":
        return Share(Node("neg", node.args[0].args), True)
    if node.head == "percent":
        return Share(node.args[0], True)
    return Share(node, False) if is_scalar(node) else None


def read_as(source: Source, key: Share, ctx: Context) -> Share | None:
    """As the key is read, where a percent sign stands on either side."""
    share = recognise(source, ctx)
    return share if share is not None and (share.percent or key.percent) else None


def compare(key: Share, answer: Share, ctx: Context) -> Comparison:
    """Both with the sign: as numbers. One with it: as x/100, or as x where the bare number is accepted."""
    assert ctx.compare is not None
    if key.percent and answer.percent:
        return ctx.compare(key.number, answer.number, ctx)
    exact = ctx.compare(_value(key), _value(answer), ctx)
    if exact.equal or not ctx.policy.percent_accepts_bare_number:
        return exact
    bare = ctx.compare(key.number, answer.number, ctx)
    if bare.equal and answer.percent and _is_share(key.number, ctx):
        return because(Reason.UNDECIDED_FORM, "the key {} may be a share of 1 or of 100", key.number)
    if bare.equal:
        return because(Reason.EQUAL_PERCENT)
    return bare if exact.different and not bare.different else exact


def _is_share(number: Node, ctx: Context) -> bool:
    """A number from -1 to 1, or of unknown size: without a percent sign it may be a share of 1 or of 100."""
    value = normal_form(number, ctx.budget)
    return not isinstance(value, (int, Fraction)) or -1 <= value <= 1


def _value(share: Share) -> Node:
    """x/100, as a decimal where x is one, so that it keeps its number of significant digits."""
    if not share.percent:
        return share.number
    if share.number.head == "dec":
        coefficient, places = share.number.args
        return Node("dec", (coefficient, places + 2))
    return over(share.number, _HUNDRED)


KIND = Kind("percent", SCALAR_HEADS, recognise, read_as, compare, "scalar", frozenset({"percent"}))
