r"""Formulas of propositional logic: `\lnot (A \land B)`, `not A or not B`. Equal if their truth tables are."""

from __future__ import annotations

from typing import NamedTuple

from answerkey.comparison import Comparison, Context, because
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.trees import children
from answerkey.notation.nodes import Node
from answerkey.verdict import Reason

_MOST_NAMES = 10  # a truth table of 1024 rows, as the bits of one integer
_JOINED = frozenset({"and", "or"})
_TRUTH = {"true": True, "false": False, "T": True, "F": False}


class Formula(NamedTuple):
    """A formula and the names in it."""

    node: Node
    names: frozenset[str]


def recognise(source: Source, ctx: Context) -> Formula | None:
    """A formula, or a mere name that may be one; x < 1 or x > 2 is a condition on numbers."""
    if not _is_formula(source.node):
        return None
    found = frozenset(_names(source.node))
    return Formula(source.node, found) if len(found) <= _MOST_NAMES else None


def read_as(source: Source, key: Formula, ctx: Context) -> Formula | None:
    """As the key is read, where a negation or an implication stands on one side: `A, B` may be a list."""
    answer = recognise(source, ctx)
    return answer if answer is not None and (_is_logical(key.node) or _is_logical(answer.node)) else None


def compare(key: Formula, answer: Formula, ctx: Context) -> Comparison:
    """By truth tables over the names of both."""
    names = sorted(key.names | answer.names)
    if len(names) > _MOST_NAMES:
        return because(Reason.UNDECIDED_VALUE)
    rows = 1 << len(names)
    ctx.budget.spend(rows)
    columns = {name: _column(place, rows) for place, name in enumerate(names)}
    everything = (1 << rows) - 1
    key_table, answer_table = (_table(one.node, columns, everything) for one in (key, answer))
    differing = key_table ^ answer_table
    if not differing:
        return because(Reason.EQUAL_EXPRESSION)
    row = (differing & -differing).bit_length() - 1
    at = ", ".join(f"{name} = {'true' if columns[name] >> row & 1 else 'false'}" for name in names)
    values = ("true", "false") if key_table >> row & 1 else ("false", "true")
    return because(Reason.DIFFERENT_VALUE, "at {} the key is {}, the answer {}", at, *values)


def _is_formula(node: Node) -> bool:
    head, args = node
    if head == "name":
        return True
    if head == "text":
        return args[0] in _TRUTH
    if head == "list":
        return args[0] in _JOINED and all(map(_is_formula, args[1:]))
    if head == "rel":
        return args[0] in (("to",), ("equiv",)) and all(map(_is_formula, args[1]))
    return head in ("not", "and", "or", "implies") and all(map(_is_formula, args))


def _is_logical(node: Node) -> bool:
    """Does a connective stand in the formula that no list of values has?"""
    return node.head in ("not", "implies") or any(map(_is_logical, children(node)))


def _names(node: Node) -> set[str]:
    if node.head == "name":
        return set() if node.args[0] in _TRUTH else {node.args[0]}
    return set().union(*map(_names, children(node)))


def _column(place: int, rows: int) -> int:
    """The truth values of the name at `place`, one bit a row: blocks of 2**place zeros and ones in turn."""
    block = ((1 << (1 << place)) - 1) << (1 << place)
    width = 2 << place
    while width < rows:
        block |= block << width
        width *= 2
    return block


def _table(node: Node, columns: dict[str, int], everything: int) -> int:
    head, args = node
    if head in ("name", "text"):
        return columns[args[0]] if args[0] in columns else everything * _TRUTH[args[0]]
    parts = [_table(part, columns, everything) for part in children(node)]
    joined = args[0] if head == "list" else head
    if joined == "not":
        return everything ^ parts[0]
    if joined in _JOINED:
        table = parts[0]
        for part in parts[1:]:
            table = table & part if joined == "and" else table | part
        return table
    if head == "rel" and args[0] == ("equiv",):
        return everything ^ parts[0] ^ parts[1]
    return (everything ^ parts[0]) | parts[1]


_EITHER = frozenset({"not", "and", "or", "implies", "rel"})
_HEADS = _EITHER | {"list", "name", "text"}
KIND = Kind("logic", _HEADS, recognise, read_as, compare, "relation", _EITHER, final=True)
