"""GSM8K: 1,319 word problems of grade school (Cobbe et al., Training Verifiers to Solve Math Word Problems, 2021)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from answerkey.datasets.benchmark import Benchmark, Example, Hub, Place
from answerkey.extraction.chain import key_text


def example(row: Mapping[str, Any], place: Place) -> Example:
    """The key stands after `####` at the end of the solution, which upstream calls the answer."""
    answer = row["answer"]
    return {
        "id": row.get("id", f"gsm8k-test-{place.number}"),
        "question": row["question"],
        "answer": key_text(answer),
        "solution": row.get("solution", answer),
    }


BENCHMARK = Benchmark(
    name="gsm8k",
    title="GSM8K, grade school word problems (test)",
    rows=1319,
    licence="MIT",
    hub={"": Hub("openai/gsm8k", "main")},
    homes=("openai/gsm8k", "grade_school_math/data", "grade-school-math/grade_school_math/data"),
    files=("gsm8k_test.jsonl", "{home}/main/test-*.parquet", "{home}/test.jsonl"),
    example=example,
    template="{question}\n\nThink step by step. Put the final number alone in \\boxed{} at the end.",
    extractor="gsm8k",
    evaluators=("math_equivalence", "answer_match"),
)
