"""What a row gains: our fields, their names, their types."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from json.encoder import encode_basestring, encode_basestring_ascii
from typing import Any

from answerkey.running.files.json_rows import dumps
from answerkey.verdict import Verdict

NAMES = ("outcome", "reason", "correct", "answer", "span", "rule")
JUDGED = ("judge_outcome", "judge_reason", "judge_reply")  # further fields where a judge was asked
ROW, PROBLEM = "row", "problem"  # further fields of a row that could not be read: what stood there, what is wrong
OURS = (*NAMES, *JUDGED, ROW, PROBLEM)
_OUTCOME = re.compile(r"answerkey\d*_(?=outcome\Z)")


def fields(verdict: Verdict) -> dict[str, Any]:
    """What a row gains, before its names get their prefix (`answerkey_`)."""
    return {
        "outcome": verdict.outcome.value,
        "reason": verdict.reason.value,
        "correct": verdict.correct,
        "answer": verdict.answer,
        "span": None if verdict.span is None else list(verdict.span),
        "rule": verdict.rule,
    }


class JsonFields:
    """`fields` as JSON text to put before a closing brace: the same as `dumps` writes, made several times as fast."""

    def __init__(self, prefix: str) -> None:
        names = [f"{dumps(prefix + name)}: " for name in NAMES]
        self._outcome, self._reason, self._correct, self._answer, self._span, self._rule = names
        self._prefix = prefix
        self._starts: dict[Any, str] = {}

    def __call__(self, verdict: Verdict, more: dict[str, Any]) -> bytes:
        """The fields without the braces around them."""
        start = self._starts.get(verdict.reason)
        if start is None:
            start = self._starts[verdict.reason] = self._start(verdict)
        answer, span, rule = verdict.answer, verdict.span, verdict.rule
        rest = (
            f", {self._span}{'null' if span is None else f'[{span[0]}, {span[1]}]'}"
            f", {self._rule}{'null' if rule is None else encode_basestring(rule)}"
        )
        if more:
            rest += ", " + dumps({self._prefix + name: value for name, value in more.items()})[1:-1]
        if answer is None:
            return f"{start}null{rest}".encode()
        try:
            return f"{start}{encode_basestring(answer)}{rest}".encode()
        except UnicodeEncodeError:  # lone surrogates, or bytes that were no UTF-8
            return f"{start}{encode_basestring_ascii(answer)}{rest}".encode()

    def _start(self, verdict: Verdict) -> str:
        correct = "true" if verdict.correct else "false"
        return (
            f'{self._outcome}"{verdict.outcome.value}", {self._reason}"{verdict.reason.value}", '
            f"{self._correct}{correct}, {self._answer}"
        )


def free_prefix(names: Iterable[str]) -> str:
    """A prefix for our fields that no field of a caller's has: `answerkey_`, else `answerkey2_` and so on.

    Fields that grading gave to a row are ours, and are replaced when it is graded again.

    >>> free_prefix(["id", "answerkey_outcome"])
    'answerkey2_'
    """
    there = list(names)
    prefix, number, own = "answerkey_", 2, own_prefix(there)
    while prefix != own and any(name.startswith(prefix) for name in there):
        prefix, number = f"answerkey{number}_", number + 1
    return prefix


def own_prefix(names: Collection[str]) -> str | None:
    """The prefix under which all fields are there that grading gives to each row; None if there is none.

    >>> own_prefix([f"answerkey_{name}" for name in NAMES]), own_prefix(["answerkey_outcome"])
    ('answerkey_', None)
    """
    found = [match[0] for name in names if (match := _OUTCOME.match(name))]
    return next((prefix for prefix in reversed(found) if all(prefix + name in names for name in NAMES)), None)


def truth(value: Any) -> bool | None:
    """What a label says: true or false however it is written, None if it says neither.

    >>> truth("True"), truth(0.0), truth("maybe")
    (True, False, None)
    """
    return _TRUTH.get(str(value).strip().lower())


_TRUTH = {
    **dict.fromkeys(("true", "1", "1.0", "yes", "correct"), True),
    **dict.fromkeys(("false", "0", "0.0", "no", "incorrect", "wrong"), False),
}
