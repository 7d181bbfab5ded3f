"""The real benchmarks, where they are: sizes, keys, prompts; and numbers as the eleven languages write them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from answerkey import compare, grade
from answerkey.datasets import benchmark_named, load
from answerkey.extraction.chain import Extractor
from answerkey.extraction.rules import box

pytestmark = pytest.mark.shared


@pytest.mark.parametrize("name", ["math", "math500", "gsm8k", "mgsm"])
def test_all_rows_are_there(shared: Path, name: str) -> None:
    found = load(name, data_dir=shared / "data")
    assert len(found) == benchmark_named(name).rows
    assert all(one["question"] and one["answer"] for one in found)
    assert len({one["id"] for one in found}) == len(found)
    assert all(one["question"] in found.benchmark.prompt(one) for one in found)


def test_the_first_rows_are_fair_to_all_subjects_and_languages(shared: Path) -> None:
    subjects = Counter(one["subject"] for one in load("math", data_dir=shared / "data", n=70))
    assert set(subjects.values()) == {10}
    languages = Counter(one["lang"] for one in load("mgsm", data_dir=shared / "data", n=22))
    assert set(languages.values()) == {2}


def test_the_last_box_of_a_solution_is_the_key(shared: Path) -> None:
    rows = load("math", data_dir=shared / "data").examples
    wrong = [one["id"] for one in rows if not compare(one["answer"], box.last(one["solution"])).correct]
    assert wrong == []


NATIVE = {
    "de": ("70000", "Er macht 70.000 Dollar Gewinn. Die Antwort ist 70.000."),
    "fr": ("70000", "La réponse est 70 000."),
    "es": ("2125", "La respuesta es 2.125."),
    "ru": ("114,200", "Ответ: 114 200"),
    "bn": ("18", "উত্তর হল ১৮।"),
    "th": ("18", "คำตอบคือ ๑๘"),
    "te": ("18", "సమాధానం ౧౮"),
    "ja": ("70000", "答えは7万です。"),
    "zh": ("70000", "答案是7万。"),
    "sw": ("18", "Jibu ni 18."),
    "en": ("114,200", "The answer is $114,200."),
}


@pytest.mark.parametrize("language", NATIVE)
def test_numbers_as_each_language_writes_them(language: str) -> None:
    gold, response = NATIVE[language]
    assert grade(gold, response, extractor=Extractor.preset("mgsm")).correct
    assert not grade(gold + "1", response, extractor=Extractor.preset("mgsm")).correct
