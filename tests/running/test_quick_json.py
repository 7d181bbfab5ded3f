"""Rows read by orjson: the same as the standard json gives, whatever the bytes."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from answerkey import grade
from answerkey.running.files import quick_json
from answerkey.running.files.items import Item
from answerkey.running.files.jsonl_stream import LinesWriter, item_of

pytest.importorskip("orjson")
WANTED = frozenset({"gold", "response", 'is_"it"'})

# Spellings of the names that matter, of others, and of values: what readers of JSON disagree on, and what they do not.
NAMES = st.sampled_from(
    rb"gold response is_\"it\" g\u006fld \u0067old is_\u0022it\u0022 x y\" \ud800 caf\xe9".split(b" ")
)
TEXTS = st.sampled_from(
    [
        *rb"5 gold \"gold\" \u0022 \"\u0022\" \\boxed{5} a\/b \ud83d\ude00 \ude00 \ud800 \x \u0000 \u12 \ ".split(b" "),
        *(b"\xf0\x9f\x98\x80", b"caf\xc3\xa9", b"caf\xe9", b"\xed\xa0\x80", b"\x01", b"\x7f", b"\xe2\x80\xa8", b"\t"),
    ]
).map(lambda text: b'"%b"' % text)
NUMBERS = st.sampled_from(
    [
        *b"0 -0 5 05 -5 5. .5 5.0 1e5 1E400 -1e-400 0.1 1.7976931348623157e308 0.30000000000000004 -0.0 +5 0x5".split(),
        *b"9223372036854775807 9223372036854775808 18446744073709551615 18446744073709551616 5_0 5e".split(),
        *b"-9223372036854775808 -9223372036854775809 NaN Infinity -Infinity nan true false null True None".split(),
        *(b"7" * 30, b"7" * 5000, b"0." + b"3" * 400, b"2.2250738585072011e-308"),
    ]
)
SPACE = st.sampled_from([b"", b"", b"", b" ", b"\t", b"\r", b"\r\n", b"\x0b", b"\xc2\xa0", b"\xef\xbb\xbf"])
DEEP = st.sampled_from([10, 63, 64, 65, 5000]).flatmap(
    lambda depth: st.sampled_from([b"[" * depth + b"]" * depth, b'{"x":' * depth + b"5" + b"}" * depth])
)


def _members(values: st.SearchStrategy[bytes]) -> st.SearchStrategy[bytes]:
    member = st.tuples(SPACE, NAMES, SPACE, SPACE, values).map(lambda parts: b'%b"%b"%b:%b%b' % parts)
    return st.lists(member, max_size=5).map(lambda members: b"{" + b",".join(members) + b"}")


VALUES = st.recursive(
    TEXTS | NUMBERS,
    lambda values: _members(values) | st.lists(values, max_size=3).map(lambda found: b"[" + b", ".join(found) + b"]"),
    max_leaves=6,
)
ROWS = st.tuples(
    SPACE, _members(VALUES | DEEP), SPACE, st.sampled_from([b"", b"", b"", b"\n", b"{}", b",", b"\0", b"]"])
)


@st.composite
def lines(draw: st.DrawFn) -> bytes:
    """Rows as they are, and as they are after an accident."""
    line = b"".join(draw(ROWS))
    if draw(st.booleans()):
        return line
    start = draw(st.integers(0, len(line)))
    return line[:start] + draw(st.binary(max_size=2)) + line[start + draw(st.integers(0, 3)) :]


def slowly(line: bytes, wanted: frozenset[str]) -> Item:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(quick_json, "loads", None)
        return item_of(line, wanted)


def written(item: Item) -> bytes:
    """The row as it is written with a verdict."""
    file = io.BytesIO()
    if item.row is not None or item.problem is not None:
        verdict = grade("5", "5") if item.problem is None else item.problem.verdict("default")
        LinesWriter(file, "answerkey_").put(item, verdict, {})
    return file.getvalue()


def said(item: Item) -> Any:
    """What of an item is used."""
    row = None if item.row is None else (list(item.row), [repr(item.row.get(name)) for name in sorted(WANTED)])
    return row, item.problem, written(item)


@given(lines())
@settings(max_examples=1500)
@example(rb'{"gold": 5, "x": "\u0022\u0022", "gold": 6}')
@example(rb'{"gold": "5", "x": "\"\u0022\u0022\u0022\u0022", "gold": "6"}')
@example(rb'{"gold": "5", "g\u006fld": "6"}')
@example(rb'{"gold": "5", "x": {"y": "a", "y": "b"}}')
@example(rb'{"gold": 18446744073709551616, "response": -9223372036854775809}')
@example(rb'{"gold": -0, "response": 1E400}')
def test_a_row_is_the_same_with_and_without(line: bytes) -> None:
    assert said(item_of(line, WANTED)) == said(slowly(line, WANTED))


@given(st.dictionaries(st.text(), st.text() | st.integers() | st.booleans() | st.floats() | st.none()))
def test_rows_that_json_writes_are_the_same(row: dict[str, Any]) -> None:
    for readable in (True, False):
        line = json.dumps(row, ensure_ascii=readable).encode("utf-8", "surrogatepass")
        assert said(item_of(line, frozenset(row))) == said(slowly(line, frozenset(row)))


@pytest.mark.parametrize("depth", [10, 900, 1000, 1020, 1030])  # Hypothesis raises the limit of recursion
def test_a_row_as_deep_as_json_reads(depth: int) -> None:
    line = b'{"gold": 5, "x": ' + b"[" * depth + b"]" * depth + b"}"
    assert said(item_of(line, WANTED)) == said(slowly(line, WANTED))


@pytest.mark.shared
def test_real_rows_are_read_quickly(shared: Path) -> None:
    found = (shared / "data" / "gsm8k_model_outputs.jsonl").read_bytes().splitlines()[:200]
    wanted = frozenset(json.loads(found[0]))
    for line in found:
        assert quick_json.row_of(line, wanted) == json.loads(line)
