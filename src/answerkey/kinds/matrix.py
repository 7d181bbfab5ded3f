"""Matrices, entry by entry."""

from __future__ import annotations

from typing import NamedTuple

from answerkey.comparison import Comparison, Context, because
from answerkey.kinds import linear
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.linear import Rows
from answerkey.kinds.matching import compare_in_order
from answerkey.notation.nodes import Node
from answerkey.verdict import Reason


class Matrix(NamedTuple):
    """Rows of equal length."""

    rows: Rows


def recognise(source: Source, ctx: Context) -> Matrix | None:
    """A matrix or an expression of matrices, with or without a name before it, or rows in square brackets."""
    node = source.node
    if node.head == "rel" and node.args[0] == ("=",) and node.args[1][0].head in ("name", "apply"):
        node = node.args[1][1]
    rows = linear.rows(node) or _nested(node)
    return Matrix(rows) if rows else None


def read_as(source: Source, key: Matrix, ctx: Context) -> Matrix | None:
    """The answer as a matrix."""
    return recognise(source, ctx)


def compare(key: Matrix, answer: Matrix, ctx: Context) -> Comparison:
    """The shapes must agree, then all entries."""
    mine, theirs = ((len(one.rows), len(one.rows[0])) for one in (key, answer))
    if mine != theirs:
        if mine == theirs[::-1] and 1 in mine:
            return because(Reason.UNDECIDED_FORM, "the key is a {}×{} matrix, the answer {}×{}", *mine, *theirs)
        return because(Reason.DIFFERENT_COUNT, "the key is a {}×{} matrix, the answer {}×{}", *mine, *theirs)
    return compare_in_order(_entries(key), _entries(answer), ctx)


def _entries(matrix: Matrix) -> tuple[Node, ...]:
    return tuple(entry for row in matrix.rows for entry in row)


def _nested(node: Node) -> Rows | None:
    """`[[1,2],[3,4]]`."""
    if node.head != "group" or node.args[:2] != ("[", "]"):
        return None
    inner = node.args[2:]
    if not all(row.head == "group" and row.args[:2] == ("[", "]") for row in inner):
        return None
    entries = tuple(row.args[2:] for row in inner)
    return entries if all(len(row) == len(entries[0]) for row in entries) else None


_HEADS = linear.HEADS | {"matrix", "group", "rel"}
KIND = Kind("matrix", _HEADS, recognise, read_as, compare, "vector", final=True)
