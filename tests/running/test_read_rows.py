"""Reading whole runs: any format, folders, and one line for what cannot be read."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from answerkey.running.errors import InputError
from answerkey.running.read_rows import read_rows


def test_compressed_files_and_folders(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(b'{"n": 1}\n\n{"n": 2}\n'))
    (tmp_path / "b.tsv").write_text("n\n3\n", encoding="utf-8")
    (tmp_path / "c.json").write_text(json.dumps([{"n": 4}]), encoding="utf-8")
    assert [str(row["n"]) for row in read_rows(str(tmp_path))] == ["1", "2", "3", "4"]
    assert read_rows(str(tmp_path / "a.jsonl.gz")) == [{"n": 1}, {"n": 2}]


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("a.jsonl", '{"n": 1}\n{"n"', "a.jsonl, line 2: "),
        ("a.jsonl", "[1]\n", "a.jsonl, line 1: "),
        ("a.jsonl", "\n", "there are no rows"),
        ("a.txt", "1", "its ending names no format"),
        ("a.jsonl.gz", "no gzip", "damaged or cut off"),
    ],
)
def test_refusals(tmp_path: Path, name: str, text: str, told: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=told):
        read_rows(str(path))
