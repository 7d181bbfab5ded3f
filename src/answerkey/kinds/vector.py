"""Tuples, points and vectors: `(1,2)`, `P(1,2)`, `⟨1,2⟩`, a column, `2i + 3j`, `x=1, y=2`."""

from __future__ import annotations

from typing import NamedTuple

from answerkey.comparison import Comparison, Context, because
from answerkey.kinds import linear
from answerkey.kinds.interval import interval, surely
from answerkey.kinds.kind import Kind, Source
from answerkey.kinds.matching import compare_without_order, in_order
from answerkey.kinds.order import DOTS, ONE, ZERO, negative
from answerkey.kinds.plus_minus import signs
from answerkey.kinds.realset import EMPTY
from answerkey.notation.nodes import Node
from answerkey.verdict import Reason


class Vector(NamedTuple):
    """Components in order.

    `brackets`: `()`, `<>`, `[]`, `matrix`, `ijk`, `bare` for none; in answers `{}` and `mixed` too. `names`: the
    names of the components, where given.
    """

    nodes: tuple[Node, ...]
    brackets: str
    names: tuple[Node, ...] = ()


def recognise(source: Source, ctx: Context) -> Vector | None:
    """The key as an ordered tuple; a bare list is not one, and neither is what can only be an interval."""
    return read(source.node)


def recognise_named(source: Source, ctx: Context) -> Vector | None:
    """A tuple whose components have names."""
    found = read(source.node)
    return found if found and found.names else None


def read_as(source: Source, key: Vector, ctx: Context) -> Vector | None:
    """The answer as a tuple, or as the bare list of a tuple's components."""
    found = read(source.node)
    if found is not None:
        return found
    if source.node.head in ("list", "and"):
        return _bare(source.node)
    if source.node.head == "set":
        return Vector(source.node.args, "{}")
    if source.node.head == "group" and len(source.node.args) > 3 and interval(source.node, ctx) in (None, EMPTY):
        return Vector(source.node.args[2:], "mixed")
    return None


def compare(key: Vector, answer: Vector, ctx: Context) -> Comparison:
    """Component by component. Square brackets around a pair that may be an interval are no round ones."""
    theirs = answer.nodes
    if answer.names and len(answer.names) == len(theirs):
        order = _order_of_names(key, answer)
        if order is None:
            return because(Reason.DIFFERENT_NAME, "the answer names other components than the key")
        theirs = order
    if not ctx.policy.ordered_tuples:
        return compare_without_order(key.nodes, theirs, ctx)
    result = in_order(key.nodes, theirs, ctx)
    if result.equal and answer.brackets == "mixed":
        return _OTHER_BRACKETS
    if result.equal and answer.brackets == "{}":
        return because(Reason.UNDECIDED_KIND, "a set where the key is a tuple")
    if result.equal and {key.brackets, answer.brackets} in ({"()", "[]"}, {"[]", "bare"}, {"[]", "<>"}):
        square = key if key.brackets == "[]" else answer
        if interval(Node("group", ("[", "]", *square.nodes)), ctx) is not None:
            if "bare" in (key.brackets, answer.brackets):
                return because(Reason.UNDECIDED_KIND, "an interval or a list")
            return _OTHER_BRACKETS
    if result.equal and answer.brackets == "bare" != key.brackets and not ctx.policy.bare_list_is_tuple:
        return because(Reason.DIFFERENT_FORM, "a list without brackets where the key is a tuple")
    return result


_OTHER_BRACKETS = because(Reason.DIFFERENT_BRACKET, "the brackets differ", diagnosis="bracket")


def read(node: Node) -> Vector | None:
    """`node` as a tuple with brackets, named or not."""
    rule = _RULES.get(node.head)
    return None if rule is None else rule(node)


def _group(node: Node) -> Vector | None:
    left, right, *nodes = node.args
    if len(nodes) == 1 and left == "(":
        return read(nodes[0])
    if left + right not in ("()", "<>", "[]") or len(nodes) < 2 or surely(node):
        return None
    if DOTS in nodes or any(map(signs, nodes)):
        return None
    named = _named(tuple(nodes))
    if named is not None:
        return named._replace(brackets="()")
    return Vector(tuple(nodes), left + right)


def _matrix(node: Node) -> Vector | None:
    rows = linear.rows(node)
    if rows and len(rows) == 1:
        return Vector(rows[0], "matrix")
    if rows and all(len(row) == 1 for row in rows):
        return Vector(tuple(row[0] for row in rows), "matrix")
    return None


