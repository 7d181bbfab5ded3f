"""The three-valued result of comparing two things, and the context in which they are compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from answerkey.limits import Budget
from answerkey.policy import DEFAULT, Policy
from answerkey.verdict import Evidence, Outcome, Reason

if TYPE_CHECKING:
    from answerkey.notation.nodes import Node


class Same(Enum):
    """Three values, as law: unknown is neither equal nor different."""

    EQUAL = 1
    DIFFERENT = 0
    UNKNOWN = -1


class Comparison(NamedTuple):
    """What a comparison came to, with its reason and what shows it."""

    same: Same
    reason: Reason
    witness: Evidence | None = None
    diagnosis: str | None = None
    kind: str | None = None
    credit: float | None = None  # the share of parts that matched, where a kind has parts

    @property
    def equal(self) -> bool:
        return self.same is Same.EQUAL

    @property
    def different(self) -> bool:
        return self.same is Same.DIFFERENT


_SAME = {Outcome.CORRECT: Same.EQUAL, Outcome.INCORRECT: Same.DIFFERENT, Outcome.UNDECIDED: Same.UNKNOWN}


def because(reason: Reason, template: str | None = None, *args: object, diagnosis: str | None = None) -> Comparison:
    """A comparison from its reason alone: `equal.*` is EQUAL, `different.*` DIFFERENT, the rest UNKNOWN."""
    witness = None if template is None else Evidence(template, args)
    return Comparison(_SAME[reason.outcome], reason, witness, diagnosis)


@dataclass(slots=True)
class Context:
    """What a comparison may use. `compare` compares two nodes by kind (set by `kinds.table`), so that a kind
    with parts can ask for its parts without knowing which kinds there are."""

    policy: Policy = DEFAULT
    budget: Budget = field(default_factory=Budget)
    compare: Callable[[Node, Node, Context], Comparison] | None = None
