r"""What LaTeX lays out in two dimensions: fractions, roots, boxes, matrices, cases, aligned lines."""

from __future__ import annotations

from answerkey.notation.brackets import arguments
from answerkey.notation.calculus import derivative
from answerkey.notation.digits import from_digits
from answerkey.notation.functions import argument
from answerkey.notation.nodes import Node
from answerkey.notation.pratt import Infix, Parser, Prefix

_MATRICES = {
    **{name: name for name in ("matrix", "pmatrix", "bmatrix", "Bmatrix")},
    "smallmatrix": "matrix",
    "array": "matrix",
}
_LINES = frozenset("align aligned gather gathered split equation eqnarray multline alignat flalign".split())


def fraction(p: Parser) -> Node:
    p.i += 1
    above = argument(p)
    below = argument(p)
    return derivative(p, above, below) or Node("div", (above, below))


def root(p: Parser) -> Node:
    r"""`\sqrt{x}`, `\sqrt[3]{x}`, `\sqrt2`, `\sqrt(2)`, `√2`."""
    degree = Node("int", (from_digits(p.take() or "2"),))
    if p.kinds[p.i] == "[":
        p.i += 1
        degree = p.enclosed("[")
        p.skip("]")
    kind = p.kinds[p.i]
    if kind == "num":
        from answerkey.notation.numbers import decimal

        if p.values[p.i] and len(p.values[p.i]) > 1 and p.latex:
            p.repairs.append("root_digits")
        return Node("root", (decimal(p.take()), degree))
    if kind == "(":
        p.repairs.append("root_brackets")
        args = arguments(p)
        if len(args) != 1:
            raise p.unread("a root of several numbers")
        return Node("root", (args[0], degree))
    return Node("root", (argument(p), degree))


def boxed(p: Parser) -> Node:
    p.i += 1
    p.repairs.append("inner_box")
    return p.braced()


def environment(p: Parser) -> Node:
    name = p.take()
    if name in _MATRICES:
        return Node("matrix", (_MATRICES[name], _rows(p)))
    if name == "vmatrix":
        return Node("call", ("det", Node("matrix", ("matrix", _rows(p)))))
    if name == "Vmatrix":
        return Node("call", ("norm", Node("matrix", ("matrix", _rows(p)))))
    if name in ("cases", "dcases", "rcases"):
        rows = _rows(p)
        if all(len(row) == 1 and row[0].head == "rel" for row in rows):  # a system of equations, or its solution
            return Node("list", (",", *(row[0] for row in rows))) if len(rows) > 1 else rows[0][0]
        return Node("cases", (tuple(_case(p, row) for row in rows),))
    if name in _LINES:
        return _lines(p)
    raise p.unread(f"the environment {name} is not known")


def _rows(p: Parser) -> tuple[tuple[Node, ...], ...]:
    rows: list[tuple[Node, ...]] = []
    cells: list[Node] = []
    while True:
        if p.kinds[p.i] == "end_env" and not cells and rows:
            break
        if p.kinds[p.i] == "where":
            p.i += 1
        cells.append(p.enclosed("cell"))
        kind = p.kinds[p.i]
        if kind == "&":
            p.i += 1
            continue
        rows.append(tuple(cells))
        cells = []
        if kind == "end_env":
            break
        p.skip("row")
        if kind == "row" and p.kinds[p.i] == "end":
            raise p.unread()
    p.i += 1
    return tuple(rows)


def _case(p: Parser, row: tuple[Node, ...]) -> tuple[Node, Node | None]:
    """A line of a piecewise definition: the value, and the condition (None: otherwise)."""
    if len(row) == 1:
        node = row[0]
        if node.head == "where" and len(node.args) == 2:
            return node.args[0], node.args[1]
        if node.head == "list" and len(node.args) == 3:
            return node.args[1], _condition(node.args[2])
        return node, None
    if len(row) == 2:
        return row[0], _condition(row[1])
    raise p.unread("a case of more than two cells")


def _condition(node: Node) -> Node | None:
    return None if node == Node("text", ("otherwise",)) else node


def _lines(p: Parser) -> Node:
    r"""The lines of an alignment: `&` says nothing, and `\\` joins what a relation carries on, else it is a comma."""
    i, depth = p.i, 1
    kept = list(range(i))
    while depth:
        kind = p.kinds[i]
        if kind == "end":
            raise p.unread("an environment without an end")
        depth += (kind == "begin") - (kind == "end_env")
        carried = p.kinds[i + 1 + (p.kinds[i + 1] == "&")] in ("rel", "+", "-", "end_env")
        if depth != 1 or (kind != "&" and not (kind == "row" and carried)):
            kept.append(i)
            if kind == "row" and depth == 1:
                p.kinds[i] = ";"
        i += 1
    kept.extend(range(i, len(p.kinds)))
    p.kinds[:] = [p.kinds[j] for j in kept]
    p.values[:] = [p.values[j] for j in kept]
    p.places[:] = [p.places[j] for j in kept]
    p.spaced[:] = [p.spaced[j] for j in kept]
    node = p.enclosed("lines")
    p.skip("end_env")
    return node


def matrix_call(p: Parser) -> Node:
    """`pmatrix([1, 2], [3, 4])`, `Matrix([[1, 2], [3, 4]])`."""
    name = p.take()
    if p.kinds[p.i] != "(":
        raise p.unread()
    rows = arguments(p)
    if len(rows) == 1 and rows[0].head == "group" and any(cell.head == "group" for cell in rows[0].args[2:]):
        rows = rows[0].args[2:]
    if any(row.head != "group" or row.args[:2] != ("[", "]") for row in rows):
        raise p.unread("a matrix whose rows are no brackets")
    return Node("matrix", (_MATRICES[name], tuple(row.args[2:] for row in rows)))


def cases_call(p: Parser) -> Node:
    """`cases((x, x > 0), (0, otherwise))`."""
    p.i += 1
    if p.kinds[p.i] != "(":
        raise p.unread()
    rows = []
    for pair in arguments(p):
        if pair.head != "group" or len(pair.args) != 4:
            raise p.unread("a case that is no pair")
        rows.append((pair.args[2], _condition(pair.args[3])))
    return Node("cases", (tuple(rows),))


def otherwise(p: Parser) -> Node:
    p.i += 1
    return Node("text", ("otherwise",))


PREFIX: dict[str, Prefix] = {
    "frac": fraction,
    "root": root,
    "boxed": boxed,
    "begin": environment,
    "matrixcall": matrix_call,
    "casescall": cases_call,
    "otherwise": otherwise,
}
INFIX: dict[str, Infix] = {}
