"""What shows a difference between expressions, worked out only when somebody asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from answerkey.limits import Budget, BudgetExceeded
from answerkey.notation.nodes import Node


class PointWitness(NamedTuple):
    """A point at which key and answer differ; found when it is printed."""

    key: Node
    answer: Node

    def __str__(self) -> str:
        from answerkey.scalars.sample import sample

        try:
            sampled = sample(self.key, self.answer, Budget())
        except BudgetExceeded:
            sampled = None
        if sampled is None or sampled.key is None or sampled.answer is None:
            return "the two have different normal forms"
        return at_point(sampled.point, sampled.key, sampled.answer)


def at_point(point: Mapping[str, object], key: object, answer: object) -> str:
    """'at x = 1.7 the key is 3.1, the answer 2.9', to five digits."""
    place = ", ".join(f"{name} = {_short(value)}" for name, value in point.items())
    return f"at {place} the key is {_short(key)}, the answer {_short(answer)}"


def _short(ball: object) -> str:
    return ball.str(5, radius=False) if hasattr(ball, "str") else str(ball)
