"""One large file of any format is cut into pieces: no piece leaves a trace, and a stopped run goes on between them."""

from __future__ import annotations

import gzip
import io
import json
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerkey.running import plan
from answerkey.running.files import array_stream, csv_stream, items, jsonl_stream
from answerkey.running.files.items import Item, LongLine, Passing
from answerkey.running.files.streams import STREAMS
from answerkey.running.grade_files import Progress, grade_files
from answerkey.running.job import where
from answerkey.running.options import Options

ENDINGS = ("jsonl", "jsonl.gz", "jsonl.zst", "json", "json.gz", "csv", "csv.gz", "tsv", "parquet")
COUNT = 2000


def rows() -> Iterator[dict[str, str]]:
    """Rows whose responses have quotes, commas, tabs and line breaks."""
    for number in range(COUNT):
        text = f'So "it", I\tthink,\r\nis \\boxed{{{number % 5}}}.' if number % 3 else f"It is {number % 4}."
        yield {"id": f"{number:05}", "gold": str(number % 7), "response": text}


def write(path: Path) -> Path:
    """The rows in the format that the name of `path` says."""
    name = path.name.partition(".")[2]
    if name == "parquet":
        pa = pytest.importorskip("pyarrow")
        from pyarrow import parquet

        parquet.write_table(pa.Table.from_pylist(list(rows())), path, row_group_size=150)
        return path
    if name.startswith("jsonl"):
        data = b"".join(json.dumps(row).encode() + b"\n" for row in rows())
    elif name.startswith("json"):
        data = json.dumps(list(rows()), indent=1).encode()
    else:
        delimiter = "\t" if name == "tsv" else ","
        quoted = ((f'"{cell}"' for cell in (text.replace('"', '""') for text in row.values())) for row in rows())
        data = "\r\n".join(delimiter.join(cells) for cells in [("id", "gold", "response"), *quoted]).encode()
    if name.endswith(".gz"):
        data = gzip.compress(data)
    elif name.endswith(".zst"):
        data = pytest.importorskip("zstandard").compress(data)
    path.write_bytes(data)
    return path


def content(path: Path) -> Any:
    """What a file says, whatever members and row groups it is made of."""
    if path.suffix == ".parquet":
        from pyarrow import parquet

        return parquet.read_table(path)
    data = path.read_bytes()
    if path.suffix == ".gz":
        return gzip.decompress(data)
    if path.suffix == ".zst":
        import zstandard

        return zstandard.ZstdDecompressor().stream_reader(data, read_across_frames=True).read()
    return data


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "PIECE", 3000)
    monkeypatch.setattr(plan, "BATCH", 3000)


