"""MATH: the 5,000 test problems of seven subjects (Hendrycks et al., Measuring Mathematical Problem Solving, 2021)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from answerkey.datasets.benchmark import Benchmark, Example, Hub, Place
from answerkey.extraction.rules import box

SUBJECTS = {
    "algebra": "Algebra",
    "counting_and_probability": "Counting & Probability",
    "geometry": "Geometry",
    "intermediate_algebra": "Intermediate Algebra",
    "number_theory": "Number Theory",
    "prealgebra": "Prealgebra",
    "precalculus": "Precalculus",
}
TEMPLATE = "{question}\n\nThink step by step. Put the final answer in \\boxed{} at the end."


def example(row: Mapping[str, Any], place: Place) -> Example:
    """The key is the last box of the solution, where the row does not hold it itself."""
    answer, solution = row.get("answer"), row["solution"]
    subject = row.get("subject") or row.get("type") or SUBJECTS[place.config]
    return {
        "id": row.get("id", f"math-test-{place.config or 'all'}-{place.number}"),
        "question": row["question"] if "question" in row else row["problem"],
        "answer": box.last(solution) if answer is None else answer,
        "subject": subject,
        "level": row.get("level"),
        "solution": solution,
    }


BENCHMARK = Benchmark(
    name="math",
    title="MATH, competition problems of seven subjects (test)",
    rows=5000,
    licence="MIT",
    hub={config: Hub("EleutherAI/hendrycks_math", config) for config in SUBJECTS},
    homes=("EleutherAI/hendrycks_math", "hendrycks_math", "MATH"),
    files=(
        "math_test.jsonl.gz",
        "math_test.jsonl",
        "{home}/{config}/test-*.parquet",
        "{home}/test/{config}/*.json",
        "{home}/{config}/*.json",
    ),
    example=example,
    configs=SUBJECTS,
    config_column="subject",
    template=TEMPLATE,
    extractor="math",
    evaluators=("math_equivalence", "answer_match"),
)
