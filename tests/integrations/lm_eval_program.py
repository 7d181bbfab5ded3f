"""Run where lm-evaluation-harness is installed: a task from our example's YAML, run by the harness on a local file."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

from lm_eval import simple_evaluate
from lm_eval.api.model import LM
from lm_eval.tasks import TaskManager

from answerkey import extract

EXAMPLE = Path(sys.argv[1])
rows = json.loads(Path("rows.json").read_text(encoding="utf-8"))


class Recorded(LM):  # type: ignore[misc]
    """A model that says what was said before."""

    def generate_until(self, requests: list[Any], disable_tqdm: bool = False) -> list[str]:
        return [request.doc["response"] for request in requests]

    def loglikelihood(self, requests: list[Any], disable_tqdm: bool = False) -> list[tuple[float, bool]]:
        raise NotImplementedError

    def loglikelihood_rolling(self, requests: list[Any], disable_tqdm: bool = False) -> list[float]:
        raise NotImplementedError


Path("tasks").mkdir()
for path in EXAMPLE.glob("*.yaml"):
    shutil.copy(path, "tasks")
lines = [json.dumps({"question": "?", "answer": row["gold"], "response": row["response"]}) for row in rows]
Path("questions.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
found = simple_evaluate(
    model=Recorded(),
    tasks=["answerkey_metric", "answerkey_process_results"],
    task_manager=TaskManager(include_path="tasks", include_defaults=False),
    bootstrap_iters=0,
)
by_task = {}
for task, filtered in (("answerkey_metric", "none"), ("answerkey_process_results", "none")):
    samples = sorted(
        (sample for sample in found["samples"][task] if sample["filter"] == filtered), key=lambda one: one["doc_id"]
    )
    by_task[task] = [sample["answer_match"] == 1.0 for sample in samples]
    share = sum(by_task[task]) / len(rows)
    assert abs(found["results"][task][f"answer_match,{filtered}"] - share) < 1e-9, found["results"]
assert by_task["answerkey_metric"] == by_task["answerkey_process_results"]
processed = sorted(found["samples"]["answerkey_process_results"], key=lambda one: one["doc_id"])
undecided = [sample["answer_undecided"] for sample in processed]
assert found["results"]["answerkey_process_results"]["answer_undecided,none"] == sum(undecided) / len(rows)
answers = [sample["filtered_resps"] for sample in found["samples"]["answerkey_metric"] if sample["filter"] == "answer"]
assert len(answers) == len(rows)
found_here = [extract(row["response"]) for row in rows]
assert [answer[0] for answer in answers] == [one.text if one else "[invalid]" for one in found_here]
scores = list(zip(map(float, by_task["answerkey_metric"]), undecided, strict=True))
Path("scores.json").write_text(json.dumps(scores), encoding="utf-8")
print("all of it holds")
