"""Run where lighteval is installed: our metric on its documents and responses, and in its way to apply metrics."""

from __future__ import annotations

import json
from pathlib import Path

from lighteval.metrics import apply_metric
from lighteval.metrics.utils.metric_utils import Metric
from lighteval.models.model_output import ModelResponse
from lighteval.tasks.requests import Doc

from answerkey.integrations.lighteval import answer_match

rows = json.loads(Path("rows.json").read_text(encoding="utf-8"))
docs = [Doc(query="?", choices=[row["gold"]], gold_index=0) for row in rows]
responses = [ModelResponse(text=[row["response"]]) for row in rows]
assert isinstance(answer_match, Metric)
outputs = apply_metric(responses=responses, docs=docs, metrics=[answer_match])
scores = [output["answer_match"] for output in outputs]
aggregate = answer_match.get_corpus_aggregations()["answer_match"]
assert aggregate(scores) == sum(scores) / len(rows)
several = Doc(query="?", choices=["x = 3", "4"], gold_index=[0, 1])
assert answer_match.compute_sample(doc=several, model_response=ModelResponse(text=["So it is 4."]))["answer_match"] == 1
Path("scores.json").write_text(json.dumps(scores), encoding="utf-8")
print("all of it holds")
