"""From a name to examples: local files where there are some, else the Hugging Face hub through the `datasets` extra."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from typing import Any

from answerkey.datasets.benchmark import Benchmark, Dataset, Example, Place
from answerkey.datasets.local import local_benchmark
from answerkey.datasets.registry import benchmark_named
from answerkey.datasets.tables import table_rows
from answerkey.running.errors import InputError

ENVIRONMENT = "ANSWERKEY_DATA"


def load(
    name: str,
    *,
    data_dir: str | Path | None = None,
    n: int | None = None,
    question: str | None = None,
    gold: str | None = None,
    broken: dict[int, str] | None = None,
) -> Dataset:
    """The data set `name`: one of ours or a plug-in's, with `:config` where it has some, or the path of a file.

    Rows come from `data_dir` (or the folder that ANSWERKEY_DATA names) and, where neither is given, from the hub. `n`
    takes the first rows; a data set of several configurations gives them in turn. `question` and `gold` name the
    columns of a file; `broken`, where it is given, is told of its rows that are none (see `read_rows`). Raises
    `InputError`, one line for a person, for what is not there.
    """
    if n is not None and n < 1:
        raise InputError(f"-n takes a number of rows from 1, not {n}")
    if names_a_file(name):
        path = Path(name)
        if not path.is_file():
            raise InputError(f"{path}: there is no such file")
        benchmark, examples = local_benchmark(path, question, gold, broken)
        origin = name
    else:
        benchmark, config = _selected(name)
        examples, origin = _examples(benchmark, config, data_dir)
    if not examples:
        raise InputError(f"{origin}: there are no rows of {name} in it")
    return Dataset(name, benchmark, tuple(examples[:n]), origin)


def names_a_file(name: str) -> bool:
    """Whether `name` is a file's and no data set's."""
    return bool(Path(name).suffix) or os.sep in name


def data_folder(data_dir: str | Path | None) -> Path | None:
    """The folder with the data sets' files, None where none is named; `InputError` where it is not there."""
    folder = data_dir or os.environ.get(ENVIRONMENT)
    if folder and not Path(folder).is_dir():
        raise InputError(f"{folder}: there is no such folder")
    return Path(folder) if folder else None


def _selected(name: str) -> tuple[Benchmark, str | None]:
    """The data set and its configuration, None for all of them."""
    base, colon, config = name.partition(":")
    try:
        benchmark = benchmark_named(base)
    except ValueError as error:
        raise InputError(str(error)) from None
    if not colon:
        return benchmark, None
    if not benchmark.configs:
        raise InputError(f"the data set {base} takes no configuration, so no {name!r}")
    if config not in benchmark.configs:
        raise InputError(f"{base} has no configuration {config!r}; there are: {', '.join(benchmark.configs)}")
    return benchmark, config


def _examples(benchmark: Benchmark, config: str | None, data_dir: str | Path | None) -> tuple[list[Example], str]:
    folder = data_folder(data_dir)
    configs = [config] if config else list(benchmark.configs)
    tables: list[tuple[str, str, Iterable[Mapping[str, Any]]]]
    if folder is not None:
        files = local_files(benchmark, folder, configs)
        if not files:
            named = f"{benchmark.name}:{config}" if config else benchmark.name
            looked = ", ".join(_sought(benchmark, folder, configs))
            raise InputError(f"{folder}: there is no data set {named} in it; looked for {looked}")
        tables = [(place, str(path), table_rows(path, benchmark.columns)) for place, path in files]
        origin = ", ".join(dict.fromkeys(str(path) for _, path in files[:3])) + (", …" if len(files) > 3 else "")
    else:
        tables = [(place, f"{table[0]} {place}".strip(), from_hub(*table)) for place, table in _hub(benchmark, config)]
        origin = next(iter(benchmark.hub.values())).repository
    examples = list(_made(benchmark, tables))
    column = benchmark.config_column
    if column is None:
        return examples, origin
    known = set(benchmark.configs.values())
    if strange := next((one for one in examples if one.get(column) not in known), None):
        raise InputError(
            f"{origin}: {column} {strange.get(column)!r} is none of {', '.join(benchmark.configs.values())}"
        )
    groups = [[one for one in examples if one.get(column) == benchmark.configs[name]] for name in configs]
    return list(_in_turn(groups)), origin


