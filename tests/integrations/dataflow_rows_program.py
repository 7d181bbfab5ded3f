"""Run where DataFlow is installed: rows through our operator, taken from DataFlow's registry, on DataFlow's storage."""

from __future__ import annotations

import json
from pathlib import Path

from dataflow.utils.registry import OPERATOR_REGISTRY
from dataflow.utils.storage import FileStorage

from answerkey.operators import BenchDatasetEvaluator

rows = json.loads(Path("rows.json").read_text(encoding="utf-8"))
assert OPERATOR_REGISTRY.get("BenchDatasetEvaluator") is BenchDatasetEvaluator
storage = FileStorage("rows.json", cache_path="cache", file_name_prefix="graded", cache_type="jsonl")
BenchDatasetEvaluator("stats.json").run(storage.step(), "response", "gold")
lines = Path("cache/graded_step1.jsonl").read_text(encoding="utf-8").split("\n")
graded = [json.loads(line) for line in lines if line]
scores = [[row["answer_match_result"], row["answer_match_outcome"]] for row in graded]
Path("scores.json").write_text(json.dumps(scores), encoding="utf-8")
print("all of it holds")
