"""FileStorage: DataFlow's names and steps, and everything a row holds on the way through pandas and back."""

from __future__ import annotations

import importlib
import json
import sys
import types
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from answerkey.operators import DataFlowStorage, FileStorage

LINES = [
    '{"k": "0010", "a": "1e5", "n": null}',
    '{"k": 1234567890123456789012345678901234567890, "a": 1e5}',
    '{"a": [[1, "1"], {"x": [true, 1, 1.0]}], "k": "\\ud800 é"}',
    '{"k": 0.10, "a": true}',
    "{}",
]


def storage_over(tmp_path: Path, lines: list[str], **options: Any) -> FileStorage:
    source = tmp_path / "bench.jsonl"
    source.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return FileStorage(str(source), cache_path=str(tmp_path / "cache"), file_name_prefix="step", **options)


def test_names_and_steps(tmp_path: Path) -> None:
    storage = storage_over(tmp_path, LINES)
    assert isinstance(storage, DataFlowStorage)
    with pytest.raises(ValueError, match=r"storage\.step\(\)"):
        storage.read("records")
    with pytest.raises(ValueError, match=r"storage\.step\(\)"):
        storage.write([])
    first = storage.step()
    assert first is not storage
    assert first.write(first.read("dict")) == str(tmp_path / "cache" / "step_step1.jsonl")
    second = storage.step()
    assert (first.operator_step, second.operator_step) == (0, 1)
    assert second.read("records") == [json.loads(line) for line in LINES]
    assert second.write([{"a": 1}]).endswith("step_step2.jsonl")
    assert storage.reset() is storage
    assert storage.operator_step == -1
    assert storage.step().get_keys_from_dataframe() == ["k", "a", "n"]


@pytest.mark.parametrize("cache_type", ["jsonl", "json"])
def test_a_frame_loses_nothing(tmp_path: Path, cache_type: str) -> None:
    pytest.importorskip("pandas")
    storage = storage_over(tmp_path, LINES, cache_type=cache_type).step()
    frame = storage.read("dataframe")
    assert list(frame.columns) == ["k", "a", "n"]
    assert type(frame["k"][1]) is int
    assert frame["n"][0] is None
    assert frame["n"][1] != frame["n"][1]
    frame["ok"] = True
    written = Path(storage.write(frame)).read_text(encoding="utf-8")
    lines = [line.removesuffix(",") for line in written.splitlines() if line not in "[]"]
    assert lines == [line[:-1] + (", " if line != "{}" else "") + '"ok": true}' for line in LINES]


def test_rows_that_moved_keep_their_text(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    storage = storage_over(tmp_path, LINES).step()
    frame = storage.read("dataframe")
    path = Path(storage.write(frame.iloc[[3, 0, 3]]))
    assert path.read_text().splitlines() == [LINES[3], LINES[0], LINES[3]]
    doubled = pandas.concat([frame.iloc[:2], frame.iloc[:2]])
    assert Path(storage.write(doubled)).read_text().splitlines() == LINES[:2] * 2
    relabelled = frame.iloc[[3, 1]].reset_index(drop=True)
    again = [json.loads(line) for line in Path(storage.write(relabelled)).read_text().splitlines()]
    assert [(row["k"], row["a"]) for row in again] == [(0.1, True), (json.loads(LINES[1])["k"], 1e5)]


def test_changed_cells_are_written(tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    storage = storage_over(tmp_path, ['{"a": 1e5, "b": 1}', '{"b": 2, "c": null}']).step()
    frame = storage.read("dataframe")
    frame.loc[1, "b"] = 3
    frame["half"] = frame["b"].astype("int64") / 2
    written = Path(storage.write(frame)).read_text().splitlines()
    assert written == ['{"a": 1e5, "b": 1, "half": 0.5}', '{"b": 3, "c": null, "half": 1.5}']


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**40), 10**40) | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


@given(st.lists(st.dictionaries(st.sampled_from("abcd"), json_values), max_size=5))
@settings(max_examples=30, deadline=None)
def test_any_rows_come_back(tmp_path_factory: pytest.TempPathFactory, rows: list[dict[str, Any]]) -> None:
    pytest.importorskip("pandas")
    folder = tmp_path_factory.mktemp("rows")
    storage = storage_over(folder, [json.dumps(row, separators=(",", " : ")) for row in rows]).step()
    source = Path(storage.first_entry_file_name).read_bytes()
    assert Path(storage.write(storage.read("dataframe"))).read_bytes() == source
    assert Path(storage.write(storage.read("records"))).read_bytes() == source


@pytest.mark.parametrize("cache_type", ["csv", "parquet"])
def test_chains_through_tables(tmp_path: Path, cache_type: str) -> None:
    pytest.importorskip("pyarrow" if cache_type == "parquet" else "pandas")
    pytest.importorskip("pandas")
    storage = storage_over(tmp_path, ['{"k": "0010", "a": "x"}', '{"k": "1e5", "a": "é"}'], cache_type=cache_type)
    for _ in range(3):
        current = storage.step()
        current.write(current.read("dataframe"))
    assert storage.step().read("dict") == [{"k": "0010", "a": "x"}, {"k": "1e5", "a": "é"}]


