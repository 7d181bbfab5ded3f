"""Run where Hugging Face evaluate is installed: our metric, made and loaded by its path, row by row and in batches."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import evaluate as host

from answerkey.integrations import evaluate as ours

rows = json.loads(Path("rows.json").read_text(encoding="utf-8"))
responses, keys = [row["response"] for row in rows], [row["gold"] for row in rows]
metric = ours.AnswerMatch()
told = []
for row in rows:
    scores = metric.compute(predictions=[row["response"]], references=[row["gold"]])
    told.append([scores["answer_match"], scores["answer_undecided"]])
right, undecided = (sum(column) / len(rows) for column in zip(*told, strict=True))
wanted = {"answer_match": right, "answer_undecided": undecided}
loaded = host.load(str(Path(sys.modules[ours.__name__].__file__ or "")))
assert loaded.compute(predictions=responses, references=keys) == wanted
for start in range(0, len(rows), 100):
    loaded.add_batch(predictions=responses[start : start + 100], references=keys[start : start + 100])
assert loaded.compute() == wanted
both = host.combine([ours.AnswerMatch()])
assert both.compute(predictions=["It is 5."], references=["5"])["answer_match"] == 1.0
assert ours.AnswerMatch().compute(predictions=["It is 5."], references=[["4", "5"]])["answer_match"] == 1.0
assert ours.AnswerMatch().compute(predictions=["It is 4."], references=["5"], policy="strict")["answer_match"] == 0.0
Path("scores.json").write_text(json.dumps(told), encoding="utf-8")
print("all of it holds")