def _expression(node: Node) -> Vector | None:
    """A sum or multiple of tuples, of columns, or of unit vectors."""
    nodes = linear.components(node)
    if nodes is not None:
        return Vector(nodes, "()")
    return _matrix(node) or _sum_of_units(node)


def _product(node: Node) -> Vector | None:
    """`P(1,2)`, read as a product; or a multiple of a vector."""
    if len(node.args) == 2 and node.args[0].head == "name" and node.args[0].args[0][:1].isupper():
        return _group(node.args[1]) if node.args[1].head == "group" and node.args[1].args[0] == "(" else None
    return _expression(node)


def _applied(node: Node) -> Vector | None:
    """`P(1,2)`: a point with its name."""
    return Vector(node.args[1:], "()") if len(node.args) > 2 and node.args[0][:1].isupper() else None


def _rel(node: Node) -> Vector | None:
    """`P = (1,2)`, `(x,y) = (1,2)`."""
    operators, operands = node.args
    if operators != ("=",):
        return None
    left, right = operands
    value = read(right)
    if value is None:
        return None
    if left.head == "group":
        names = left.args[2:]
        return value._replace(names=names) if len(names) == len(value.nodes) else None
    return value if left.head in ("name", "apply", "call") else None


def _bare(node: Node) -> Vector | None:
    nodes = node.args[1:] if node.head == "list" else node.args
    if "or" in node.args or any(part.head in ("list", "and", "or") for part in nodes):
        return None
    named = _named(nodes)
    if named is not None:
        return named
    return None if any(part.head == "rel" for part in nodes) else Vector(nodes, "bare")


def _named(nodes: tuple[Node, ...]) -> Vector | None:
    """`x=1, y=2` with as many names as equations."""
    if not all(part.head == "rel" and part.args[0] == ("=",) and part.args[1][0].head == "name" for part in nodes):
        return None
    names = tuple(part.args[1][0] for part in nodes)
    return Vector(tuple(part.args[1][1] for part in nodes), "bare", names) if len(set(names)) == len(names) else None


def _order_of_names(key: Vector, answer: Vector) -> tuple[Node, ...] | None:
    """The answer's components in the order of the key's names; x, y, z have an order of their own."""
    values = dict(zip(answer.names, answer.nodes, strict=True))
    if key.names:
        return tuple(values[name] for name in key.names) if set(key.names) == set(values) else None
    if set(answer.names) <= {Node("name", (name,)) for name in "xyz"}:
        return tuple(value for _, value in sorted(values.items()))
    return answer.nodes


def _sum_of_units(node: Node) -> Vector | None:
    """`2i + 3j - k`, with unit vectors written in bold or under a hat, or plainly if no other name occurs."""
    terms = node.args if node.head == "add" else (node,)
    components: dict[str, Node] = {}
    for term in terms:
        found = _term(term)
        if found is None or found[0] in components:
            return None
        components[found[0]] = found[1]
    plain = set(components) <= set("ijk")
    marked = not plain
    letters = {name.strip("()")[-1]: value for name, value in components.items()}
    if len(letters) != len(components) or (plain and not marked and len(letters) < 2):
        return None
    size = 3 if "k" in letters else 2
    return Vector(tuple(letters.get(letter, ZERO) for letter in "ijk"[:size]), "ijk")


def _term(node: Node) -> tuple[str, Node] | None:
    """The unit vector of a term and its coefficient."""
    if node.head == "neg":
        inner = _term(node.args[0])
        return inner and (inner[0], negative(inner[1]))
    if node.head == "name":
        return (node.args[0], ONE) if node.args[0] in _UNITS else None
    if node.head == "mul":
        units = [part for part in node.args if part.head == "name" and part.args[0] in _UNITS]
        rest = tuple(part for part in node.args if part not in units)
        if len(units) == 1:
            return units[0].args[0], rest[0] if len(rest) == 1 else Node("mul", rest)
    return None


_UNITS = frozenset(f"{mark}({letter})" if mark else letter for mark in ("", "vec", "hat", "bold") for letter in "ijk")
_RULES = {
    "group": _group,
    "matrix": _matrix,
    "apply": _applied,
    "mul": _product,
    "neg": _expression,
    "div": _expression,
    "pow": _matrix,
    "rel": _rel,
    "add": _expression,
}


_HEADS = linear.HEADS | {"group", "matrix", "apply", "rel"}
# (p,q) = (1,2): the names belong to the components, so this is no name before a value.
NAMED = Kind("vector", frozenset({"rel"}), recognise_named, read_as, compare, "vector", final=True)
KIND = Kind("vector", _HEADS, recognise, read_as, compare, "vector")
