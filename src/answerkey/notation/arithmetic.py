"""Signs, sums, products and quotients; operands side by side."""

from __future__ import annotations

from answerkey.notation.brackets import arguments
from answerkey.notation.nodes import Node
from answerkey.notation.numbers import SELECTIONS
from answerkey.notation.pratt import IMPLICIT, PRODUCT, SIGN, SUM, Infix, Parser, Prefix
from answerkey.notation.units import measured, only_units, per
from answerkey.notation.words import COMMON_FUNCTION_NAMES, GREEK_FUNCTIONS, UNITS

_MINUS_ONE = Node("neg", (Node("int", (1,)),))
_NO_FACTORS = frozenset(("text", "money", "list", "label"))
_OPENERS = frozenset(("(", "[", "{", r"\{"))
_CLOSERS = frozenset((")", "]", "}", r"\}"))


def sum_(p: Parser, left: Node) -> Node:
    """`a + b - c`: one node for the whole chain."""
    terms = [left]
    kinds = p.kinds
    while True:
        kind = kinds[p.i]
        if kind == "+":
            p.i += 1
            terms.append(p.expression(SUM))
        elif kind == "-":
            p.i += 1
            terms.append(Node("neg", (p.expression(SUM),)))
        else:
            break
    last = terms[-1]
    unit = last if last.head == "quantity" else next(iter(last.args), None)
    if isinstance(unit, Node) and unit.head == "quantity" and not any(term.head == "quantity" for term in terms[:-1]):
        value = unit.args[0]
        terms[-1] = value if last is unit else Node("neg", (value,))
        return Node("quantity", (Node("add", tuple(terms)), unit.args[1]))
    return Node("add", tuple(terms))


def minus(p: Parser) -> Node:
    p.i += 1
    return negative(p.expression(SIGN))


def negative(value: Node) -> Node:
    """Minus `value`; the sign of a quantity or of money belongs to its number."""
    if value.head == "quantity":
        return Node("quantity", (Node("neg", (value.args[0],)), value.args[1]))
    if value.head == "money":
        return Node("money", (value.args[0], Node("neg", (value.args[1],))))
    return Node("neg", (value,))


def plus(p: Parser) -> Node:
    p.i += 1
    return p.expression(SIGN)


def product(p: Parser, left: Node) -> Node:
    """`a * b * c`, and what stands side by side within it: one node for the whole chain."""
    factors = list(left.args) if left.head == "mul" and left is not p.bracketed else [left]
    while p.kinds[p.i] == "*":
        p.i += 1
        right = p.expression(PRODUCT)
        if right.head == "mul" and right is not p.bracketed:
            factors.extend(right.args)
        else:
            factors.append(right)
    return Node("mul", tuple(factors))


def quotient(p: Parser, left: Node) -> Node:
    """`a / b`; whether `1/2x` is half of x or one over 2x is a choice."""
    if p.kinds[p.i + 1] == "word" and (rate := per(p, left)) is not None:
        return rate
    p.i += 1
    right = p.expression(IMPLICIT)
    if p.kinds[p.i] == "(" and right.head == "name" and right is not p.bracketed:
        right = application(p, right) or right
    entry = p.infix.get(p.kinds[p.i])
    if entry is not None and entry[1] is implicit and not p.spaced[p.i] and right is not p.bracketed:
        p.met.add("slash")
        if "slash" in p.flips:
            right = implicit(p, right) or right
    return Node("div", (left, right))


