r"""Math-Verify's `parse` and `verify` over this engine: change the import and keep the program.

>>> from answerkey.integrations.math_verify import parse, verify
>>> verify(parse(r"$\frac{1}{2}$"), parse(r"So the answer is $\boxed{0.5}$."))
True

They hold in threads, need no timer, and answer in microseconds. What differs is on the page docs/migration.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product
from typing import Any, Literal

from answerkey.extraction.chain import MARKED, Extractor
from answerkey.grading import compare, extract, grade
from answerkey.policy import DEFAULT, Policy
from answerkey.verdict import Outcome, Reason, Verdict


class TimeoutException(BaseException):
    """Never raised, as nothing here needs a timer: for programs that name it in an `except`."""


@dataclass(frozen=True)
class LatexNormalizationConfig:
    """Accepted and not used: reading needs no normalization."""

    basic_latex: bool = True
    units: bool = False
    malformed_operators: bool = True
    nits: bool = True
    boxed: str = "all"
    equations: bool = False


@dataclass(frozen=True)
class LatexExtractionConfig:
    """`boxed_match_priority`: negative reads no boxes, otherwise a box counts first.

    `try_extract_without_anchor=False` takes only what is marked as the answer; `normalization_config` is not used.
    """

    try_extract_without_anchor: bool = True
    boxed_match_priority: int = 50
    normalization_config: Any = field(default_factory=LatexNormalizationConfig)


@dataclass(frozen=True)
class ExprExtractionConfig:
    """`try_extract_without_anchor=False` takes only what is marked as the answer, if all configurations say so."""

    try_extract_without_anchor: bool = True


@dataclass(frozen=True)
class StringExtractionConfig:
    """Alone, with single letters: only an option is an answer. `lowercase` is not used: options have no case."""

    strings: tuple[str, ...] = ("A", "B", "C", "D")
    try_extract_without_anchor: bool = True
    lowercase: bool = True


ExtractionTarget = LatexExtractionConfig | ExprExtractionConfig | StringExtractionConfig


class Parsed(str):
    """An answer as it stands in a text. `verify` grades the whole text, `source`, as the key's kind may want it."""

    source: str
    extractor: Extractor


def parse(
    pred: str,
    extraction_config: Sequence[ExtractionTarget] = (LatexExtractionConfig(), ExprExtractionConfig()),
    fallback_mode: Literal["no_fallback", "first_match"] = "first_match",
    extraction_mode: Literal["first_match", "any_match"] = "any_match",
    parsing_timeout: int | None = 5,
    raise_on_error: bool = False,
) -> list[Parsed]:
    """The answer found in `pred`, or an empty list. With "no_fallback" an answer that cannot be read is none.

    Not used: `extraction_mode` (the rules have one order), `parsing_timeout` and `raise_on_error` (there is nothing
    to stop, and nothing raises).
    """
    extractor = _extractor(*map(_used, extraction_config))
    # A text of a few words may be an answer, too: what `verify` makes of it depends on the key.
    found = extract(pred, extractor=extractor) or extract(pred, extractor=replace(extractor, kind="words"))
    if found is None or (fallback_mode == "no_fallback" and not _readable(found.text)):
        return []
    parsed = Parsed(found.text)
    parsed.source, parsed.extractor = pred, extractor
    return [parsed]


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
    order of a tuple's members does not matter. Not used: `numeric_precision` (values are exact, or have 90 digits),
    `allow_set_relation_comp` (a relation and its solution set are always compared), `timeout_seconds` and
    `raise_on_error` (there is nothing to stop, and nothing raises). False also stands for "could not tell": where
    that matters, ask `answerkey.grade`.
    """
    policy = _policy(float_rounding, strict)
    return any(_verdict(*pair, policy).correct for pair in product(_listed(gold), _listed(target)))


def math_metric(
    gold_extraction_target: Sequence[ExtractionTarget] = (ExprExtractionConfig(),),
    pred_extraction_target: Sequence[ExtractionTarget] = (ExprExtractionConfig(),),
    aggregation_function: Callable[[list[float]], float] = max,
    precision: int = 6,
) -> Callable[[list[str], list[str]], tuple[float, tuple[list[str], list[str]]]]:
    """A function of keys and responses: the aggregated score, and the texts of both. `ValueError` for an empty key."""

    def score(golds: list[str], predictions: list[str]) -> tuple[float, tuple[list[str], list[str]]]:
        keys = [parse(gold, gold_extraction_target) for gold in golds]
        if not all(keys):
            raise ValueError(f"a key holds no answer: {golds}")
        answers = [parse(prediction, pred_extraction_target) for prediction in predictions]
        scores = [float(any(verify(key, answer, precision) for key in keys)) for answer in answers]
        return aggregation_function(scores), (_texts(keys), _texts(answers))

    return score


def _verdict(gold: Any, target: Any, policy: Policy) -> Verdict:
    key = gold.source if isinstance(gold, Parsed) else gold
    if isinstance(target, Parsed):
        verdict = grade(key, target.source, policy=policy, extractor=target.extractor)
    else:
        verdict = compare(key, target, policy=policy)
    if verdict.outcome is Outcome.UNDECIDED and isinstance(gold, Parsed) and gold != key:
        return _verdict(str(gold), target, policy)  # a key that is a whole solution
    return verdict


@lru_cache(maxsize=64)
def _policy(float_rounding: int, strict: bool) -> Policy:
    policy = replace(DEFAULT, ordered_tuples=strict)
    if float_rounding == 6:
        return policy
    half_a_unit = 0.5 * 10.0**-float_rounding
    exact = replace(policy, rounded_answer_digits=None, rounded_key_digits=None, relative_tolerance=0.0)
    return replace(exact, absolute_tolerance=half_a_unit)


def _used(config: ExtractionTarget) -> tuple[bool, bool, bool]:
    """What of a configuration (of ours, or Math-Verify's own) is used: anything goes, no boxes, letters only."""
    strings = getattr(config, "strings", ())
    letters = bool(strings) and all(len(one) == 1 for one in strings)
    return config.try_extract_without_anchor, getattr(config, "boxed_match_priority", 0) < 0, letters


@lru_cache(maxsize=64)
def _extractor(*configs: tuple[bool, bool, bool]) -> Extractor:
    if configs and all(letters for *_, letters in configs):
        return Extractor.preset("option")
    rules = Extractor().rules if any(anything for anything, *_ in configs) else MARKED
    boxless = any(boxless for _, boxless, _ in configs)
    return Extractor(tuple(rule for rule in rules if not (boxless and rule == "box")))


def _readable(text: str) -> bool:
    return compare(text, "0").reason not in (Reason.UNREADABLE_KEY, Reason.BUDGET)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _texts(found: list[list[Parsed]]) -> list[str]:
    return [str(one) for answers in found for one in answers]
