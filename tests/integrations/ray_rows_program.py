"""Run where Ray is installed: rows through `grade_dataset`, as a user's own pipeline calls it."""

from __future__ import annotations

import json
from pathlib import Path

import ray

from answerkey.running.workers.ray import grade_dataset

rows = json.loads(Path("rows.json").read_text(encoding="utf-8"))
ray.init(num_cpus=2, log_to_driver=False, include_dashboard=False)
data = ray.data.from_items([{"at": at, **row} for at, row in enumerate(rows)], override_num_blocks=4)
graded = {
    row["at"]: row["answerkey_outcome"] for row in grade_dataset(data, gold="gold", response="response").take_all()
}
Path("scores.json").write_text(json.dumps([graded[at] for at in range(len(rows))]), encoding="utf-8")
ray.shutdown()
print("all of it holds")
