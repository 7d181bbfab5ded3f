"""Streaming files: rows byte for byte, hostile rows kept beside good ones, pieces and processes without a trace."""

from __future__ import annotations

import csv
import gzip
import json
import os
import signal
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from answerkey import Grader
from answerkey.running import plan as module
from answerkey.running.errors import InputError
from answerkey.running.files import jsonl_stream, quick_json
from answerkey.running.files.json_rows import loads
from answerkey.running.grade_files import Progress, grade_files
from answerkey.running.options import Options

GOOD = rb'{"id": "0010", "gold": "12", "response": "So \\boxed{12}.", "n": 1e5}'
HOSTILE: dict[str, tuple[bytes, str]] = {
    "plain": (GOOD, "equal.text"),
    "spaced": (b'  { "gold" :"5","response":  "5" }  ', "equal.text"),
    "no UTF-8": (b'{"gold": "5", "response": "5", "x": "caf\xe9 \xff"}', "equal.text"),
    "NaN": (b'{"gold": NaN, "response": "5", "x": [NaN, -Infinity]}', "unreadable.key"),
    "repeated key": (b'{"gold": "5", "gold": "6", "response": "6"}', "input.repeated"),
    "repeated and the same": (b'{"gold": "5", "gold": "5", "response": "5"}', "equal.text"),
    "repeated elsewhere": (b'{"x": 1, "x": 2, "gold": "5", "response": "5"}', "equal.text"),
    "big integer": (b'{"gold": 123456789012345678901234567890, "response": "1"}', "different.value"),
    "huge integer": (b'{"gold": "5", "response": "5", "x": ' + b"7" * 5000 + b"}", "equal.text"),
    "byte-order mark": (b'\xef\xbb\xbf{"gold": "5", "response": "5"}', "equal.text"),
    "line separator": ('{"gold": "5", "response": "a\u2028b \\\\boxed{5}"}'.encode(), "equal.text"),
    "carriage return": (b'{"gold": "5", "response": "5"}\r', "equal.text"),
    "lone surrogate": (rb'{"gold": "5", "response": "\\boxed{\ud800}"}', "unreadable.answer"),
    "empty object": (b"{}", "input.missing"),
    "no response": (b'{"gold": "5"}', "input.missing"),
    "null for a response": (b'{"gold": "5", "response": null}', "no_answer"),
    "a list": (b"[1, 2]", "input.not_a_row"),
    "a number": (b"42", "input.not_a_row"),
    "a text": (b'"5"', "input.not_a_row"),
    "broken": (b'{"gold": "5" "response": "5"}', "input.broken"),
    "two rows": (b'{"gold": "5", "response": "5"}{"a": 1}', "input.broken"),
    "a Unicode space at the end": ('{"gold": "5", "response": "5"}\u00a0'.encode(), "input.broken"),
    "bytes": (bytes(range(1, 10)) + b"\x80\xfe\xff", "input.broken"),
    "deep": (b'{"gold": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "input.broken"),
    "graded before": (b'{"gold": "5", "response": "5", "answerkey_outcome": "mine"}', "equal.text"),
    "cut off": (b'{"gold": "5", "resp', "input.broken"),
}


def graded(path: Path, on_progress: Any = None, **options: Any) -> Any:
    return grade_files([str(path)], Options(**options), on_progress=on_progress)


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().split(b"\n")


def reason_of(line: bytes) -> str:
    row = loads(line.decode("utf-8", "surrogateescape").removeprefix("\ufeff"))
    return str(row.get("answerkey2_reason") or row["answerkey_reason"])


@pytest.fixture(params=["json", "orjson"])
def hostile(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of all hostile rows, to be read by `json` alone or by what is faster where it may be."""
    if request.param == "json":
        monkeypatch.setattr(quick_json, "loads", None)
    else:
        pytest.importorskip("orjson")
    path = tmp_path / "hostile.jsonl"
    path.write_bytes(b"\n".join([GOOD, *(line for line, _ in HOSTILE.values())]))
    return path


def check_hostile(source: Path, target: Path) -> None:
    before, after = lines_of(source), [line for line in lines_of(target) if line]
    assert len(before) == len(after)
    for (name, (line, reason)), new in zip(HOSTILE.items(), after[1:], strict=True):
        assert reason_of(new) == reason, name
        if reason.startswith("input.") and reason != "input.missing":
            row = loads(new.decode())
            assert row["answerkey2_row"].encode("utf-8", "surrogateescape") == line, name
            assert row["answerkey2_problem"], name
        else:
            body = line.rstrip()[:-1]
            assert new.startswith(body), name
            assert new.endswith(b"}" + line[len(line.rstrip()) :]), name


def test_hostile_rows_are_kept_beside_good_ones(hostile: Path) -> None:
    target = hostile.with_name("out.jsonl")
    result = graded(hostile, output=str(target))
    assert result.summary.rows == len(HOSTILE) + 1
    check_hostile(hostile, target)
    assert set(os.listdir(hostile.parent)) == {"hostile.jsonl", "out.jsonl"}


@pytest.mark.parametrize("size", [1, 7, 64, 1000])
def test_pieces_leave_no_trace(hostile: Path, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, cut = hostile.with_name("whole.jsonl"), hostile.with_name("cut.jsonl")
    hostile.write_bytes(b"\n\n".join(line for line, _ in HOSTILE.values() if len(line) < 1000) + b"\n\n")
    expected = graded(hostile, output=str(whole)).summary
    monkeypatch.setattr(module, "BATCH", size)
    assert graded(hostile, output=str(cut)).summary == expected
    assert cut.read_bytes() == whole.read_bytes()


def test_processes_give_the_same_bytes_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, one, two = tmp_path / "in.jsonl", tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    rows = [b'{"n": %d, "gold": "%d", "response": "It is \\\\boxed{%d}."}' % (n, n % 7, n % 5) for n in range(3000)]
    source.write_bytes(b"\n".join([*rows[:1500], *(line for line, _ in HOSTILE.values()), *rows[1500:]]))
    monkeypatch.setattr(module, "BATCH", 20_000)
    expected = graded(source, output=str(one)).summary
    seen: list[Progress] = []
    assert graded(source, output=str(two), workers=2, on_progress=seen.append).summary == expected
    assert two.read_bytes() == one.read_bytes()
    assert seen[-1].rows == expected.rows
    assert graded(source, workers=2).summary == expected
    assert {path.name for path in tmp_path.iterdir()} == {"in.jsonl", "one.jsonl", "two.jsonl"}


def test_a_line_too_long_passes_by(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonl_stream, "MAX_ROW", 100)
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    long = b'{"gold": "5", "response": "' + "é".encode() * 1_500_000 + b'"}'
    source.write_bytes(b"\n".join([GOOD, long, GOOD, long]))
    result = graded(source, output=str(target))
    assert result.summary.to_dict()["reasons"] == {"equal.text": 2, "input.too_long": 2}
    after = [line for line in lines_of(target) if line]
    assert [json.loads(line)["answerkey_row"].encode() for line in after[1::2]] == [long, long]
    assert after[0].startswith(GOOD[:-1])
    assert after[2].startswith(GOOD[:-1])


def test_strict_input_stops_and_names_the_line(hostile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    number = 2 + list(HOSTILE).index("repeated key")
    with pytest.raises(InputError, match=rf"hostile\.jsonl, line {number}: the field 'gold' stands in it twice"):
        graded(hostile, strict_input=True, output=str(hostile.with_name("out.jsonl")))
    assert os.listdir(hostile.parent) == ["hostile.jsonl"]
    monkeypatch.setattr(module, "BATCH", 50)
    with pytest.raises(InputError, match=rf"hostile\.jsonl, line {number}: "):
        graded(hostile, strict_input=True, workers=2)


@pytest.mark.parametrize("ending", ["gz", "zst"])
def test_compressed_lines(hostile: Path, ending: str) -> None:
    if ending == "zst":
        pytest.importorskip("zstandard")
        import zstandard

        packed, unpacked = zstandard.compress, lambda data: zstandard.ZstdDecompressor().stream_reader(data).read()
    else:
        packed, unpacked = gzip.compress, gzip.decompress
    source, target = hostile.with_name(f"in.jsonl.{ending}"), hostile.with_name(f"out.jsonl.{ending}")
    lines = hostile.read_bytes().split(b"\n")
    source.write_bytes(packed(b"\n".join(lines[:5]) + b"\n") + packed(b"\n".join(lines[5:])))
    graded(source, output=str(target))
    plain = hostile.with_name("plain.jsonl")
    plain.write_bytes(unpacked(target.read_bytes()))
    check_hostile(hostile, plain)
    source.write_bytes(source.read_bytes()[:-12])
    with pytest.raises(InputError, match="damaged or cut off"):
        graded(source)


@pytest.mark.parametrize("buffer", [3, 50, 1 << 20])
def test_arrays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, buffer: int) -> None:
    from answerkey.running.files import array_stream

    monkeypatch.setattr(array_stream, "BUFFER", buffer)
    source, target = tmp_path / "in.json", tmp_path / "out.json"
    unlike = ("byte-order mark", "bytes", "cut off", "two rows")  # these are no elements
    lines = [line for name, (line, _) in HOSTILE.items() if name not in unlike]
    lines = [line for line in lines if len(line) < 1000 or buffer > 3]
    source.write_bytes(b"\xef\xbb\xbf [" + b",\n ".join(lines) + b"]\n")
    result = graded(source, output=str(target), gold="gold", response="response")
    assert result.summary.rows == len(lines)
    for line in lines:
        body = line.strip()[:-1].strip()
        assert body in target.read_bytes() or json.dumps(line.decode().strip())[1:-1].encode() in target.read_bytes()
    source.write_bytes(b'[{"gold": "5", "response": "5"}, {"gold": "5", "response": "]')
    graded(source, output=str(target))
    kept = json.loads(target.read_bytes())
    assert [row["answerkey_reason"] for row in kept] == ["equal.text", "input.broken"]
    assert kept[1]["answerkey_row"] == '{"gold": "5", "response": "]'
    source.write_bytes(b'[{"gold": "5", "response": "5"}] []')
    assert graded(source).summary.rows == 2


def test_an_array_that_is_cut_off_behind_a_comma(tmp_path: Path) -> None:
    source, target, again = (tmp_path / name for name in ("in.json", "out.json", "again.json"))
    source.write_bytes(b'[{"gold": "5", "response": "5"},\n')
    graded(source, output=str(target))
    assert [row["answerkey_reason"] for row in json.loads(target.read_bytes())] == ["equal.text", "input.broken"]
    graded(target, output=str(again))
    assert again.read_bytes() == target.read_bytes()
    with pytest.raises(InputError, match="row 2: not JSON: the array does not end after this"):
        graded(source, strict_input=True)
    source.write_bytes(b"[")
    with pytest.raises(InputError, match="does not end after this"):
        graded(source)
    for empty in (b"", b" ", b"[]"):
        source.write_bytes(empty)
        with pytest.raises(InputError, match="there are no rows in it"):
            graded(source)


def test_a_quote_that_does_not_end_with_a_line_break_behind_it(tmp_path: Path) -> None:
    """What was put behind such a record would stand inside its quotes."""
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_bytes(b'gold,response\n5,5\n5,5" pipe\n5,"not ended\n6,6\n')
    assert graded(source, output=str(target)).summary.to_dict()["reasons"]["input.broken"] == 1
    with target.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, strict=True))
    assert [row["answerkey_outcome"] for row in rows] == ["CORRECT", rows[1]["answerkey_outcome"], "UNDECIDED"]
    assert rows[1]["response"] == '5" pipe'
    assert rows[2]["answerkey_row"] == '5,"not ended\n6,6'


def test_tables(tmp_path: Path) -> None:
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_bytes(
        b'\xef\xbb\xbfid,gold,response\r\n0010,"1,000","a ""b""\r\nis 1000"\r\n'
        b"a,5\r\n\r\n1,2,3,4\r\ncaf\xe9,5,5\r\n" + b'x,5,"not ended'
    )
    result = graded(source, output=str(target))
    reasons = {"equal.text": 2, "input.missing": 1, "input.broken": 2}
    assert result.summary.to_dict()["reasons"] == reasons
    after = target.read_bytes()
    assert after.startswith(b"\xef\xbb\xbfid,gold,response,answerkey_outcome,")
    assert b'\r\n0010,"1,000","a ""b""\r\nis 1000",CORRECT,' in after
    assert b"\r\na,5,,UNDECIDED,input.missing," in after
    assert b'\r\n,,,UNDECIDED,input.broken,False,,,,"1,2,3,4",4 cells under 3 column names\r\n' in after
    assert b"\r\ncaf\xe9,5,5,CORRECT," in after
    assert b'\r\n,,,UNDECIDED,input.broken,False,,,,"x,5,""not ended",not CSV: a quote that does not end\r\n' in after
    with pytest.raises(InputError, match="row 2: there is no 'response' in it"):
        graded(source, strict_input=True)
    tabs = tmp_path / "in.tsv"
    tabs.write_bytes(b"gold\tresponse\n1,000\tIt is 1000.\n")
    graded(tabs, output=str(tmp_path / "out.tsv"))
    assert b"\n1,000\tIt is 1000.\tCORRECT\t" in (tmp_path / "out.tsv").read_bytes()


def test_parquet_keeps_its_schema(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    import decimal

    from pyarrow import parquet

    table = pa.table(
        {
            "gold": pa.array(["5", None, "7"] * 100).dictionary_encode(),
            "response": pa.array(["5", "6", "8"] * 100),
            "u": pa.array([2**64 - 1, None, 3] * 100, pa.uint64()),
            "d": pa.array([decimal.Decimal("1.10")] * 300, pa.decimal128(10, 2)),
            "t": pa.array(range(300), pa.timestamp("ns", tz="Europe/Berlin")),
        },
        metadata={"who": "me"},
    )
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    parquet.write_table(table, source, row_group_size=70)
    result = graded(source, output=str(target))
    assert result.summary.rows == 300
    written = parquet.read_table(target)
    ours = [name for name in written.column_names if name.startswith("answerkey_")]
    assert len(ours) == 6
    assert written.drop_columns(ours).equals(parquet.read_table(source), check_metadata=True)
    assert written.column("answerkey_correct").to_pylist() == [True, False, False] * 100
    lines = tmp_path / "out.jsonl"
    graded(source, output=str(lines))
    assert json.loads(lines_of(lines)[0])["u"] == 2**64 - 1
    (tmp_path / "bad.parquet").write_text("no")
    with pytest.raises(InputError, match=r"bad\.parquet: not Parquet"):
        graded(tmp_path / "bad.parquet")


@pytest.mark.parametrize("ending", ["json", "csv", "parquet", "jsonl.gz"])
def test_from_lines_to_another_format(tmp_path: Path, ending: str) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    source, target = tmp_path / "in.jsonl", tmp_path / f"out.{ending}"
    source.write_bytes(b"\n".join([GOOD, b'{"gold": "5", "response": "6", "new": true}', b"[1]"]))
    graded(source, output=str(target))
    back = tmp_path / "back.jsonl"
    again = graded(target, gold="gold", response="response", output=str(back))
    assert again.summary.rows == 3
    rows = [json.loads(line) for line in lines_of(back) if line]
    assert [row["answerkey_outcome"] for row in rows] == ["CORRECT", "INCORRECT", "UNDECIDED"]
    assert rows[2]["answerkey_row"] == "[1]"
    assert rows[0]["id"] == "0010"


@pytest.mark.parametrize(("package", "ending"), [("pyarrow", "parquet"), ("zstandard", "jsonl.zst")])
def test_a_missing_package_is_said_of_the_output_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str, ending: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    source, target = tmp_path / "in.jsonl", tmp_path / f"out.{ending}"
    source.write_bytes(GOOD)
    with pytest.raises(InputError, match=rf"out\.{ending}: .* pip install 'answerkey\[(parquet|zstd)\]'"):
        graded(source, output=str(target))
    assert os.listdir(tmp_path) == ["in.jsonl"]


def test_what_a_format_cannot_hold_is_said_of_the_output(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    source, target = tmp_path / "in.jsonl", tmp_path / "out.parquet"
    source.write_bytes(b'{"gold": "5", "response": "5", "more": 1}\n{"gold": "5", "response": "5", "more": {"x": 1}}')
    with pytest.raises(InputError, match=r"out\.parquet: .*'more'.*write jsonl instead"):
        graded(source, output=str(target))


def test_folders_keep_their_names_and_are_not_graded_again(tmp_path: Path) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    (folder / "sub").mkdir(parents=True)
    (folder / ".hidden").mkdir()
    for name in ("a.jsonl", "sub/b.jsonl", ".hidden/c.jsonl", "notes.txt"):
        (folder / name).write_bytes(GOOD + b"\n")
    first = grade_files([str(folder)], Options(output=f"{out}/"))
    assert (first.summary.rows, first.kept) == (2, 0)
    assert sorted(str(path.relative_to(out)) for path in out.rglob("*.jsonl")) == ["a.jsonl", "sub/b.jsonl"]
    stamp = (out / "a.jsonl").stat().st_mtime_ns
    (folder / "sub" / "b.jsonl").write_bytes(GOOD + b"\n" + GOOD + b"\n")
    second = grade_files([str(folder)], Options(output=f"{out}/"))
    assert (second.summary.rows, second.kept) == (3, 1)
    assert (out / "a.jsonl").stat().st_mtime_ns == stamp
    assert grade_files([f"{folder}/**/*.jsonl"], Options(output=f"{out}/", grader=Grader("strict"))).kept == 0
    (folder / "d.jsonl").write_text('{"other": 1}\n')
    with pytest.raises(InputError, match=r"d\.jsonl: there is no column 'gold'"):
        grade_files([str(folder)], Options(output=f"{out}/"))


def test_remote_places(tmp_path: Path) -> None:
    fsspec = pytest.importorskip("fsspec")
    files = fsspec.filesystem("memory")
    files.pipe("/bucket/in/a.jsonl", GOOD + b"\n")
    files.pipe("/bucket/in/b.jsonl.gz", gzip.compress(GOOD + b"\n"))
    first = grade_files(["memory://bucket/in/*"], Options(output="memory://bucket/out/"))
    assert (first.summary.rows, first.kept) == (2, 0)
    assert files.cat("/bucket/out/a.jsonl").startswith(GOOD[:-1])
    assert gzip.decompress(files.cat("/bucket/out/b.jsonl.gz")) == files.cat("/bucket/out/a.jsonl")
    assert grade_files(["memory://bucket/in"], Options(output="memory://bucket/out/")).kept == 2
    with pytest.raises(InputError, match="no such file"):
        grade_files(["memory://bucket/nowhere.jsonl"])


def test_a_stopped_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, whole, target = tmp_path / "in.jsonl", tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    source.write_bytes(b"".join(b'{"n": %d, "gold": "5", "response": "%d"}\n' % (n, n % 9) for n in range(2000)))
    monkeypatch.setattr(module, "BATCH", 5000)
    expected = graded(source, output=str(whole)).summary

    def stop(progress: Progress) -> None:
        if progress.rows > 1000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        graded(source, output=str(target), on_progress=stop)
    assert not target.exists()
    seen: list[int] = []
    again = graded(source, output=str(target), on_progress=lambda progress: seen.append(progress.rows))
    assert seen[0] > 500  # what was done is not done again
    assert again.summary == expected
    assert target.read_bytes() == whole.read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {"in.jsonl", "out.jsonl", "whole.jsonl"}


@pytest.mark.parametrize("workers", [1, 2])
def test_a_killed_run_goes_on(tmp_path: Path, workers: int) -> None:
    source, whole, target = tmp_path / "in.jsonl", tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    source.write_bytes(b"".join(b'{"n": %d, "gold": "5", "response": "%d"}\n' % (n, n % 9) for n in range(20_000)))
    code = (
        "import sys\n"
        "from answerkey.running import grade_files, options, output, plan\n"
        "plan.BATCH, output._SAVED_EVERY = 10_000, 0.0\n"
        "wanted = options.Options(output=sys.argv[2], workers=int(sys.argv[3]))\n"
        "if __name__ == '__main__': grade_files.grade_files([sys.argv[1]], wanted)\n"
    )
    command = [sys.executable, "-c", code, str(source), str(target), str(workers)]
    journal = tmp_path / ".part-out.jsonl.journal"
    with subprocess.Popen(command, env=os.environ) as process:
        while not journal.exists() and process.poll() is None:
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
    assert not target.exists()
    done = json.loads(journal.read_text())["pieces"]
    assert done > 0
    subprocess.run(command, check=True, env=os.environ)
    grade_files([str(source)], Options(output=str(whole)))
    assert target.read_bytes() == whole.read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {"in.jsonl", "out.jsonl", "whole.jsonl"}


@pytest.mark.parametrize("workers", [1, 2])
def test_a_bare_name_is_saved_on_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: int) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(module, "BATCH", 5000)
    monkeypatch.setattr("answerkey.running.output._SAVED_EVERY", 0.0)
    Path("in.jsonl").write_bytes((GOOD + b"\n") * 1000)
    assert grade_files(["in.jsonl"], Options(output="out.jsonl", workers=workers)).summary.rows == 1000
    assert {path.name for path in tmp_path.iterdir()} == {"in.jsonl", "out.jsonl"}


def test_a_full_disk_is_one_line(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    source = tmp_path / "in.jsonl"
    source.write_bytes(GOOD + b"\n")
    (tmp_path / ".part-out.jsonl").symlink_to("/dev/full")
    with pytest.raises(InputError, match="No space left"):
        graded(source, output=str(tmp_path / "out.jsonl"))
    assert not (tmp_path / "out.jsonl").exists()


def test_windows_of_a_review(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from answerkey.running import job

    class Echo:
        name, further = "echo", ("said",)

        def __init__(self) -> None:
            self.calls: list[tuple[int, float]] = []

        def __call__(self, window: Any) -> Any:
            self.calls.append((len(window.rows), window.share))
            assert window.question == "problem"
            return window.verdicts, [{"said": row.get("problem")} for row in window.rows]

    monkeypatch.setattr(job, "_WINDOW_ROWS", 4)
    source, target, review = tmp_path / "in.jsonl", tmp_path / "out.jsonl", Echo()
    row = b'{"gold": "5", "response": "5", "problem": "p"}'
    source.write_bytes(b"\n".join([row, b"[1]", b"", row, row, row]))
    graded(source, output=str(target), review=review)
    assert [rows for rows, _ in review.calls] == [3, 2]
    assert review.calls[-1][1] == 1.0
    after = [json.loads(line) for line in lines_of(target) if line]
    assert [row["answerkey_said"] for row in after] == ["p", None, "p", "p", "p"]


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    line = b'{"gold": "5", "response": "' + b"word " * 2000 + b'\\\\boxed{5}"}\n'
    peaks = []
    for count in (300, 3000):
        source.write_bytes(line * count)
        tracemalloc.start()
        graded(source, output=str(tmp_path / "out.jsonl"))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < peaks[0] + 500_000
