"""Relations, sets' operations, congruences, logic, ratios."""

from __future__ import annotations

from answerkey.notation.nodes import Node
from answerkey.notation.pratt import IMPLIES, INTERSECTION, MOD, RELATION, SUM, UNION, Infix, Parser, Prefix

_NEGATED = {"=": "!=", "in": "notin", "<": ">=", ">": "<=", "<=": ">", ">=": "<", "!=": "="}
CONGRUENCE = RELATION - 2


def relation(p: Parser, left: Node) -> Node | None:
    """A chain: `a = b < c`."""
    operators: list[str] = []
    operands = [left]
    while True:
        kind = p.kinds[p.i]
        negated = kind == "not" and p.kinds[p.i + 1] == "rel"
        if kind != "rel" and not negated:
            break
        if p.opener == "<" and p.values[p.i] == ">":
            break
        p.i += negated
        value = p.values[p.i]
        if negated and value not in _NEGATED:
            raise p.unread()
        p.i += 1
        operators.append(_NEGATED[value] if negated else value)
        operands.append(p.expression(RELATION))
    if not operators:
        return None
    return Node("rel", (tuple(operators), tuple(operands)))


def divides(p: Parser, left: Node) -> Node | None:
    r"""`a \mid b` outside a set; inside one it is such-that."""
    if p.bar == "set":
        return None
    p.i += 1
    return Node("rel", (("divides",), (left, p.expression(RELATION))))


def set_operation(p: Parser, left: Node) -> Node:
    """`A ∪ B ∪ C`: one node for a chain of one operation."""
    kind, head = p.kinds[p.i], p.values[p.i]
    power = UNION if kind == "cup" else INTERSECTION
    members = [left]
    while p.kinds[p.i] == kind:
        p.i += 1
        members.append(p.expression(power))
    return Node(head, tuple(members))


def setminus(p: Parser, left: Node) -> Node:
    p.i += 1
    return Node("setminus", (left, p.expression(UNION)))


def mod(p: Parser, left: Node) -> Node:
    p.i += 1
    return Node("mod", (left, p.expression(MOD)))


def congruence(p: Parser, left: Node) -> Node:
    r"""`x \\equiv 3 \\pmod{7}`, `x ≡ 3 (mod 7)`: the modulus belongs to the last operand."""
    opened = p.take().startswith("(")
    if p.kinds[p.i] == "{":
        modulus = p.braced()
    elif opened:
        modulus = p.enclosed("(")
    else:
        modulus = p.expression(SUM)
    if opened:
        p.skip(")")
    if left.head == "rel":
        operators, operands = left.args
        return Node("rel", (operators, (*operands[:-1], Node("mod", (operands[-1], modulus)))))
    return Node("mod", (left, modulus))


def negation(p: Parser) -> Node:
    p.i += 1
    return Node("not", (p.expression(RELATION - 1),))


def implies(p: Parser, left: Node) -> Node:
    if p.take() == "iff":
        return Node("rel", (("equiv",), (left, p.expression(IMPLIES - 1))))
    return Node("implies", (left, p.expression(IMPLIES - 1)))


def ratio(p: Parser, left: Node) -> Node | None:
    """`3 : 2 : 1`; inside a set it is such-that."""
    if p.bar == "set":
        return None
    terms = [left]
    while p.kinds[p.i] == ":":
        p.i += 1
        terms.append(p.expression(SUM - 1))
    return Node("ratio", tuple(terms))


PREFIX: dict[str, Prefix] = {"not": negation}
INFIX: dict[str, Infix] = {
    "rel": (RELATION, relation),
    "not": (RELATION, relation),
    "mid": (RELATION, divides),
    "cup": (UNION, set_operation),
    "cap": (INTERSECTION, set_operation),
    "setminus": (UNION, setminus),
    "mod": (MOD, mod),
    "pmod": (CONGRUENCE, congruence),
    "implies": (IMPLIES, implies),
    ":": (MOD - 1, ratio),
}
