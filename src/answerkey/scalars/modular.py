"""Arithmetic modulo a number: residues of huge powers, and proof that two rational functions differ.

Rational functions are evaluated at fixed pseudo-random points modulo the prime 2^61 - 1. Equal functions agree
wherever both are defined, so one point of disagreement proves a difference; agreement proves nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from answerkey.limits import MAX_BITS
from answerkey.notation.nodes import Node

PRIME = 2**61 - 1
POINTS = (b"answerkey point 1", b"answerkey point 2")


class _Undecided(Exception):
    """No residue: not a rational function, a zero divisor, or too large an exponent."""


@lru_cache(maxsize=1024)
def _coordinate(name: str, point: bytes) -> int:
    return int.from_bytes(blake2b(name.encode(), digest_size=8, key=point).digest(), "big") % PRIME


def differ(a: Node, b: Node) -> bool:
    """True only if a and b are proved to be different rational functions."""
    for point in POINTS:
        try:
            if _residue(a, PRIME, point) != _residue(b, PRIME, point):
                return True
        except _Undecided:
            continue
    return False


def residue(node: Node, modulus: int) -> int | None:
    """The tree's value modulo `modulus` for a whole number made of sums, products and powers, or None.

    >>> residue(Node("pow", (Node("int", (7,)), Node("int", (10**18,)))), 13)
    9
    """
    try:
        return _residue(node, modulus, None)
    except _Undecided:
        return None


def _residue(node: Node, m: int, point: bytes | None) -> int:
    head, args = node
    if head == "int":
        return int(args[0]) % m
    try:
        return _TABLE[head](args, m, point)
    except KeyError:
        raise _Undecided from None


def _name(args: Any, m: int, point: bytes | None) -> int:
    if point is None or args[0] in ("e", "i"):
        raise _Undecided
    return _coordinate(args[0], point)


def _sum(args: Any, m: int, point: bytes | None) -> int:
    return sum(_residue(arg, m, point) for arg in args) % m


def _product(args: Any, m: int, point: bytes | None) -> int:
    result = 1
    for arg in args:
        result = result * _residue(arg, m, point) % m
    return result


def _divide(a: int, b: int, m: int, point: bytes | None) -> int:
    if point is None or not b:
        raise _Undecided
    return a * pow(b, -1, m) % m


def _quotient(args: Any, m: int, point: bytes | None) -> int:
    return _divide(_residue(args[0], m, point), _residue(args[1], m, point), m, point)


def _decimal(args: Any, m: int, point: bytes | None) -> int:
    coefficient, places = args
    if abs(places) > MAX_BITS:
        raise _Undecided
    return (
        _divide(coefficient % m, pow(10, places, m), m, point) if places > 0 else coefficient * pow(10, -places, m) % m
    )


def _power(args: Any, m: int, point: bytes | None) -> int:
    exponent = whole_number(args[1])
    if exponent is None:
        raise _Undecided
    base = _residue(args[0], m, point)
    if exponent >= 0:
        return pow(base, exponent, m)
    return _divide(1, pow(base, -exponent, m), m, point)


def _factorial(args: Any, m: int, point: bytes | None) -> int:
    n = whole_number(args[0])
    if n is None or not 0 <= n <= 3_000:
        raise _Undecided
    result = 1
    for k in range(2, n + 1):
        result = result * k % m
    return result


def whole_number(node: Node) -> int | None:
    """The integer that a tree of sums, products and powers of whole numbers stands for, if it is not too large."""
    head, args = node
    if head == "int":
        return int(args[0])
    if head == "neg":
        inner = whole_number(args[0])
        return None if inner is None else -inner
    if head not in ("add", "mul", "pow"):
        return None
    parts = [whole_number(arg) for arg in args]
    result = 0 if head == "add" else 1
    if head == "pow":
        base, exponent = parts
        if base is None or exponent is None or exponent < 0 or base.bit_length() * exponent > MAX_BITS // 4:
            return None
        return int(base**exponent)
    for part in parts:
        if part is None or result.bit_length() + part.bit_length() > MAX_BITS // 4:
            return None
        result = result + part if head == "add" else result * part
    return result


_TABLE: dict[str, Callable[[Any, int, bytes | None], int]] = {
    "dec": _decimal,
    "name": _name,
    "add": _sum,
    "neg": lambda args, m, point: -_residue(args[0], m, point) % m,
    "mul": _product,
    "div": _quotient,
    "pow": _power,
    "fact": _factorial,
    "percent": lambda args, m, point: _divide(_residue(args[0], m, point), 100, m, point),
}
