"""Rows go through an evaluator unharmed, whatever they hold, by records and by DataFrame alike."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from answerkey.operators import BenchDatasetEvaluator, FileStorage

cells = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**40), 10**40)
    | st.floats()
    | st.sampled_from(["0010", "1e5", "\\boxed{3}", "3", "\ud800", "é\u2028"])
    | st.text(st.characters(codec=None), max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)
rows = st.lists(
    st.dictionaries(st.sampled_from(["generated_cot", "golden_answer", "id", "é"]), cells), min_size=1, max_size=5
).filter(lambda found: {"generated_cot", "golden_answer"} <= {name for row in found for name in row})


class FramesOnly(FileStorage):
    """A storage that offers nothing but DataFrames."""

    output_types = ("dataframe",)


@given(rows, st.sampled_from([(",", ":"), (", ", ": "), (" , ", " : ")]))
@settings(max_examples=25, deadline=None)
def test_every_row_keeps_its_text(
    tmp_path_factory: pytest.TempPathFactory, found: list[dict[str, Any]], separators: tuple[str, str]
) -> None:
    pytest.importorskip("pandas")
    folder = tmp_path_factory.mktemp("rows")
    lines = [json.dumps(row, separators=separators) for row in found]
    source = folder / "bench.jsonl"
    source.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    written = []
    for storage in (FileStorage, FramesOnly):
        cache = folder / storage.__name__
        evaluator = BenchDatasetEvaluator(str(folder / "e.json"), detail_columns=False)
        evaluator.run(storage(str(source), cache_path=str(cache)).step())
        written.append((cache / "dataflow_cache_step_step1.jsonl").read_text(encoding="utf-8"))
    assert written[0] == written[1]
    for line, out in zip(lines, written[0].removesuffix("\n").split("\n"), strict=True):
        added = ("" if line == "{}" else ", ") + '"answer_match_result": '
        assert out in {f"{line[:-1]}{added}{result}}}" for result in ("true", "false")}
