"""Data sets by name: ours, one file each, and those that other packages add (entry points `answerkey.datasets`)."""

from __future__ import annotations

from importlib import import_module

from answerkey.datasets.benchmark import Benchmark
from answerkey.plugins import found, loaded

OURS = ("math", "math500", "gsm8k", "mgsm", "aime24", "aime25")
GROUP = "answerkey.datasets"


def names() -> list[str]:
    """The names of all data sets there are."""
    return [*OURS, *(name for name in found(GROUP) if name not in OURS)]


def benchmark_named(name: str) -> Benchmark:
    """The data set called `name`; `ValueError` listing those there are for any other name.

    >>> benchmark_named("gsm8k").rows
    1319
    """
    if name in OURS:
        benchmark = import_module(f"answerkey.datasets.{name}").BENCHMARK
    elif name in found(GROUP):
        benchmark = loaded(GROUP, name)
    else:
        raise ValueError(f"there is no data set {name!r}; there are: {', '.join(names())}, or a file by its path")
    if not isinstance(benchmark, Benchmark):
        raise ValueError(f"the entry point {name!r} of {GROUP} gives no Benchmark but {type(benchmark).__name__}")
    return benchmark