def test_a_changed_column_of_a_parquet_file_gets_a_new_type(tmp_path: Path) -> None:
    pandas, pa = pytest.importorskip("pandas"), pytest.importorskip("pyarrow")
    from pyarrow import parquet

    source = tmp_path / "a.parquet"
    parquet.write_table(pa.table({"n": pa.array([1, 2], pa.int8()), "k": pa.array([3, 4], pa.int8())}), source)
    storage = FileStorage(str(source), cache_path=str(tmp_path / "c"), cache_type="parquet").step()
    frame = storage.read("dataframe")
    frame["n"] = ["one", pandas.NA]
    frame.loc[1, "k"] = 5
    frame["f"] = pandas.Series([1.5, float("nan")])
    written = parquet.read_table(storage.write(frame))
    assert written.to_pydict() == {"n": ["one", None], "k": [3, 5], "f": [1.5, None]}
    assert written.schema.types == [pa.string(), pa.int8(), pa.float64()]


def test_values_of_numpy_and_pandas_are_written_plainly(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    storage = storage_over(tmp_path, ['{"a": 1, "b": 1}', '{"a": 2, "b": 2}']).step()
    frame = storage.read("dataframe")
    frame["a"] = frame["a"].astype("int64").to_numpy()
    frame["b"] = [pandas.Series([1, 2]).to_numpy(), frame["a"].iloc[0]]
    frame["when"] = [pandas.Timestamp("2024-01-02"), pandas.NaT]
    written = Path(storage.write(frame)).read_text().splitlines()
    assert written == ['{"a": 1, "b": [1, 2], "when": "2024-01-02T00:00:00"}', '{"a": 2, "b": 1}']


def test_refusals(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="runs whatever code"):
        FileStorage("a.jsonl", cache_type="pickle")
    with pytest.raises(ValueError, match="runs whatever code"):
        FileStorage("a.pkl")
    with pytest.raises(ValueError, match=r"no file type 'txt'.*jsonl, json, csv, parquet"):
        FileStorage("a.txt")
    with pytest.raises(FileNotFoundError, match="there is no file"):
        FileStorage(str(tmp_path / "absent.jsonl")).step().read("records")
    storage = storage_over(tmp_path, LINES).step()
    with pytest.raises(ValueError, match="output type 'arrow'"):
        storage.read("arrow")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="found list"):
        storage.write([[1]])
    with pytest.raises(ValueError, match="found int"):
        storage.write(1)
    assert not (tmp_path / "cache").exists()


def test_no_first_entry_is_no_rows(tmp_path: Path) -> None:
    storage = FileStorage("", cache_path=str(tmp_path)).step()
    assert storage.read("records") == []
    assert Path(storage.write([{"made": "here"}])).read_text() == '{"made": "here"}\n'


def test_the_hub(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[tuple[Any, ...]] = []

    class Loaded:
        def to_list(self) -> list[dict[str, Any]]:
            return [{"k": "0010"}]

    def load_dataset(name: str, config: str | None, *, split: str) -> Loaded:
        asked.append((name, config, split))
        return Loaded()

    monkeypatch.setitem(sys.modules, "datasets", types.SimpleNamespace(load_dataset=load_dataset))
    for source in ("hf:a/b", "hf:a/b:test", "hf:a/b:main:test"):
        storage = FileStorage(source, cache_path=str(tmp_path)).step()
        assert Path(storage.write(storage.read("records"))).read_text() == '{"k": "0010"}\n'
    assert asked == [("a/b", None, "train"), ("a/b", None, "test"), ("a/b", "main", "test")]


@pytest.mark.parametrize(
    ("module", "file", "says"),
    [
        ("pandas", "a.jsonl", r"answerkey\[dataframe\]"),
        ("datasets", "hf:a", r"\[datasets\]"),
        ("pyarrow", "a.parquet", r"\[parquet\]"),
    ],
)
def test_a_missing_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, module: str, file: str, says: str
) -> None:
    real = importlib.import_module

    def without(name: str, package: str | None = None) -> Any:
        if name.partition(".")[0] == module:
            raise ImportError(name)
        return real(name, package)

    for name in ("operators.frames", "operators.storage", "running.files.parquet"):
        monkeypatch.setattr(real(f"answerkey.{name}"), "import_module", without)
    (tmp_path / "a.jsonl").write_text("{}\n")
    (tmp_path / "a.parquet").write_text("")
    storage = FileStorage(file if file.startswith("hf:") else str(tmp_path / file)).step()
    with pytest.raises(ImportError, match=says):
        storage.read("dataframe")
