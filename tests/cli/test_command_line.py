"""The command line, run as a user runs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from answerkey import __version__

SOURCE = Path(__file__).resolve().parents[2] / "src"
ROWS = [
    {"id": "0010", "golden_answer": "12", "generated_cot": r"So it is \boxed{12}.", "big": 12345678901234567890123},
    {"id": "a", "golden_answer": "5", "generated_cot": r"So it is \boxed{6}.", "deep": {"x": [1.10, None]}},
    {"id": "b", "golden_answer": "Evelyn", "generated_cot": r"\boxed{Briana}"},
    {"id": "c", "golden_answer": "5", "generated_cot": ""},
]


def run(*arguments: str | Path, cwd: Path | None = None, stdin: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), "COLUMNS": "120", "PYTHONUTF8": "1"}
    return subprocess.run(
        [sys.executable, "-m", "answerkey", *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        input=stdin,
        env=environment,
        cwd=cwd,
        check=False,
    )


def refused(*arguments: str | Path, cwd: Path | None = None) -> str:
    """The one line on standard error of a command that cannot be carried out."""
    done = run(*arguments, cwd=cwd)
    assert done.returncode == 2, done
    assert done.stdout == ""
    assert done.stderr.startswith("answerkey: ")
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


@pytest.fixture
def responses(tmp_path: Path) -> Path:
    path = tmp_path / "responses.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    return path


def grades(path: Path, prefix: str = "answerkey_") -> list[str]:
    return [json.loads(line)[f"{prefix}outcome"] for line in path.read_text(encoding="utf-8").splitlines()]


def test_grade_shows_a_table_and_keeps_the_rows(responses: Path, tmp_path: Path) -> None:
    output = tmp_path / "graded.jsonl"
    done = run("grade", responses, "-o", output)
    assert done.returncode == 0, done.stderr
    assert "key: golden_answer (guessed), response: generated_cot (guessed)" in done.stdout
    assert "accuracy 25.00%" in done.stdout
    for word in ("CORRECT", "INCORRECT", "UNDECIDED", "no_answer"):
        assert word in done.stdout
    before, after = (path.read_text(encoding="utf-8").splitlines() for path in (responses, output))
    assert len(before) == len(after)
    for one, other in zip(before, after, strict=True):
        assert other.startswith(one[:-1] + ', "answerkey_outcome": ')
    assert grades(output) == ["CORRECT", "INCORRECT", "UNDECIDED", "INCORRECT"]


def test_named_columns_and_policy(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"k": 5, "r": "It is 5.", "response": "7"}\n', encoding="utf-8")
    done = run("grade", path, "--gold", "k", "--answer", "r", "--policy", "strict")
    assert done.returncode == 0, done.stderr
    assert "key: k, response: r" in done.stdout
    assert "accuracy 100.00%" in done.stdout


def test_grading_a_graded_file_replaces_what_is_ours(responses: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    assert run("grade", responses, "-o", first).returncode == 0
    assert run("grade", first, "-o", second).returncode == 0
    assert second.read_bytes() == first.read_bytes()


def test_label(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    rows = [("5", True), ("6", False), ("6", True)]
    path.write_text(
        "".join(json.dumps({"gold": "5", "response": given, "ok": ok}) + "\n" for given, ok in rows), encoding="utf-8"
    )
    assert "agreement with the label: 2 of 3 (66.67%)" in run("grade", path, "--label", "ok").stdout
    done = run("grade", path, "--label", "gold")
    assert done.returncode == 2
    assert done.stderr == "answerkey: --label: no row that was graded says true or false in the column 'gold'\n"


@pytest.mark.skipif(os.name == "nt", reason="pipes end otherwise there")
def test_a_reader_that_leaves_is_no_fault_of_the_input(tmp_path: Path) -> None:
    many = tmp_path / "many.jsonl"
    many.write_text('{"gold": "1", "response": "1"}\n' * 20_000, encoding="utf-8")
    command = [sys.executable, "-m", "answerkey", "grade", str(many), "-o", "-"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""


def test_other_formats(tmp_path: Path) -> None:
    table = tmp_path / "rows.csv"
    table.write_text('id,gold,response\n0010,"1,000","It is 1000, that\nis all."\n', encoding="utf-8")
    output = tmp_path / "graded.csv"
    assert run("grade", table, "-o", output).returncode == 0
    header, rest = output.read_text(encoding="utf-8").split("\n", 1)
    assert header.startswith("id,gold,response,answerkey_outcome,")
    assert rest.startswith('0010,"1,000","It is 1000, that\nis all.",')


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["grade", "nowhere.jsonl"], "nowhere.jsonl: there is no such file"),
        (["grade", "nowhere/*.jsonl"], "there are no files to grade, whose names end in .jsonl, "),
        (["grade", ".", "-o", "one.jsonl"], "several files go to a folder"),
        (["grade", "rows.txt"], ".jsonl, .json, .csv, .parquet"),
        (["grade", "responses.jsonl", "--gold", "kee"], "the columns are: id, golden_answer, generated_cot, big, deep"),
        (["grade", "responses.jsonl", "--answer", "x"], "there is no column 'x'"),
        (["grade", "responses.jsonl", "--gold", "id", "--answer", "id"], "are not one column, 'id': name two"),
        (["grade", "responses.jsonl", "--label", "x"], "there is no column 'x'"),
        (["grade", "responses.jsonl", "-o", "responses.jsonl"], "is the input"),
        (["grade", "responses.jsonl", "-o", "graded"], "its ending names no format"),
        (["grade", "responses.jsonl", "-o", "responses.jsonl/x.jsonl"], "cannot be written"),
        (["grade", "responses.jsonl", "-o", "nowhere/x.jsonl"], "nowhere does not exist"),
        (["grade", os.devnull], "there are no rows in it"),
        (["grade", "responses.jsonl", "--policy", "harsh"], "the presets are: default, lenient, strict"),
        (["explain", "1", "1", "--policy", "harsh"], "the presets are: default, lenient, strict"),
        (["grade", "empty.jsonl"], "there are no rows in it"),
        (
            ["grade", "broken.jsonl", "--strict-input"],
            "broken.jsonl, line 2: not JSON: Expecting ',' delimiter at column 14",
        ),
        (["grade", "array.jsonl"], "array.jsonl: no row can be read: expected an object"),
        (["grade", "array.jsonl", "--gold", "a", "--answer", "b", "--strict-input"], "array.jsonl, line 1: expected"),
        (["grade", "unusual.jsonl"], "Name it with --gold; the columns are: a, b"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_refusals_are_one_line(responses: Path, arguments: Sequence[str], told: str) -> None:
    for name, text in {
        "empty.jsonl": "\n",
        "broken.jsonl": '{"gold": "5", "response": "5"}\n{"gold": "5" "response": "5"}\n',
        "array.jsonl": "[1, 2]\n",
        "unusual.jsonl": '{"a": 1, "b": 2}\n',
        "rows.txt": "5\n",
    }.items():
        responses.with_name(name).write_text(text, encoding="utf-8")
    assert told in refused(*arguments, cwd=responses.parent)


def test_a_pipe_and_a_summary_for_programs(responses: Path) -> None:
    text = responses.read_text(encoding="utf-8")
    done = run("grade", "-", "-o", "-", "--json", stdin=text)
    assert done.returncode == 0, done.stderr
    assert [json.loads(line)["answerkey_outcome"] for line in done.stdout.splitlines()] == [
        *("CORRECT", "INCORRECT", "UNDECIDED", "INCORRECT")
    ]
    summary = json.loads(done.stderr)
    assert summary["rows"] == 4
    assert summary["outcomes"] == {"CORRECT": 1, "INCORRECT": 2, "UNDECIDED": 1}
    assert summary["judge"] is None
    assert json.loads(run("grade", responses, "--json").stdout)["reasons"] == summary["reasons"]


def test_a_pipe_of_another_format_is_told_what_is_read(responses: Path) -> None:
    done = run("grade", "-", stdin="gold,response\n5,5\n")
    assert done.returncode == 2
    assert "standard input is read as JSON Lines" in done.stderr


@pytest.mark.parametrize(
    ("name", "text", "place"),
    [
        (
            "rows.jsonl",
            '{"gold": "5", "response": "5"}\n\n{"gold": "5"\n[]\n',
            "line 3: not JSON: Expecting ',' delimiter",
        ),
        ("rows.csv", 'gold,response\n5,5\n5,"6\n7"\n5,5,5\n', "row 3: 3 cells under 2 column names"),
        ("rows.json", '[{"gold": "5", "response": "5"}, 7]', "row 2: expected an object"),
        ("rows.jsonl", '{"gold": "5", "response": "5"}\n{"gold": "5"}\n', "line 2: there is no 'response' in it"),
    ],
    ids=lambda value: value if value.startswith("rows.") else "",
)
def test_the_first_row_that_could_not_be_graded_is_located(tmp_path: Path, name: str, text: str, place: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    assert f"the first row that could not be graded: {name}, {place}" in run("grade", path).stdout
    broken = json.loads(run("grade", path, "--json").stdout)["broken"]
    assert (broken["file"], f"{broken['row']}: {broken['problem']}"[: len(place)]) == (name, place)
    assert f"{path}, {place}" in run("grade", path, "--strict-input").stderr


def test_nothing_but_the_table_off_a_terminal(responses: Path) -> None:
    done = run("grade", responses, "--workers", "2")
    assert done.returncode == 0
    assert done.stderr == ""


def test_explain() -> None:
    done = run("explain", "5", r"The answer is \boxed{5}.")
    assert done.stdout.startswith("CORRECT")
    assert "'box'" in done.stdout
    assert "key: -5" in run("explain", "-5", "-5").stdout
    assert run("explain", "5", "-", stdin=r"\boxed{5}").stdout.startswith("CORRECT")


def test_version_and_help() -> None:
    assert run("--version").stdout == f"answerkey {__version__}\n"
    for arguments in ([], ["--help"]):
        done = run(*arguments)
        text = done.stdout + done.stderr
        assert "grade" in text
        assert "explain" in text


def test_usage_errors() -> None:
    for arguments in (["grade"], ["explain", "1"], ["frobnicate"], ["grade", "x.jsonl", "--frob"]):
        done = run(*arguments)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr


def test_help_imports_no_engine() -> None:
    code = (
        "import sys; sys.argv = ['answerkey', '--help']\n"
        "from answerkey.cli import main\n"
        "try: main()\n"
        "except SystemExit: print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(SOURCE)}
    )
    loaded = set(done.stdout.split())
    assert "answerkey.cli.grade" in loaded
    assert not loaded & {"answerkey.grading", "answerkey.kinds", "flint", "pint", "rich", "pandas", "pyarrow"}


@pytest.mark.shared
def test_real_responses_agree_with_their_labels(shared: Path) -> None:
    done = run("grade", shared / "data" / "gsm8k_model_outputs.jsonl", "--label", "is_correct")
    share = float(done.stdout.rpartition("(")[2].removesuffix("%)\n"))
    assert share >= 99.5, done.stdout
