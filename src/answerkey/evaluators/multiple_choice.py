"""`MultipleChoice`: which of the options a response names, by its letter or by its text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from answerkey.datasets.choices import LETTERS, lettered
from answerkey.evaluators.rows import key_of, response_of
from answerkey.extraction.chain import MARKED, Extractor
from answerkey.extraction.options import is_option_key, letters
from answerkey.grading import as_text, compare, grade
from answerkey.policy import Policy, resolve
from answerkey.verdict import Outcome, Reason, Verdict

_OPTION = Extractor.preset("option")
_TEXT = Extractor((*MARKED, "bare", "refusal"))


class MultipleChoice:
    """Whether a response names the right option.

    The key is a letter (`"B"`, `"(b)"`), several letters, the text of an option, or its place from 0; the options stand
    in `choices` (or `options`), a list or a mapping from letters, and may be missing where the key is a letter. A
    response counts by the letter that it names, and where it names none by the option whose text it gives.

    >>> row = {"answer": 1, "choices": ["Paris", "Rome"]}
    >>> MultipleChoice().score(row, {"response": "The correct answer is (B)."})
    {'multiple_choice': 1.0, 'choice_undecided': 0.0}
    >>> MultipleChoice().score(row, {"response": "The answer is Rome."})["multiple_choice"]
    1.0
    """

    def __init__(self, policy: Policy | str = "default") -> None:
        self.policy = resolve(policy)

    @property
    def name(self) -> str:
        """`"multiple_choice"`."""
        return "multiple_choice"

    def score(self, original: dict[str, Any], processed: dict[str, Any]) -> dict[str, float]:
        """`multiple_choice` is 1.0 for the right option; `choice_undecided` 1.0 where no option could be told."""
        return self.scores(self._verdict(original, processed))

    def verdicts(self, rows: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]]) -> list[Verdict]:
        """One verdict a row, each an original and what was made of it."""
        return [self._verdict(original, processed) for original, processed in rows]

    def scores(self, verdict: Verdict) -> dict[str, float]:
        """The scores of a verdict, as `score` gives them."""
        return {
            "multiple_choice": 1.0 if verdict.correct else 0.0,
            "choice_undecided": 1.0 if verdict.outcome is Outcome.UNDECIDED else 0.0,
        }

    def _verdict(self, original: Mapping[str, Any], processed: Mapping[str, Any]) -> Verdict:
        gold, response = key_of(original), response_of(processed)
        options = lettered(original.get("choices") or original.get("options"))
        key = _key(gold, options)
        if key is None:
            return Verdict(Outcome.UNDECIDED, Reason.UNREADABLE_KEY, as_text(gold))
        named = grade(key, response, policy=self.policy, extractor=_OPTION)
        if not options or (named.answer and letters(named.answer, 0, len(named.answer))):
            return named
        return named if named.answer is None else self._by_text(key, options, response, named)

    def _by_text(self, key: str, options: Mapping[str, str], response: Any, named: Verdict) -> Verdict:
        """The verdict by the one option whose text the response marks as its answer; undecided if there is none."""
        by_option = {
            letter: grade(text, response, policy=self.policy, extractor=_TEXT) for letter, text in options.items()
        }
        given = [letter for letter, verdict in by_option.items() if verdict.correct]
        if len(given) != 1:
            return replace(named, outcome=Outcome.UNDECIDED, reason=Reason.UNDECIDED_TEXT, witness=None, remark=None)
        found = by_option[given[0]]
        return replace(
            compare(key, given[0], policy=self.policy), answer=found.answer, span=found.span, rule=found.rule
        )


def _key(answer: Any, options: Mapping[str, str]) -> str | None:
    """The letter (or letters) of the right option; None where the row does not say it."""
    if isinstance(answer, int) and not isinstance(answer, bool):
        return LETTERS[answer] if 0 <= answer < (len(options) or len(LETTERS)) else None
    text = as_text(answer).strip()
    same = [letter for letter, option in options.items() if option.strip() == text]
    if len(same) == 1:
        return same[0] if same[0] == text or text not in options else None  # "A", the text of B: which is meant?
    named = text.strip("()[]. ").upper()
    if not (named in LETTERS if len(named) == 1 else is_option_key(named)):
        return None
    there = not options or all(sign in options for sign in named if sign in LETTERS)
    return named if there else None
