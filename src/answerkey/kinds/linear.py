"""Arithmetic of matrices and tuples: sums, multiples, products and small powers, worked out entry by entry."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from answerkey.kinds.order import exact, literal, negative
from answerkey.kinds.trees import is_scalar, over, size, times
from answerkey.notation.nodes import Node

Rows = tuple[tuple[Node, ...], ...]

HEADS = frozenset({"add", "neg", "mul", "div", "pow"})
_MAX_PRODUCTS = 512  # of entries, in one product of matrices
_MAX_SIZE = 4_000  # nodes
_MAX_POWER = 6
_TRANSPOSED = (Node("name", ("T",)), Node("name", ("t",)))


def rows(node: Node) -> Rows | None:
    """The rows of a matrix or of an expression of matrices; None if it is none, or too large to work out."""
    head, args = node
    if head == "matrix":
        entries: Rows = args[1]
        return entries if all(len(row) == len(entries[0]) for row in entries) else None
    if head == "group" and len(args) == 3 and args[1] in (")", "]"):
        return rows(args[2])
    if head == "neg":
        return _scaled(rows(args[0]), negative)
    if head == "add":
        return _sum([rows(arg) for arg in args])
    if head == "mul":
        return _product(args)
    if head == "div" and is_scalar(args[1]):
        return _scaled(rows(args[0]), lambda entry: over(entry, args[1]))
    return _power(args[0], args[1]) if head == "pow" else None


def components(node: Node) -> tuple[Node, ...] | None:
    """The components of a tuple, a multiple of one, or a sum of such; None if it is nothing of the kind."""
    head, args = node
    if head == "group" and len(args) > 3 and args[0] + args[1] in ("()", "<>"):
        return args[2:]
    if head == "apply" and len(args) > 2:  # t(3,4) in a sum of tuples is no value of a function
        return tuple(times(Node("name", (args[0],)), entry) for entry in args[1:])
    if head == "neg":
        inner = components(args[0])
        return inner and tuple(map(negative, inner))
    if head == "div" and is_scalar(args[1]):
        inner = components(args[0])
        return inner and tuple(over(entry, args[1]) for entry in inner)
    if head == "mul":
        tuples = [arg for arg in args if not is_scalar(arg)]
        inner = components(tuples[0]) if len(tuples) == 1 else None
        factors = [arg for arg in args if is_scalar(arg)]
        return inner and tuple(times(*factors, entry) for entry in inner)
    if head == "add":
        parts = [components(arg) for arg in args]
        found = [part for part in parts if part]
        if len(found) < len(parts) or len({len(part) for part in found}) != 1:
            return None
        return tuple(Node("add", entries) for entries in zip(*found, strict=True))
    return None


def _scaled(of: Rows | None, change: Callable[[Node], Node]) -> Rows | None:
    return of and tuple(tuple(map(change, row)) for row in of)


def _sum(terms: list[Rows | None]) -> Rows | None:
    found = [term for term in terms if term]
    if len(found) < len(terms) or len({(len(term), len(term[0])) for term in found}) != 1:
        return None
    return tuple(
        tuple(Node("add", entries) for entries in zip(*lines, strict=True)) for lines in zip(*found, strict=True)
    )


def _product(factors: tuple[Node, ...]) -> Rows | None:
    scalars = [factor for factor in factors if is_scalar(factor)]
    matrices = [rows(factor) for factor in factors if not is_scalar(factor)]
    if not matrices:
        return None
    whole = reduce(_times, matrices)
    return _scaled(whole, lambda entry: times(*scalars, entry)) if scalars else whole


def _times(a: Rows | None, b: Rows | None) -> Rows | None:
    if not a or not b or len(a[0]) != len(b) or len(a) * len(b) * len(b[0]) > _MAX_PRODUCTS:
        return None
    # Sums of products repeat their parts, so that a few more factors could make a tree of any size.
    if len(a) * sum(size(entry) for row in b for entry in row) > _MAX_SIZE:
        return None
    if len(b[0]) * sum(size(entry) for row in a for entry in row) > _MAX_SIZE:
        return None
    columns = list(zip(*b, strict=True))
    return tuple(tuple(_dot(row, column) for column in columns) for row in a)


def _dot(row: tuple[Node, ...], column: tuple[Node, ...]) -> Node:
    terms = tuple(times(x, y) for x, y in zip(row, column, strict=True))
    whole = Node("add", terms) if len(terms) > 1 else terms[0]
    value = exact(whole)
    return whole if value is None else literal(value)


def _power(base: Node, exponent: Node) -> Rows | None:
    whole = rows(base)
    if whole and exponent in _TRANSPOSED:
        return tuple(zip(*whole, strict=True))
    if exponent.head != "int" or not 0 < exponent.args[0] <= _MAX_POWER:
        return None
    return reduce(_times, [whole] * exponent.args[0])
