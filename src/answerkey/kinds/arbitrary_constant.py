"""Expressions with arbitrary constants: `x^2 + C`, `C_1 e^x + C_2 e^{-x}`. The constants are dummies.

A constant that is added may take up any number, so `\\ln(2x) + C` and `\\ln x + C` are the same family.
"""

from __future__ import annotations

import re
from itertools import permutations
from typing import NamedTuple

from answerkey.comparison import Comparison, Context, because
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.order import ZERO
from answerkey.kinds.trees import integer, is_scalar, minus, names, substitute
from answerkey.notation.nodes import Node
from answerkey.scalars.cascade import same
from answerkey.verdict import Reason

_CONSTANT = re.compile(r"[A-DK](_.+)?|[ck](_\d+)?")
_CUSTOMARY = re.compile(r"[CKck](_.+)?")  # A and B are constants only where the other side calls them C
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
    first: Comparison | None = None
    for order in permutations(answer.constants, len(key.constants)) if len(answer.constants) <= _MOST else ():
        values = {theirs: Node("name", (mine,)) for theirs, mine in zip(order, key.constants, strict=True)}
        body = substitute(answer.body, values)
        result = same(key.body, body, ctx)
        if not result.equal and len(key.constants) == 1 and all(map(_added, (key.body, body), key.constants * 2)):
            result = _up_to_a_number(key.body, body, result, ctx)
        if result.equal:
            return result
        first = first or result
    return first or because(Reason.UNDECIDED_VALUE)


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


def _up_to_a_number(key: Node, answer: Node, otherwise: Comparison, ctx: Context) -> Comparison:
    """Do the two differ by a number? Their difference must be its own value at one point."""
    gap = minus(key, answer)
    free = sorted(names(gap))
    without = substitute(gap, {name: ZERO for name in free if _CONSTANT.fullmatch(name)})
    point = {name: integer(index + 2) for index, name in enumerate(free)}
    result = same(without, substitute(without, point), ctx)
    return result if result.equal else otherwise


KIND = Kind("arbitrary_constant", frozenset({"add", "mul", "div", "pow", "neg"}), recognise, read_as, compare)
