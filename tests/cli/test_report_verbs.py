"""The verbs that show findings: what they find, how they write it, when they fail."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from answerkey.cli import main
from answerkey.statistics.intervals import wilson

SAMPLES = [  # problem, key, the answers of four samples
    ("half", "1/2", ["0.5", r"\frac12", "3", "3"]),
    ("three", "3", ["3", "3", "4", "5"]),
    ("name", "Evelyn", ["Briana", "Evelyn", "Evelyn", "?"]),
]

RIGHT = {"answerkey_outcome": "CORRECT", "answerkey_reason": "equal.number", "answerkey_correct": True}


class Command:
    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch

    def __call__(self, *arguments: object) -> tuple[int, str, str]:
        self.monkeypatch.setattr("sys.argv", ["answerkey", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        shown = self.capsys.readouterr()
        return int(ended.value.code or 0), shown.out, shown.err

    def json(self, *arguments: object) -> dict[str, list[dict[str, Any]]]:
        code, out, err = self(*arguments, "--format", "json")
        assert code == 0, err
        return json.loads(out)


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    return Command(capsys, monkeypatch)


def write(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def graded(tmp_path: Path, command: Command) -> Path:
    rows = [
        {"id": f"{name}{n}", "question": name, "gold": key, "response": rf"\boxed{{{answer}}}", "level": n % 2}
        for name, key, answers in SAMPLES
        for n, answer in enumerate(answers)
    ]
    out = tmp_path / "graded.jsonl"
    code, _, err = command("grade", write(tmp_path / "rows.jsonl", rows), "-o", out)
    assert code == 0, err
    return out


def rows_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_report(graded: Path, command: Command) -> None:
    found = command.json("report", graded, "--by", "level", "--k", "1,4")
    (accuracy,) = found["accuracy"]
    assert (accuracy["rows"], accuracy["accuracy"]) == (12, 0.5)
    assert accuracy["interval by"] == "bootstrap by problem"
    assert {line["kind"]: line["rows"] for line in found["by kind"]} == {"number": 8, "words": 4}
    assert [line["rows"] for line in found["by level"]] == [6, 6]
    samples = {line["statistic"]: line["value"] for line in found["samples"]}
    assert samples["pass@4"] == 1.0
    assert samples["avg@1"] == samples["maj@1"] == 0.5
    assert samples["maj@4"] == pytest.approx(2.5 / 3)  # the half is tied: 0.5 and \frac12 are one vote, 3 and 3 another
    outcomes = {(line["outcome"], line["reason"]): line["rows"] for line in found["outcomes"]}
    assert outcomes["CORRECT", "all"] == 6


def test_what_cannot_be_reported_says_where_and_what_to_do(
    graded: Path, tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    single = write(tmp_path / "single.jsonl", rows_of(graded)[::4])
    before = graded.read_bytes()
    for arguments, said in (
        (["report", graded, "--by", "nope"], f"{graded}: there is no column 'nope'; the columns are: id, "),
        (["report", graded, "--answer", "nope"], f"{graded}: there is no column 'nope'"),
        (["report", graded, "--gold", "gold", "--answer", "gold"], "the key and the response are not one column"),
        (["report", graded, "--label", "question"], f"{graded}: no row says true or false in the column 'question'"),
        (["agree", graded], f"{graded}: which column holds the label? Name it with --label"),
        (["attack", graded, "--gold", "nope"], f"{graded}: there is no column 'nope'"),
        (["report", single, "--k", "4"], "--k: no problem has several samples"),
        (["report", graded, "-o", graded], "is the input; name another file"),
        (["attack", graded, "--judge-model", "m"], "both --judge-url and --judge-model"),
    ):
        code, out, err = command(*arguments)
        assert (code, out) == (2, ""), arguments
        assert said in err
        assert err.count("\n") == 1
    assert graded.read_bytes() == before
    monkeypatch.chdir(tmp_path)
    (compared,) = command.json("diff", "graded.jsonl", "graded.jsonl")["comparison"]
    assert compared["runs"] == f"{tmp_path.name}/graded → {tmp_path.name}/graded"


def test_how_undecided_rows_count(graded: Path, command: Command) -> None:
    undecided = sum(row["answerkey_outcome"] == "UNDECIDED" for row in rows_of(graded))
    assert undecided
    (left_out,) = command.json("report", graded, "--undecided", "left-out")["accuracy"]
    assert left_out["accuracy"] == 6 / (12 - undecided)
    (bounds,) = command.json("report", graded, "--undecided", "bounds")["accuracy"]
    assert bounds["accuracy"] == [0.5, (6 + undecided) / 12]


def test_what_broke_is_in_no_figure(graded: Path, command: Command, tmp_path: Path) -> None:
    """A call, a judge or a row that failed says nothing about the response: it is counted beside, never as wrong."""
    rows = rows_of(graded)
    for row, reason in zip(rows[1:4], ("call.failed", "judge.transport", "input.broken"), strict=True):
        row |= {"answerkey_outcome": "UNDECIDED", "answerkey_reason": reason, "answerkey_correct": False}
    broken = write(tmp_path / "broken.jsonl", [{**row, "is_correct": True} for row in rows])
    right = sum(row["answerkey_correct"] for row in rows)
    found = command.json("report", broken, "--by", "is_correct")
    (line,), (group,) = found["accuracy"], found["by is_correct"]
    assert (line["rows"], line["failed"], line["accuracy"]) == (9, 3, right / 9)
    assert (group["rows"], group["accuracy"]) == (9, right / 9)
    assert {row["reason"] for row in found["outcomes"]} >= {"call.failed", "judge.transport", "input.broken"}
    assert [row["samples"] for row in command.json("vote", broken)["votes"]] == [1, 4, 4]
    agreed = {row[""]: row["value"] for row in command.json("agree", broken)["agreement"]}
    assert agreed["recall (sensitivity)"] == right / 9
    (compared,) = command.json("diff", graded, broken)["comparison"]
    assert (compared["pairs"], compared["gained"], compared["lost"]) == (9, 0, 0)


def test_without_scipy_figures_stand_without_intervals(
    graded: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = write(graded.with_name("other.jsonl"), [{**row, **RIGHT} for row in rows_of(graded)])
    for module in ("numpy", "scipy", "scipy.stats"):
        monkeypatch.setitem(sys.modules, module, None)
    for verb, figure in (
        (["report", graded], "50.00%"),
        (["vote", graded], "maj@4"),
        (["diff", graded, other], "+50.00 pp"),
    ):
        code, out, err = command(*verb)
        assert (code, err) == (0, "")
        assert figure in out
        assert "need SciPy: pip install 'answerkey[report]'" in " ".join(out.split())
    first, *others = rows_of(graded)
    uneven = write(graded.with_name("uneven.jsonl"), [{**first, "answerkey_outcome": "INCORRECT"}, *others])
    (accuracy,) = command.json("report", uneven)["accuracy"]
    assert accuracy["95 % interval"] == list(wilson(5, 12))  # what `grade` says
    assert accuracy["interval by"].startswith("Wilson by row")


@pytest.mark.parametrize("without", [(), ("numpy", "scipy", "scipy.stats")])
def test_questions_that_a_data_set_holds_twice_are_no_samples(
    tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch, without: tuple[str, ...]
) -> None:
    for module in without:
        monkeypatch.setitem(sys.modules, module, None)
    rows = [{"question": f"{max(n, 2)}?", "gold": "1", "response": "1" if n % 2 else "2"} for n in range(8)]
    out = tmp_path / "twice.jsonl"
    assert command("grade", write(tmp_path / "rows.jsonl", rows), "-o", out)[0] == 0
    found = command.json("report", out)
    (accuracy,) = found["accuracy"]
    assert "samples" not in found
    assert (accuracy["95 % interval"], accuracy["interval by"]) == (list(wilson(4, 8)), "Wilson")
    code, _, err = command("vote", out)
    assert (code, err.count("--problem")) == (2, 1)
    assert "samples" in command.json("report", out, "--problem", "question")


def test_samples_are_told_by_id_where_there_are_no_questions(graded: Path, tmp_path: Path, command: Command) -> None:
    rows = rows_of(graded)
    for row in rows:
        del row["id"]
        row["question_id"] = row.pop("question")
    (accuracy,) = command.json("report", write(tmp_path / "by-id.jsonl", rows))["accuracy"]
    assert accuracy["interval by"] == "bootstrap by problem"


def test_writing_for_people(graded: Path, command: Command) -> None:
    text = command("report", graded)[1]
    assert "Rows without a decision count as wrong." in text
    assert "bootstrap by problem" in text
    markdown = command("report", graded, "--format", "markdown")[1]
    assert "| run | rows | undecided | failed | accuracy | 95 % interval | interval by |" in markdown


def test_fail_under(graded: Path, command: Command) -> None:
    assert command("report", graded, "--fail-under", "0.5")[0] == 0
    code, _, err = command("report", graded, "--fail-under", "0.8")
    assert code == 1
    assert "the accuracy of graded is 50.00%, under 80.00%" in err
    assert command("vote", graded, "--fail-under", "0.9")[0] == 1


def test_vote(graded: Path, command: Command) -> None:
    votes = {line["problem"]: line for line in command.json("vote", graded, "--limit", 0)["votes"]}
    assert votes["half"]["tie"] is True
    assert votes["half"]["votes"] == 2
    assert (votes["three"]["majority"], votes["three"]["right"]) == ("3", True)


def test_a_statistic_of_more_samples_than_there_are_has_no_value(graded: Path, command: Command) -> None:
    found = {line["statistic"]: line for line in command.json("vote", graded, "--k", "1,9")["samples"]}
    assert [found[f"{name}@9"]["value"] for name in ("avg", "pass", "maj")] == [None] * 3
    assert (found["maj@9"]["95 % interval"], found["maj@9"]["too few samples"]) == (None, 3)
    assert found["maj@1"]["value"] == 0.5
    shown = command("vote", graded, "--k", "9")[1]
    assert next(line for line in shown.splitlines() if line.startswith("pass@9")).split()[1] == "–"
    assert "SciPy" not in shown


def test_diff_pairs_rows_by_id_in_any_order(graded: Path, tmp_path: Path, command: Command) -> None:
    rows = rows_of(graded)
    for row in rows[:3]:
        row.update(answerkey_outcome="CORRECT", answerkey_reason="equal.judged")
    other = write(tmp_path / "other.jsonl", rows[::-1][:-1])  # without the first row
    found = command.json("diff", graded, other)
    (line,) = found["comparison"]
    assert (line["pairs"], line["gained"], line["lost"]) == (11, 1, 0)
    assert [flip["row"] for flip in found["flips"]] == ["half2"]
    assert line["p (McNemar, exact)"] == 1.0
    assert found["flips"][0]["reason after"] == "equal.judged"


def test_rows_of_one_id_that_are_of_other_problems_are_no_pairs(graded: Path, tmp_path: Path, command: Command) -> None:
    rows = rows_of(graded)
    mended = [
        {**rows[0], "gold": 0.5},
        {**rows[1], "question": "Take half. How much is left?"},
    ]  # the same, in other words
    other = [{**rows[2], "gold": "7"}, {**rows[3], "question": "How far?"}]
    out, err = tmp_path / "out.jsonl", "question; if the runs are over the same rows, name the column"
    write(out, [{**row, **RIGHT} for row in (*mended, *other)])
    code, shown, _ = command("diff", graded, out)
    assert code == 0
    assert "graded → out: 2 rows of one id have another key or question: left out" in shown
    (line,) = command.json("diff", graded, out)["comparison"]
    assert (line["paired by"], line["pairs"], line["left out"], line["gained"]) == ("id", 2, 12, 0)
    (line,) = command.json("diff", graded, out, "--id", "id")["comparison"]
    assert (line["pairs"], line["left out"], line["gained"]) == (4, 8, 2)  # whoever names the column knows better
    assert "kept, as --id names the column" in command("report", graded, out, "--id", "id")[1]
    write(out, [{**row, **RIGHT} for row in (mended[0], *other)])
    code, shown, said = command("diff", graded, out)
    assert (code, shown, said.count("\n")) == (2, "", 1)
    assert f"of 3 pairs by id, 2 have another key or {err}" in said


def test_without_ids_rows_are_paired_by_question_else_by_place(graded: Path, tmp_path: Path, command: Command) -> None:
    rows = [{name: value for name, value in row.items() if name != "id"} for row in rows_of(graded)]
    out = write(tmp_path / "out.jsonl", rows[::-1])
    (line,) = command.json("diff", graded, out)["comparison"]
    assert (line["paired by"], line["pairs"], line["left out"]) == ("question and key", 12, 0)
    bare = write(tmp_path / "bare.jsonl", [{n: v for n, v in row.items() if n != "question"} for row in rows[:10]])
    (line,) = command.json("diff", graded, bare)["comparison"]
    assert (line["paired by"], line["pairs"], line["left out"]) == ("place", 10, 2)


def test_report_of_several_runs_compares_with_the_first(graded: Path, tmp_path: Path, command: Command) -> None:
    other = tmp_path / "later" / "graded.jsonl"
    other.parent.mkdir()
    write(other, rows_of(graded))
    found = command.json("report", graded, other)
    assert [line["run"] for line in found["accuracy"]] == [f"{tmp_path.name}/graded", "later/graded"]
    assert found["comparison"][0]["difference"] == 0
    assert "by kind: later/graded" in found


def test_regrade(graded: Path, tmp_path: Path, command: Command) -> None:
    rows = rows_of(graded)
    rows[0].update(answerkey_outcome="INCORRECT", answerkey_reason="different.value")
    rows[8].update(answerkey_outcome="CORRECT", answerkey_reason="equal.judged")
    stale = write(tmp_path / "stale.jsonl", rows)
    found = command.json("regrade", stale)
    assert [(line["row"], line["before"], line["now"]) for line in found["changes"]] == [
        ("half0", "INCORRECT", "CORRECT")
    ]
    assert sum(line["rows"] for line in found["moves"]) == 11
    assert "1 rows were decided by a judge" in command("regrade", stale)[1]
    rows[0].update(answerkey_outcome="UNDECIDED", answerkey_reason="input.broken")
    write(stale, rows)
    assert command.json("regrade", stale)["changes"] == []
    assert "1 rows could not be graded: they are none" in command("regrade", stale)[1]


def test_agree(graded: Path, tmp_path: Path, command: Command) -> None:
    rows = rows_of(graded)
    for row in rows:
        row["is_correct"] = row["answerkey_correct"]
    rows[0]["is_correct"], rows[2]["is_correct"], rows[3]["is_correct"] = False, True, None
    labelled = write(tmp_path / "labelled.jsonl", rows)
    found = command.json("agree", labelled)
    matrix = {line["verdict"]: (line["right"], line["wrong"]) for line in found["confusion"]}
    assert matrix["CORRECT"] == (5, 1)
    assert sum(map(sum, matrix.values())) == 11
    assert [line["row"] for line in found["disagreements"]] == ["half0", "half2"]
    rates = {line[""]: line["value"] for line in found["agreement"]}
    assert rates["precision"] == 5 / 6
    assert command("agree", labelled, "--fail-under", "0.9")[0] == 1
    plain, corrected = command.json("agree", labelled, "--of", graded)["accuracy"]
    assert plain["value"] == 0.5
    assert corrected["value"] == pytest.approx((0.5 + 4 / 5 - 1) / (5 / 6 + 4 / 5 - 1))


def test_attack(graded: Path, command: Command) -> None:
    found = command.json("attack", graded)
    tried = {line["attack"]: line["tried"] for line in found["attacks"]}
    assert tried["reasoning.key"] == tried["thinking.only"] > 0
    assert found["through"] == []
    keys = {line["keys"]: line["rows"] for line in found["keys"]}
    unknown = "keys to which no wrong answer is known (words, or alone of their kind)"
    assert keys == {"keys attacked": 8, unknown: 4}
    assert command("attack", graded)[1].rstrip().endswith("Got through: 0")  # no head over nothing
    assert command("attack", graded, "--policy", "strict", "--fail-under", "0.9")[0] == 0


def test_the_page_is_written(graded: Path, tmp_path: Path, command: Command) -> None:
    page = tmp_path / "out" / "report.html"
    code, _, err = command("report", graded, "-o", page)
    assert (code, err) == (0, f"page: {page}\n")
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["report", "rows.jsonl"], "is not graded; grade it first: answerkey grade rows.jsonl -o graded.jsonl"),
        (
            ["regrade", "odd_names.jsonl"],
            "which column holds the response? Name it with --answer; the columns are: llm",
        ),
        (["report", "rows.txt"], "there is no such file"),
        (["report", "nowhere.jsonl"], "there is no such file"),
        (["report", "graded.jsonl", "--by", "colour"], "there is no column 'colour'; the columns are: id, question"),
        (["report", "graded.jsonl", "--undecided", "right"], "--undecided takes wrong, left-out, bounds"),
        (["report", "graded.jsonl", "--k", "0"], "--k takes positive numbers"),
        (["diff", "graded.jsonl", "graded.jsonl", "--id", "x"], "there is no column 'x'"),
        (["agree", "graded.jsonl"], "Name it with --label"),
        (["agree", "graded.jsonl", "--label", "question"], "no row says true or false in the column 'question'"),
        (["attack", "graded.jsonl", "--gold", "x"], "there is no column 'x'"),
        (["report", "graded.jsonl", "-o", "graded.jsonl/x.html"], "cannot be written"),
        (["vote", "graded.jsonl", "--problem", "id"], "no problem has several samples"),
        (["regrade", "graded.jsonl", "--policy", "harsh"], "the presets are"),
        (["diff", "graded.jsonl", "apart.jsonl"], "have no row in common"),
        (
            ["attack", "words.jsonl"],
            "can be attacked: 1 rows without a key; 2 keys to which no wrong answer is known (words",
        ),
        (["report", "odd.jsonl"], "odd.jsonl, row 1: 'MAYBE' is no outcome"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_refusals_are_one_line(
    graded: Path, command: Command, monkeypatch: pytest.MonkeyPatch, arguments: list[str], told: str
) -> None:
    rows = rows_of(graded)
    write(graded.with_name("words.jsonl"), [{"gold": word} for word in ("Evelyn", "Briana", "")])
    write(graded.with_name("apart.jsonl"), [{**rows[0], "id": "elsewhere"}])
    write(graded.with_name("odd.jsonl"), [{**rows[0], "answerkey_outcome": "MAYBE"}])
    write(graded.with_name("odd_names.jsonl"), [{"llm": "5", "gold": "5", "answerkey_outcome": "CORRECT"}])
    monkeypatch.chdir(graded.parent)
    code, out, err = command(*arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert told in err
