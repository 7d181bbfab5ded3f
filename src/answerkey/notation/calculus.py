r"""Sums, products, integrals, limits, derivatives: `\sum_{k=1}^n k`, and `sum(k, k, 1, n)` in plain text."""

from __future__ import annotations

from answerkey.notation.brackets import arguments
from answerkey.notation.digits import from_digits
from answerkey.notation.nodes import Node
from answerkey.notation.pratt import PRODUCT, SIGN, SUM, Infix, Parser, Prefix

_D = Node("name", ("d",))
_NONE = Node("text", ("none",))


def _scripts(p: Parser) -> tuple[Node | None, Node | None]:
    """What stands below and above, in either order."""
    found: dict[str, Node | None] = {"_": None, "^": None}
    while p.kinds[p.i] in ("_", "^"):
        script = p.kinds[p.i]
        p.i += 1
        if p.kinds[p.i] == "{" and p.kinds[p.i + 1] == "}":
            p.i += 2
            continue
        found[script] = p.script()
    return found["_"], found["^"]


def big(p: Parser) -> Node:
    r"""`\sum_{k=1}^{n} k^2`, `\prod_{p \mid n} p`."""
    head = p.take()
    low, high = _scripts(p)
    variable = low
    if low is not None and low.head == "rel" and low.args[0] == ("=",) and low.args[1][0].head == "name":
        variable, low = low.args[1]
    else:
        low = None
    return Node(head, (p.expression(SIGN), variable, low, high))


def integral(p: Parser) -> Node:
    r"""`\int_a^b f(x) dx`; the differential may stand in a numerator."""
    times = from_digits(p.take() or "1")
    low, high = _scripts(p)
    if _differential(p):
        body: Node = Node("int", (1,))
    else:
        saved, p.integral = p.integral, True
        body = p.expression(SUM - 1)
        p.integral = saved
    if _differential(p):
        p.i += 1
        variable: Node | None = Node("name", (p.take(),))
    else:
        body, variable = _without_differential(body)
    if variable is None:
        raise p.unread("an integral without a differential")
    for _ in range(times - 1):
        if not _differential(p):
            raise p.unread("an integral without all of its differentials")
        p.i += 1
        body, variable = Node("integral", (body, variable, None, None)), Node("name", (p.take(),))
    return Node("integral", (body, variable, low, high))


def _differential(p: Parser) -> bool:
    return p.kinds[p.i] == "name" and p.values[p.i] == "d" and p.kinds[p.i + 1] == "name"


def _without_differential(body: Node) -> tuple[Node, Node | None]:
    r"""`\int \frac{dx}{x}`, `\int (x\,dx)`: the body without its `d x`, and the variable."""
    if body.head == "div":
        above, variable = _without_differential(body.args[0])
        return Node("div", (above, body.args[1])), variable
    if body.head in ("set", "group") and body.args and isinstance(body.args[-1], Node):
        return _without_differential(body.args[-1])
    if body.head == "mul" and body.args[-2] == _D and body.args[-1].head == "name":
        rest = body.args[:-2]
        if len(rest) > 1:
            return Node("mul", rest), body.args[-1]
        return (rest[0] if rest else Node("int", (1,))), body.args[-1]
    return body, None


def limit(p: Parser) -> Node:
    r"""`\lim_{x \to 0^+} f(x)`."""
    p.i += 1
    low, high = _scripts(p)
    if low is not None and low.head == "implies":
        low = Node("rel", (("to",), low.args))
    if low is None or high is not None or low.head != "rel" or low.args[0] != ("to",):
        raise p.unread("a limit that goes nowhere")
    variable, to = low.args[1]
    to, direction = _direction(to)
    return Node("limit", (p.expression(SIGN), variable, to, direction))


def _direction(to: Node) -> tuple[Node, str]:
    if to.head == "pow" and to.args[1] in (Node("name", ("+",)), Node("name", ("-",))):
        return to.args[0], to.args[1].args[0]
    return to, ""


def derivative(p: Parser, above: Node, below: Node) -> Node | None:
    r"""`\frac{d}{dx} f`, `\frac{d^2 y}{dx^2}`; None when the fraction is one."""
    order = 1
    if below.head != "mul" or len(below.args) != 2 or below.args[0] != _D:
        return None
    variable = below.args[1]
    if variable.head == "pow" and variable.args[1].head == "int":
        variable, order = variable.args[0], variable.args[1].args[0]
    if variable.head != "name":
        return None
    mark = _D if order == 1 else Node("pow", (_D, Node("int", (order,))))
    if above == mark:
        return Node("diff", (p.expression(PRODUCT), variable, order))
    if above.head == "mul" and above.args[0] == mark:
        rest = above.args[1:]
        if len(rest) == 1 and rest[0].head == "name" and order <= 2:
            p.met.add("primes")
            if "primes" in p.flips:
                return Node("name", (rest[0].args[0] + "'" * order,))
        return Node("diff", (rest[0] if len(rest) == 1 else Node("mul", rest), variable, order))
    return None


def big_call(p: Parser) -> Node:
    """`sum(body, k, 1, n)`, `integral(body, x)`, `limit(body, x, 0)`, `diff(body, x, 2)`."""
    head = p.take()
    if p.kinds[p.i] != "(":
        raise p.unread()
    args = [None if arg == _NONE else arg for arg in arguments(p)]
    if len(args) == 2 and isinstance(args[1], Node) and args[1].head == "group" and len(args[1].args) == 5:
        args = [args[0], *args[1].args[2:]]
    body = args[0]
    if body is None or not 1 < len(args) < 5:
        raise p.unread(f"{head} takes a body, a variable, and bounds")
    if head == "limit" and len(args) == 3 and args[2] is not None:
        return Node("limit", (body, args[1], *_direction(args[2])))
    if head == "diff":
        order = args[2] if len(args) == 3 else Node("int", (1,))
        if len(args) > 3 or order is None or order.head != "int":
            raise p.unread("a derivative takes a body, a variable, and an order")
        return Node("diff", (body, args[1], order.args[0]))
    if head in ("limit", "diff"):
        raise p.unread()
    if ((args[2:] and args[2] is not None) or head == "integral") and (args[1] is None or args[1].head != "name"):
        raise p.unread(f"{head} over what is no variable")
    args += [None] * (4 - len(args))
    return Node(head, tuple(args))


PREFIX: dict[str, Prefix] = {"big": big, "integral": integral, "limit": limit, "bigcall": big_call}
INFIX: dict[str, Infix] = {}
