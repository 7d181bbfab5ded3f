"""What a tree is made of: its free names, which of them stand for whole numbers, which functions it calls."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import factorial, prod
from typing import Any, NamedTuple

from answerkey.notation.nodes import Node

_BINDERS = frozenset(("sum", "prod", "integral", "limit", "diff"))
EXTRAPOLATED = frozenset(("sum", "integral", "limit"))  # evaluated numerically without a rigorous error
LARGEST = 10**6
_DISCRETE = frozenset(["binomial", "perm", "gcd", "lcm", "factorial"])
_ROUNDING = frozenset(("floor", "ceil", "round"))
_PERIODIC = frozenset("sin cos tan cot sec csc".split())
_COUNTS = frozenset("nkm")  # by custom whole numbers where rounded, or where they count periods
_BAR = "bar("


class Contents(NamedTuple):
    """What a tree holds."""

    names: frozenset[str]  # free variables, without e and i
    whole: frozenset[str]  # those of them that stand for whole numbers where they occur
    bare_log: bool  # a logarithm without a base
    application: bool  # a name before brackets, which may be a product
    bar: bool  # a name with a bar over it, which may be a conjugate
    largest: int  # the largest constant, 2^15 and 9! among them, up to a million: where what is piecewise may change
    functions: frozenset[str]  # the functions called, and the heads that bind a dummy


def infinite(node: Node) -> int:
    """1 for infinity, -1 for minus infinity, else 0."""
    if node.head == "neg":
        return -infinite(node.args[0])
    if node.head == "percent":
        return infinite(node.args[0])
    return 1 if node == ("const", ("inf",)) else 0


def children(node: Node) -> Iterator[Node]:
    """The nodes directly below, those in a matrix included."""
    for arg in node.args:
        if isinstance(arg, Node):
            yield arg
        elif isinstance(arg, tuple):
            for row in arg:
                yield from (cell for cell in row if isinstance(cell, Node)) if isinstance(row, tuple) else ()


@lru_cache(maxsize=1024)
def contents(node: Node) -> Contents:
    """What a tree holds, dummies of sums and integrals left out."""
    names: set[str] = set()
    whole: set[str] = set()
    functions: set[str] = set()
    _collect(node, frozenset(), names, whole, functions)
    return Contents(
        frozenset(names),
        frozenset(whole),
        "bare log" in functions,
        "apply" in functions,
        any(name.startswith(_BAR) for name in names),
        _largest(node),
        frozenset(functions),
    )


def _largest(node: Node) -> int:
    head, args = node
    if head == "int":
        return min(int(args[0]), LARGEST)
    if head == "dec" and 0 <= args[1] < 20:
        return min(int(args[0]) // int(10 ** args[1]), LARGEST)
    parts = [_largest(child) for child in children(node)]
    if head in ("pow", "mul", "fact") and not _names_below(args):
        if head == "pow":
            return int(min(parts[0] ** min(parts[1], 20), LARGEST))  # 2^20 is more than a million
        return min(prod(parts) if head == "mul" else factorial(min(parts[0], 10)), LARGEST)
    return max(parts, default=0)


def free_names(node: Node) -> frozenset[str]:
    """The free variables of a tree, without e and i."""
    return contents(node).names


def _collect(node: Node, bound: frozenset[str], names: set[str], whole: set[str], functions: set[str]) -> None:
    head, args = node
    if head == "name":
        if args[0] not in bound and args[0] not in ("e", "i"):
            names.add(args[0])
        return
    if head == "call":
        functions.add("bare log" if args[0] == "log" and len(args) == 2 else args[0])
        if args[0] in _DISCRETE:
            whole |= _names_below(args[1:]) - bound
        elif args[0] in _ROUNDING or (args[0] in _PERIODIC and _mentions(node, _PI)):
            whole |= {name for name in _names_below(args[1:]) if name.partition("_")[0] in _COUNTS} - bound
    elif head == "apply":
        functions.add("apply" if len(args) == 2 else args[0])
    elif head in ("fact", "dfact", "mod"):
        functions.add(head)
        whole |= _names_below(args) - bound
    elif head == "pow" and (args[0].head == "neg" or args[0] == ("name", ("i",))):
        whole |= _names_below(args[1:]) - bound
    elif head == "root":
        functions.add(head)
    elif head in _BINDERS:
        functions.add(head)
        if head in ("sum", "prod"):
            whole |= _names_below([arg for arg in args[2:] if arg is not None]) - bound
        if head != "diff":
            for arg in args[2:]:
                if isinstance(arg, Node):
                    _collect(arg, bound, names, whole, functions)
            inside = bound if args[1] is None else bound | {args[1].args[0]}  # a sum need not say over what it is
            _collect(args[0], inside, names, whole, functions)
            return
    for child in children(node):
        _collect(child, bound, names, whole, functions)


def _names_below(nodes: Any) -> set[str]:
    found: set[str] = set()
    for node in nodes:
        if node.head == "name":
            if node.args[0] not in ("e", "i"):
                found.add(node.args[0])
        else:
            found |= _names_below(children(node))
    return found


_PI = Node("const", ("pi",))


def _mentions(node: Node, part: Node) -> bool:
    return node == part or any(_mentions(child, part) for child in children(node))


# The names that a name may be made of: what it stands for is not known from its letters.
_MADE_OF = {"hbar": frozenset("h")}
_SEGMENT = "overline("  # \\overline{AB} and its length AB


def are_unevaluated(key: Node, answer: Node) -> bool:
    """Does one side hold what the other may be the value of: f(2), the length of a segment, ħ beside h?"""
    return _has_value(key) is not _has_value(answer) or any(map(_may_be, (key, answer), (answer, key)))


def _may_be(node: Node, other: Node) -> bool:
    ours, theirs = contents(node).names, contents(other).names
    made = any(_MADE_OF[name] & theirs for name in ours & _MADE_OF.keys() - theirs)
    return made or any(theirs >= set(name[len(_SEGMENT) : -1]) for name in ours if name.startswith(_SEGMENT))


def _has_value(node: Node) -> bool:
    """Is there a value in it that only the definition of a function could work out: f(2), but not f(x)?"""
    if not contents(node).functions & {"apply"}:
        return False
    return (node.head == "apply" and not _names_below(node.args[1:])) or any(map(_has_value, children(node)))


class Choice(NamedTuple):
    """One way to take what can be taken in several ways."""

    base: Node | None = None  # of logarithms without one; None: left bare
    as_product: bool = False  # names before brackets are factors
    conjugated: bool = False  # a bar over a name means the conjugate


def rewritten(node: Node, choice: Choice) -> Node:
    """The tree, taken in that way."""
    base, as_product, conjugated = choice
    head, args = node
    args = tuple(rewritten(arg, choice) if isinstance(arg, Node) else arg for arg in args)
    if conjugated and head == "name":
        return _complex(args[0])
    if base is not None and head == "call" and args[0] == "log" and len(args) == 2:
        return Node(head, (*args, base))
    if as_product and head == "apply" and len(args) == 2:
        return Node("mul", (Node("name", (args[0],)), args[1]))
    return Node(head, args)


def _complex(name: str) -> Node:
    """A name as one of a complex number (they begin with z or w), a barred one as the conjugate of such."""
    if name in ("e", "i"):
        return Node("name", (name,))
    if name.startswith(_BAR):
        return Node("call", ("conj", _complex(name[len(_BAR) : -1])))
    return Node("name", (name if name[0] in "zw" else f"z({name})",))
