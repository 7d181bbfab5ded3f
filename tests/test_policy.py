"""Policy: checked on construction, and its page says what the source says."""

from __future__ import annotations

import importlib.util
from dataclasses import fields, replace
from pathlib import Path

import pytest

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
