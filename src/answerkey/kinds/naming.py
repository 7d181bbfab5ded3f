"""What stands before an equals sign: when is it only the name of what was asked for?"""

from __future__ import annotations

from typing import NamedTuple

from answerkey.kinds.trees import is_scalar, names
from answerkey.notation.nodes import Node

_SIGNS = frozenset({"=", "approx", "equiv"})


class Named(NamedTuple):
    """A value and its name (None: it has none). `rounded`: what an approximation after the exact value says.

    `label`: the name is a mere name (x, f(2), |AB|, NO/BO), not an expression that the value was worked out from.
    """

    name: Node | None
    value: Node
    rounded: Node | None = None
    label: bool = True


def named(node: Node) -> Named | None:
    """A chain of equalities as its first member and its last; None for any other relation.

    The value stands last; where a single name stands last (5 = x), it stands first. What follows an
    approximation sign after an equals sign is a rounding of the value, not the value.
    """
    if node.head == "label":
        return Named(Node("text", (str(node.args[0]),)), node.args[1])
    if node.head != "rel":
        return None
    signs, members = node.args
    if not _SIGNS.issuperset(signs):
        return None
    first, last, rounded = members[0], members[-1], None
    if first == last and "=" in signs:
        return None  # 0 = 0 says nothing
    if signs[-1] == "approx" and (len(signs) > 1 or not names(first)):
        last, rounded = members[-2], members[-1]
    label = is_label(first)
    if not label and last.head == "name":
        return Named(last, first, rounded)
    if not label and not names(first) and is_scalar(first):
        return Named(None, last, rounded)  # a calculation names nothing
    return Named(first, last, rounded, label)


def is_label(node: Node) -> bool:
    """Does the node only name a quantity, so that it says nothing about its value?"""
    head, args = node
    if head in ("name", "text"):
        return True
    if head == "apply":
        return True
    if head == "call":  # |AB|, \\angle ABC, \\arg z: a function of points or of a name
        return len(args) == 2 and args[0] in _OF_POINTS and is_label(args[1])
    if head in ("div", "ratio"):  # a ratio of two segments
        return all(is_label(arg) and _is_capitals(arg) for arg in args)
    if head == "mul":  # a segment or polygon named by its corners, read as a product
        return _is_capitals(node)
    if head == "group":  # (p, q) = (3, 2)
        return all(arg.head == "name" for arg in args[2:])
    return False


_OF_POINTS = frozenset({"abs", "det", "norm", "arg", "angle", "area", "dim", "deg", "gcd"})


def _is_capitals(node: Node) -> bool:
    if node.head == "mul":
        return all(map(_is_capitals, node.args))
    if node.head in ("call", "apply"):
        return True
    return node.head == "name" and bool(node.args[0][:1].isupper())
