"""Run by the real context-bench's own Python: our evaluators, data sets and endpoints inside its `evaluate`, and its
systems inside ours.

Arguments: the address of a chat endpoint that answers each question with the text after its last "=", and a folder
with rows in GSM8K's layout. Token counting downloads a table at its first use; where TIKTOKEN_CACHE_DIR does not name
a folder that has it, no fields are counted.
"""

from __future__ import annotations

import os
import sys

from context_bench import OpenAIProxy, evaluate
from context_bench.metrics import MeanScore, PassRate
from context_bench.types import Evaluator, System

import answerkey
from answerkey.datasets import load
from answerkey.evaluators import AnswerMatch, MathEquivalence, MultipleChoice
from answerkey.systems import Endpoint

URL, DATA = sys.argv[1:]
FIELDS = None if "TIKTOKEN_CACHE_DIR" in os.environ else []
ours = [MathEquivalence(), AnswerMatch(), MultipleChoice()]
assert all(isinstance(evaluator, Evaluator) for evaluator in ours)

theirs = OpenAIProxy(URL, model="m", name="theirs")
endpoint = Endpoint(URL, "m", name="ours")
assert isinstance(endpoint, System)

dataset = load("gsm8k", data_dir=DATA)
result = evaluate(
    systems=[theirs, endpoint],
    dataset=dataset,
    evaluators=ours[:2],
    metrics=[MeanScore(score_field="math_equiv"), PassRate(threshold=0.7, score_field="answer_match")],
    text_fields=FIELDS,
    progress=False,
)
for name in ("theirs", "ours"):
    assert result.summary[name] == {"mean_score": 1 / 3, "pass_rate": 2 / 3}, result.summary
assert [row.scores["answer_match"] for row in result.filter(system="ours").rows] == [1.0, 1.0, 0.0]
assert result.config["evaluators"] == ["math_equivalence", "answer_match"]
assert FIELDS == [] or all(row.input_tokens for row in result.rows)

# the same systems and rows in our own `evaluate` score the same
mirror = answerkey.evaluate([theirs, endpoint], dataset, ours[:2], template="{question}")
assert [dict(row.scores) for row in mirror.rows] == [row.scores for row in result.rows]
assert set(mirror.summary) == set(result.summary)
assert mirror.filter(system="theirs").summary["theirs"]["math_equiv"] == result.summary["theirs"]["mean_score"]
print("all of it holds")
