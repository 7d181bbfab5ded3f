"""Expressions with arbitrary constants: `x^2 + C`, `C_1 e^x + C_2 e^{-x}`. The constants are dummies.

A family that is linear in its constants is all that is spanned by the functions they multiply: `\\ln(2x) + C` is
`\\ln x + C`, and `C_1 e^x + C_2 e^{-x}` is `A\\cosh x + B\\sinh x`. Functions depend on each other if and only if the
determinant of their values at as many free points vanishes.
"""

from __future__ import annotations

import re
from itertools import permutations
from typing import NamedTuple

from answerkey.comparison import Comparison, Context, because
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.matching import weakest
from answerkey.kinds.order import ONE, ZERO, negative
from answerkey.kinds.trees import children, is_scalar, minus, names, substitute, times
from answerkey.notation.nodes import Node
from answerkey.scalars.cascade import identical, same
from answerkey.scalars.names import contents
from answerkey.verdict import Reason

_CONSTANT = re.compile(r"[A-DK](_.+)?|[ck](_\d+)?")
_CUSTOMARY = re.compile(r"[CKck](_.+)?")  # A and B are constants only where the other side calls them C
_NUMBERED = re.compile(r"[CcKkAB]_\d+")
_VARIABLES = frozenset({"x", "t", "u", "y", "z", "s", "r", "theta", "v", "w", "e", "i"})
_MOST = 3  # constants whose permutations are tried


class General(NamedTuple):
    """An expression and the arbitrary constants in it."""

    body: Node
    constants: tuple[str, ...]


def recognise(source: Source, ctx: Context) -> General | None:
    """An expression in usual variables and at least one arbitrary constant, not in capitals of other kinds."""
    found = _read(source.node)
    if found is None or not 0 < len(found.constants) <= _MOST:
        return None
    variables = names(found.body) - set(found.constants)
    alone = not variables and found.body.head != "name"  # a number, or one of combinations: C_5^2
    return found if variables <= _VARIABLES and not alone else None


def read_as(source: Source, key: General, ctx: Context) -> General | None:
    """The answer, with its own names for the constants or none."""
    found = _read(source.node)
    if found is None:
        return None
    taken = names(key.body) - set(key.constants)
    return found._replace(constants=tuple(name for name in found.constants if name not in taken))


def compare(key: General, answer: General, ctx: Context) -> Comparison:
    """Equal if some naming of the answer's constants makes it the key, or the key plus a number if one is added."""
    if not answer.constants and ctx.policy.missing_constant_accepted:
        return same(substitute(key.body, dict.fromkeys(key.constants, ZERO)), answer.body, ctx)
    if _is_unevaluated(answer.body):
        return because(Reason.UNDECIDED_FORM, "an integral left as it is stands for all antiderivatives")
    if len(key.constants) > len(answer.constants):
        return because(
            Reason.DIFFERENT_VALUE,
            "the answer has {} arbitrary constants, the key {}",
            len(answer.constants),
            len(key.constants),
            diagnosis="constant of integration missing",
        )
    if not any(all(map(_CUSTOMARY.fullmatch, one.constants)) for one in (key, answer)):
        return same(key.body, answer.body, ctx)
    if len(answer.constants) > _MOST:
        return because(Reason.UNDECIDED_VALUE)
    for order in permutations(answer.constants, len(key.constants)):
        values = {theirs: Node("name", (mine,)) for theirs, mine in zip(order, key.constants, strict=True)}
        result = same(key.body, substitute(answer.body, values), ctx)
        if result.equal:
            return result
    spans = [_span(one, ctx) for one in (key, answer)]
    if spans[0] is None or spans[1] is None:
        return because(Reason.UNDECIDED_VALUE, "a constant that is not a factor may take up what differs")
    result = _same_span(*spans[0], *spans[1], ctx)
    if result.equal and not any(all(_arbitrary(one, name) for name in one.constants) for one in (key, answer)):
        return because(Reason.UNDECIDED_VALUE, "equal if the constant is arbitrary, and not a given one")
    return result


