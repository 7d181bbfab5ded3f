"""AIME 2024: the 30 problems of both papers. Every answer is an integer from 0 to 999."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from answerkey.datasets.benchmark import Benchmark, Example, Hub, Place
from answerkey.datasets.math import TEMPLATE
from answerkey.extraction.rules import box
from answerkey.grading import as_text


def example(row: Mapping[str, Any], place: Place) -> Example:
    """The key has a column of its own, or is the box of the solution; `073` and 73 are one number."""
    answer = row["answer"] if "answer" in row else row["solution"]
    return {
        "id": as_text(row.get("id", place.number)),
        "question": row["problem"] if "problem" in row else row["question"],
        "answer": box.last(as_text(answer)) or as_text(answer),
        "solution": row.get("solution"),
    }


BENCHMARK = Benchmark(
    name="aime24",
    title="AIME 2024, both papers",
    rows=30,
    licence="Apache-2.0 (the collection; the problems are the MAA's)",
    hub={"": Hub("HuggingFaceH4/aime_2024", split="train")},
    homes=("HuggingFaceH4/aime_2024", "aime_2024", "math-ai/aime24"),
    files=("aime24.jsonl", "{home}/data/t*-*.parquet", "{home}/test.jsonl", "{home}/train.jsonl"),
    example=example,
    template=TEMPLATE,
    extractor="math",
    evaluators=("math_equivalence", "answer_match"),
)
