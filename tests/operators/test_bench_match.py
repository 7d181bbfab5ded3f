"""BenchDatasetEvaluator in match mode, over our storage and over one that knows only DataFrames."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from answerkey import BenchDatasetEvaluator as FromTop
from answerkey.operators import AnswerExtractor, BenchDatasetEvaluator, FileStorage

ROWS = [
    {"generated_cot": "so \\boxed{18}", "golden_answer": "18", "id": "0010"},
    {"generated_cot": "so \\boxed{19}", "golden_answer": "18"},
    {"generated_cot": "\\boxed{5}", "golden_answer": ["4", "5"], "id": 10**40},
    {"generated_cot": None, "golden_answer": 7},
    {"generated_cot": "\\boxed{7}", "golden_answer": None},
    {"generated_cot": "\\boxed{7}"},
    {"generated_cot": "\\boxed{7}", "golden_answer": " "},
]
MATCHED = [True, False, True, False, False, False, False]


def write_rows(path: Path, rows: list[dict[str, Any]]) -> str:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


@pytest.fixture
def storage(tmp_path: Path) -> FileStorage:
    return FileStorage(write_rows(tmp_path / "bench.jsonl", ROWS), cache_path=str(tmp_path / "cache"))


def statistics(path: Path) -> dict[str, Any]:
    array = json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(array, list)
    assert len(array) == 1
    return array[0]  # type: ignore[no-any-return]


class FrameStorage:
    """What DataFlow's storages are to an operator."""

    file_name_prefix = "frames"

    def __init__(self, frame: Any) -> None:
        self.frame, self.written = frame, None

    def read(self, output_type: str) -> Any:
        assert output_type == "dataframe"
        return self.frame

    def write(self, data: Any) -> None:
        self.written = data

    def step(self) -> FrameStorage:
        return self

    def get_keys_from_dataframe(self) -> list[str]:
        return list(self.frame.columns)


def test_the_result_and_its_statistics(storage: FileStorage, tmp_path: Path) -> None:
    assert FromTop is BenchDatasetEvaluator
    path = tmp_path / "new" / "folder" / "eval.json"
    op = BenchDatasetEvaluator(compare_method="match", eval_result_path=str(path))
    assert op.run(storage=storage.step()) == ["generated_cot", "golden_answer", "answer_match_result"]
    rows = storage.step().read("records")
    assert [row.pop("answer_match_result") for row in rows] == MATCHED
    assert [row.pop("answer_match_answer") for row in rows[:3]] == ["18", "19", "5"]
    assert [row["answer_match_outcome"] for row in rows] == [
        *("CORRECT", "INCORRECT", "CORRECT", "INCORRECT"),
        *("UNDECIDED", "UNDECIDED", "UNDECIDED"),
    ]
    assert rows[6]["answer_match_outcome"] == "UNDECIDED"
    assert rows[6]["answer_match_reason"] == "unreadable.key"
    stats = statistics(path)
    assert stats.pop("accuracy_interval_95") == pytest.approx([0.15003, 0.84997], abs=1e-4)
    reasons = stats.pop("reasons")
    assert sum(reasons.values()) == 7
    assert reasons["unreadable.key"] == 3
    stats.pop("answerkey_version")
    assert stats == {
        "bench_name_or_prefix": "dataflow_cache_step",
        "total_samples": 7,
        "valid_samples": 4,
        "matched_samples": 2,
        "accuracy": 0.5,
        "empty_responses_count": 0,
        "compare_method": "match",
        "skipped_samples": 3,
        "incorrect_samples": 2,
        "undecided_samples": 0,
        "judged_samples": 0,
        "unreadable_responses_count": 0,
        "policy": "default",
    }


def test_the_rows_come_back_as_they_were(storage: FileStorage, tmp_path: Path) -> None:
    op = BenchDatasetEvaluator(eval_result_path=str(tmp_path / "e.json"), detail_columns=False)
    op.run(storage.step())
    out = (tmp_path / "cache" / "dataflow_cache_step_step1.jsonl").read_text().splitlines()
    for line, row, matched in zip(out, ROWS, MATCHED, strict=True):
        assert line == json.dumps({**row, "answer_match_result": matched})


