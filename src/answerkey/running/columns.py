"""Which column holds the key and which the response: as named, or guessed among the usual names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from answerkey.running.errors import InputError

# Likeliest first. A name in both tables ("answer") is the response's only where a better name for the key is there.
GOLD_NAMES = (
    *("gold", "golden_answer", "gold_answer", "ground_truth", "gt_answer", "reference_answer", "expected_answer"),
    *("correct_answer", "target", "reference", "expected", "answer", "solution"),
)
RESPONSE_NAMES = (
    *("response", "generated_cot", "model_response", "generation", "completion", "model_output", "output"),
    *("prediction", "predicted_answer", "model_answer", "pred", "answer"),
)


class Columns(NamedTuple):
    """The columns to grade, and whether each was guessed."""

    gold: str
    response: str
    gold_guessed: bool = False
    response_guessed: bool = False


def choose(names: Iterable[str], gold: str | None, response: str | None) -> Columns:
    """The columns as named, or guessed; `InputError` listing the columns there are when that fails.

    >>> choose(["id", "golden_answer", "generated_cot"], None, None)
    Columns(gold='golden_answer', response='generated_cot', gold_guessed=True, response_guessed=True)
    """
    there = list(names)
    require(gold, there)
    require(response, there)
    require_two(gold, response)
    found_gold = gold or _first(GOLD_NAMES, there, response)
    found_response = response or _first(RESPONSE_NAMES, there, found_gold)
    if found_gold is None:
        raise InputError(f"which column holds the key? Name it with --gold; the columns are: {listed(there)}")
    if found_response is None:
        raise InputError(f"which column holds the response? Name it with --answer; the columns are: {listed(there)}")
    return Columns(found_gold, found_response, gold is None, response is None)


def require_two(gold: str | None, response: str | None) -> None:
    """`InputError` where one column is named for both: every key is equal to itself."""
    if gold is not None and gold == response:
        raise InputError(f"the key and the response are not one column, {gold!r}: name two")


def require(name: str | None, there: Iterable[str], place: str = "") -> None:
    """`InputError` listing the columns there are (in `place`), if `name` is given and none of them."""
    if name is not None and name not in there:
        raise InputError(f"{place and f'{place}: '}there is no column {name!r}; the columns are: {listed(there)}")


def listed(names: Iterable[str]) -> str:
    """The columns there are, for a message; with a hint where a whole header was read as one name.

    >>> listed(["id;gold;response"])
    'id;gold;response (one column: CSV has commas between its cells, TSV tabs)'
    """
    there = list(names)
    one = len(there) == 1 and any(mark in there[0] for mark in ";\t|")
    return ", ".join(there) + (" (one column: CSV has commas between its cells, TSV tabs)" if one else "")


def _first(usual: Iterable[str], there: list[str], taken: str | None) -> str | None:
    return next((name for name in usual if name in there and name != taken), None)
