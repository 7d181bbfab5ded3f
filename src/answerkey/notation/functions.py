"""Known functions and their arguments; marks over names; figures."""

from __future__ import annotations

from answerkey.notation.brackets import arguments
from answerkey.notation.digits import from_digits
from answerkey.notation.nodes import Node
from answerkey.notation.pratt import CHOOSE, IMPLICIT, Infix, Parser, Prefix
from answerkey.notation.words import INVERSE

_BRACKETS = frozenset(("(", "[", "{", r"\{"))
_COMPLEX = frozenset("izw")  # under a bar: a complex conjugate, not a complement
_TWO = Node("int", (2,))


def function(p: Parser) -> Node:
    r"""`\sin x`, `\sin^2 x`, `\log_2 (x)`, `\gcd(a, b)`."""
    name = p.take()
    if name == "re" and p.kinds[p.i] == "^":  # re^{i\\theta}
        p.i += 1
        return Node("mul", (Node("name", ("r",)), Node("pow", (Node("name", ("e",)), p.script()))))
    base = exponent = None
    while p.kinds[p.i] in ("_", "^"):
        script = p.kinds[p.i]
        p.i += 1
        sign = p.kinds[p.i] == "-" and p.kinds[p.i + 1] == "num"  # sin^-1(x)
        p.i += sign
        value = Node("neg", (p.script(),)) if sign else p.script()
        if script == "_":
            base = value
        else:
            exponent = value
    if exponent is not None and name in INVERSE and exponent == Node("neg", (Node("int", (1,)),)):
        name, exponent = INVERSE[name], None
    if p.kinds[p.i] == "rel" and p.kinds[p.i - 1] == "func":
        return Node("name", (name,))  # \max = 5
    if name == "log" and p.values[p.i] in ("2", "10") and p.kinds[p.i + 1] == "(" and not p.spaced[p.i]:  # log10(x)
        base = Node("int", (from_digits(p.take()),))
    args = _arguments(p)
    if any(arg.head == "text" for arg in args):
        raise p.unread("words in mathematics")
    if base is not None:
        if name != "log":
            raise p.unread(f"{name} has no base")
        args = (*args, base)
    node = call(p, name, args)
    return node if exponent is None else Node("pow", (node, exponent))


def _arguments(p: Parser) -> tuple[Node, ...]:
    if p.kinds[p.i] in _BRACKETS:
        return arguments(p)
    saved, p.tight = p.tight, True
    argument = Node("neg", (_tight(p),)) if p.kinds[p.i] == "-" else p.expression(IMPLICIT - 1)
    p.tight = saved
    return (argument,)


def _tight(p: Parser) -> Node:
    p.i += 1
    return p.expression(IMPLICIT - 1)


def call(p: Parser, name: str, args: tuple[Node, ...]) -> Node:
    """The node of a function; those that have a head of their own get it."""
    if name == "factorial" and len(args) == 1:
        return Node("fact", args)
    if name == "cis" and len(args) == 1:
        return Node("call", ("exp", Node("mul", (Node("name", ("i",)), *args))))
    if name == "mod":
        if len(args) != 2:
            raise p.unread("a remainder takes two numbers")
        return Node("mod", args)
    return Node("call", (name, *args))


def root_call(p: Parser) -> Node:
    """`sqrt(x)`, `cbrt(x)`, `root(x, 3)`."""
    degree = p.take()
    args = _arguments(p)
    if degree == "n" and len(args) == 2:
        return Node("root", args)
    if degree == "n" or len(args) != 1 or args[0].head == "list":
        raise p.unread("a root of several numbers")
    return Node("root", (args[0], Node("int", (from_digits(degree),))))


def binomial(p: Parser) -> Node:
    p.i += 1
    return Node("call", ("binomial", argument(p), argument(p)))


def choose(p: Parser, left: Node) -> Node:
    p.i += 1
    return Node("call", ("binomial", left, p.expression(CHOOSE)))


def argument(p: Parser) -> Node:
    r"""What a command takes: `{…}`, or one token (one digit of a number)."""
    kind = p.kinds[p.i]
    if kind == "{":
        inner = p.braced()
        if inner.head == "list":
            raise p.unread("a list where one thing belongs")
        return inner
    if kind == "num" and p.values[p.i].isdecimal():
        value = p.values[p.i]
        if len(value) > 1:
            p.values[p.i] = value[1:]
            p.spaced[p.i] = False
            p.repairs.append("completed_frac")
        else:
            p.i += 1
        return Node("int", (int(value[0]),))
    rule = p.prefix.get(kind)
    if rule is None or kind in ("num", "-", "+", "func"):
        raise p.unread()
    p.repairs.append("completed_frac")
    return p.deeper(rule)


def accent(p: Parser) -> Node:
    r"""`\vec{v}`, `\overline{AB}`, `bar(x)`: a name with a mark over it."""
    mark = p.take()
    start = p.i
    content = _letters(p)
    if content is None:
        p.i = start
        return argument(p) if mark == "underline" else _marked(p, mark)
    if mark == "underline":
        return Node("name", (content,))
    if mark == "overline" and len(content) > 1 and _COMPLEX.issuperset(content):
        return Node("call", ("conj", Node("mul", tuple(Node("name", (letter,)) for letter in content))))
    if len(content) == 1 and mark in ("hat", "widehat", "vec") and content in "ijk":
        mark = "vec"
    elif mark == "overline" and (len(content) == 1 or (content.isalpha() and content.islower())):
        mark = "bar"
    return Node("name", (f"{mark}({content})",))


def _marked(p: Parser, mark: str) -> Node:
    start = p.i
    inner = argument(p)
    if inner.head == "name":
        return Node("name", (f"{'bar' if mark == 'overline' else mark}({inner.args[0]})",))
    if mark in ("overline", "bar") and not _COMPLEX.isdisjoint(p.values[start : p.i]):
        return Node("call", ("conj", inner))
    if mark == "overline":
        return Node("complement", (inner,))
    raise p.unread("a mark over what is no name")


def _letters(p: Parser) -> str | None:
    """The letters that a mark stands over, or None when something else does."""
    kind = p.kinds[p.i]
    if kind in ("name", "word"):
        return p.take()
    if kind not in ("{", "("):
        return None
    p.i += 1
    content = ""
    while p.kinds[p.i] in ("name", "word"):
        content += p.take()
    if not content or p.kinds[p.i] not in ("}", ")"):
        return None
    p.i += 1
    return content


def over(p: Parser) -> Node:
    r"""`\overset{\frown}{AB}`: an arc."""
    p.i += 1
    if p.values[p.i + 1] not in ("frown", "arc"):
        raise p.unread("something over something else")
    p.i += 1
    p.take()
    p.skip("}")
    content = _letters(p)
    if content is None:
        raise p.unread()
    return Node("name", (f"widehat({content})",))


def figure(p: Parser) -> Node:
    r"""`\angle ABC`, `\triangle ABC`."""
    name = p.take()
    content = _letters(p)
    if content is None:
        raise p.unread()
    while p.kinds[p.i] in ("name", "word") and p.values[p.i].isupper() and (not p.spaced[p.i] or p.latex):
        content += p.take()
    return Node("name", (f"{name}({content})",))


PREFIX: dict[str, Prefix] = {
    "func": function,
    "rootcall": root_call,
    "binom": binomial,
    "accent": accent,
    "figure": figure,
    "over": over,
}
INFIX: dict[str, Infix] = {"choose": (CHOOSE, choose)}
