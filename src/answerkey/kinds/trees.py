"""Small passes over trees that several kinds need: the free names in a tree, replacing parts of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from answerkey.notation.nodes import Node

# Nodes that bind their second argument as a dummy.
_BINDERS = frozenset({"sum", "prod", "integral", "limit"})

# Names that stand for numbers.
NAMED_NUMBERS = frozenset({"e", "i"})

# Heads of values that are one number or one expression. What the parts of such a node are is not asked here.
SCALAR_HEADS = frozenset(
    (
        *("int", "dec", "rep", "mixed", "name", "const"),
        *("add", "neg", "mul", "div", "pow", "root", "fact", "dfact", "mod"),
        *("call", "apply", "sum", "prod", "integral", "limit", "diff"),
        *("degree", "percent"),
    )
)
_ATOMS = frozenset({"int", "dec", "rep", "name"})
# The constants that are no numbers, and the heads that are no part of a scalar.
_NO_NUMBERS = frozenset({"empty", "reals", "integers", "rationals", "naturals", "complexes", "dots"})
_NO_SCALARS = frozenset(
    (
        *("text", "rel", "not", "and", "or", "implies", "cases", "where", "label"),
        *("set", "setbuilder", "list", "union", "inter", "setminus", "complement", "matrix"),
        *("ratio", "time", "date", "pm", "mp", "money", "quantity", "based"),
    )
)


def integer(value: int) -> Node:
    """The node of an integer, with its sign."""
    return Node("int", (value,)) if value >= 0 else Node("neg", (Node("int", (-value,)),))


def children(node: Node) -> Iterator[Node]:
    """The nodes directly inside `node`, wherever its arguments hold them."""
    return _nodes_in(node.args)


def _nodes_in(args: tuple[Any, ...]) -> Iterator[Node]:
    for arg in args:
        if isinstance(arg, Node):
            yield arg
        elif type(arg) is tuple:
            yield from _nodes_in(arg)


def size(node: Node) -> int:
    """How many nodes the tree has.

    >>> size(Node("neg", (integer(5),)))
    2
    """
    return 1 + sum(map(size, children(node)))


def names(node: Node) -> frozenset[str]:
    """The free names of `node`; what a sum, product, integral or limit binds is not free outside its own bounds."""
    found: set[str] = set()
    _collect_names(node, found)
    return frozenset(found)


def _collect_names(node: Node, found: set[str]) -> None:
    head, args = node
    if head == "name":
        found.add(args[0])
    elif head in _BINDERS:
        body, variable, *bounds = args
        binds = variable is not None and (head != "integral" or bounds[0] is not None)
        bound = names(variable) if binds else frozenset()
        found |= names(body) - bound
        for arg in bounds:
            if isinstance(arg, Node):
                _collect_names(arg, found)
    else:
        for arg in args:
            if isinstance(arg, Node):
                _collect_names(arg, found)
            elif type(arg) is tuple:
                for part in _nodes_in(arg):
                    _collect_names(part, found)


def rebuild(node: Node, change: Callable[[Node], Node | None]) -> Node:
    """`node` with every part for which `change` gives another node replaced by it, from the outside in."""
    changed = change(node)
    if changed is not None:
        return changed
    args = _rebuilt(node.args, change)
    return node if args is node.args else Node(node.head, args)


def _rebuilt(args: tuple[Any, ...], change: Callable[[Node], Node | None]) -> tuple[Any, ...]:
    out, same = [], True
    for arg in args:
        if isinstance(arg, Node):
            new: Any = rebuild(arg, change)
        elif type(arg) is tuple:
            new = _rebuilt(arg, change)
        else:
            new = arg
        same = same and new is arg
        out.append(new)
    return args if same else tuple(out)


def substitute(node: Node, values: Mapping[str, Node]) -> Node:
    """`node` with free names replaced by nodes."""

    def change(part: Node) -> Node | None:
        if part.head == "name":
            value: Node = values.get(part.args[0], part)
            return value
        if part.head in _BINDERS and part.args[1] is not None and (bound := names(part.args[1]) & values.keys()):
            return substitute(part, {name: value for name, value in values.items() if name not in bound})
        return None

    return rebuild(node, change)


def is_scalar(node: Node) -> bool:
    """Is `node` one number or one expression, all the way down?"""
    head, args = node
    if head in _ATOMS:
        return True
    if head in _NO_SCALARS or (head == "const" and args[0] in _NO_NUMBERS):
        return False
    if head == "group":
        return args[:2] in (("(", ")"), ("[", "]")) and len(args) == 3 and is_scalar(args[2])
    if head == "call" and args[0] == "det" and args[1].head == "matrix":
        return all(map(is_scalar, children(args[1])))
    for arg in args:
        if isinstance(arg, Node):
            if not is_scalar(arg):
                return False
        elif type(arg) is tuple and not all(map(is_scalar, _nodes_in(arg))):
            return False
    return True


def bare(node: Node) -> Node:
    """`node` without brackets around one member: [42] is 42."""
    while node.head == "group" and len(node.args) == 3:
        node = node.args[2]
    return node


def minus(a: Node, b: Node) -> Node:
    """The node a - b."""
    return Node("add", (a, Node("neg", (b,))))


def times(*factors: Node) -> Node:
    """The node of a product."""
    return Node("mul", factors)


def over(a: Node, b: Node) -> Node:
    """The node a / b."""
    return Node("div", (a, b))
