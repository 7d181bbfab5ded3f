"""An amount of money. A missing sign is accepted where missing units are; cents are hundredths of their unit."""

from __future__ import annotations

from typing import NamedTuple

from answerkey.comparison import Comparison, Context, because
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.trees import SCALAR_HEADS, integer, is_scalar, over
from answerkey.notation.nodes import Node
from answerkey.verdict import Reason

# A spelling's currencies (a sign may stand for several) and how many of it make one unit.
_CURRENCIES: dict[str, tuple[frozenset[str], int]] = {
    spelling: (frozenset(codes.split()), parts)
    for spellings, codes, parts in (
        ("$ usd dollar us$ buck", "USD", 1),
        ("¢ c cent", "USD EUR", 100),
        ("€ eur euro", "EUR", 1),
        ("£ gbp sterling", "GBP", 1),
        ("p penny pence", "GBP", 100),
        ("¥ ￥", "JPY CNY", 1),
        ("jpy yen 円", "JPY", 1),
        ("cny rmb yuan 元", "CNY", 1),
        ("₹ inr rupee rs", "INR", 1),
        ("paise paisa", "INR", 100),
        ("₽ rub rouble ruble", "RUB", 1),
        ("₩ krw won", "KRW", 1),
        ("chf franc", "CHF", 1),
        ("peso mxn", "MXN", 1),
        ("a$ aud", "AUD", 1),
        ("c$ cad", "CAD", 1),
    )
    for spelling in spellings.split()
}


class Amount(NamedTuple):
    """A number, and the spelling of its currency ('' when none is given)."""

    number: Node
    currency: str


def recognise(source: Source, ctx: Context) -> Amount | None:
    """An amount with a currency, or a bare number that may turn out to be one."""
    node = source.node
    if node.head == "neg" and (inner := recognise(Source(node.args[0]), ctx)) is not None:
        return Amount(Node("neg", (inner.number,)), inner.currency)
    if node.head == "money":
        return Amount(node.args[1], _spelling(node.args[0]))
    if node.head == "quantity" and (unit := _spelling(node.args[1])) in _CURRENCIES:
        return Amount(node.args[0], unit)
    return Amount(node, "") if is_scalar(node) else None


def read_as(source: Source, key: Amount, ctx: Context) -> Amount | None:
    """As the key is read, where a currency stands on either side."""
    if source.node.head == "quantity" and key.currency:
        return Amount(source.node.args[0], _spelling(source.node.args[1]))
    amount = recognise(source, ctx)
    return amount if amount is not None and (amount.currency or key.currency) else None


def compare(key: Amount, answer: Amount, ctx: Context) -> Comparison:
    """By number, once both are in the same unit."""
    assert ctx.compare is not None
    if (key.number.head == "percent") is not (answer.number.head == "percent"):
        return because(Reason.DIFFERENT_UNIT, "a percentage against {}", key.currency or answer.currency)
    if not answer.currency and not ctx.policy.missing_unit_accepted:
        return because(Reason.DIFFERENT_UNIT, "the answer has no currency, the key has {}", key.currency)
    if not key.currency or not answer.currency or key.currency == answer.currency:
        return ctx.compare(key.number, answer.number, ctx)
    if answer.currency not in _CURRENCIES:
        result = ctx.compare(key.number, answer.number, ctx)
        return because(Reason.UNDECIDED_TEXT) if result.equal else result  # $18 and 18 of something else
    key_codes, key_parts = _CURRENCIES.get(key.currency, (frozenset({key.currency}), 1))
    answer_codes, answer_parts = _CURRENCIES[answer.currency]
    if not key_codes & answer_codes:
        why = "another currency"
        return because(Reason.DIFFERENT_UNIT, "{} is not {}", answer.currency, key.currency, diagnosis=why)
    if key_parts == answer_parts:
        return ctx.compare(key.number, answer.number, ctx)
    return ctx.compare(_in_units(key.number, key_parts), _in_units(answer.number, answer_parts), ctx)


def _in_units(number: Node, parts: int) -> Node:
    return number if parts == 1 else over(number, integer(parts))


def _spelling(unit: str) -> str:
    """The currency in lower case and the singular, without the backslash of LaTeX."""
    unit = unit.strip("\\ .")
    unit = unit.lower() if len(unit) > 1 else unit  # C and P are no cents and pence
    return unit[:-1] if unit not in _CURRENCIES and unit.endswith("s") else unit


_HEADS = frozenset({"money", "quantity"})
KIND = Kind("money", SCALAR_HEADS | _HEADS, recognise, read_as, compare, "scalar", _HEADS, final=True)
