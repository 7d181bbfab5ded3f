"""MATH-500: the 500 problems of MATH that Lightman et al. (Let's Verify Step by Step, 2023) tested on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from answerkey.datasets.benchmark import Benchmark, Example, Hub, Place
from answerkey.datasets.math import TEMPLATE


def example(row: Mapping[str, Any], place: Place) -> Example:
    """The key has a column of its own."""
    return {
        "id": row.get("unique_id") or row.get("id", f"math500-{place.number}"),
        "question": row["question"] if "question" in row else row["problem"],
        "answer": row["answer"],
        "subject": row.get("subject"),
        "level": row.get("level"),
        "solution": row.get("solution"),
    }


BENCHMARK = Benchmark(
    name="math500",
    title="MATH-500, a sample of MATH's test problems",
    rows=500,
    licence="MIT",
    hub={"": Hub("HuggingFaceH4/MATH-500")},
    homes=("HuggingFaceH4/MATH-500", "MATH-500"),
    files=("math500.jsonl", "{home}/test.jsonl", "{home}/test-*.parquet", "{home}/data/test-*.parquet"),
    example=example,
    template=TEMPLATE,
    extractor="math",
    evaluators=("math_equivalence", "answer_match"),
)
