"""Matrices, entry by entry."""

from __future__ import annotations

from typing import NamedTuple

from answerkey.comparison import Comparison, Context, because
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.matching import compare_in_order
from answerkey.notation.nodes import Node
from answerkey.verdict import Reason


class Matrix(NamedTuple):
    """Rows of equal length."""

    rows: tuple[tuple[Node, ...], ...]


def recognise(source: Source, ctx: Context) -> Matrix | None:
    """A matrix, with or without a name before it, or rows in square brackets; a single row or column is too."""
    node = source.node
    if node.head == "rel" and node.args[0] == ("=",) and node.args[1][0].head in ("name", "apply"):
        node = node.args[1][1]
    rows = _rows(node)
    return Matrix(rows) if rows and all(len(row) == len(rows[0]) for row in rows) else None


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


def _rows(node: Node) -> tuple[tuple[Node, ...], ...] | None:
    if node.head == "matrix":
        rows: tuple[tuple[Node, ...], ...] = node.args[1]
        return rows
    if node.head != "group":
        return None
    inner = node.args[2:]
    if len(inner) == 1:
        return _rows(inner[0]) if inner[0].head == "matrix" or node.args[0] == "(" else None
    if node.args[:2] == ("[", "]") and all(row.head == "group" and row.args[:2] == ("[", "]") for row in inner):
        return tuple(row.args[2:] for row in inner)
    return None


_HEADS = frozenset({"matrix", "group", "rel"})
KIND = Kind("matrix", _HEADS, recognise, read_as, compare, "vector", final=True)
