"""Symbolic derivatives of trees."""

from __future__ import annotations

from collections.abc import Callable

from answerkey.limits import Budget
from answerkey.notation.nodes import Node
from answerkey.scalars.names import free_names

ZERO, ONE, TWO = (Node("int", (n,)) for n in range(3))


class NoDerivative(Exception):
    """A function whose derivative is not in the table."""


def nth_derivative(node: Node, name: str, order: int, budget: Budget) -> Node:
    """The derivative of that order. What each step costs is spent before it: without simplification trees swell."""
    for _ in range(order):
        parts = [node]
        while parts:
            part = parts.pop()
            budget.spend(len(part.args) ** 2 if part.head == "mul" else 4)
            parts.extend(arg for arg in part.args if isinstance(arg, Node))
        node = derivative(node, name)
    return node


def derivative(node: Node, name: str) -> Node:
    """The derivative of a tree by a name, not simplified.

    >>> derivative(Node("name", ("x",)), "x")
    Node(head='int', args=(1,))
    """
    head, args = node
    if name not in free_names(node):
        return ZERO
    if head == "name":
        return ONE
    if head == "call":
        return _chain(args[0], args[1:], name)
    rule = _RULES.get(head)
    if rule is None:
        raise NoDerivative
    return rule(args, name)


def _sum(args: tuple[Node, ...], name: str) -> Node:
    return Node("add", tuple(derivative(arg, name) for arg in args))


def _product(args: tuple[Node, ...], name: str) -> Node:
    terms = tuple(
        Node("mul", (*args[:place], derivative(factor, name), *args[place + 1 :])) for place, factor in enumerate(args)
    )
    return Node("add", terms) if len(terms) > 1 else terms[0]


def _quotient(args: tuple[Node, ...], name: str) -> Node:
    top, bottom = args
    numerator = _add(_mul(derivative(top, name), bottom), _neg(_mul(top, derivative(bottom, name))))
    return _div(numerator, _pow(bottom, TWO))


def _power(args: tuple[Node, ...], name: str) -> Node:
    base, exponent = args
    inner, outer = derivative(base, name), derivative(exponent, name)
    by_base = _mul(exponent, _mul(_pow(base, _add(exponent, _neg(ONE))), inner))
    if outer == ZERO:
        return by_base
    by_exponent = _mul(Node("pow", args), _mul(Node("call", ("ln", base)), outer))
    return by_exponent if inner == ZERO else _add(by_base, by_exponent)


def _root(args: tuple[Node, ...], name: str) -> Node:
    return _power((args[0], _div(ONE, args[1])), name)


def _chain(function: str, arguments: tuple[Node, ...], name: str) -> Node:
    if function == "log" and len(arguments) == 2:
        top, bottom = (Node("call", ("ln", argument)) for argument in arguments)
        return derivative(_div(top, bottom), name)
    outer = _OUTER.get(function)
    if outer is None or len(arguments) != 1:
        raise NoDerivative
    (argument,) = arguments
    return _mul(outer(argument), derivative(argument, name))


def _add(a: Node, b: Node) -> Node:
    return Node("add", (a, b))


def _neg(a: Node) -> Node:
    return Node("neg", (a,))


def _mul(a: Node, b: Node) -> Node:
    return Node("mul", (a, b))


def _div(a: Node, b: Node) -> Node:
    return Node("div", (a, b))


def _pow(a: Node, b: Node) -> Node:
    return Node("pow", (a, b))


def _f(name: str, x: Node) -> Node:
    return Node("call", (name, x))


def _sqrt(x: Node) -> Node:
    return Node("root", (x, TWO))


def _square(x: Node) -> Node:
    return _pow(x, TWO)


def _one_minus(x: Node) -> Node:
    return _add(ONE, _neg(x))


def _integral(args: tuple[Node, ...], name: str) -> Node:
    """Leibniz' rule, for an integrand without the name."""
    body, variable, low, high = args
    if low is None or high is None or (name in free_names(body) and variable != ("name", (name,))):
        raise NoDerivative
    at_high, at_low = (substituted(body, variable.args[0], end) for end in (high, low))
    return _add(_mul(at_high, derivative(high, name)), _neg(_mul(at_low, derivative(low, name))))


def substituted(node: Node, name: str, by: Node) -> Node:
    """The tree with a free name replaced; `NoDerivative` where a dummy could capture it."""
    if node == ("name", (name,)):
        return by
    if name not in free_names(node):
        return node
    if node.head in ("sum", "prod", "integral", "limit"):
        raise NoDerivative
    return Node(node.head, tuple(substituted(arg, name, by) if isinstance(arg, Node) else arg for arg in node.args))


_RULES: dict[str, Callable[[tuple[Node, ...], str], Node]] = {
    "add": _sum,
    "neg": lambda args, name: _neg(derivative(args[0], name)),
    "mul": _product,
    "div": _quotient,
    "pow": _power,
    "root": _root,
    "integral": _integral,
    "percent": lambda args, name: Node("percent", (derivative(args[0], name),)),
    "degree": lambda args, name: Node("degree", (derivative(args[0], name),)),
}

# The derivative of each function at its argument.
_OUTER: dict[str, Callable[[Node], Node]] = {
    "exp": lambda x: _f("exp", x),
    "ln": lambda x: _div(ONE, x),
    "log": lambda x: _div(ONE, x),
    "lg": lambda x: _div(ONE, _mul(x, _f("ln", Node("int", (10,))))),
    "sqrt": lambda x: _div(ONE, _mul(TWO, _sqrt(x))),
    "sin": lambda x: _f("cos", x),
    "cos": lambda x: _neg(_f("sin", x)),
    "tan": lambda x: _square(_f("sec", x)),
    "cot": lambda x: _neg(_square(_f("csc", x))),
    "sec": lambda x: _mul(_f("sec", x), _f("tan", x)),
    "csc": lambda x: _neg(_mul(_f("csc", x), _f("cot", x))),
    "sinh": lambda x: _f("cosh", x),
    "cosh": lambda x: _f("sinh", x),
    "tanh": lambda x: _square(_f("sech", x)),
    "arcsin": lambda x: _div(ONE, _sqrt(_one_minus(_square(x)))),
    "arccos": lambda x: _neg(_div(ONE, _sqrt(_one_minus(_square(x))))),
    "arctan": lambda x: _div(ONE, _add(ONE, _square(x))),
    "arsinh": lambda x: _div(ONE, _sqrt(_add(_square(x), ONE))),
    "arcosh": lambda x: _div(ONE, _sqrt(_add(_square(x), _neg(ONE)))),
    "artanh": lambda x: _div(ONE, _one_minus(_square(x))),
    "abs": lambda x: _f("sign", x),
}
