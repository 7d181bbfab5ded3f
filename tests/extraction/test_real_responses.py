"""Real responses with recorded labels: how often grading agrees, and whether solutions give their key."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from answerkey import grade
from answerkey.extraction.language import codes

pytestmark = [pytest.mark.shared, pytest.mark.slow]


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    content = path.read_bytes()
    for line in (gzip.decompress(content) if path.suffix == ".gz" else content).splitlines():
        yield json.loads(line)


def _share(verdicts: list[bool]) -> float:
    return sum(verdicts) / len(verdicts)


def test_gsm8k_labels(shared: Path) -> None:
    rows = _rows(shared / "data" / "gsm8k_model_outputs.jsonl")
    assert _share([grade(r["golden_answer"], r["generated_cot"]).correct == r["is_correct"] for r in rows]) >= 0.997


def test_mathcoder_labels(shared: Path) -> None:
    rows = _rows(shared / "data" / "mathcoder_outputs.jsonl.gz")
    assert _share([grade(r["golden_answer"], r["generated_cot"]).correct == r["is_correct"] for r in rows]) >= 0.985


def test_solutions_give_their_key(shared: Path) -> None:
    rows = _rows(shared / "data" / "math_test.jsonl.gz")
    assert _share([grade(r["answer"], r["solution"]).correct for r in rows]) >= 0.995


# A sentence a language, with and without a phrase; {} is the number in that language's style.
SENTENCES = {
    "bn": ("সুতরাং উত্তর হল {}।", "তিনি মোট {} ডলার পান।"),
    "de": ("Die Antwort ist {}.", "Also verdient sie insgesamt {} Dollar pro Tag."),
    "en": ("The answer is {}.", "So she earns {} dollars every day."),
    "es": ("La respuesta es {}.", "Por lo tanto, ella gana {} dólares al día."),
    "fr": ("La réponse est {}.", "Elle gagne donc {} dollars par jour."),
    "ja": ("答えは{}です。", "彼女は毎日{}ドルを稼ぎます。"),
    "ru": ("Ответ — {}.", "Итак, она зарабатывает {} долларов в день."),
    "sw": ("Jibu ni {}.", "Anapata dola {} kila siku."),
    "te": ("సమాధానం {}.", "ఆమె ప్రతిరోజూ {} డాలర్లు సంపాదిస్తుంది."),
    "th": ("คำตอบคือ {}", "เธอมีรายได้ {} ดอลลาร์ต่อวัน"),
    "zh": ("答案是{}。", "她每天赚{}美元。"),
}
GROUPS = {"de": ".", "es": ".", "fr": "\u202f", "ru": "\u00a0"}
ZEROS = {"bn": 0x9E6, "te": 0xC66, "th": 0xE50}


def _written(key: str, language: str) -> str:
    text = f"{int(key.replace(',', '')):,}".replace(",", GROUPS.get(language, ","))
    zero = ZEROS.get(language)
    return text if zero is None else text.translate({48 + digit: zero + digit for digit in range(10)})


@pytest.mark.parametrize("language", sorted(SENTENCES))
def test_keys_in_sentences(shared: Path, language: str) -> None:
    assert language in codes()
    rows = [row for row in _rows(shared / "data" / "mgsm_all.jsonl") if row["lang"] == language]
    wrong = [
        (row["answer"], response)
        for row in rows
        for sentence in SENTENCES[language]
        if not grade(row["answer"], response := sentence.format(_written(row["answer"], language))).correct
    ]
    assert not wrong
