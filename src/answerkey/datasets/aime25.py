"""AIME 2025: the 30 problems of both papers."""

from __future__ import annotations

from answerkey.datasets.aime24 import example
from answerkey.datasets.benchmark import Benchmark, Hub
from answerkey.datasets.math import TEMPLATE

BENCHMARK = Benchmark(
    name="aime25",
    title="AIME 2025, both papers",
    rows=30,
    licence="Apache-2.0 (the collection; the problems are the MAA's)",
    hub={"": Hub("math-ai/aime25")},
    homes=("math-ai/aime25", "AIME2025", "opencompass/AIME2025"),
    files=("aime25.jsonl", "{home}/test.jsonl", "{home}/data/test-*.parquet", "{home}/aime2025-*.jsonl"),
    example=example,
    template=TEMPLATE,
    extractor="math",
    evaluators=("math_equivalence", "answer_match"),
)
