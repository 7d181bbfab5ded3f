"""The words every stage speaks: `Outcome`, `Reason`, `Verdict`.

A verdict has three outcomes, never two: a grader that answers False for "could not tell" hides its own
failures among the model's. Each verdict carries a machine-readable `Reason`; the first part of a reason's
dotted name says what it means for the outcome (`equal.*`, `different.*`, everything else is undecided,
except `no_answer*`, which earns nothing).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Outcome(StrEnum):
    """What a grading came to."""

    CORRECT = "CORRECT"
    INCORRECT = "INCORRECT"
    UNDECIDED = "UNDECIDED"


class Reason(StrEnum):
    """Why a verdict fell, as a dotted machine name. One line each; documentation is made from these lines."""

    # equal: ordered from the strongest proof to the most forgiving convention
    EQUAL_TEXT = "equal.text"  # the same text once presentation is removed
    EQUAL_NUMBER = "equal.number"  # the same exact number
    EQUAL_EXPRESSION = "equal.expression"  # the same normal form, or a proved identity
    EQUAL_NUMERIC = "equal.numeric"  # agreement to at least 90 digits
    EQUAL_SAMPLED = "equal.sampled"  # agreement to at least 90 digits at every sample point
    EQUAL_ROUNDED = "equal.rounded"  # a correct rounding that the policy accepts
    EQUAL_PERCENT = "equal.percent"  # equal once a percent sign is supplied or removed
    EQUAL_UNIT = "equal.unit"  # equal after conversion, or with a unit the answer left out
    EQUAL_KEY = "equal.key"  # one of several acceptable keys
    # different: always a proof or a witness
    DIFFERENT_VALUE = "different.value"
    DIFFERENT_PRECISION = "different.precision"  # rounded too far for this policy
    DIFFERENT_KIND = "different.kind"  # a set against a number, a point against an interval
    DIFFERENT_COUNT = "different.count"  # a member is missing, or one too many
    DIFFERENT_ORDER = "different.order"
    DIFFERENT_BRACKET = "different.bracket"
    DIFFERENT_NAME = "different.name"  # x=5 against y=5
    DIFFERENT_UNIT = "different.unit"  # another dimension, or a unit missing where required
    DIFFERENT_FORM = "different.form"  # right value, but not in the form the policy requires
    DIFFERENT_TEXT = "different.text"  # words that exclude each other: yes/no, odd/even, another option
    DIFFERENT_HEDGE = "different.hedge"  # several answers offered for a single-valued key
    # nothing to grade
    NO_ANSWER = "no_answer"
    NO_ANSWER_TRUNCATED = "no_answer.truncated"  # cut off in mid-thought or mid-box
    NO_ANSWER_REFUSAL = "no_answer.refusal"
    # undecided
    UNREADABLE_KEY = "unreadable.key"
    UNREADABLE_ANSWER = "unreadable.answer"
    UNDECIDED_TEXT = "undecided.text"  # words that may or may not mean the same
    UNDECIDED_VALUE = "undecided.value"  # neither equality nor difference could be shown
    UNDECIDED_FORM = "undecided.form"  # equal in value, but not solved
    UNDECIDED_KIND = "undecided.kind"  # the two are of kinds that cannot be compared
    BUDGET = "budget"  # a size limit or a step budget was reached

    @property
    def outcome(self) -> Outcome:
        """The outcome that this reason stands for."""
        return _OUTCOMES.get(self.value.partition(".")[0], Outcome.UNDECIDED)


_OUTCOMES = {
    "equal": Outcome.CORRECT,
    "different": Outcome.INCORRECT,
    "no_answer": Outcome.INCORRECT,
}


@dataclass(frozen=True, slots=True)
class Evidence:
    """What shows that a comparison is right, kept cheap: the text is made only when somebody reads it.

    `template` is a `str.format` template; `args` are nodes, numbers or strings, printed on demand.
    """

    template: str
    args: tuple[Any, ...] = ()

    def __str__(self) -> str:
        from answerkey.notation.printer import show

        return self.template.format(*(show(arg) for arg in self.args))


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of grading one response against one key.

    `answer` is the text taken from the response, `span` its place in the original text (start, end), `rule`
    the extraction rule that found it, `kind` the kind of answer the key was read as, `witness` what shows a
    difference, `diagnosis` what seems to have gone wrong (sign, factor 100, one missing, …), `repairs` what
    reading had to mend on either side. `bool(verdict)` is `verdict.correct`.
    """

    outcome: Outcome
    reason: Reason
    gold: str = ""
    answer: str | None = None
    span: tuple[int, int] | None = None
    rule: str | None = None
    kind: str | None = None
    witness: Evidence | None = None
    diagnosis: str | None = None
    score: float | None = None  # partial credit in [0, 1] where the policy asks for it
    policy: str = "default"
    notes: tuple[str, ...] = field(default=())

    @property
    def correct(self) -> bool:
        """True for CORRECT alone."""
        return self.outcome is Outcome.CORRECT

    def __bool__(self) -> bool:
        return self.outcome is Outcome.CORRECT
