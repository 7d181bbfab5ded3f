"""From a name to examples: the layouts that files come in, the hub, and what is said where nothing is found."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from answerkey.datasets import benchmark_named, load, names
from answerkey.datasets.mgsm import TEMPLATES
from answerkey.datasets.sources import from_hub
from answerkey.running.errors import InputError

GSM = {"question": "How many?", "answer": "9 * 2 = <<9*2=18>>18 dollars.\n#### 1,018"}
MATH = {"problem": "x?", "level": "Level 5", "type": "Algebra", "solution": r"$\boxed{1}$ fails, so $\boxed{\frac12}$."}


def put(path: Path, *rows: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".parquet":
        pa = pytest.importorskip("pyarrow")
        pytest.importorskip("pyarrow.parquet").write_table(pa.Table.from_pylist(list(rows)), path)
    elif path.suffix == ".json":
        path.write_text(json.dumps(rows[0]))
    else:
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))


@pytest.mark.parametrize(
    "place",
    [
        "gsm8k_test.jsonl",
        "gsm8k/test.jsonl",
        "openai/gsm8k/main/test-00000-of-00001.parquet",
        "grade_school_math/data/test.jsonl",
    ],
)
def test_gsm8k_from_each_layout(tmp_path: Path, place: str) -> None:
    put(tmp_path / place, GSM, GSM)
    first, second = load("gsm8k", data_dir=tmp_path).examples
    assert (first["answer"], first["question"], first["solution"]) == ("1,018", "How many?", GSM["answer"])
    assert first["id"] != second["id"]


def test_the_folder_itself_may_be_the_data_sets_own(tmp_path: Path) -> None:
    put(tmp_path / "gsm8k" / "test.jsonl", GSM)
    assert len(load("gsm8k", data_dir=tmp_path / "gsm8k")) == 1
    with pytest.raises(InputError, match="there is no data set math500"):  # a file called test.jsonl could be anything
        load("math500", data_dir=tmp_path / "gsm8k")


def test_math_takes_its_subjects_in_turn_and_the_last_box_as_key(tmp_path: Path) -> None:
    config = benchmark_named("math").configs
    for subject, title in config.items():
        for number in range(2):
            put(tmp_path / f"MATH/test/{subject}/{number}.json", {**MATH, "type": title})
    whole = load("math", data_dir=tmp_path)
    assert len(whole) == 14
    assert [one["subject"] for one in whole][:7] == list(config.values())
    assert {one["answer"] for one in whole} == {r"\frac12"}
    geometry = load("math:geometry", data_dir=tmp_path, n=1)
    assert [one["subject"] for one in geometry] == ["Geometry"]
    assert len({one["id"] for one in whole}) == 14


def test_a_subject_that_is_none_loses_no_row_in_silence(tmp_path: Path) -> None:
    put(tmp_path / "math_test.jsonl", MATH, {**MATH, "type": "Alchemy"})
    with pytest.raises(InputError, match="subject 'Alchemy' is none of Algebra, "):
        load("math", data_dir=tmp_path)


def test_a_layout_with_a_subject_missing_is_none(tmp_path: Path) -> None:
    put(tmp_path / "hendrycks_math/algebra/test-00000-of-00001.parquet", MATH)
    assert len(load("math:algebra", data_dir=tmp_path)) == 1
    with pytest.raises(InputError, match="there is no data set math"):
        load("math", data_dir=tmp_path)


def test_math500_and_aime(tmp_path: Path) -> None:
    row = {"problem": "p", "solution": "s", "answer": "p - q", "subject": "Algebra", "level": 5, "unique_id": "a/1"}
    put(tmp_path / "HuggingFaceH4/MATH-500/test.jsonl", row)
    assert load("math500", data_dir=tmp_path).examples[0]["id"] == "a/1"
    put(
        tmp_path / "HuggingFaceH4/aime_2024/data/train-00000-of-00001.parquet",
        {"id": 60, "problem": "p", "answer": "073"},
    )
    assert load("aime24", data_dir=tmp_path).examples[0]["answer"] == "073"
    put(tmp_path / "math-ai/aime24/test.jsonl", {"id": 1, "problem": "p", "solution": r"\boxed{204}"})
    (tmp_path / "HuggingFaceH4/aime_2024/data/train-00000-of-00001.parquet").unlink()
    assert load("aime24", data_dir=tmp_path).examples[0]["answer"] == "204"
    put(tmp_path / "aime25/test.jsonl", {"id": "0", "problem": "p", "answer": 70})
    assert load("aime25", data_dir=tmp_path).examples[0]["answer"] == "70"


def test_mgsm_in_tables_without_a_header(tmp_path: Path) -> None:
    for language in TEMPLATES:
        path = tmp_path / f"mgsm/mgsm_{language}.tsv"
        path.parent.mkdir(exist_ok=True)
        path.write_text('Wie "viele"?\t18\nUnd jetzt?\t114,200\n')
    german = load("mgsm:de", data_dir=tmp_path)
    assert [(one["question"], one["answer"], one["lang"]) for one in german] == [
        ('Wie "viele"?', "18", "de"),
        ("Und jetzt?", "114,200", "de"),
    ]
    assert [one["lang"] for one in load("mgsm", data_dir=tmp_path)][:11] == list(TEMPLATES)
    assert german.benchmark.prompt(german.examples[0]).startswith('Wie "viele"?\n\nLöse')


def test_from_the_hub(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def load_dataset(repository: str, config: str | None, split: str) -> list[dict[str, Any]]:
        asked.append((repository, config, split))
        if repository == "openai/gsm8k":
            return [GSM]
        if repository == "math-ai/aime25":
            raise ConnectionError("no route")
        return [{"question": "q", "answer": None, "answer_number": 18, "equation_solution": None}]

    module = ModuleType("datasets")
    module.load_dataset = load_dataset  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "datasets", module)
    monkeypatch.delenv("ANSWERKEY_DATA", raising=False)
    assert load("gsm8k").examples[0]["answer"] == "1,018"
    assert [one["answer"] for one in load("mgsm:th")] == ["18"]
    assert asked == [("openai/gsm8k", "main", "test"), ("juletxara/mgsm", "th", "test")]
    assert len(load("mgsm")) == 11
    with pytest.raises(InputError, match=r"cannot be had from the hub \(ConnectionError: no route\).*--data-dir"):
        load("aime25")


def test_rows_that_a_script_makes_come_from_the_hubs_own_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    def load_dataset(repository: str, config: str, **options: str) -> list[dict[str, Any]]:
        if "revision" not in options:
            raise RuntimeError("Dataset scripts are no longer supported, but found mgsm.py")
        assert options["revision"] == "refs/convert/parquet"
        return [{"question": "q", "answer_number": 18}]

    module = ModuleType("datasets")
    module.load_dataset = load_dataset  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "datasets", module)
    monkeypatch.delenv("ANSWERKEY_DATA", raising=False)
    assert load("mgsm:sw").examples[0]["answer"] == "18"


def test_the_real_library_reads_a_repositorys_tables(tmp_path: Path) -> None:
    if not hasattr(pytest.importorskip("datasets"), "load_dataset"):
        pytest.skip("the datasets extra is not installed")
    put(tmp_path / "main" / "test-00000-of-00001.parquet", GSM, GSM)
    head = "---\nconfigs:\n- config_name: main\n  data_files:\n  - split: test\n    path: main/test-*\n---\n"
    (tmp_path / "README.md").write_text(head)
    assert [dict(row) for row in from_hub(str(tmp_path), "main", "test")] == [GSM, GSM]


@pytest.mark.parametrize("there", [None, ModuleType("datasets")])
def test_without_the_extra_the_install_command_is_named(monkeypatch: pytest.MonkeyPatch, there: Any) -> None:
    """Not there at all, or a folder of that name that Python takes for a package."""
    monkeypatch.setitem(sys.modules, "datasets", there)
    monkeypatch.delenv("ANSWERKEY_DATA", raising=False)
    with pytest.raises(InputError, match=r"pip install 'answerkey\[datasets\]'"):
        load("gsm8k")


def test_the_environment_names_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    put(tmp_path / "gsm8k_test.jsonl", GSM)
    monkeypatch.setenv("ANSWERKEY_DATA", str(tmp_path))
    assert len(load("gsm8k")) == 1


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("gsm9k", "math, math500, gsm8k, mgsm, aime24, aime25"),
        ("gsm8k:socratic", "takes no configuration"),
        ("mgsm:xx", "bn, de, en, es, fr, ja, ru, sw, te, th, zh"),
        ("mgsm:", "no configuration ''"),
        ("nowhere.jsonl", "no such file"),
        ("aime24", "looked for aime24.jsonl"),
        ("mgsm:fr", r"no data set mgsm:fr in it; looked for mgsm_all.jsonl, mgsm/mgsm_fr.tsv, "),
        ("mgsm", r"no data set mgsm in it; looked for mgsm_all.jsonl, mgsm/mgsm_bn.tsv, "),
    ],
)
def test_what_is_not_there_is_said(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "mgsm_de.tsv").write_text("q\t1\n")
    with pytest.raises(InputError, match=said):
        load(name, data_dir=tmp_path)
    if name == "mgsm":
        with pytest.raises(InputError, match="nowhere: there is no such folder"):
            load(name, data_dir=tmp_path / "nowhere")


def test_a_row_without_its_columns_is_named(tmp_path: Path) -> None:
    put(tmp_path / "gsm8k_test.jsonl", GSM, {"question": "q", "result": "18"})
    with pytest.raises(InputError, match=r"gsm8k_test.jsonl: row 2 has no 'answer'; it has: question, result"):
        load("gsm8k", data_dir=tmp_path)


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("nr,task,solution,topic\n0010,How many?,So 9. #### 9,sums\n")
    (example,) = load(str(path), question="task").examples
    assert (example["question"], example["answer"], example["nr"]) == ("How many?", "9", "0010")
    assert example["solution"] == "So 9. #### 9"
    with pytest.raises(InputError, match="no column 'problem'; the columns are: nr, task"):
        load(str(path), question="problem")
    path.write_text("a,b\n1,2\n")
    with pytest.raises(InputError, match="which column holds the key"):
        load(str(path))


def test_a_file_with_choices_is_asked_with_them(tmp_path: Path) -> None:
    put(tmp_path / "mc.jsonl", {"question": "Capital?", "choices": ["Oslo", "Rome"], "answer": 1})
    chosen = load(str(tmp_path / "mc.jsonl"))
    assert chosen.benchmark.prompt(chosen.examples[0]).startswith("Capital?\nA) Oslo\nB) Rome\n\n")
    assert chosen.benchmark.evaluators == ("multiple_choice",)


def test_braces_in_a_question_are_kept() -> None:
    benchmark = benchmark_named("math")
    asked = benchmark.prompt({"question": r"\frac{1}{2} {answer} {question}", "subject": "Algebra"})
    assert asked.startswith(r"\frac{1}{2} {answer} {question}")


def test_each_language_asks_for_a_box_in_its_own_words() -> None:
    assert len(TEMPLATES) == len(set(TEMPLATES.values())) == 11
    assert all(text.startswith("{question}\n\n") and r"\boxed{}" in text for text in TEMPLATES.values())


@pytest.mark.parametrize("name", names())
def test_every_data_set_can_be_graded(name: str) -> None:
    from answerkey.evaluation.run import wired

    benchmark = benchmark_named(name)
    assert benchmark.name == name
    assert benchmark.hub
    assert [one.name for one in wired(benchmark)] == ["math_equivalence", "answer_match"]