def implicit(p: Parser, left: Node) -> Node | None:
    """Operands side by side: a product, a mixed number, or a function before its argument."""
    factors = [left]
    kinds, infix = p.kinds, p.infix
    while True:
        kind = kinds[p.i]
        entry = infix.get(kind)
        if entry is None or entry[1] is not implicit or _stops(p, kind):
            break
        last = factors[-1]
        if kind == "(" and last is not p.bracketed and (last.head == "name" or _is_inverse(last)):
            applied = application(p, last)
            if applied is not None:
                factors[-1] = applied
                continue
        if kind == "(" and kinds[p.i + 1] == "word":
            return _unit_in_brackets(p, Node("mul", tuple(factors)) if len(factors) > 1 else last)
        if last.head in _NO_FACTORS or (kind == "num" and (kinds[p.i - 1] == "num" or last.head == "quantity")):
            raise p.unread("two numbers side by side")
        if kind == "boxed":
            raise p.unread("boxes side by side")
        if kind == "name" and kinds[p.i - 1] == "num" == kinds[p.i + 1] and p.values[p.i] in UNITS and p.i <= 3:
            start = p.i
            measure = measured(p, left)
            if measure is not None and p.i > start + 1:  # 2 h 30 min, 2h 30min
                return measure
            p.i = start
        if kind == "name" and kinds[p.i - 1] == "num" and _is_unit(p):
            p.met.add("units")
            if "units" in p.flips:
                return measured(p, Node("mul", tuple(factors)) if len(factors) > 1 else factors[0])
        mixed = kind == "frac" and last.head == "int" and kinds[p.i - 1] == "num"
        right = p.expression(IMPLICIT)
        measured_in = right.head if right.head in ("percent", "degree") else None
        fraction = right.args[0] if measured_in else right
        if mixed and fraction.head == "div" and all(part.head == "int" for part in fraction.args):
            above, below = fraction.args
            if above.args[0] < below.args[0]:
                number = Node("mixed", (last, above, below))
                factors[-1] = Node(measured_in, (number,)) if measured_in else number
                continue
        if right.head in _NO_FACTORS:
            raise p.unread("words in mathematics")
        factors.append(right)
    if len(factors) > 1:
        if any(factor.head == "set" for factor in factors):
            factors = [_ungrouped(p, factor) for factor in factors]
        return Node("mul", tuple(factors))
    return None if factors[0] is left else factors[0]


def _ungrouped(p: Parser, factor: Node) -> Node:
    """A set of one in a product is somebody's brackets."""
    if factor.head != "set" or len(factor.args) != 1:
        return factor
    p.repairs.append("brace_group")
    node: Node = factor.args[0]
    return node


def _is_unit(p: Parser) -> bool:
    """May the letter here be a unit? It is the last thing, or begins `m/s` or `kg m`."""
    if p.i > 3 or not p.spaced[p.i]:
        return p.values[p.i] in UNITS and p.i <= 3 and p.kinds[p.i + 1] == "end"
    return only_units(p, p.i) or (p.values[p.i] in UNITS and p.kinds[p.i + 1] in ("/", "^", "num"))


def _stops(p: Parser, kind: str) -> bool:
    """Does something in this place end the product rather than go on with it?"""
    if kind == "func":
        return p.tight
    if kind == "|":
        return p.bar != "" or p.values[p.i] == "close"
    if kind == "norm":
        return p.bar == "norm" or p.values[p.i] == "close"
    if kind == "(" and p.labelled:
        return p.kinds[p.i + 1 : p.i + 3] == ["name", ")"] and p.spaced[p.i] and p.spaced[p.i + 3]
    if kind == "name":
        return p.integral and p.values[p.i] == "d" and p.kinds[p.i + 1] in ("name", "word")
    if kind == "[":
        return p.opener == "]" or (p.opener == "[" and p.kinds[p.i + 1] not in p.prefix)
    return False


