"""Benchmarks by name, one file each: where rows come from, how the key is got out, how they are asked and graded."""

from answerkey.datasets.benchmark import Benchmark, Dataset, Example, Hub, Place
from answerkey.datasets.registry import benchmark_named, names
from answerkey.datasets.sources import load

__all__ = ["Benchmark", "Dataset", "Example", "Hub", "Place", "benchmark_named", "load", "names"]
