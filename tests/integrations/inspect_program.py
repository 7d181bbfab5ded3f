"""Run where Inspect is installed, and answerkey with its entry points: a real evaluation, and a log scored again."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path

from inspect_ai import Task, eval
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import EvalLog, read_eval_log
from inspect_ai.model import ModelOutput
from inspect_ai.scorer import match
from inspect_ai.solver import Generate, Solver, TaskState, solver

from answerkey.integrations.inspect_ai import answerkey

rows = json.loads(Path("rows.json").read_text(encoding="utf-8"))
several = {"gold": ["x = 3", "4"], "response": "So it is 4."}
refusal = {"gold": "4", "response": "I cannot answer this question."}


@solver
def recorded() -> Solver:
    """The model's part: what was answered before."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        state.output = ModelOutput.from_content("recorded", state.metadata["response"])
        return state

    return solve


def task(chosen: object, name: str) -> Task:
    samples = [
        Sample(input="?", target=row["gold"], metadata={"response": row["response"]}, id=place)
        for place, row in enumerate([*rows, several, refusal])
    ]
    return Task(dataset=MemoryDataset(samples), solver=recorded(), scorer=chosen, name=name)


def check(log: EvalLog) -> list[str | None]:
    assert log.status == "success", log.error
    assert log.samples is not None
    scores = {sample.id: sample.scores["answerkey"] for sample in log.samples if sample.scores}
    told: list[str | None] = []
    for place in range(len(rows)):
        score = scores[place]
        unscored = isinstance(score.value, float) and math.isnan(score.value)
        told.append(None if unscored else score.value)
        assert score.metadata is not None
        assert str(score.explanation).startswith(score.metadata["outcome"])
        assert unscored == (score.metadata["outcome"] == "UNDECIDED")
    assert scores[len(rows)].value == "C"
    assert (scores[len(rows) + 1].value, scores[len(rows) + 1].reason) == ("I", "refusal")
    decided = [one == "C" for one in told if one is not None] + [True, False]
    assert log.results is not None
    (result,) = [result for result in log.results.scores if result.name == "answerkey"]
    assert math.isclose(result.metrics["accuracy"].value, sum(decided) / len(decided))  # the undecided do not count
    return told


options = {"model": "mockllm/model", "log_dir": "logs", "display": "none", "log_format": "json"}
(first,) = eval(task(answerkey(), "first"), **options)
told = check(first)
(other,) = eval(task(match(), "other"), **options)
command = [str(Path(sys.executable).with_name("inspect")), "score", other.location, "--scorer", "answerkey/answerkey"]
done = subprocess.run(
    [*command, "--action", "append", "--overwrite", "--display", "none"], capture_output=True, text=True
)
assert done.returncode == 0, done.stdout + done.stderr
assert check(read_eval_log(other.location)) == told
Path("scores.json").write_text(json.dumps(told), encoding="utf-8")
print("all of it holds")
