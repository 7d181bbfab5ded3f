"""Run where DeepEval is installed: our metric in its `evaluate` and `assert_test`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from deepeval import assert_test, evaluate
from deepeval.evaluate import AsyncConfig, CacheConfig, DisplayConfig
from deepeval.test_case import LLMTestCase

from answerkey import Policy
from answerkey.integrations.deepeval import AnswerMetric

rows = json.loads(Path("rows.json").read_text(encoding="utf-8"))
cases = [LLMTestCase(input="?", actual_output=row["response"], expected_output=row["gold"]) for row in rows]
told = []
for run_async in (False, True):
    result = evaluate(
        cases,
        [AnswerMetric()],
        async_config=AsyncConfig(run_async=run_async),
        display_config=DisplayConfig(print_results=False, show_indicator=False),
        cache_config=CacheConfig(write_cache=False),
    )
    found = {one.index: one for one in result.test_results}
    data = [found[place].metrics_data[0] for place in range(len(rows))]
    told.append([one.score for one in data])
    assert all(one.score == float(one.success) and one.name == "Answer match" for one in data)
    assert all(one.reason.split(":")[0] in ("CORRECT", "INCORRECT", "UNDECIDED") for one in data)
assert told[0] == told[1]
assert_test(LLMTestCase(input="?", actual_output="It is 5.", expected_output="5"), [AnswerMetric()], run_async=False)
half = AnswerMetric(replace(Policy(), partial_credit=True), threshold=0.5)
assert half.measure(LLMTestCase(input="?", actual_output=r"\boxed{1, 3}", expected_output="1, 2")) == 0.5
assert half.is_successful()
Path("scores.json").write_text(json.dumps(told[0]), encoding="utf-8")
print("all of it holds")