def application(p: Parser, function: Node) -> Node | None:
    """`f(x)`, `f^{-1}(x)`, `C(5, 2)`: the node when the brackets hold arguments; None when a product is meant."""
    if function.head == "pow":
        text = function.args[0].args[0] + "^-1"
    else:
        text = function.args[0]
        letter = text.rstrip("'").partition("_")[0]
        known = letter in COMMON_FUNCTION_NAMES or letter in GREEK_FUNCTIONS or "'" in text
        single = p.kinds[p.i + 2] == ")" and p.kinds[p.i + 1] == "name"
        single = single or (p.kinds[p.i + 2] == ")" and p.kinds[p.i + 1] == "num" and len(letter) > 1)  # \\varphi(12)
        if not known and (p.spaced[p.i] or not (single or _has_members(p))):
            return None
    value = p.kinds[p.i + 1] == "num" and p.kinds[p.i + 2] == ")"  # f times 2 is written 2f: f(2) is a value
    value = value or (p.i == 1 and p.kinds[4:5] == ["rel"] and p.values[4] == "=")  # f(x) = … defines f
    value = value or function.head == "pow"  # the inverse function: nobody writes x/f so
    if not value and not _has_members(p):
        p.met.add("application")
        if "application" in p.flips:
            return None
    args = arguments(p)
    if text in SELECTIONS and len(args) == 2 and args[0].head == args[1].head == "int" and args[0] >= args[1]:
        p.met.add("selections")
        if "selections" in p.flips:
            return Node("call", (SELECTIONS[text], *args))
    if text in GREEK_FUNCTIONS and len(args) == 1:
        return Node("call", (GREEK_FUNCTIONS[text], *args))
    return Node("apply", (text, *args))


def _is_inverse(node: Node) -> bool:
    """Is this the inverse of a function, as in `f^{-1}(x)`?"""
    if node.head != "pow" or node.args[1] != _MINUS_ONE or node.args[0].head != "name":
        return False
    return node.args[0].args[0] in COMMON_FUNCTION_NAMES


def _has_members(p: Parser) -> bool:
    """Do the brackets that open here hold more than one member?"""
    depth, i = 1, p.i + 1
    while depth and p.kinds[i] != "end":
        kind = p.kinds[i]
        depth += (kind in _OPENERS) - (kind in _CLOSERS)
        if kind in (",", ";") and depth == 1:
            return True
        i += 1
    return False


def _unit_in_brackets(p: Parser, left: Node) -> Node:
    """`5 (cm)`."""
    p.i += 1
    node = measured(p, left)
    if node is None:
        raise p.unread("words in mathematics")
    p.skip(")")
    return node


def plus_minus(p: Parser) -> Node:
    head = p.take()
    return Node(head, (p.expression(SIGN),))


def plus_minus_between(p: Parser, left: Node) -> Node:
    head = p.take()
    return Node(head, (left, p.expression(SUM)))


def name(p: Parser) -> Node:
    value = p.values[p.i]
    p.i += 1
    if (
        p.kinds[p.i] == "num"
        and not (p.latex or p.spaced[p.i])
        and p.values[p.i].isdecimal()
        and len(p.values[p.i]) < 3
    ):
        p.met.add("subscripts")
        if "subscripts" in p.flips:
            return Node("name", (f"{value}_{p.take()}",))
    return Node("name", (value,))


def constant(p: Parser) -> Node:
    value = p.values[p.i]
    p.i += 1
    if p.kinds[p.i] == "_" and p.kinds[p.i + 1] == "{" and p.kinds[p.i + 2] == "rel":
        return _restricted(p, Node("const", (value,)))
    return Node("const", (value,))


def _restricted(p: Parser, home: Node) -> Node:
    r"""`\mathbb{R}_{>0}`: the members of a set that an inequality holds for."""
    p.i += 2
    sign = p.take()
    element = Node("name", ("x",))
    condition = Node("rel", ((sign,), (element, p.expression(0))))
    p.skip("}")
    return Node("setbuilder", (Node("rel", (("in",), (element, home))), condition))


OPERANDS = (
    r"name const num func root rootcall frac binom ( [ { | norm < corner big bigcall integral limit accent "
    r"figure begin matrixcall casescall boxed \{"
).split()

PREFIX: dict[str, Prefix] = {"-": minus, "+": plus, "pm": plus_minus, "name": name, "const": constant}
INFIX: dict[str, Infix] = {
    "+": (SUM, sum_),
    "-": (SUM, sum_),
    "pm": (SUM, plus_minus_between),
    "*": (PRODUCT, product),
    "/": (PRODUCT, quotient),
    **dict.fromkeys(OPERANDS, (IMPLICIT, implicit)),
}