def _is_unevaluated(node: Node) -> bool:
    """Does an integral without bounds stand in the tree?"""
    return (node.head == "integral" and node.args[2] is None) or any(map(_is_unevaluated, children(node)))


def _arbitrary(of: General, constant: str) -> bool:
    """Is the constant surely one of integration (one of `C_1, C_2`, or `… + C`)? The C of `C v^2 / 2` may be given."""
    numbered = len(of.constants) > 1 and _NUMBERED.fullmatch(constant) is not None
    return numbered or (constant.partition("_")[0] in ("C", "K") and _added(of.body, constant))


def _read(node: Node) -> General | None:
    if not is_scalar(node):
        return None
    candidates = sorted(one for one in names(node) if _CONSTANT.fullmatch(one))
    # A small c or k alone is a coefficient like any other, unless it stands as a term of its own.
    return General(node, tuple(one for one in candidates if one not in ("c", "k") or _added(node, one)))


def _added(node: Node, constant: str) -> bool:
    """Does the constant occur only as a term of its own?"""
    terms = node.args if node.head == "add" else (node,)
    bare = Node("name", (constant,))
    return terms.count(bare) == 1 and all(constant not in names(term) for term in terms if term != bare)


def _span(of: General, ctx: Context) -> tuple[Node, tuple[Node, ...]] | None:
    """The member with every constant 0, and the function that each constant multiplies; None if it is not linear."""
    zeros = dict.fromkeys(of.constants, ZERO)
    start = substitute(of.body, zeros)
    functions = tuple(minus(substitute(of.body, zeros | {name: ONE}), start) for name in of.constants)
    terms = (times(Node("name", (name,)), one) for name, one in zip(of.constants, functions, strict=True))
    return (start, functions) if identical(of.body, Node("add", (start, *terms)), ctx).equal else None


def _same_span(
    start: Node, basis: tuple[Node, ...], other_start: Node, others: tuple[Node, ...], ctx: Context
) -> Comparison:
    """Equal if every function of the answer, and what the two start from differ by, depends on the key's."""
    if not (_dependent(basis, ctx).different and _dependent(others, ctx).different):
        return because(Reason.UNDECIDED_VALUE, "there are more constants than are needed")
    if len(basis) != len(others):
        return because(Reason.DIFFERENT_VALUE, "the answer has {} free constants, the key {}", len(others), len(basis))
    result = weakest((_dependent((*basis, one), ctx) for one in (*others, minus(other_start, start))), _UNKNOWN)
    if result.different:
        return because(Reason.DIFFERENT_VALUE, "no choice of the key's constants gives the answer")
    return result


_UNKNOWN = because(Reason.UNDECIDED_VALUE)


def _dependent(functions: tuple[Node, ...], ctx: Context) -> Comparison:
    """Is one of the functions a combination of the others?"""
    free = sorted(frozenset[str]().union(*(contents(one).names for one in functions)))
    points = [{name: Node("name", (f"{name}_{place}",)) for name in free} for place in range(len(functions))]
    rows = [[substitute(one, point) for one in functions] for point in points]
    return identical(_determinant(rows), ZERO, ctx)


def _determinant(rows: list[list[Node]]) -> Node:
    if len(rows) == 1:
        return rows[0][0]
    minors = [_determinant([row[:place] + row[place + 1 :] for row in rows[1:]]) for place in range(len(rows))]
    terms = [times(entry, minor) for entry, minor in zip(rows[0], minors, strict=True)]
    return Node("add", tuple(negative(term) if place % 2 else term for place, term in enumerate(terms)))


KIND = Kind(
    "arbitrary_constant", frozenset({"add", "mul", "div", "pow", "neg"}), recognise, read_as, compare, final=True
)
