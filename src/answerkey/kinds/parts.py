"""Labelled parts: "(a) 3 (b) 4", "a = 1, b = 2", "Minimum: 2, Maximum: 5".

Parts with labels on both sides are matched by label in any order; where only one side has labels, by place.
"""

from __future__ import annotations

from typing import NamedTuple

from answerkey.comparison import Comparison, Context, Same, because
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.naming import named
from answerkey.kinds.wording import plain
from answerkey.notation.nodes import Node
from answerkey.verdict import Evidence, Reason

_LISTS = frozenset({"list", "and"})
_HEADS = _LISTS | {"label"}


class Part(NamedTuple):
    """One part: its label ('' when it has none), its value, and the node that it is."""

    label: str
    value: Node
    node: Node


def recognise(source: Source, ctx: Context) -> tuple[Part, ...] | None:
    """Two or more parts of which all have labels, all different; one labelled part is a named value."""
    parts = _parts(source.node)
    labels = {part.label for part in parts}
    return parts if len(parts) > 1 and "" not in labels and len(labels) == len(parts) else None


def read_as(source: Source, key: tuple[Part, ...], ctx: Context) -> tuple[Part, ...] | None:
    """A list in any form; parts without labels, or with labels that repeat, go by place."""
    node = source.node
    if node.head == "group" and len(node.args) == len(key) + 2:
        return tuple(Part("", arg, arg) for arg in node.args[2:])
    if node.head in _LISTS:
        return _parts(node)
    return None


def _parts(node: Node) -> tuple[Part, ...]:
    members = node.args[1:] if node.head == "list" else node.args if node.head == "and" else ()
    return tuple(map(_part, members))


def _part(node: Node) -> Part:
    value = named(node)
    if value is None or not value.label or value.name is None:
        return Part("", node, node)
    if node.head == "label":
        return Part(plain(str(node.args[0])) or str(node.args[0]), value.value, node)
    return Part(repr(value.name), value.value, node)


def compare(key: tuple[Part, ...], answer: tuple[Part, ...], ctx: Context) -> Comparison:
    """Every part against its partner; credit is the share of parts that are equal."""
    if len(key) != len(answer):
        return because(Reason.DIFFERENT_COUNT, "the key has {} parts, the answer {}", len(key), len(answer))
    labels = [part.label for part in answer]
    assert ctx.compare is not None
    if "" in labels or len(set(labels)) != len(labels):
        pairs = list(zip(key, answer, strict=True))
    else:
        by_label = {part.label: part for part in answer}
        missing = next((part for part in key if part.label not in by_label), None)
        if missing is None:
            pairs = [(part, by_label[part.label]) for part in key]
        elif _are_words(key) or _are_words(answer):
            pairs = list(zip(key, answer, strict=True))
        else:
            return because(Reason.DIFFERENT_NAME, "the answer has no part {}", missing.node)
    results = [ctx.compare(k.value, a.value, ctx) for k, a in pairs]
    credit = sum(result.equal for result in results) / len(results)
    for (k, a), result in zip(pairs, results, strict=True):
        if result.different:
            evidence = Evidence("{} is not {}", (a.node, k.node))
            return Comparison(Same.DIFFERENT, result.reason, evidence, result.diagnosis, credit=credit)
    unknown = next((result for result in results if not result.equal), None)
    if unknown is not None:
        return Comparison(Same.UNKNOWN, unknown.reason, unknown.witness, credit=credit)
    return Comparison(Same.EQUAL, results[0].reason, credit=1.0)


def _are_words(parts: tuple[Part, ...]) -> bool:
    """Labels in words, which may be worded in another way; names of quantities may not."""
    return all(part.node.head == "label" for part in parts)


KIND = Kind("parts", _LISTS, recognise, read_as, compare, "vector", final=True)