def _made(benchmark: Benchmark, tables: Iterable[tuple[str, str, Iterable[Mapping[str, Any]]]]) -> Iterator[Example]:
    numbers: dict[str, int] = {}
    for config, origin, rows in tables:
        for row in rows:
            number = numbers.get(config, 0)
            numbers[config] = number + 1
            try:
                yield benchmark.example(row, Place(config, number))
            except KeyError as error:
                there = ", ".join(map(str, row))
                raise InputError(f"{origin}: row {number + 1} has no {error}; it has: {there}") from None


def local_files(benchmark: Benchmark, folder: Path, configs: list[str]) -> list[tuple[str, Path]]:
    """The files of the first layout that `folder` has, each with its configuration ("" if it holds several)."""
    for pattern in benchmark.files:
        for home in _homes(benchmark) if "{home}" in pattern else [""]:
            root = folder if home and folder.as_posix().endswith(f"/{home}") else None
            below = pattern.removeprefix("{home}/") if root else pattern.replace("{home}", home)
            files: list[tuple[str, Path]] = []
            wanted = configs if "{config}" in pattern else [""]
            for config in wanted:
                found = sorted((root or folder).glob(below.replace("{config}", config)))
                if not found:
                    break
                files += [(config, path) for path in found]
            else:
                return files
    return []


def _sought(benchmark: Benchmark, folder: Path, configs: list[str]) -> Iterator[str]:
    """The files that a folder is looked through for, by their patterns: of several configurations the first missing."""
    for pattern in benchmark.files:
        for home in _homes(benchmark) if "{home}" in pattern else [""]:
            there = pattern.replace("{home}", home)
            names = [there.replace("{config}", config) for config in configs or [""]]
            yield next((name for name in names if not any(folder.glob(name))), names[0])


def _homes(benchmark: Benchmark) -> list[str]:
    """The folders that a data set may be in, named after itself."""
    return list(dict.fromkeys([benchmark.name, *benchmark.homes, *(home.split("/")[-1] for home in benchmark.homes)]))


def _hub(benchmark: Benchmark, config: str | None) -> list[tuple[str, Any]]:
    if not benchmark.hub:
        raise InputError(f"the data set {benchmark.name} is not on the hub; name a folder that has it with --data-dir")
    return [(name, table) for name, table in benchmark.hub.items() if config is None or name in ("", config)]


def from_hub(repository: str, config: str | None, split: str) -> Iterable[Mapping[str, Any]]:
    """The rows of a table on the hub; `InputError` without the extra, or where the hub cannot be reached."""
    try:
        load_dataset = import_module("datasets").load_dataset
    except (ImportError, AttributeError):  # not there; or what is there is a folder of that name where Python looks
        raise InputError(
            f"{repository} comes from the Hugging Face hub: pip install 'answerkey[datasets]', "
            f"or name a folder that has it with --data-dir or {ENVIRONMENT}"
        ) from None
    try:
        try:
            return load_dataset(repository, config, split=split)  # type: ignore[no-any-return]
        except RuntimeError as error:
            if "script" not in str(error):
                raise
            # Rows that a program made, which the library no longer runs: the hub keeps them as tables on this branch.
            return load_dataset(repository, config, split=split, revision="refs/convert/parquet")  # type: ignore[no-any-return]
    except Exception as error:  # whatever the hub's client raises: it has many classes, for network and data alike
        raise InputError(
            f"{repository} cannot be had from the hub ({type(error).__name__}: {str(error)[:200]}); "
            f"a folder that has it is named with --data-dir or {ENVIRONMENT}"
        ) from None


def _in_turn(groups: list[list[Example]]) -> Iterator[Example]:
    """One of each group, then the next of each: the first rows are fair to all."""
    for turn in zip_longest(*groups):
        yield from (one for one in turn if one is not None)
