"""Grading what was graded already: our fields are replaced, everything else stays as it was."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from test_cutting import content
from test_streams import GOOD, HOSTILE

from answerkey import Grader
from answerkey.running.grade_files import grade_files
from answerkey.running.options import Options

PAIRS = [(source, target) for source in ("jsonl", "json", "csv") for target in ("jsonl", "json", "csv", "tsv")]


def again(path: Path, out: Path, **options: Any) -> Path:
    grade_files([str(path)], Options("gold", "response", output=str(out), **options))
    return out


@pytest.fixture
def hostile(tmp_path: Path) -> dict[str, Path]:
    """Rows of every kind in each format of text."""
    lines = [line for line, _ in HOSTILE.values()]
    unlike = (b"\xef\xbb\xbf", b"\x01", b'{"gold": "5", "resp', b'{"gold": "5", "response": "5"}{')
    elements = [line for line in lines if not line.startswith(unlike)]
    made = {
        "jsonl": b"\n".join([*lines, b"", GOOD]),
        "json": b"[" + b", \n".join(elements) + b', {"gold": "5", "re',
        "csv": b'\xef\xbb\xbfid,gold,response,x\r\n0010,"1,000","a ""b""\r\nis 1000",\r\n7,5\r\n\r\n1,2,3,4,5\r\n'
        b'caf\xe9,5,5,"a" b\r\n8,5,,\r\nx,5,"not ended',
    }
    for name, data in made.items():
        (tmp_path / f"in.{name}").write_bytes(data)
    return {name: tmp_path / f"in.{name}" for name in made}


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_the_same_fields_come_again(hostile: dict[str, Path], tmp_path: Path, source: str, target: str) -> None:
    once = again(hostile[source], tmp_path / f"once.{target}")
    if source != target and target in ("csv", "tsv"):  # where a value is its text: another row, once
        once = again(once, tmp_path / f"first.{target}")
    twice = again(once, tmp_path / f"twice.{target}")
    assert twice.read_bytes() == once.read_bytes()
    for workers, name in enumerate(("alone", "shared"), 1):
        assert again(once, tmp_path / f"{name}.{target}", workers=workers).read_bytes() == once.read_bytes()


@pytest.mark.parametrize("source", ["csv", "jsonl"])
def test_parquet_too(hostile: dict[str, Path], tmp_path: Path, source: str) -> None:
    pytest.importorskip("pyarrow")
    start = hostile[source]
    if source == "jsonl":  # whose rows have values that no column can hold together
        kept = [
            line for name, (line, _) in HOSTILE.items() if name not in ("NaN", "big integer", "huge integer", "deep")
        ]
        start.write_bytes(b"\n".join(line for line in kept if b'"x": 1' not in line))
    first = again(start, tmp_path / "first.parquet")
    once = again(first, tmp_path / "once.parquet")  # Arrow's text has no lone surrogates: another row, once
    twice = again(once, tmp_path / "twice.parquet")
    assert content(twice).equals(content(once))
    assert any(name.endswith("_row") for name in content(once).column_names)


@pytest.mark.parametrize("ending", ["jsonl", "csv", "parquet"])
def test_other_conventions_replace_the_fields_of_the_first(tmp_path: Path, ending: str) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    start = tmp_path / "start.jsonl"
    start.write_bytes(b'{"gold": "1/3", "response": "The answer is 0.3333333"}\n')
    once = again(start, tmp_path / f"once.{ending}")
    strict = again(once, tmp_path / f"strict.{ending}", grader=Grader("strict", "strict"))
    row = json.loads(again(strict, tmp_path / "shown.jsonl").read_bytes())
    assert row["answerkey_outcome"] == "CORRECT"
    before = json.loads(again(strict, tmp_path / "before.jsonl", grader=Grader("strict", "strict")).read_bytes())
    assert before["answerkey_outcome"] == "INCORRECT"
    assert list(row) == list(before)
    assert not any(name.startswith("answerkey2_") for name in row)


def test_a_field_that_somebody_added_stays(tmp_path: Path) -> None:
    start, noted = tmp_path / "start.jsonl", tmp_path / "noted.jsonl"
    start.write_bytes(GOOD + b"\n")
    once = again(start, tmp_path / "once.jsonl").read_bytes()
    noted.write_bytes(once.replace(b"}\n", b', "answerkey_note": "mine"}\n'))
    row = json.loads(again(noted, tmp_path / "out.jsonl").read_bytes())
    assert row == {**json.loads(once), "answerkey_note": "mine"}


def test_fields_of_a_judge_go_with_the_others(tmp_path: Path) -> None:
    class Judged:
        name, further = "judged", ("judge_outcome", "judge_reason", "judge_reply")

        def __call__(self, window: Any) -> Any:
            return window.verdicts, [dict.fromkeys(self.further, "said") for _ in window.rows]

        def spent(self) -> dict[str, Any]:
            return {}

        def add(self, spent: dict[str, Any]) -> None:
            pass

    start = tmp_path / "start.jsonl"
    start.write_bytes(GOOD + b"\n[1]\n")
    judged = again(start, tmp_path / "judged.jsonl", review=Judged())
    assert b"answerkey_judge_reply" in judged.read_bytes()
    plain = again(start, tmp_path / "plain.jsonl")
    assert again(judged, tmp_path / "again.jsonl").read_bytes() == plain.read_bytes()


def test_fields_in_another_place_and_spelling_are_ours_too(tmp_path: Path) -> None:
    start = tmp_path / "start.jsonl"
    start.write_bytes(GOOD + b"\n")
    row = json.loads(again(start, tmp_path / "once.jsonl").read_bytes())
    moved = {name: row[name] for name in sorted(row)}
    (tmp_path / "moved.jsonl").write_text(json.dumps(moved, separators=(",", ":")) + "\n")
    after = json.loads(again(tmp_path / "moved.jsonl", tmp_path / "out.jsonl").read_bytes())
    assert after == row


@pytest.mark.parametrize("reason", ["[]", "null", '{"a": 1}', '"equal.text"', '"input.nothing"'])
def test_fields_that_somebody_wrote_are_no_error(tmp_path: Path, reason: str) -> None:
    ours = "".join(f', "answerkey_{name}": 1' for name in ("outcome", "correct", "answer", "span", "rule"))
    start = tmp_path / "start.jsonl"
    start.write_text(
        f'{{"gold": "5", "response": "5"{ours}, "answerkey_reason": {reason}, '
        '"answerkey_row": "\\ud800\\udc80", "answerkey_problem": [1]}\n'
    )
    assert b'"equal.text"' in again(start, tmp_path / "out.jsonl").read_bytes()
