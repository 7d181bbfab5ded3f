"""What seems to have gone wrong in an answer of another value: found when somebody asks, not while grading."""

from __future__ import annotations

from collections.abc import Callable

from answerkey.comparison import Context
from answerkey.kinds.trees import integer, is_scalar, minus, over, times
from answerkey.limits import Budget, BudgetExceeded
from answerkey.notation.nodes import Node
from answerkey.policy import Policy
from answerkey.scalars import cascade

_ONE, _PI = integer(1), Node("const", ("pi",))
_EXACT = Policy(name="exact", rounded_answer_digits=None, rounded_key_digits=None, relative_tolerance=0.0)

# A mistake in words, and what it makes of the key. The first that gives the answer is named.
_MISTAKES: tuple[tuple[str, Callable[[Node], Node]], ...] = (
    ("the sign is wrong", lambda key: Node("neg", (key,))),
    ("a factor of 100: a percentage?", lambda key: times(key, integer(100))),
    ("a factor of 100: a percentage?", lambda key: over(key, integer(100))),
    ("the reciprocal", lambda key: over(_ONE, key)),
    ("the complement to 1", lambda key: minus(_ONE, key)),
    ("twice the key", lambda key: times(key, integer(2))),
    ("half the key", lambda key: over(key, integer(2))),
    ("a factor of 10", lambda key: times(key, integer(10))),
    ("a factor of 10", lambda key: over(key, integer(10))),
    ("a factor of 1000: another unit?", lambda key: times(key, integer(1000))),
    ("a factor of 1000: another unit?", lambda key: over(key, integer(1000))),
    ("one too many", lambda key: Node("add", (key, _ONE))),
    ("one too few", lambda key: minus(key, _ONE)),
    ("the square of the key", lambda key: Node("pow", (key, integer(2)))),
    ("the square root of the key", lambda key: Node("root", (key, integer(2)))),
    ("in degrees instead of radians, or the other way round", lambda key: over(times(key, integer(180)), _PI)),
    ("in degrees instead of radians, or the other way round", lambda key: over(times(key, _PI), integer(180))),
)


def diagnose(key: Node, answer: Node) -> str | None:
    """The mistake that makes the answer of the key, in words, or None where no usual one does.

    >>> diagnose(Node("int", (2,)), Node("neg", (Node("int", (2,)),)))
    'the sign is wrong'
    """
    if not (is_scalar(key) and is_scalar(answer)):
        return None
    ctx = Context(_EXACT, Budget())
    try:
        for words, mistake in _MISTAKES:
            if cascade.same(mistake(key), answer, ctx).equal:
                return words
    except BudgetExceeded:
        return None
    return None
