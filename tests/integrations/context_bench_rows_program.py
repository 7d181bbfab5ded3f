"""Run where context-bench is installed: rows through its `evaluate`, by a system that says what was said before."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from context_bench import evaluate
from context_bench.metrics import MeanScore

from answerkey.evaluators import AnswerMatch


class Recorded:
    """A system of context-bench."""

    name = "recorded"

    def process(self, example: dict[str, Any]) -> dict[str, Any]:
        return {**example, "response": rows[int(example["id"])]["response"]}


rows = json.loads(Path("rows.json").read_text(encoding="utf-8"))
result = evaluate(
    systems=[Recorded()],
    dataset=[{"id": at, "context": "", "question": "", "answer": row["gold"]} for at, row in enumerate(rows)],
    evaluators=[AnswerMatch()],
    metrics=[MeanScore(score_field="answer_match")],
    text_fields=[],
    progress=False,
)
scores = [[row.scores["answer_match"], row.scores["answer_undecided"]] for row in result.rows]
assert abs(result.summary["recorded"]["mean_score"] - sum(right for right, _ in scores) / len(rows)) < 1e-9
Path("scores.json").write_text(json.dumps(scores), encoding="utf-8")
print("all of it holds")
