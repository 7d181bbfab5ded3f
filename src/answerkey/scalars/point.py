"""The point at which a tree is evaluated numerically, and the one precision at which everything is."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any

import flint
from flint import acb, arb, fmpq

from answerkey.limits import Budget
from answerkey.notation.nodes import Node

# Bits: 90 digits, and what a few cancellations cost. The setting is the process's, so it is made once, at import,
# and never changed around a computation: threads share it. Where a host has lowered it since, `Point` sets it again.
PRECISION = 400
flint.ctx.prec = PRECISION


class NoValue(Exception):
    """The tree cannot be evaluated at this point."""


class Point:
    """Where to evaluate: what names stand for, what may still be spent, and whether the reals were left."""

    __slots__ = ("analytic", "budget", "evaluate", "left", "settled", "values")

    def __init__(self, values: dict[Any, acb], budget: Budget, evaluate: Callable[[Node, Point], acb]) -> None:
        if flint.ctx.prec < PRECISION:
            flint.ctx.prec = PRECISION
        self.values = values
        self.budget = budget
        self.evaluate = evaluate
        self.settled: dict[object, acb] = {}  # sums, integrals and limits that were worked out here
        self.left = False  # a real argument gave a value that is not real
        self.analytic = False  # inside an integral: a cut inside the ball makes the value not finite

    def with_name(self, name: str, value: acb) -> Point:
        """The same point with one more name."""
        inner = Point({**self.values, name: value}, self.budget, self.evaluate)
        inner.analytic = self.analytic
        return inner


def is_real(x: acb) -> bool:
    """Whether the ball is on the real line for sure."""
    return bool(x.imag.is_zero())


def coefficient(name: str) -> arb:
    """A number between 1/2 and 3/2 that depends on the name alone, the same in every process."""
    digest = int.from_bytes(blake2b(name.encode(), digest_size=6, key=b"answerkey function").digest(), "big")
    return arb(fmpq(digest, 2**48)) + arb(fmpq(1, 2))
