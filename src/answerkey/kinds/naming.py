"""What stands before an equals sign: when is it only the name of what was asked for?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from answerkey.kinds.trees import NAMED_NUMBERS, names
from answerkey.notation.nodes import Node

_SIGNS = frozenset({"=", "approx", "equiv"})


class Named(NamedTuple):
    """A value and its name (None: it has none). `rounded`: what an approximation after the exact value says.

    `label`: the name is a mere name (x, f(2), |AB|, NO/BO), not an expression that the value was worked out from.
    `chain`: there are members between the two. `work`: the first calculation, without a name, before the value.
    """

    name: Node | None
    value: Node
    rounded: Node | None = None
    label: bool = True
    chain: bool = False
    work: Node | None = None


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
    calculated = names(first) <= NAMED_NUMBERS
    if signs[-1] == "approx" and (len(signs) > 1 or calculated):
        last, rounded = members[-2], members[-1]
    label = is_label(first)
    if not label and is_label(last):
        return Named(last, first, rounded)
    if not label and calculated:
        return Named(None, last, rounded, work=first)  # a calculation names nothing
    inner = (member for member in members[1:] if member is not last and not is_label(member))
    work = next((member for member in inner if names(member) <= NAMED_NUMBERS), None) if rounded is None else None
    return Named(first, last, rounded, label, len(members) > 2, work)


def is_label(node: Node) -> bool:
    """Does the node only name a quantity, so that it says nothing about its value?"""
    head, args = node
    if head in ("name", "text", "apply"):
        return True
    if head == "call":  # |AB|, sin A: one function of what has a name
        return len(args) == 2 and is_label(args[1])
    if head == "diff":
        return is_label(args[0])
    if head == "ratio":
        return all(map(is_label, args))
    if head == "div":  # a ratio of two segments
        return all(map(_is_figure, args))
    if head == "mul":  # a segment or polygon named by its corners, the measure of an angle, P(X > 3)
        return _is_figure(node) or args[-1].head == "rel"
    if head == "group":  # (p, q) = (3, 2)
        return all(arg.head == "name" for arg in args[2:])
    return False


def are_roots(nodes: Sequence[Node]) -> bool:
    """Are these x_1 = 1, x_2 = 3: the roots of one unknown, numbered?"""
    names = [node.args[1][0].args[0] for node in nodes if _is_numbered(node)]
    return len(names) == len(nodes) > 1 and len({name.partition("_")[0] for name in names}) == 1


def _is_numbered(node: Node) -> bool:
    if node.head != "rel" or node.args[0] != ("=",) or node.args[1][0].head != "name":
        return False
    base, _, below = node.args[1][0].args[0].partition("_")
    return base in ("x", "y", "z", "t") and below.isdecimal()


def _is_figure(node: Node) -> bool:
    """Points, which have capitals, and what is drawn on them: AB, triangle(ABC), m angle(A), the area of one."""
    if node.head == "mul":
        return all(_is_figure(arg) or arg.args == ("m",) for arg in node.args)
    if node.head in ("call", "apply"):
        return True
    return node.head == "name" and (node.args[0][:1].isupper() or "(" in node.args[0])