@pytest.mark.parametrize("ending", ENDINGS)
def test_pieces_and_processes_leave_no_trace(tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    source = write(tmp_path / f"in.{ending}")
    whole, cut, shared = (tmp_path / f"{name}.{ending}" for name in ("whole", "cut", "shared"))
    expected = grade_files(str(source), Options(output=str(whole))).summary
    assert expected.rows == COUNT
    monkeypatch.setattr(plan, "PIECE", 3000)
    monkeypatch.setattr(plan, "BATCH", 3000)
    seen: list[Progress] = []
    assert grade_files([str(source)], Options(output=str(cut)), on_progress=seen.append).summary == expected
    assert grade_files([str(source)], Options(output=str(shared), workers=2)).summary == expected
    assert content(cut) == content(whole)
    assert content(shared) == content(whole)
    assert (seen[-1].rows, seen[-1].bytes) == (COUNT, source.stat().st_size)
    assert {path.name for path in tmp_path.iterdir()} == {source.name, whole.name, cut.name, shared.name}


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("target", ["same", "csv", "parquet", "json.gz"])
@pytest.mark.usefixtures("small")
def test_a_stopped_run_goes_on_inside_a_file(tmp_path: Path, ending: str, target: str) -> None:
    source = write(tmp_path / f"in.{ending}")
    whole, out = (tmp_path / f"{name}.{ending if target == 'same' else target}" for name in ("whole", "out"))
    expected = grade_files([str(source)], Options(output=str(whole))).summary

    def stop(progress: Progress) -> None:
        if progress.rows > COUNT // 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        grade_files([str(source)], Options(output=str(out)), on_progress=stop)
    assert not out.exists()
    seen: list[int] = []
    again = grade_files([str(source)], Options(output=str(out)), on_progress=lambda made: seen.append(made.rows))
    assert seen[0] > COUNT // 3  # what was done is not done again
    assert again.summary == expected
    assert content(out) == content(whole)
    assert {path.name for path in tmp_path.iterdir()} == {source.name, whole.name, out.name}


@pytest.mark.parametrize("ending", ["jsonl", "jsonl.gz", "csv", "json"])
@pytest.mark.usefixtures("small")
def test_the_first_broken_row_is_located_however_a_file_is_cut(tmp_path: Path, ending: str) -> None:
    source = tmp_path / f"in.{ending}"
    good, bad = ("5,5\n", "5,5,5\n") if ending == "csv" else ('{"gold": "5", "response": "5"}', "[]")
    lines = [bad if number in (1500, 1600) else good for number in range(1, COUNT + 1)]
    joint = {"csv": "", "json": ",\n"}.get(ending, "\n")
    text = {"csv": "gold,response\n", "json": "["}.get(ending, "") + joint.join(lines) + "]" * (ending == "json")
    source.write_bytes(gzip.compress(text.encode()) if ending.endswith("gz") else text.encode())
    told = "line 1500" if "jsonl" in ending else "row 1500"

    def stop(progress: Progress) -> None:
        if progress.rows > 1700:
            raise KeyboardInterrupt

    out = Options(output=str(tmp_path / f"out.{ending}"))
    with pytest.raises(KeyboardInterrupt):
        grade_files(str(source), out, on_progress=stop)
    for options in (out, Options(), Options(workers=2)):
        broken = grade_files(str(source), options).summary.broken
        assert broken is not None
        assert (broken.file, where(broken)) == (str(source), told)


def shown(found: Iterator[Item]) -> list[tuple[Any, Any]]:
    """Rows, and what is wrong with what is none; a header and blank lines are neither."""
    made = []
    for item in found:
        raw = b"".join(item.raw.pieces()) if isinstance(item.raw, LongLine) and item.row is None else item.raw
        if item.row is not None or item.problem is not None:
            made.append((item.row if item.row is not None else raw, item.problem))
    return made


def again(name: str, data: bytes, size: int) -> list[tuple[Any, Any]]:
    """The rows of all batches of a file."""
    stream = STREAMS[name]
    assert stream.batches is not None
    made = []
    for batch, _ in stream.batches(io.BytesIO(data), size):
        held = io.BytesIO(batch) if isinstance(batch, bytes) else io.BufferedReader(Passing(batch))
        made += shown(stream.items(held))
    return made


CSV = st.text(st.sampled_from('",\r\na é\ud800'), max_size=60).map(
    lambda text: ("a,b\n" + text).encode("utf-8", "surrogatepass")
)


@given(CSV, st.integers(1, 30))
def test_batches_of_csv_have_the_same_records(data: bytes, size: int) -> None:
    assert again("csv", data, size) == shown(STREAMS["csv"].items(io.BytesIO(data)))


ELEMENTS = st.lists(
    st.sampled_from(['{"a": "]"}', '{"b": [1, {"c": "\\\\\\""}]}', "7", "", '"x', "]", " ", '{"d": "é"'])
)


@given(ELEMENTS, st.sampled_from(["]", "", "] 1, [2", ",]"]), st.integers(1, 30), st.integers(1, 9))
def test_batches_of_an_array_have_the_same_elements(texts: list[str], end: str, size: int, buffer: int) -> None:
    data = ("[" + ",".join(texts) + end).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(array_stream, "BUFFER", buffer)
        patch.setattr(array_stream, "MAX_ROW", 25)
        assert again("json", data, size) == shown(STREAMS["json"].items(io.BytesIO(data)))


LINES = st.lists(st.binary(max_size=40)).map(b"\n".join)


@given(LINES, st.integers(1, 30))
def test_batches_of_lines_have_the_same_lines(data: bytes, size: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jsonl_stream, "MAX_ROW", 25)
        assert again("jsonl", data, size) == shown(STREAMS["jsonl"].items(io.BytesIO(data)))


@pytest.mark.parametrize("ending", ["jsonl.gz", "json", "csv"])
@pytest.mark.parametrize("workers", [1, 2])
def test_a_row_too_long_passes_by_between_batches(
    tmp_path: Path, ending: str, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (items, jsonl_stream, array_stream, csv_stream):
        monkeypatch.setattr(module, "MAX_ROW", 2000)
    monkeypatch.setattr(array_stream, "BUFFER", 1000)
    monkeypatch.setattr(plan, "BATCH", 500)
    long = "é" * 30_000
    made = [("5", "5")] * 40 + [("5", long)] + [("5", "6")] * 40
    if ending == "csv":
        data = "\n".join(["gold,response", *(f"{gold},{text}" for gold, text in made), ""]).encode()
    else:
        lines = [json.dumps({"gold": gold, "response": text}, ensure_ascii=False) for gold, text in made]
        data = ("[" + ",".join(lines) + "]" if ending == "json" else "\n".join(lines)).encode()
    source, out = tmp_path / f"in.{ending}", tmp_path / "out.jsonl"
    source.write_bytes(gzip.compress(data) if ending.endswith("gz") else data)
    graded = grade_files([str(source)], Options(output=str(out), workers=workers))
    assert graded.summary.to_dict()["reasons"] == {"equal.text": 40, "different.value": 40, "input.too_long": 1}
    after = [json.loads(line) for line in out.read_bytes().split(b"\n") if line]
    assert [row["answerkey_outcome"] for row in after] == ["CORRECT"] * 40 + ["UNDECIDED"] + ["INCORRECT"] * 40
    assert long in after[40]["answerkey_row"]


@pytest.mark.parametrize("pair", ["jsonl csv", "csv parquet", "jsonl parquet", "parquet csv", "json jsonl", "csv json"])
def test_memory_of_conversions_does_not_grow(tmp_path: Path, pair: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = pair.split()
    if "parquet" in pair:
        pytest.importorskip("pyarrow")
    from answerkey.running.files import parquet_stream, tables

    monkeypatch.setattr(parquet_stream, "_MAX_ROWS", 20)
    monkeypatch.setattr(tables, "_BATCH", 100_000)
    monkeypatch.setattr(plan, "BATCH", 100_000)
    peaks = []
    made = [{"gold": "5", "response": "word " * 1000 + "\\boxed{5}"}] * 200
    for times in (1, 5):
        source, start = tmp_path / f"in{times}.{first}", tmp_path / f"start{times}.jsonl"
        start.write_text("".join(json.dumps(row) + "\n" for row in made * times))
        if first == "jsonl":
            source = start
        else:
            grade_files([str(start)], Options(output=str(source)))
        tracemalloc.start()
        graded = grade_files([str(source)], Options("gold", "response", output=str(tmp_path / f"out{times}.{second}")))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert graded.summary.rows == 200 * times
    assert peaks[1] < peaks[0] + 700_000
