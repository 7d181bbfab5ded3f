"""`verify`: whether an answer is the key's."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Any

from answerkey.grading import as_text, compare, grade
from answerkey.integrations.math_verify.loose import in_the_keys_terms
from answerkey.integrations.math_verify.parser import Parsed
from answerkey.policy import DEFAULT, Policy
from answerkey.verdict import Outcome, Verdict


def verify(
    gold: Any,
    target: Any,
    float_rounding: int = 6,
    numeric_precision: int = 15,
    strict: bool = True,
    allow_set_relation_comp: bool = False,
    timeout_seconds: int | None = 5,
    raise_on_error: bool = False,
) -> bool:
    """Whether any of `target` (what `parse` gave, a text, a number, or a list of them) is right for any of `gold`.

    `float_rounding` other than 6: what agrees to that many decimals is right, and nothing rounder. `strict=False`: the
    answer's names stand for the key's, in the order in which they appear, and a set may be a tuple. Not used:
    `numeric_precision` (values are exact, or have 90 digits), `allow_set_relation_comp` (a relation and its solution
    set are always compared), `timeout_seconds` and `raise_on_error` (there is nothing to stop, and nothing raises).
    False also stands for "could not tell": where that matters, ask `answerkey.grade`.
    """
    policy = _policy(float_rounding)
    pairs = list(product(_listed(gold), _listed(target)))
    if any(_verdict(*pair, policy).correct for pair in pairs):
        return True
    return not strict and any(_loosely(*pair, policy) for pair in pairs)


def _verdict(gold: Any, target: Any, policy: Policy) -> Verdict:
    key = gold.source if isinstance(gold, Parsed) else gold
    if isinstance(target, Parsed):
        verdict = grade(key, target.source, policy=policy, extractor=target.extractor)
    else:
        verdict = compare(key, target, policy=policy)
    if verdict.outcome is Outcome.UNDECIDED and isinstance(gold, Parsed) and gold != key:
        return _verdict(str(gold), target, policy)  # a key that is a whole solution
    return verdict


def _loosely(gold: Any, target: Any, policy: Policy) -> bool:
    key = as_text(gold)
    answer = in_the_keys_terms(key, as_text(target))
    return answer is not None and compare(key, answer, policy=policy).correct


@lru_cache(maxsize=64)
def _policy(float_rounding: int) -> Policy:
    if float_rounding == 6:
        return DEFAULT
    half_a_unit = 0.5 * 10.0**-float_rounding
    exact = replace(DEFAULT, rounded_answer_digits=None, rounded_key_digits=None, relative_tolerance=0.0)
    return replace(exact, absolute_tolerance=half_a_unit)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
