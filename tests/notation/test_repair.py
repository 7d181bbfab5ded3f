"""Repairs: each is named, and the name appears exactly when the text was mended so."""

from __future__ import annotations

import pytest

from answerkey.notation.parser import read
from answerkey.notation.repair import REPAIRS

MENDED = {
    "chances": "1 in 6",
    "hours_minutes": "1h 30m",
    "chemical_formula": r"\text{H}_2\text{O}",
    "dollars_dropped": "$5$",
    "stray_dollar": "5$",
    "sentence_end": "x = 5.",
    "emphasis_dropped": "**5**",
    "quotes_dropped": "'5'",
    "invisible_dropped": "\u200b5",
    "letter_times": "3 x 10^8",
    "double_backslash": r"\\frac{1}{2}",
    "unicode": "x²",
    "markup_dropped": r"x=5\tag{1}",
    "completed_frac": r"\frac12",
    "root_brackets": r"\sqrt(2)",
    "root_digits": r"\sqrt10",
    "inner_box": r"\boxed{5}",
    "brace_group": r"\{1+2\}\{3-4\}",
    "brace_set": r"k \in {1,2}",
    "unit_split": r"5\text{ cm}",
    "ordinal": "15th",
    "ellipsis_repetend": "0.333...",
    "ellipsis_dropped": "3.14159...",
    "number_words": "seven",
    "domain_in_words": r"2k\pi \text{ for any integer } k",
    "left_side_missing": r"\approx 2.7",
    "logic_signs": "~(A & B) | C",
    "prose": "x is 5",
}


@pytest.mark.parametrize("name", MENDED)
def test_a_repair_says_its_name(name: str) -> None:
    assert name in read(MENDED[name]).repairs


def test_every_repair_has_its_text() -> None:
    assert set(REPAIRS) == set(MENDED)


@pytest.mark.parametrize("text", ["5", "-0.5", r"\frac{1}{2}", "x^2+1", "(1,2)", r"\text{Evelyn}", "a, b"])
def test_what_needs_no_mending_is_not_mended(text: str) -> None:
    assert read(text).repairs == ()
