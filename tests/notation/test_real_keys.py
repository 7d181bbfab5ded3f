"""Every key of the benchmarks is read whole, and what is printed of it reads as the same tree."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from answerkey.notation.parser import read
from answerkey.notation.printer import to_latex, to_plain

KEYS = {
    "math_test.jsonl.gz": ("answer", 0.995),
    "math500.jsonl": ("answer", 0.99),
    "gsm8k_test.jsonl": ("answer", 0.99),
    "mgsm_all.jsonl": ("answer", 0.99),
    "mathcoder_outputs.jsonl.gz": ("golden_answer", 0.99),
}


def texts(path: Path, *fields: str) -> list[str]:
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as file:
        return [str(row[field]) for row in map(json.loads, file) for field in fields]


@pytest.mark.shared
@pytest.mark.parametrize("name", KEYS)
def test_keys_are_read_and_printed(shared: Path, name: str) -> None:
    field, share = KEYS[name]
    keys = texts(shared / "data" / name, field)
    unread = [key for key in keys if not read(key).nodes]
    assert len(unread) <= (1 - share) * len(keys), unread
    for key in sorted(set(keys)):
        for node in read(key).nodes:
            assert read(to_plain(node)).nodes[0] == node, key
            assert read(to_latex(node)).nodes[0] == node, key


@pytest.mark.shared
@pytest.mark.parametrize("name", ["latex_to_plain.jsonl", "isaac_equivalents.jsonl", "khan_suite.jsonl"])
def test_both_sides_of_known_equivalents_are_read(shared: Path, name: str) -> None:
    sides = texts(shared / "cases" / name, "gold", "pred")
    unread = [side for side in sides if not read(side).nodes]
    assert len(unread) <= 0.01 * len(sides), unread
