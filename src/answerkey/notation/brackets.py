"""Everything between an opening and a closing mark."""

from __future__ import annotations

from answerkey.notation.nodes import Node
from answerkey.notation.pratt import RELATION, Infix, Parser, Prefix


def members(node: Node, p: Parser) -> tuple[Node, ...]:
    """The members of a list inside brackets, or the one node."""
    if node.head == "list" and node.args[0] in (",", ";") and node is not p.bracketed:
        return node.args[1:]
    return (node,)


def bracket(p: Parser) -> Node:
    """`(a)`, `(a, b)`, `[a, b)`, `]a, b[`."""
    opener = p.kinds[p.i]
    p.i += 1
    if opener == "[" and p.kinds[p.i] == "]":
        p.i += 1
        return Node("group", ("[", "]"))
    inner = p.enclosed(opener)
    closer = p.kinds[p.i]
    if closer not in (")", "]") and not (closer == "[" and opener in "[]"):
        raise p.unread()
    p.i += 1
    items = members(inner, p)
    if inner.head == "matrix" and inner.args[0] == "matrix" and opener + closer in ("()", "[]"):
        return Node("matrix", ("pmatrix" if opener == "(" else "bmatrix", inner.args[1]))
    if len(items) == 1 and opener == "(" and closer == ")":
        p.bracketed = items[0]
        return items[0]
    return Node("group", (opener, closer, *items))


def arguments(p: Parser) -> tuple[Node, ...]:
    """The arguments between `(` and `)`, `[` and `]`, or `{` and `}`, the opening one being next."""
    opener = p.kinds[p.i]
    p.i += 1
    inner = p.enclosed(opener)
    p.skip({"(": ")", "[": "]", "{": "}", r"\{": r"\}"}[opener])
    return members(inner, p)


def brace(p: Parser) -> Node:
    r"""`{…}`: a group of TeX; with members, or in a text without commands, somebody's set."""
    p.i += 1
    if p.kinds[p.i] == "}":
        p.i += 1
        if p.kinds[p.i] in ("_", "^"):  # nothing, for scripts to stand on
            return p.prefix[p.kinds[p.i]](p)
        return Node("set", ())
    return _set(p, "}", grouping=p.latex)


def set_(p: Parser) -> Node:
    r"""`\{1, 2\}`, `\{x \mid x > 0\}`; a brace over lines that nothing closes joins equations, as cases do."""
    p.i += 1
    if p.kinds[p.i] == "begin" and p.values[p.i] in _LINED and r"\}" not in p.kinds[p.i :]:
        p.values[p.i] = "cases"
        return p.prefix["begin"](p)
    if p.kinds[p.i] == r"\}":
        p.i += 1
        return Node("set", ())
    return _set(p, r"\}", grouping=False)


_LINED = frozenset(("array", "matrix", "aligned", "gathered", "split"))


def _set(p: Parser, closer: str, grouping: bool) -> Node:
    opener = "{" if closer == "}" else r"\{"
    inner = p.enclosed(opener, bar="set")
    if p.kinds[p.i] in ("|", "mid", ":"):
        p.i += 1
        condition = p.enclosed(opener)
        if condition.head == "list" and condition.args[0] == ",":
            condition = Node("and", condition.args[1:])
        p.skip(closer)
        return Node("setbuilder", (inner, condition))
    p.skip(closer)
    items = members(inner, p)
    if grouping and len(items) == 1:
        p.bracketed = inner
        return inner
    if closer == "}" and p.latex:
        p.repairs.append("brace_set")
    return Node("set", items)


def bars(p: Parser) -> Node:
    """`|x|`; a determinant when it holds a matrix."""
    return _between_bars(p, "abs")


def double_bars(p: Parser) -> Node:
    return _between_bars(p, "norm")


def _between_bars(p: Parser, name: str) -> Node:
    kind = p.kinds[p.i]
    if p.values[p.i] == "close":
        raise p.unread()
    p.i += 1
    inner = p.enclosed(kind, bar=name)
    p.skip(kind)
    if name == "abs" and inner.head == "matrix":
        return Node("call", ("det", inner))
    return Node("call", (name, *members(inner, p)))


def angle(p: Parser) -> Node:
    p.i += 1
    inner = p.enclosed("<")
    p.skip(">")
    return Node("group", ("<", ">", *members(inner, p)))


def less_than(p: Parser) -> Node:
    """`<1, 2>` written with the signs of inequalities."""
    if p.i == 0 and p.values[0] in ("=", "approx"):  # what it is equal to is not said
        p.i += 1
        p.repairs.append("left_side_missing")
        return p.expression(RELATION)
    if p.values[p.i] != "<":
        raise p.unread()
    p.i += 1
    items = [p.expression(RELATION)]
    while p.kinds[p.i] == ",":
        p.i += 1
        items.append(p.expression(RELATION))
    if p.kinds[p.i] != "rel" or p.values[p.i] != ">" or len(items) < 2:
        raise p.unread()
    p.i += 1
    return Node("group", ("<", ">", *items))


def corner(p: Parser) -> Node:
    name = p.take()
    inner = p.enclosed("corner")
    if p.kinds[p.i] != "rcorner" or p.values[p.i] != name:
        raise p.unread()
    p.i += 1
    return Node("call", (name, inner))


def form(p: Parser) -> Node:
    """`Interval.open(0, 1)`, `Union(…)`, `Eq(x, 2)`: collections and relations as programs write them."""
    name = p.take()
    if p.kinds[p.i] != "(":
        raise p.unread()
    args = arguments(p)
    if name.startswith("Interval"):
        if len(args) != 2:
            raise p.unread("an interval without two ends")
        return Node("group", (*_INTERVALS[name[8:]], *args))
    if name in ("union", "inter", "and", "or") and len(args) < 2:
        raise p.unread(f"{name} of one thing")
    if name in ("union", "inter", "and", "or", "set"):
        return Node(name, args)
    if name == "tuple":
        return Node("group", ("(", ")", *args))
    if len(args) != 2:
        raise p.unread(f"{name} takes two arguments")
    return Node("setminus", args) if name == "setminus" else Node("rel", ((name,), args))


_INTERVALS = {"": ("[", "]"), ".open": ("(", ")"), ".Lopen": ("(", "]"), ".Ropen": ("[", ")")}

PREFIX: dict[str, Prefix] = {
    "(": bracket,
    "form": form,
    "[": bracket,
    "]": bracket,
    "{": brace,
    r"\{": set_,
    "|": bars,
    "norm": double_bars,
    "<": angle,
    "rel": less_than,
    "corner": corner,
}
INFIX: dict[str, Infix] = {}