def test_a_second_run_replaces_the_results_of_the_first(storage: FileStorage, tmp_path: Path) -> None:
    op = BenchDatasetEvaluator(eval_result_path=str(tmp_path / "e.json"))
    op.run(storage.step())
    op.run(storage.step())
    first, second = (tmp_path / "cache" / f"dataflow_cache_step_step{n}.jsonl" for n in (1, 2))
    assert [json.loads(line) for line in first.open()] == [json.loads(line) for line in second.open()]


def test_over_a_storage_of_frames(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(
        {
            "a": ["\\boxed{1}", "\\boxed{2}", "\\boxed{3}", "\\boxed{4}"],
            "g": [1, 3, float("nan"), pandas.NA],
            "answer_match_result": ["old"] * 4,
        },
        index=[5, 5, 0, 1],
    )
    storage = FrameStorage(frame)
    op = BenchDatasetEvaluator(eval_result_path=str(tmp_path / "e.json"))
    op.run(storage, input_test_answer_key="a", input_gt_answer_key="g")
    written = storage.written
    assert written.columns[-1] == "answer_match_result"
    assert written["answer_match_result"].dtype == bool
    assert written["answer_match_result"].tolist() == [True, False, False, False]
    assert written.index.tolist() == [5, 5, 0, 1]
    assert frame["answer_match_result"].tolist() == ["old"] * 4
    stats = statistics(tmp_path / "e.json")
    assert (stats["valid_samples"], stats["skipped_samples"], stats["bench_name_or_prefix"]) == (2, 2, "frames")


@pytest.mark.parametrize("cache_type", ["jsonl", "json", "csv", "parquet"])
def test_every_type_of_file(tmp_path: Path, cache_type: str) -> None:
    if cache_type == "parquet":
        pytest.importorskip("pyarrow")
    rows = [{"a": "\\boxed{0010}", "g": "0010"}, {"a": "\\boxed{3}", "g": "4"}]
    storage = FileStorage(write_rows(tmp_path / "b.jsonl", rows), cache_path=str(tmp_path / "c"), cache_type=cache_type)
    first = storage.step()
    first.write(first.read("records"))
    BenchDatasetEvaluator(eval_result_path=str(tmp_path / "e.json")).run(storage.step(), "a", "g")
    graded = storage.step().read("records")
    assert [(row["a"], row["g"]) for row in graded] == [(row["a"], row["g"]) for row in rows]
    assert [str(row["answer_match_result"]) for row in graded] == ["True", "False"]


def test_a_missing_column_is_named(storage: FileStorage, tmp_path: Path) -> None:
    op = BenchDatasetEvaluator(eval_result_path=str(tmp_path / "new" / "e.json"))
    for error in (KeyError, ValueError):
        with pytest.raises(error) as raised:
            op.run(storage.step(), input_gt_answer_key="gold")
        storage.reset()
        assert str(raised.value) == "there is no column 'gold'; the columns are: generated_cot, golden_answer, id"
    assert [path.name for path in tmp_path.iterdir()] == ["bench.jsonl"]


def test_no_rows_is_a_report_of_zero(tmp_path: Path) -> None:
    storage = FileStorage(write_rows(tmp_path / "b.jsonl", []), cache_path=str(tmp_path / "c"))
    BenchDatasetEvaluator(eval_result_path=str(tmp_path / "e.json")).run(storage.step())
    stats = statistics(tmp_path / "e.json")
    assert (stats["total_samples"], stats["accuracy"], stats["accuracy_interval_95"]) == (0, 0.0, None)
    assert storage.step().read("records") == []


def test_bad_settings(storage: FileStorage, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="match, semantic, cascade"):
        BenchDatasetEvaluator(compare_method="fuzzy")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no policy 'kind'"):
        BenchDatasetEvaluator(policy="kind")
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file" / "e.json", tmp_path):
        with pytest.raises(OSError, match=r"."):
            BenchDatasetEvaluator(eval_result_path=str(path)).run(storage.step())
        storage.reset()
    assert not (tmp_path / "cache").exists()
    blocked = FileStorage(storage.first_entry_file_name, cache_path=str(tmp_path / "file"))
    with pytest.raises(OSError, match=r"."):
        BenchDatasetEvaluator(str(tmp_path / "e.json")).run(blocked.step())
    assert not (tmp_path / "e.json").exists()


def test_the_default_path(storage: FileStorage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    BenchDatasetEvaluator().run(storage.step())
    (path,) = (tmp_path / "result_bencheval").iterdir()
    assert path.name.startswith("BenchDatasetEvaluator_result_1")
    assert statistics(path)["matched_samples"] == 2


def test_a_subclass_may_compare_in_its_own_way(storage: FileStorage, tmp_path: Path) -> None:
    class Generous(BenchDatasetEvaluator):
        seen: list[tuple[Any, Any]] = []  # noqa: RUF012  # what a test saw

        def math_verify_compare(self, answer: Any, ground_truth: Any) -> bool:
            self.seen.append((answer, ground_truth))
            return True

    Generous(eval_result_path=str(tmp_path / "e.json")).run(storage.step())
    rows = storage.step().read("records")
    assert [row["answer_match_result"] for row in rows] == [True] * 4 + [False] * 3
    assert Generous.seen[:3] == [("18", "18"), ("19", "18"), ("5", ["4", "5"])]


def test_an_extractor_may_take_the_place_of_ours(storage: FileStorage, tmp_path: Path) -> None:
    class First(AnswerExtractor):
        def extract_answer(self, pred_str: Any, data_name: str | None = None, use_last_number: bool = True) -> str:
            return "18"

    op = BenchDatasetEvaluator(eval_result_path=str(tmp_path / "e.json"))
    op.answer_extractor = First()
    op.run(storage.step())
    rows = storage.step().read("records")
    assert [row["answer_match_result"] for row in rows] == [True, True, False, False, False, False, False]
    assert [row["answer_match_reason"] for row in rows[1:4]] == ["equal.own", "different.own", "different.own"]


@pytest.mark.parametrize(
    ("response", "key"),
    [
        ("so it is \\boxed{\\dfrac{1}{2}}", "\\frac{1}{2}"),  # keys that the original reads as nothing
        ("The answer is (1, 2).", "(1,2)"),
        ("\\boxed{\\text{No solutions}}", "\\text{no solution}"),
        ("\\boxed{\\{1,2\\}}", "\\{2, 1\\}"),
    ],
)
def test_latex_keys(tmp_path: Path, response: str, key: str) -> None:
    source = write_rows(tmp_path / "b.jsonl", [{"generated_cot": response, "golden_answer": key}])
    storage = FileStorage(source, cache_path=str(tmp_path / "c"))
    BenchDatasetEvaluator(eval_result_path=str(tmp_path / "e.json")).run(storage.step())
    assert statistics(tmp_path / "e.json")["matched_samples"] == 1


def test_descriptions() -> None:
    assert "answer_match_result" in BenchDatasetEvaluator.get_desc("en")
    assert "标准答案" in BenchDatasetEvaluator.get_desc("zh")
    assert BenchDatasetEvaluator.get_desc() == BenchDatasetEvaluator.get_desc("zh")


def test_match_mode_needs_no_extra(tmp_path: Path) -> None:
    source = write_rows(tmp_path / "b.jsonl", ROWS)
    code = (
        "import sys; extras = 'pandas numpy pyarrow aiohttp tenacity aiolimiter datasets'.split()\n"
        "sys.modules.update(dict.fromkeys(extras))\n"
        "from answerkey.operators import BenchDatasetEvaluator, FileStorage\n"
        "storage = FileStorage(first_entry_file_name=sys.argv[1], cache_path=sys.argv[2])\n"
        "BenchDatasetEvaluator(compare_method='match', eval_result_path=sys.argv[3]).run(storage=storage.step())\n"
    )
    command = [sys.executable, "-c", code, source, str(tmp_path / "c"), str(tmp_path / "e.json")]
    subprocess.run(command, check=True, env=os.environ)
    assert statistics(tmp_path / "e.json")["matched_samples"] == 2
