"""`Grader`: the conventions of a run as one object, to be made once, sent to other processes and used on many rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from answerkey.extraction import chain
from answerkey.extraction.chain import Extractor
from answerkey.grading import compare, grade
from answerkey.policy import Policy, resolve
from answerkey.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Grader:
    """`grade` with a policy and an extractor (each one of ours by name, or your own). Frozen, hashable, picklable.

    Keys are parsed once and kept: many responses to one key cost little more than their own reading.
    Raises `ValueError` for a policy or an extractor that is not there.

    >>> grader = Grader("strict")
    >>> grader("1/2", r"\\\\boxed{1/2}").correct, grader.compare("x=5", "5").correct
    (True, True)
    """

    policy: Policy | str = "default"
    extractor: Extractor | str = chain.DEFAULT

    def __post_init__(self) -> None:
        object.__setattr__(self, "policy", resolve(self.policy))
        object.__setattr__(self, "extractor", chain.resolve(self.extractor))

    def __call__(self, gold: Any, response: Any, *, question: str | None = None) -> Verdict:
        """The verdict on a whole response (`answerkey.grade`)."""
        return grade(gold, response, policy=self.policy, question=question, extractor=self.extractor)

    def compare(self, gold: Any, answer: Any, *, question: str | None = None) -> Verdict:
        """The verdict on an answer as it stands (`answerkey.compare`)."""
        return compare(gold, answer, policy=self.policy, question=question)
