"""Policy: checked on construction, and its page says what the source says."""

from __future__ import annotations

import importlib.util
from dataclasses import fields, replace
from pathlib import Path

import pytest

from answerkey import Outcome, compare, grade
from answerkey.policy import DEFAULT, PRESETS, Policy, resolve

DOCS = Path(__file__).parent.parent / "docs"


def _policy_page() -> object:
    spec = importlib.util.spec_from_file_location("policy_page", DOCS / "policy_page.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_page_is_in_step_with_the_switches() -> None:
    assert (DOCS / "policy.md").read_text(encoding="utf-8") == _policy_page().page()  # type: ignore[attr-defined]


def test_every_switch_is_described() -> None:
    described = _policy_page().switches()  # type: ignore[attr-defined]
    assert set(described) == {field.name for field in fields(Policy)}
    assert all(text for _, text in described.values())


@pytest.mark.parametrize(
    ("switch", "value", "error", "says"),
    [
        ("rounded_answer_digits", 0, ValueError, "from 1 to 1000"),
        ("rounded_answer_digits", 2.5, TypeError, "an integer or None"),
        ("rounded_key_digits", True, TypeError, "an integer or None"),
        ("relative_tolerance", -1e-6, ValueError, "at least 0"),
        ("relative_tolerance", float("nan"), ValueError, "at least 0"),
        ("relative_tolerance", float("inf"), ValueError, "less than 1"),
        ("absolute_tolerance", "0.1", TypeError, "a number"),
        ("ordered_lists", 1, TypeError, "True or False"),
        ("require_form", "simplified", ValueError, "reduced_fraction"),
        ("require_form", ["key"], ValueError, "reduced_fraction"),
        ("name", 5, TypeError, "a text"),
    ],
)
def test_a_wrong_value_is_named(switch: str, value: object, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says) as raised:
        Policy(**{switch: value})  # type: ignore[arg-type]
    assert switch in str(raised.value)


def test_an_absolute_tolerance_may_be_large() -> None:
    assert Policy(absolute_tolerance=5).absolute_tolerance == 5


def test_unknown_preset_names_the_known_ones() -> None:
    with pytest.raises(ValueError, match="default, lenient, strict"):
        resolve("srict")


def test_resolve() -> None:
    assert resolve("default") is DEFAULT
    mine = replace(DEFAULT, name="mine")
    assert resolve(mine) is mine


def test_presets_are_named_after_themselves_and_hashable() -> None:
    assert all(preset.name == name for name, preset in PRESETS.items())
    assert len(set(PRESETS.values())) == len(PRESETS)


def test_strict_leaves_nothing_to_exploit() -> None:
    strict = PRESETS["strict"]
    assert strict.relative_tolerance <= 1e-9
    assert strict.require_solved_form
    assert not strict.missing_unit_accepted
    assert not strict.hedge_accepted
    assert strict.require_form == "key"


RIGHT, WRONG, OPEN = Outcome.CORRECT, Outcome.INCORRECT, Outcome.UNDECIDED


@pytest.mark.parametrize(
    ("switch", "value", "key", "answer", "before", "after"),
    [
        ("rounded_answer_digits", 3, "1/3", "0.333", WRONG, RIGHT),
        ("rounded_answer_digits", None, r"\sqrt{2}", "1.41421", RIGHT, WRONG),
        ("rounded_key_digits", None, "0.635", "0.6346", RIGHT, WRONG),
        ("relative_tolerance", 1e-2, r"\pi", "3.14", WRONG, RIGHT),
        ("absolute_tolerance", 0.5, "10", "10.4", WRONG, RIGHT),
        ("percent_accepts_bare_number", False, r"50\%", "50", RIGHT, WRONG),
        ("missing_unit_accepted", False, r"10 \text{ cm}", "10", RIGHT, WRONG),
        ("missing_unit_accepted", False, r"\$10", "10", RIGHT, WRONG),
        ("missing_unit_accepted", False, "3:45 PM", "3:45", RIGHT, WRONG),
        ("convert_units", False, r"5 \text{ km}", r"5000 \text{ m}", RIGHT, WRONG),
        ("missing_base_accepted", False, "204_5", "204", RIGHT, WRONG),
        ("name_is_presentation", False, "x=5", "5", RIGHT, WRONG),
        ("name_is_presentation", False, "5", "x=5", RIGHT, OPEN),
        ("chain_shows_value", False, "7", "2x+1=3+4=7", RIGHT, OPEN),
        ("require_solved_form", False, "x=2", "3x=6", OPEN, RIGHT),
        ("positive_names", True, r"a/\sqrt{2}", r"\sqrt{a^2/2}", OPEN, RIGHT),
        ("require_form", "integer", "4", "2+2", RIGHT, WRONG),
        ("significant_digits", 3, r"\pi", "3.14", WRONG, RIGHT),
        ("missing_constant_accepted", True, "x^2+C", "x^2", WRONG, RIGHT),
        ("ordered_lists", True, "1, 2, 3", "3, 2, 1", RIGHT, WRONG),
        ("ordered_tuples", False, "(1,2,3)", "(3,2,1)", WRONG, RIGHT),
        ("bare_list_is_tuple", False, "(1,2)", "1,2", RIGHT, WRONG),
        ("other_words_undecided", False, "Evelyn", "Briana", OPEN, WRONG),
    ],
)
def test_each_switch_does_what_it_says(
    switch: str, value: object, key: str, answer: str, before: Outcome, after: Outcome
) -> None:
    assert compare(key, answer).outcome is before
    changed = replace(DEFAULT, **{switch: value})  # type: ignore[arg-type]
    assert compare(key, answer, policy=changed).outcome is after


def test_every_switch_is_tested_above() -> None:
    marks = test_each_switch_does_what_it_says.pytestmark  # type: ignore[attr-defined]
    tested = {row[0] for row in marks[0].args[1]}
    # Hedges belong to whole responses, credit to the score: both have tests of their own.
    assert tested == {field.name for field in fields(Policy)} - {"name", "hedge_accepted", "partial_credit"}


def test_hedge_accepted() -> None:
    response = r"The answer is either \boxed{5} or \boxed{7}."
    assert grade("5", response).outcome is WRONG
    assert grade("5", response, policy=replace(DEFAULT, hedge_accepted=True)).outcome is RIGHT
