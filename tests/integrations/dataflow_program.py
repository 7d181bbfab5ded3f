"""Run by the real DataFlow's own Python, in an empty folder: our operator, storage and serving inside its pipelines.

Arguments: the address of a chat endpoint that finds that only Aristotle is right.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

import dataflow
from dataflow.core import LLMServingABC, OperatorABC
from dataflow.pipeline import PipelineABC
from dataflow.prompts.model_evaluation.general import AnswerJudgePrompt as TheirPrompt
from dataflow.utils.registry import OPERATOR_REGISTRY
from dataflow.utils.storage import FileStorage as TheirStorage

from answerkey.operators import APILLMServing_request, BenchDatasetEvaluator, FileStorage

URL = sys.argv[1]
ROWS = [
    {"cot": "so \\boxed{\\frac{1}{2}}", "gold": "0.50", "id": "0010"},
    {"cot": "the answer is 19.", "gold": "18", "id": "1e5"},
    {"cot": "thus \\boxed{Aristotle}", "gold": "what is meant", "id": "0011"},
    {"cot": "1", "gold": None, "id": "12345678901234567890"},
]
MATCHED = {
    "match": [True, False, False, False],
    "semantic": [False, False, True, False],
    "cascade": [True, False, True, False],
}


def their_serving() -> Any:
    """Their serving's class; its package imports torch, which nothing here needs, so its file is loaded alone."""
    name = "dataflow.serving.api_llm_serving_request"
    path = Path(dataflow.__file__).parent / "serving" / "api_llm_serving_request.py"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.APILLMServing_request


def pipeline(storage: Any, serving: Any, template: Any, prefix: str) -> Any:
    class Pipeline(PipelineABC):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.storage = storage("bench.jsonl", cache_path="cache", file_name_prefix=prefix)
            self.serving = serving(api_url=URL, model_name="m")
            shared = {"llm_serving": self.serving, "prompt_template": template}
            self.match = BenchDatasetEvaluator(f"{prefix}_match.json")
            self.semantic = BenchDatasetEvaluator(f"{prefix}_semantic.json", "semantic", **shared)
            self.cascade = BenchDatasetEvaluator(f"{prefix}_cascade.json", "cascade", **shared)

        def forward(self) -> None:
            for operator in (self.match, self.semantic, self.cascade):
                operator.run(storage=self.storage.step(), input_test_answer_key="cot", input_gt_answer_key="gold")

    return Pipeline()


def check(prefix: str, lossless: bool) -> None:
    for step, (method, matched) in enumerate(MATCHED.items(), 1):
        path = Path("cache") / f"{prefix}_step{step}.jsonl"
        rows = [json.loads(line) for line in path.open(encoding="utf-8")]
        assert [row["answer_match_result"] for row in rows] == matched, (prefix, method, rows)
        if lossless:
            assert [{name: row[name] for name in before} for row, before in zip(rows, ROWS, strict=True)] == ROWS
        (stats,) = json.loads(Path(f"{prefix}_{method}.json").read_text(encoding="utf-8"))
        assert (stats["bench_name_or_prefix"], stats["compare_method"]) == (prefix, method)
        assert (stats["matched_samples"], stats["skipped_samples"]) == (sum(matched), 1)
        path.unlink()


Path("bench.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
TheirServing = their_serving()
assert OPERATOR_REGISTRY.get("BenchDatasetEvaluator") is BenchDatasetEvaluator
assert isinstance(BenchDatasetEvaluator(), OperatorABC)
assert isinstance(APILLMServing_request(URL), LLMServingABC)
for storage, serving, template in (
    (TheirStorage, TheirServing, TheirPrompt()),
    (TheirStorage, APILLMServing_request, None),
    (FileStorage, TheirServing, None),
    (FileStorage, APILLMServing_request, TheirPrompt),
):
    prefix = f"{storage.__module__}_{serving.__module__}".replace(".", "_")
    pipeline(storage, serving, template, prefix).forward()
    check(prefix, storage is FileStorage)
    compiled = pipeline(storage, serving, template, prefix)
    compiled.compile()
    compiled.forward()
    check(prefix, storage is FileStorage)
print("all of it holds")
