"""Run where EvalScope is installed: our metric by its name in the registry, called as a benchmark calls it."""

from __future__ import annotations

import json
from pathlib import Path

from evalscope.api.evaluator import Target
from evalscope.api.registry import get_metric

import answerkey.integrations.evalscope  # noqa: F401 - registers the metric

rows = json.loads(Path("rows.json").read_text(encoding="utf-8"))
metric = get_metric("answer_match")()
scores = [metric(prediction=row["response"], reference=metric.prepare_reference(Target(row["gold"]))) for row in rows]
assert set(scores) == {0.0, 1.0}
several = metric.prepare_reference(Target(["x = 3", "4"]))
assert metric(prediction="So it is 4.", reference=several) == 1.0
assert get_metric("answer_match")(policy="strict", extractor="strict")("So it is 4.", ["4"]) == 0.0
Path("scores.json").write_text(json.dumps(scores), encoding="utf-8")
print("all of it holds")
