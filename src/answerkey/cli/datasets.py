"""`answerkey datasets`: the benchmarks there are by name."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

DataDir = Annotated[
    Path | None,
    typer.Option("--data-dir", help="The folder with the data sets' files (else ANSWERKEY_DATA, else the hub)."),
]


def command(data_dir: DataDir = None) -> None:
    """List the data sets: name, configurations, rows, licence, and where they come from."""
    from answerkey.datasets.registry import benchmark_named, names
    from answerkey.datasets.sources import ENVIRONMENT, local_files
    from answerkey.running.errors import InputError

    folder = data_dir or os.environ.get(ENVIRONMENT)
    for name in names():
        try:
            benchmark = benchmark_named(name)
        except ValueError as error:
            raise InputError(str(error)) from None
        files = local_files(benchmark, Path(folder), list(benchmark.configs)) if folder else []
        hub = next((table.repository for table in benchmark.hub.values()), "")
        place = f"{len(files):,} files in {folder}" if len(files) > 1 else str(files[0][1]) if files else f"hub: {hub}"
        typer.echo(f"{name}: {benchmark.title}; {benchmark.rows:,} rows; {benchmark.licence}; {place}")
        if benchmark.configs:
            typer.echo(f"  {name}:CONFIG with {', '.join(benchmark.configs)}")
    typer.echo("PATH: a file with a question and a key in each row (.jsonl, .jsonl.gz, .json, .csv, .tsv, .parquet)")
