"""The formula that combines the scores of a `multi` grader. Read as a tree and computed, never executed."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Iterable, Mapping

MAX_CHARS = 2_000
_OPERATORS: dict[type, Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: math.pow,
}
_FUNCTIONS: dict[str, Callable[..., float]] = {
    "min": min,
    "max": max,
    "abs": abs,
    "floor": math.floor,
    "ceil": math.ceil,
    "exp": math.exp,
    "sqrt": math.sqrt,
    "log": math.log,
}


class Formula:
    """`0.5 * a + max(b, c) ^ 2`: the operators + - * / ^, brackets, and min, max, abs, floor, ceil, exp, sqrt, log.

    `names` are the scores that it may use. `ValueError` for anything else.

    >>> Formula("0.5 * a + max(a, b) ^ 2", ["a", "b"])({"a": 1.0, "b": 2.0})
    4.5
    """

    def __init__(self, text: str, names: Iterable[str]) -> None:
        if len(text) > MAX_CHARS:
            raise ValueError(f"a formula has at most {MAX_CHARS} characters")
        try:
            self._tree = ast.parse(text.replace("^", "**").strip(), mode="eval").body
            self._text = text
            self._compute(self._tree, dict.fromkeys(names, 1.0), check=True)
        except (SyntaxError, RecursionError, MemoryError):
            raise ValueError(f"not a formula: {text!r}") from None

    def __call__(self, scores: Mapping[str, float]) -> float:
        """The value; `ValueError` where it has none (a division by zero)."""
        try:
            value = float(self._compute(self._tree, scores))
        except (ArithmeticError, ValueError):
            value = math.nan
        if not math.isfinite(value):
            raise ValueError(f"{self._text} has no value for {dict(scores)}")
        return value

    def _compute(self, node: ast.expr, scores: Mapping[str, float], check: bool = False) -> float:
        def inner(part: ast.expr) -> float:
            return self._compute(part, scores, check)

        match node:
            case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
                return float(value)
            case ast.Name(id=name) if name in scores:
                return scores[name]
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -inner(operand)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
                sides = inner(left), inner(right)
                return 1.0 if check else _OPERATORS[type(op)](*sides)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in _FUNCTIONS and args:
                values = [inner(part) for part in args]
                return 1.0 if check else _FUNCTIONS[name](*values)
        raise ValueError(f"{ast.unparse(node)!r} cannot stand in a formula; the scores are: {', '.join(scores)}")
