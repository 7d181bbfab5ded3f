"""The pages about data sets and benchmarks: their examples run, and their options are there."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.mark.parametrize("page", ["bench.md", "datasets.md"])
def test_examples_on_the_page(page: str) -> None:
    result = doctest.testfile(str(DOCS / page), module_relative=False)
    assert result.attempted > 3
    assert result.failed == 0


def test_every_option_of_bench_is_on_the_page() -> None:
    import typer.main

    from answerkey.cli.app import app

    bench = typer.main.get_command(app).commands["bench"]  # type: ignore[attr-defined]
    there = {name for parameter in bench.params for name in parameter.opts if name.startswith("--")} - {"--help"}
    told = set(re.findall(r"--[a-z][a-z-]*", (DOCS / "bench.md").read_text(encoding="utf-8")))
    assert there - told == set()


def test_every_data_set_is_on_the_page() -> None:
    from answerkey.datasets import benchmark_named, names

    page = (DOCS / "datasets.md").read_text(encoding="utf-8")
    for name in names():
        hub = next(iter(benchmark_named(name).hub.values())).repository
        (line,) = (one for one in page.splitlines() if one.startswith(f"| `{name}`") and hub in one)
        assert f"{benchmark_named(name).rows:,}" in line
