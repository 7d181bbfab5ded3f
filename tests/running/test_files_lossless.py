"""What a row holds comes back from every format that can hold it, and a file is whole or untouched."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from answerkey.running.errors import InputError
from answerkey.running.files import ABSENT, FORMATS, Row, format_named
from answerkey.running.files.atomic import replacing
from answerkey.running.files.json_files import read_lines
from answerkey.running.files.json_rows import dumps, loads, rewritten, splice
from answerkey.running.read_rows import read_rows

HOSTILE = [
    '{"k": "0010", "v": 1e5}',
    '{ "v" : 1.10,"k":"1e5" , "n": null}',
    '{"k": 1234567890123456789012345678901234567890, "nested": [[1, "1"], {"a": [true, 1, 1.0]}]}',
    '{"k": "\\ud800", "v": "é 中 \\u2028"}',
    '{"k": NaN, "v": -0.0, "big": 1E400}',
    '{"a": 1, "a": 2}',
    "{}",
    '{"k": ' + "7" * 5000 + "}",
]
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**45), 10**45)
    | st.floats()
    | st.text(st.characters(codec=None), max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
records = st.lists(st.dictionaries(st.text(st.characters(codec=None), max_size=4), values, max_size=4), max_size=6)


def rows_of(found: list[dict[str, Any]], added: dict[str, Any] | None = None) -> list[Row]:
    return [Row({**row, **(added or {})}, number) for number, row in enumerate(found)]


def test_a_row_keeps_its_very_text(tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_bytes("\n".join(HOSTILE).encode() + b'\r\n\n{"k": "\xff\xfe"}\r\n')
    form = format_named("jsonl")
    found = form.read(source)
    assert len(found) == len(HOSTILE) + 1
    form.write(target, rows_of(found), source)
    assert target.read_bytes() == source.read_bytes().replace(b"\n\n", b"\n")
    form.write(target, rows_of(found, {"new": True}), source)
    for old, new in zip(
        [line for line in source.read_bytes().split(b"\n") if line],
        target.read_bytes().rstrip(b"\n").split(b"\n"),
        strict=True,
    ):
        head = old.rstrip(b"\r")[:-1].rstrip()
        assert new.startswith(head)
        assert new[len(head) :].rstrip(b"\r") in (b', "new": true}', b'"new": true}')


@given(records)
@settings(max_examples=30, deadline=None)
def test_json_formats_keep_all_values(tmp_path_factory: pytest.TempPathFactory, found: list[dict[str, Any]]) -> None:
    folder = tmp_path_factory.mktemp("json")
    for name in ("jsonl", "json"):
        first, second = folder / f"a.{name}", folder / f"b.{name}"
        form = format_named(name)
        form.write(first, [Row(row) for row in found], None)
        read = form.read(first)
        assert json.dumps(read) == json.dumps(found)  # unlike ==, it knows 1 from True and accepts NaN
        form.write(second, rows_of(read), first)
        assert second.read_bytes() == first.read_bytes()


def test_between_jsonl_and_json_the_text_stays(tmp_path: Path) -> None:
    array, lines = tmp_path / "a.json", tmp_path / "b.jsonl"
    array.write_text('[{"v": 1e5,\n  "k": "0010"} ,\n\t{"k": null}, {}]')
    found = format_named("json").read(array)
    rows = [Row({"v": row.get("v", ABSENT), "k": row.get("k", ABSENT)}, number) for number, row in enumerate(found)]
    format_named("jsonl").write(lines, rows, array)
    assert lines.read_text() == '{"v": 1e5,   "k": "0010"}\n{"k": null}\n{}\n'
    format_named("json").write(array, rows_of(format_named("jsonl").read(lines)), lines)
    assert array.read_text() == '[\n{"v": 1e5,   "k": "0010"},\n{"k": null},\n{}\n]\n'


def test_changed_fields_are_written_and_the_order_stays() -> None:
    text = '{"a": 1e5, "b": null, "c": 1}'
    assert rewritten({"a": 1e5, "c": 2, "d": "x"}, text) == '{"a": 100000.0, "c": 2, "d": "x"}'
    assert rewritten({"a": 1e5, "b": ABSENT, "c": True}, text) == '{"a": 100000.0, "b": null, "c": true}'
    assert rewritten({"a": ABSENT}, None) == '{"a": null}'


def test_splice_leaves_the_rest_alone() -> None:
    assert splice("{ }\r", {"a": 1}) == '{"a": 1}\r'
    assert splice('{"x": "}"  }', {"a": "\ud800"}) == '{"x": "}", "a": "\\ud800"}'
    assert splice("{}", {}) == "{}"


def test_values_that_json_has_no_type_for() -> None:
    import datetime
    from decimal import Decimal

    written = dumps({"d": datetime.date(2024, 1, 2), "b": b"a\xff", "s": {2, 1}, "m": Decimal("1.10"), "a": ABSENT})
    assert loads(written) == {"d": "2024-01-02", "b": "a\\xff", "s": [1, 2], "m": "1.10", "a": None}


def test_a_broken_line_is_called_the_same_by_all_readers(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    for line in ('{"a": "5"', '{"a": 5} x', '{"a": "5, "b": 6}', ' {"a": 5,}', '{"ü": 5 "b": 6}'):
        path.write_text(line + "\n", encoding="utf-8")
        with pytest.raises(InputError) as streamed:
            read_rows(str(path))
        with pytest.raises(ValueError, match="line 1: not JSON") as whole:
            read_lines(path)
        assert str(streamed.value).endswith(str(whole.value))


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("jsonl", '{"a": 1}\n{"a": \n', "line 2: not JSON"),
        ("jsonl", '{"a": 1}\n\n[1]\n', "line 3: expected an object"),
        ("jsonl", "[" * 200_000, "line 1: not JSON: nested too deeply"),
        ("json", '{"a": 1}\n{"a": 2}\n', "name it .jsonl"),
        ("json", '{"a": 1}', "expected an array"),
        ("json", "[1]", "row 1: expected an object"),
        ("csv", "a,b\n1,2,3\n", "line 2: 3 cells under 2"),
        ("csv", "a,a\n1,2\n", "there twice"),
        ("parquet", "no parquet", "not Parquet"),
    ],
)
def test_a_broken_file_says_where(tmp_path: Path, name: str, content: str, says: str) -> None:
    if name == "parquet":
        pytest.importorskip("pyarrow")
    path = tmp_path / f"broken.{name}"
    path.write_text(content)
    with pytest.raises(ValueError, match=says) as raised:
        format_named(name).read(path)
    assert str(path) in str(raised.value)


@pytest.mark.parametrize("name", FORMATS)
def test_an_empty_file_has_no_rows(tmp_path: Path, name: str) -> None:
    if name == "parquet":
        pytest.importorskip("pyarrow")
    path = tmp_path / f"empty.{name}"
    format_named(name).write(path, [], None)
    assert format_named(name).read(path) == []


def test_refused_types() -> None:
    with pytest.raises(ValueError, match="runs whatever code"):
        format_named("pickle")
    with pytest.raises(ValueError, match="jsonl, json, csv, parquet"):
        format_named("xlsx")


@given(
    st.lists(st.lists(st.text(st.characters(codec=None, exclude_characters="\0"), max_size=6), min_size=2, max_size=2))
)
@settings(max_examples=30, deadline=None)
def test_csv_keeps_text(tmp_path_factory: pytest.TempPathFactory, table: list[list[str]]) -> None:
    path = tmp_path_factory.mktemp("csv") / "a.csv"
    rows = [dict(zip(("key", "answer"), cells, strict=True)) for cells in table]
    format_named("csv").write(path, [Row(row) for row in rows], None)
    assert format_named("csv").read(path) == rows


def test_csv_cells_are_text(tmp_path: Path) -> None:
    path, out = tmp_path / "a.csv", tmp_path / "b.csv"
    path.write_bytes(b'\xef\xbb\xbfk,v\r\n0010,"1,000"\r\n1e5\r\n' + b"caf\xe9,x\n" + b"x" * 200_000 + b",y\n")
    found = format_named("csv").read(path)
    assert found[:2] == [{"k": "0010", "v": "1,000"}, {"k": "1e5"}]
    format_named("csv").write(out, rows_of(found, {"ok": True, "n": None, "l": [1]}), path)
    again = out.read_bytes().split(b"\n")
    assert again[:4] == [b"k,v,ok,n,l", b'0010,"1,000",True,,[1]', b"1e5,,True,,[1]", b"caf\xe9,x,True,,[1]"]


def test_parquet_keeps_types(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    import decimal

    from pyarrow import parquet

    table = pa.table(
        {
            "u": pa.array([2**64 - 1, None, 3], pa.uint64()),
            "d": pa.array([decimal.Decimal("1.10")] * 3, pa.decimal128(10, 2)),
            "t": pa.array([0, 1, 2], pa.timestamp("ns", tz="Europe/Berlin")),
            "s": pa.array(["x", "y", "x"]).dictionary_encode(),
            "f": pa.array([float("nan"), 1.0, None]),
        },
        metadata={"who": "me"},
    )
    source, target = tmp_path / "a.parquet", tmp_path / "b.parquet"
    parquet.write_table(table, source)
    form = format_named("parquet")
    rows = rows_of(form.read(source), {"ok": True})
    form.write(target, [rows[2], rows[0]], source)
    written = parquet.read_table(target)
    expected = table.take([2, 0])
    assert written.drop_columns(["ok"]).schema.equals(table.schema, check_metadata=True)
    assert str(written.drop_columns(["ok"]).to_pylist()) == str(expected.to_pylist())
    assert written.column("ok").to_pylist() == [True, True]
    with pytest.raises(ValueError, match="column 'm' cannot be written as Parquet"):
        form.write(target, [Row({"m": 1}), Row({"m": "x"})], None)
    assert str(parquet.read_table(target)) == str(written)
    parquet.write_table(pa.Table.from_arrays([pa.array([1]), pa.array([2])], names=["a", "a"]), source)
    with pytest.raises(ValueError, match=r"not Parquet: .*\ba\b"):  # two columns of one name
        form.read(source)


def test_parquet_times_need_no_pandas(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    (tmp_path / "pandas").mkdir()
    (tmp_path / "pandas" / "__init__.py").write_text("raise ImportError('not installed')")
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "import pyarrow as pa, pathlib; from pyarrow import parquet\n"
        "from answerkey.running.files import Row, format_named\n"
        "source, target = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])\n"
        "parquet.write_table(pa.table({'t': pa.array([1, None, 10**18 + 1], pa.timestamp('ns'))}), source)\n"
        "form = format_named('parquet')\n"
        "form.write(target, [Row(row, place) for place, row in enumerate(form.read(source))], source)\n"
        "assert parquet.read_table(target).equals(parquet.read_table(source))\n"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "a.parquet"), str(tmp_path / "b.parquet")]
    subprocess.run(command, check=True, env=os.environ)


def test_an_interrupted_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")

    def fail() -> None:
        with replacing(path) as file:
            file.write(b"half of the new")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.txt"]
    with replacing(path) as file:
        file.write(b"new")
    assert path.read_text() == "new"


def test_a_killed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    code = (
        "import sys, time; from pathlib import Path; from answerkey.running.files.atomic import replacing\n"
        "with replacing(Path(sys.argv[1])) as file:\n"
        "    file.write(b'half'); file.flush(); print('written', flush=True); time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE, env=os.environ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"written\n"
        process.send_signal(signal.SIGKILL)
    assert path.read_text() == "old"


def test_files_have_ordinary_permissions(tmp_path: Path) -> None:
    plain, ours = tmp_path / "plain", tmp_path / "ours"
    plain.write_text("")
    with replacing(ours) as file:
        file.write(b"")
    assert ours.stat().st_mode == plain.stat().st_mode
    ours.chmod(0o600)
    with replacing(ours) as file:
        file.write(b"x")
    assert ours.stat().st_mode & 0o777 == 0o600


def test_many_rows_take_little_time(tmp_path: Path) -> None:
    path, out = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    path.write_text('{"question": "q", "generated_cot": "%s", "golden_answer": "18"}\n' % ("word " * 60) * 5000)
    start = time.perf_counter()
    found = format_named("jsonl").read(path)
    format_named("jsonl").write(out, rows_of(found, {"ok": True}), path)
    assert time.perf_counter() - start < 2
    assert math.isclose(out.stat().st_size, path.stat().st_size, rel_tol=0.2)
