"""The words every stage speaks: `Outcome`, `Reason`, `Verdict`.

A verdict has three outcomes, never two: a grader that answers False for "could not tell" hides its own
failures among the model's. Each verdict carries a machine-readable `Reason`; the first part of a reason's
dotted name says what it means for the outcome (`equal.*`, `different.*`, everything else is undecided,
except `no_answer*`, which earns nothing).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple


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
    EQUAL_JUDGED = "equal.judged"  # a judge said so, where the rules left it open
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
    DIFFERENT_JUDGED = "different.judged"  # a judge said so, where the rules left it open
    # nothing to grade
    NO_ANSWER = "no_answer"
    NO_ANSWER_TRUNCATED = "no_answer.truncated"  # cut off in mid-thought or mid-box
    NO_ANSWER_REFUSAL = "no_answer.refusal"
    NO_ANSWER_RETRACTED = "no_answer.retracted"  # every answer it names is denied, only supposed, or taken back
    NO_ANSWER_JUDGED = "no_answer.judged"  # a judge found no answer in the text
    # undecided
    UNREADABLE_KEY = "unreadable.key"
    UNREADABLE_ANSWER = "unreadable.answer"
    UNDECIDED_TEXT = "undecided.text"  # words that may or may not mean the same
    UNDECIDED_VALUE = "undecided.value"  # neither equality nor difference could be shown
    UNDECIDED_FORM = "undecided.form"  # equal in value, but not solved
    UNDECIDED_KIND = "undecided.kind"  # the two are of kinds that cannot be compared
    BUDGET = "budget"  # a size limit or a step budget was reached
    # undecided because a file's row is none that can be graded
    INPUT_BROKEN = "input.broken"  # not what the file's format allows
    INPUT_NOT_A_ROW = "input.not_a_row"  # a value without fields: a list, a number
    INPUT_REPEATED = "input.repeated"  # the key or the response stands in it twice, and differs
    INPUT_MISSING = "input.missing"  # it has no field for the key or none for the response; null is a value
    INPUT_TOO_LONG = "input.too_long"
    CALL_FAILED = "call.failed"  # undecided because there is no response: the model was asked in vain
    # undecided although a judge was asked
    JUDGE_UNREADABLE = "judge.unreadable"  # its reply says no verdict, or two
    JUDGE_REFUSED = "judge.refused"
    JUDGE_TRUNCATED = "judge.truncated"
    JUDGE_EMPTY = "judge.empty"
    JUDGE_FILTERED = "judge.filtered"  # by the provider's content filter
    JUDGE_TRANSPORT = "judge.transport"  # no reply came: connection, status, time limit
    JUDGE_UNSENT = "judge.unsent"  # the limit of calls was reached, or the run was stopped
    JUDGE_DISAGREED = "judge.disagreed"  # samples, judges or orders without a majority
    FAULT = "fault"  # an error of this program: never the model's, and please report it

    @property
    def outcome(self) -> Outcome:
        """The outcome that this reason stands for."""
        return _OUTCOMES[self]

    @property
    def failed(self) -> bool:
        """Whether something broke (the call of the model, the row, the judge, this program), so that the reason says
        nothing about the response: such rows are in no accuracy."""
        return self in _FAILED


_BY_FIRST_PART = {"equal": Outcome.CORRECT, "different": Outcome.INCORRECT, "no_answer": Outcome.INCORRECT}
_OUTCOMES = {reason: _BY_FIRST_PART.get(reason.partition(".")[0], Outcome.UNDECIDED) for reason in Reason}
_FAILED = frozenset(reason for reason in Reason if reason.partition(".")[0] in ("input", "call", "judge", "fault"))
_FAILED -= {Reason.JUDGE_DISAGREED}  # judges that were heard


# What each reason says in a marker's note, after "CORRECT: " and the like.
IN_WORDS: dict[Reason, str] = {
    Reason.EQUAL_TEXT: "the same as the key, apart from presentation",
    Reason.EQUAL_NUMBER: "the same number as the key",
    Reason.EQUAL_EXPRESSION: "the same expression as the key, by proof",
    Reason.EQUAL_NUMERIC: "the same value as the key, to at least 90 digits",
    Reason.EQUAL_SAMPLED: "the same value as the key at every point tried, to at least 90 digits",
    Reason.EQUAL_ROUNDED: "a correct rounding of the key",
    Reason.EQUAL_PERCENT: "the same as the key, with or without the percent sign",
    Reason.EQUAL_UNIT: "the same as the key once the units agree",
    Reason.EQUAL_KEY: "one of the acceptable keys",
    Reason.DIFFERENT_VALUE: "the values differ",
    Reason.DIFFERENT_PRECISION: "rounded too far",
    Reason.DIFFERENT_KIND: "another kind of answer than the key",
    Reason.DIFFERENT_COUNT: "not as many members as the key",
    Reason.DIFFERENT_ORDER: "the key's members in another order",
    Reason.DIFFERENT_BRACKET: "the brackets differ, so that an end is in or out",
    Reason.DIFFERENT_NAME: "a value for another name",
    Reason.DIFFERENT_UNIT: "another unit than the key's, or none",
    Reason.DIFFERENT_FORM: "not in the form that the policy requires",
    Reason.DIFFERENT_TEXT: "other words than the key's",
    Reason.DIFFERENT_HEDGE: "several answers where the key has one",
    Reason.NO_ANSWER: "the response gives no answer",
    Reason.NO_ANSWER_TRUNCATED: "the response breaks off before its answer",
    Reason.NO_ANSWER_REFUSAL: "the response declines to answer",
    Reason.NO_ANSWER_RETRACTED: "the response denies, only supposes or takes back every answer it names",
    Reason.UNREADABLE_KEY: "the key could not be read",
    Reason.UNREADABLE_ANSWER: "the answer could not be read",
    Reason.UNDECIDED_TEXT: "the words may or may not mean the same",
    Reason.UNDECIDED_VALUE: "neither equality nor difference could be shown",
    Reason.UNDECIDED_FORM: "not in the form that was asked for, which may or may not matter",
    Reason.UNDECIDED_KIND: "the two are of kinds that cannot be compared",
    Reason.EQUAL_JUDGED: "a judge found the same meaning",
    Reason.DIFFERENT_JUDGED: "a judge found another meaning",
    Reason.NO_ANSWER_JUDGED: "a judge found no answer in the text",
    Reason.JUDGE_UNREADABLE: "the judge's reply says no single verdict",
    Reason.JUDGE_REFUSED: "the judge refused",
    Reason.JUDGE_TRUNCATED: "the judge's reply was cut off before its verdict",
    Reason.JUDGE_EMPTY: "the judge's reply is empty",
    Reason.JUDGE_FILTERED: "a content filter stopped the judge",
    Reason.JUDGE_TRANSPORT: "the judge gave no reply: the call of it failed",
    Reason.JUDGE_UNSENT: "the judge was not asked: the run's limit was reached, or it was stopped",
    Reason.JUDGE_DISAGREED: "the judge's opinions disagree",
    Reason.INPUT_BROKEN: "the row is broken: its file's format does not allow it",
    Reason.INPUT_NOT_A_ROW: "the row has no fields",
    Reason.INPUT_REPEATED: "the row names its key or its response twice",
    Reason.INPUT_MISSING: "the row has no key or no response",
    Reason.INPUT_TOO_LONG: "the row is too long to be read",
    Reason.CALL_FAILED: "there is no response: the call of the model failed",
    Reason.BUDGET: "too large to be decided within the limits",
    Reason.FAULT: "grading failed through an error of this program, which is worth a report",
}


class Evidence(NamedTuple):
    """What shows that a comparison is right, kept cheap: the text is made only when somebody reads it.

    `template` is a `str.format` template; `args` are nodes, numbers or strings, printed on demand.
    """

    template: str
    args: tuple[Any, ...] = ()

    def __str__(self) -> str:
        from answerkey.notation.printer import show

        return self.template.format(*(show(arg) for arg in self.args))


@dataclass(frozen=True, slots=True, repr=False)
class Verdict:
    """The result of grading one response against one key.

    `answer` is the text taken from the response, `span` its place in the original text (start, end), `rule`
    the extraction rule that found it, `kind` the kind of answer the key was read as, `witness` what shows a
    difference, `remark` what the comparison noticed went wrong (`diagnosis` looks further), `score` the credit in
    [0, 1] where the policy asks for it, `notes` what reading had to mend on either side. `bool(verdict)` is
    `verdict.correct`.
    """

    outcome: Outcome
    reason: Reason
    gold: str = ""
    answer: str | None = None
    span: tuple[int, int] | None = None
    rule: str | None = None
    kind: str | None = None
    witness: Evidence | None = None
    remark: str | None = None
    score: float | None = None
    policy: str = "default"
    notes: tuple[str, ...] = ()

    @property
    def correct(self) -> bool:
        """True for CORRECT alone."""
        return self.outcome is Outcome.CORRECT

    @property
    def decided_by(self) -> str | None:
        """Who decided: "rules", "judge", or None for UNDECIDED."""
        if self.outcome is Outcome.UNDECIDED:
            return None
        return "judge" if self.reason.value.endswith(".judged") else "rules"

    def __bool__(self) -> bool:
        return self.outcome is Outcome.CORRECT

    def __repr__(self) -> str:
        return f"<Verdict {self.outcome} {self.reason}: key {_short(self.gold)}, answer {_short(self.answer)}>"

    @property
    def diagnosis(self) -> str | None:
        """What seems to have gone wrong ("the sign is wrong"), or None. Worked out when asked for."""
        if self.remark is not None or self.reason is not Reason.DIFFERENT_VALUE or self.answer is None:
            return self.remark
        if len(self.gold) + len(self.answer) > _MAX_DIAGNOSED:
            return None
        from answerkey.kinds.diagnosis import diagnose
        from answerkey.notation.parser import read

        key, answer = read(self.gold).nodes, read(self.answer).nodes
        return diagnose(key[0], answer[0]) if key and answer else None

    def explain(self) -> str:
        """The verdict as a marker's note: what was read on both sides, what it came to, and why.

        >>> from answerkey import compare
        >>> print(compare("5", "-5").explain())  # doctest: +NORMALIZE_WHITESPACE
        INCORRECT: the values differ (the sign is wrong).
          key: 5
          answer: -5
          compared as: number, under the policy default
        """
        lines = [f"{self.outcome}: {self._why()}."]
        lines.append(f"  key: {_with_reading(self.gold)}")
        if self.answer is not None:
            lines.append(f"  answer: {_with_reading(self.answer)}{self._place()}")
        if self.kind is not None:
            lines.append(f"  compared as: {self.kind.replace('_', ' ')}, under the policy {self.policy}")
        if self.witness is not None:
            lines.append(f"  evidence: {self.witness}")
        if self.score is not None:
            lines.append(f"  score: {self.score:.3g}")
        lines.extend(f"  mended in the {note}" for note in self.notes)
        return "\n".join(lines)

    def _why(self) -> str:
        """The reason in words, with the diagnosis."""
        words, diagnosis = IN_WORDS[self.reason], self.diagnosis
        return words if diagnosis is None or diagnosis in words else f"{words} ({diagnosis})"

    def _place(self) -> str:
        """Where the answer was found and by which rule; nothing where it was given as it stands."""
        if self.rule in (None, "given") or self.span is None:
            return ""
        return f" (found by the rule {self.rule!r}, characters {self.span[0]} to {self.span[1]} of the response)"

    def to_dict(self) -> dict[str, Any]:
        """All of the verdict in plain types that JSON knows; evidence is written out.

        >>> Verdict(Outcome.CORRECT, Reason.EQUAL_TEXT, "5", "5").to_dict()["reason"]
        'equal.text'
        """
        return {
            "outcome": self.outcome.value,
            "correct": self.correct,
            "reason": self.reason.value,
            "gold": self.gold,
            "answer": self.answer,
            "span": None if self.span is None else list(self.span),
            "rule": self.rule,
            "kind": self.kind,
            "witness": None if self.witness is None else str(self.witness),
            "diagnosis": self.diagnosis,
            "score": self.score,
            "policy": self.policy,
            "notes": list(self.notes),
        }


_MAX_DIAGNOSED = 400  # characters of both sides: usual mistakes are made in short answers


def _short(text: str | None, limit: int = 40) -> str:
    return repr(text if text is None or len(text) <= limit else text[: limit - 1] + "…")


def _with_reading(text: str) -> str:
    """A text, and how it was read where that does not look the same."""
    from answerkey.notation.parser import read
    from answerkey.notation.printer import show

    shown = " ".join(text.split())
    nodes = read(text).nodes
    if not nodes:
        return f"{shown} (could not be read)" if shown else "(empty)"
    reading = show(nodes[0])
    return shown if reading.replace(" ", "") == shown.replace(" ", "") else f"{shown} (read as {reading})"
