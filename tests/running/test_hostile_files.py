"""Files that nobody would wish for: what can be graded is, neighbours stay as they were, errors are one line."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from answerkey.running import plan
from answerkey.running.errors import InputError
from answerkey.running.grade_files import grade_files
from answerkey.running.options import Options

ROW = b'{"gold": "5", "response": "5"}'


def graded(source: Path, out: Path | None = None, **options: Any) -> dict[str, int]:
    output = None if out is None else str(out)
    result = grade_files([str(source)], Options("gold", "response", output=output, **options))
    reasons: dict[str, int] = result.summary.to_dict()["reasons"]
    return reasons


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("ending", ["csv", "tsv", "csv.gz"])
def test_tables_of_any_bytes(tmp_path: Path, ending: str, workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "BATCH", 60)
    cut = b"\t" if ending == "tsv" else b","
    others = [
        b'"nul \0 inside"',
        b"caf\xe9 \xff\xfe",
        "\ud800".encode("utf-8", "surrogatepass"),
        b'"line\nbreak\r\nand ""quotes"" and \xe2\x80\xa8"',
        b'a"quote inside',
        b'"closed"and more',
        b"x" * 200_000,
        b"=1+1",
    ]
    lines = [cut.join([b"5", b"5", other]) for other in others]
    broken = [cut.join([b"5", b"5", b"1", b"2"]), b"5", b"", b"5" + cut + b"5"]
    data = b"\n".join([cut.join([b"gold", b"response", b"other"]), *lines, *broken, *lines, b""])
    source, out = tmp_path / f"in.{ending}", tmp_path / f"out.{ending}"
    source.write_bytes(gzip.compress(data) if ending.endswith("gz") else data)
    assert graded(source, out, workers=workers) == {
        "equal.text": 2 * len(lines) + 1,
        "input.broken": 1,
        "input.missing": 1,
    }
    after = gzip.decompress(out.read_bytes()) if ending.endswith("gz") else out.read_bytes()
    for line in lines:
        assert after.count(b"\n" + line + cut + b"CORRECT" + cut) == 2
    with pytest.raises(InputError, match=rf"in\.{ending}, row {len(lines) + 1}: 4 cells under 3"):
        graded(source, strict_input=True, workers=workers)


def test_parquet_of_any_type(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    table = pa.table(
        {
            "gold": pa.array(["5", None, "7"], pa.large_string()).dictionary_encode(),
            "response": pa.array(["5", "6", None], pa.large_string()),
            "nested": pa.array([{"a": [1, None], "b": {"c": "x"}}, None, {"a": [], "b": None}]),
            "map": pa.array([[("k", 1)], None, []], pa.map_(pa.string(), pa.int8())),
            "large": pa.array([[b"\xff\x00"], None, []], pa.large_list(pa.large_binary())),
            "null": pa.nulls(3),
            "nan": pa.array([float("nan"), float("inf"), None]),
            "a.b": pa.array([1, 2, 3], pa.int8()),
            "a": pa.array([{"b": 9}, None, {"b": None}]),
            "time": pa.array([1, None, 2**40], pa.time64("ns")),
            "far": pa.array([-(2**40), None, 2**40], pa.timestamp("s")),
            "fine": pa.array([[1], None, []], pa.list_(pa.timestamp("ns"))),
        }
    )
    source, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    with parquet.ParquetWriter(source, table.schema) as writer:
        for part in (table.slice(0, 1), table.slice(0, 0), table.slice(1), table.slice(0, 0)):
            writer.write_table(part)
    assert graded(source, out) == {"equal.text": 1, "unreadable.key": 1, "no_answer": 1}
    after, table = parquet.read_table(out), parquet.read_table(source)
    ours = [name for name in after.column_names if name.startswith("answerkey_")]
    assert after.drop_columns(ours).schema.equals(table.schema)
    assert after.drop_columns([*ours, "nan"]).equals(table.drop_columns(["nan"]))
    assert repr(after.column("nan").to_pylist()) == "[nan, inf, None]"
    lines, cells, back = tmp_path / "out.jsonl", tmp_path / "out.csv", tmp_path / "back.parquet"
    assert graded(source, lines) == graded(source, cells) == graded(source)
    rows = [json.loads(line) for line in lines.read_bytes().splitlines()]
    assert [row["a.b"] for row in rows] == [1, 2, 3]
    assert rows[0]["nested"] == {"a": [1, None], "b": {"c": "x"}}
    assert rows[1]["far"] is None
    with pytest.raises(InputError, match="column 'map' cannot be written as Parquet"):
        graded(lines, back)  # whose pairs of a text and a number are lists in JSON
    parquet.write_table(table.slice(0, 0), source)
    with pytest.raises(InputError, match="there are no rows in it"):
        graded(source, out)


@pytest.mark.parametrize("ending", ["jsonl", "json", "csv", "tsv", "parquet", "jsonl.gz", "jsonl.zst", "json.gz"])
@pytest.mark.parametrize("data", [b"", b"\n\n", b"\xef\xbb\xbf", b" \t"])
def test_files_of_nothing(tmp_path: Path, ending: str, data: bytes) -> None:
    source, out = tmp_path / f"in.{ending}", tmp_path / "out.jsonl"
    if ending.endswith(".zst"):
        data = pytest.importorskip("zstandard").compress(data)
    source.write_bytes(gzip.compress(data) if ending.endswith(".gz") else data)
    with pytest.raises(InputError) as raised:
        grade_files([str(source)], Options(output=str(out)))
    assert str(raised.value).startswith(str(source))
    assert "\n" not in str(raised.value)
    assert [path.name for path in tmp_path.iterdir()] == [source.name]


@pytest.mark.parametrize("ending", ["gz", "zst"])
@pytest.mark.parametrize("workers", [1, 2])
def test_compressed_files_that_are_damaged(
    tmp_path: Path, ending: str, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plan, "BATCH", 1000)
    rows = b"".join(b'{"gold": "%d", "response": "%d"}\n' % (n, n * n % 97) for n in range(5000))
    whole = pytest.importorskip("zstandard").compress(rows) if ending == "zst" else gzip.compress(rows)
    middle = len(whole) // 2
    source, out = tmp_path / f"in.jsonl.{ending}", tmp_path / "out.jsonl"
    for data in (whole[:-3], whole[:middle], whole + b"garbage", whole[:middle] + b"\0" * 64 + whole[middle + 64 :]):
        source.write_bytes(data)
        with pytest.raises(InputError, match=rf"in\.jsonl\.{ending}: damaged or cut off"):
            graded(source, out, workers=workers)
        assert not out.exists()
    source.write_bytes(whole)
    assert sum(graded(source, out, workers=workers).values()) == 5000


def test_a_folder_of_everything(tmp_path: Path) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    (folder / "sub.jsonl").mkdir(parents=True)  # a folder with the name of a file
    (folder / "a.jsonl").write_bytes(ROW + b"\n")
    (folder / "b.csv").write_bytes(b"gold,response\n5,6\n")
    (folder / "c.json.gz").write_bytes(gzip.compress(b"[" + ROW + b"]"))
    (folder / "d.tsv").write_bytes(b"response\tgold\n5\t5\n")
    (folder / "sub.jsonl" / "a.jsonl").write_bytes(b"\xef\xbb\xbf" + ROW)
    (folder / "readme.txt").write_bytes(b"no rows")
    (folder / "link.jsonl").symlink_to(folder / "a.jsonl")
    result = grade_files([str(folder)], Options(output=f"{out}/", workers=2))
    assert result.summary.to_dict()["reasons"] == {"equal.text": 5, "different.value": 1}
    made = {str(path.relative_to(out)) for path in out.rglob("*") if path.is_file() and ".answerkey" not in path.parts}
    assert made == {"a.jsonl", "b.csv", "c.json.gz", "d.tsv", "sub.jsonl/a.jsonl", "link.jsonl"}
    assert json.loads(gzip.decompress((out / "c.json.gz").read_bytes()))[0]["answerkey_correct"] is True
    (folder / "broken.parquet").write_bytes(b"PAR1")
    with pytest.raises(InputError, match=r"broken\.parquet: "):
        grade_files([str(folder)], Options(output=f"{out}/"))
    assert grade_files([f"{folder}/*.jsonl"], Options(output=f"{out}/")).kept == 2


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_what_may_not_be_read_or_written_is_one_line(tmp_path: Path) -> None:
    source, folder = tmp_path / "in.jsonl", tmp_path / "out"
    source.write_bytes(ROW)
    folder.mkdir(mode=0o500)
    with pytest.raises(InputError, match="is no folder that you may write to"):
        graded(source, folder / "out.jsonl")
    source.chmod(0)
    with pytest.raises(InputError, match=r"in\.jsonl: Permission denied"):
        graded(source)


PEAK = """
import resource, sys
from answerkey.running.grade_files import grade_files
from answerkey.running.options import Options
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
done = grade_files(sys.argv[1:2], Options("gold", "response", output=sys.argv[2]))
print(done.summary.to_dict()["reasons"], (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["jsonl", "jsonl.gz", "json", "csv", "csv.gz"])
@pytest.mark.parametrize("target", ["same", "jsonl"])
def test_a_row_of_a_hundred_megabytes_is_never_held(tmp_path: Path, ending: str, target: str) -> None:
    source, out = tmp_path / f"in.{ending}", tmp_path / f"out.{ending if target == 'same' else target}"
    start, end, between = (
        (b"gold,response\n", b"", b"\n") if ending.startswith("csv") else (b"[", b"]", b",\n") if ending == "json"
        else (b"", b"\n", b"\n")
    )  # fmt: skip
    row = (b"5,5", b'5,"%b"') if ending.startswith("csv") else (ROW, b'{"gold": "5", "response": "%b"}')
    with gzip.open(source, "wb", 1) if ending.endswith("gz") else source.open("wb") as file:
        file.write(start + row[0] + between)
        head, tail = row[1].split(b"%b")
        file.write(head)
        for _ in range(100):
            file.write(b"word, " * ((1 << 20) // 6))
        file.write(tail + between + row[0] + end)
    done = subprocess.run([sys.executable, "-c", PEAK, source, out], capture_output=True, text=True, env=os.environ)
    assert done.stderr == ""
    reasons, _, peak = done.stdout.rpartition(" ")
    assert reasons == "{'equal.text': 2, 'input.too_long': 1}"
    assert int(peak) < 200
    opened = gzip.open if out.suffix == ".gz" else open
    with opened(out, "rb") as written:
        held = sum(len(block) for block in iter(lambda: written.read(1 << 20), b""))
    assert held > 100 * ((1 << 20) // 6 * 6)
