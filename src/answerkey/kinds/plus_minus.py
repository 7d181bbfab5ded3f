"""Plus-minus: the values that an expression with ± stands for."""

from __future__ import annotations

from itertools import product

from answerkey.kinds.order import negative
from answerkey.kinds.trees import children, rebuild
from answerkey.notation.nodes import Node

_SIMPLE = frozenset({"int", "dec", "name", "const"})  # most parts, and none that holds a sign
_MOST = 6  # signs that are expanded independently: 64 values
_MOST_VALUES = 256


def signs(node: Node) -> int:
    """How many ± and ∓ stand in `node`."""
    count = 1 if node.head in ("pm", "mp") else 0
    for part in node.args:
        if isinstance(part, Node):
            if part.head not in _SIMPLE:
                count += signs(part)
        elif type(part) is tuple:
            count += signs(Node("", part))
    return count


def expand(node: Node) -> tuple[Node, ...] | None:
    """The values of `node`, `node` alone if it has no ±, None if there are too many.

    Where ∓ occurs all signs go together (upper with upper); otherwise each ± is free, as in (±1, ±2).
    """
    count = signs(node)
    if not count:
        return (node,)
    if _has_minus_plus(node):
        return tuple(_signed(node, (upper,) * count) for upper in (True, False))
    if count > _MOST:
        return None
    return tuple(_signed(node, choice) for choice in product((True, False), repeat=count))


def expand_all(nodes: tuple[Node, ...]) -> tuple[Node, ...] | None:
    """All values of all `nodes`, in order; None if there are too many."""
    values: list[Node] = []
    for node in nodes:
        expanded = expand(node)
        if expanded is None:
            return None
        values += expanded
        if len(values) > len(nodes) + _MOST_VALUES:
            return None
    return tuple(values)


def _has_minus_plus(node: Node) -> bool:
    return node.head == "mp" or any(map(_has_minus_plus, children(node)))


def _signed(node: Node, choice: tuple[bool, ...]) -> Node:
    """`node` with its signs replaced from left to right: True takes the upper one."""
    remaining = iter(choice)

    def change(part: Node) -> Node | None:
        if part.head not in ("pm", "mp"):
            return None
        plus = next(remaining) is (part.head == "pm")
        *rest, last = (rebuild(arg, change) for arg in part.args)
        term = last if plus else negative(last)
        return Node("add", (*rest, term)) if rest else term

    return rebuild(node, change)
