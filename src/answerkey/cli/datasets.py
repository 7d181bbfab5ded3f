"""`answerkey datasets`: the benchmarks there are by name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

DataDir = Annotated[
    Path | None,
    typer.Option("--data-dir", help="The folder with the data sets' files (else ANSWERKEY_DATA, else the hub)."),
]


def check_columns(datasets: Sequence[str], gold: str | None, question: str | None) -> None:
    """`InputError` where columns are named that no file is there to have: data sets know their own."""
    from answerkey.datasets.sources import names_a_file
    from answerkey.running.errors import InputError

    named = "--gold" if gold is not None else "--question" if question is not None else None
    if named is not None and not any(map(names_a_file, datasets)):
        raise InputError(f"{named} names a column of a file; {', '.join(datasets)} is none")


def command(data_dir: DataDir = None) -> None:
    """List the data sets: name, configurations, rows, licence, and where they come from."""
    from answerkey.datasets.registry import benchmark_named, names
    from answerkey.datasets.sources import data_folder, local_files
    from answerkey.running.errors import InputError

    folder = data_folder(data_dir)
    for name in names():
        try:
            benchmark = benchmark_named(name)
        except ValueError as error:
            raise InputError(str(error)) from None
        files = local_files(benchmark, folder, list(benchmark.configs)) if folder else []
        hub = next((table.repository for table in benchmark.hub.values()), "")
        place = f"{len(files):,} files in {folder}" if len(files) > 1 else str(files[0][1]) if files else f"hub: {hub}"
        typer.echo(f"{name}: {benchmark.title}; {benchmark.rows:,} rows; {benchmark.licence}; {place}")
        if benchmark.configs:
            typer.echo(f"  {name}:CONFIG with {', '.join(benchmark.configs)}")
    typer.echo("PATH: a file with a question and a key in each row (.jsonl, .jsonl.gz, .json, .csv, .tsv, .parquet)")
