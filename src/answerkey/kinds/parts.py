"""Labelled parts: "(a) 3 (b) 4", "a = 1, b = 2", "Minimum: 2, Maximum: 5".

Parts with labels on both sides are matched by label in any order; where only one side has labels, by place. The right
values in other places are wrong if the key has labels, and undecided if the key is a bare list, which has no order.
"""

from __future__ import annotations

from typing import NamedTuple

from answerkey.comparison import Comparison, Context, Same, because
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.naming import are_roots, named
from answerkey.kinds.wording import plain
from answerkey.notation.nodes import Node
from answerkey.verdict import Evidence, Reason

_LISTS = frozenset({"list", "and"})


class Part(NamedTuple):
    """One part: its label ('' when it has none), its value, and the node that it is."""

    label: str
    value: Node
    node: Node


Parts = tuple[Part, ...]


def recognise(source: Source, ctx: Context) -> Parts | None:
    """Two or more parts: whether labels are involved is known when both sides are."""
    parts = () if "or" in source.node.args else _parts(source.node)  # alternatives are no parts
    return parts if len(parts) > 1 else None


def read_as(source: Source, key: Parts, ctx: Context) -> Parts | None:
    """Likewise, or a tuple's members; one side must have labels, all of them different."""
    node = source.node
    if node.head == "rel" and (value := named(node)) is not None:
        if value.name is not None and value.name.head == "group":  # (x, y) = (1, 2)
            return _named_parts(value.name, value.value) or read_as(Source(value.value), key, ctx)
        if not _labelled(key):  # x = 1, 2 or x = ±1: values of one unknown
            return None
        parts: Parts = (_part(node),)
    elif node.head == "group" and len(node.args) == len(key) + 2 and node.args[1] in (")", ">") and node.args[0] != "[":
        parts = tuple(Part("", arg, arg) for arg in node.args[2:])
    else:
        parts = () if "or" in node.args else _parts(node)  # alternatives are no parts
    numbered = node.head == "list" and any(are_roots([part.node for part in one]) for one in (key, parts))
    if numbered and not (_labelled(key) and _labelled(parts)):
        return None  # x_1 = 1, x_2 = 3 lists the roots of one equation, as 3, 1 does
    if not parts or not (_labelled(key) or (_labelled(parts) and not any(part.label for part in key))):
        return None
    return parts


def _named_parts(names: Node, values: Node) -> Parts | None:
    """(x, y) = (1, 2) as x = 1, y = 2."""
    if values.head != "group" or len(values.args) != len(names.args):
        return None
    pairs = zip(names.args[2:], values.args[2:], strict=True)
    return tuple(Part(repr(name), value, Node("rel", (("=",), (name, value)))) for name, value in pairs)


def _labelled(parts: Parts) -> bool:
    labels = {part.label for part in parts}
    return "" not in labels and len(labels) == len(parts)


def _parts(node: Node) -> Parts:
    members = node.args[1:] if node.head == "list" else node.args if node.head == "and" else ()
    return tuple(map(_part, members))


def _part(node: Node) -> Part:
    value = named(node)
    if value is None or not value.label or value.name is None:
        return Part("", node, node)
    if node.head == "label":
        return Part(plain(str(node.args[0])) or str(node.args[0]), value.value, node)
    return Part(repr(value.name), value.value, node)


def compare(key: Parts, answer: Parts, ctx: Context) -> Comparison:
    """Every part against its partner; credit is the share of parts that are equal."""
    if len(key) != len(answer):
        return because(Reason.DIFFERENT_COUNT, "the key has {} parts, the answer {}", len(key), len(answer))
    if not (_labelled(key) and _labelled(answer)):
        for k, a in zip(key, answer, strict=True):
            if k.label and a.label and k.label != a.label and "label" not in (k.node.head, a.node.head):
                return because(Reason.DIFFERENT_NAME, "{} is not {}", a.node, k.node)
        result = _in_pairs(key, answer, ctx)
        return _misplaced(key, answer, ctx) or result if result.different else result
    by_label = {part.label: part for part in answer}
    missing = next((part for part in key if part.label not in by_label), None)
    if missing is None:
        result = _in_pairs(key, tuple(by_label[part.label] for part in key), ctx)
        if result.different and are_roots([part.node for part in key]) and _misplaced(key, answer, ctx):
            return because(Reason.UNDECIDED_VALUE, "the same values, numbered otherwise")
        return result
    if _are_words(key) or _are_words(answer):
        return _in_pairs(key, answer, ctx)
    return because(Reason.DIFFERENT_NAME, "the answer has no part {}", missing.node)


def _in_pairs(key: Parts, answer: Parts, ctx: Context) -> Comparison:
    assert ctx.compare is not None
    results = [ctx.compare(k.value, a.value, ctx) for k, a in zip(key, answer, strict=True)]
    credit = sum(result.equal for result in results) / len(results)
    for k, a, result in zip(key, answer, results, strict=True):
        if result.different:
            evidence = Evidence("{} is not {}", (a.node, k.node))
            return Comparison(Same.DIFFERENT, result.reason, evidence, result.diagnosis, credit=credit)
    unknown = next((result for result in results if not result.equal), None)
    if unknown is not None:
        return Comparison(Same.UNKNOWN, unknown.reason, unknown.witness, credit=credit)
    return Comparison(Same.EQUAL, results[0].reason, credit=1.0)


def _misplaced(key: Parts, answer: Parts, ctx: Context) -> Comparison | None:
    """What the same values in other places come to, or None if they are other values."""
    assert ctx.compare is not None
    rest = list(answer)
    for part in key:
        ctx.budget.spend(len(rest))
        partner = next((other for other in rest if ctx.compare(part.value, other.value, ctx).equal), None)
        if partner is None:
            return None
        rest.remove(partner)
    if _labelled(key):
        return because(Reason.DIFFERENT_ORDER, diagnosis="the right values under the wrong labels")
    return because(Reason.UNDECIDED_VALUE, "the same values, but the key does not say which is which")


def _are_words(parts: Parts) -> bool:
    """Labels in words, which may be worded in another way; names of quantities may not."""
    return all(part.node.head == "label" for part in parts)


KIND = Kind("parts", _LISTS, recognise, read_as, compare, "set", final=True)
