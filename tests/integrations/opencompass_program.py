"""Run where OpenCompass is installed: our evaluator, built by its registry and run by its base class."""

from __future__ import annotations

import json
from pathlib import Path

from datasets import Dataset
from opencompass.registry import ICL_EVALUATORS

from answerkey.integrations.opencompass import AnswerEvaluator

rows = json.loads(Path("rows.json").read_text(encoding="utf-8"))
evaluator = ICL_EVALUATORS.build({"type": AnswerEvaluator})  # as a configuration names it
assert isinstance(evaluator, AnswerEvaluator)
data = Dataset.from_list(
    [{"subdivision": "all", "idx": place, "answer": row["gold"]} for place, row in enumerate(rows)]
)
results = evaluator.evaluate(
    k=1,
    n=1,
    original_dataset=data,
    predictions=[row["response"] for row in rows],
    references=[row["gold"] for row in rows],
)
details = [one.get("detail", one) for one in results["details"]]
found = evaluator.score([row["response"] for row in rows], [row["gold"] for row in rows])
scores = [[one["correct"], one["outcome"]] for one in found["details"]]
assert abs(results["accuracy"] - 100 * sum(right for right, _ in scores) / len(rows)) < 1e-9, results["accuracy"]
assert abs(results["undecided"] - 100 * sum(outcome == "UNDECIDED" for _, outcome in scores) / len(rows)) < 1e-9
assert len(details) == len(rows)
assert "error" in evaluator.score(["1"], [])
Path("scores.json").write_text(json.dumps(scores), encoding="utf-8")
print("all of it holds")
