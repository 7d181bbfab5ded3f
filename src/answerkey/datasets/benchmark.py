"""What a data set is: where its rows come from, how a row becomes an example, and how it is asked and graded."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from answerkey.datasets.choices import lettered

Example: TypeAlias = dict[str, Any]
"""A row to ask and grade: `id`, `question`, `answer` (the key), and whatever else the data set says of it."""


class Hub(NamedTuple):
    """A table on the Hugging Face hub."""

    repository: str
    config: str | None = None
    split: str = "test"


class Place(NamedTuple):
    """Where a row stands: the configuration whose table it is in ("" if tables hold several), and its number there."""

    config: str
    number: int


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A data set by name.

    `files` are layouts of local files, the first that is there counts: patterns below the data folder, in which
    `{home}` stands for a folder named after the data set (`homes`) and `{config}` for each configuration. `hub` says
    where each configuration is on the hub ("" if one table holds all). `example` makes an example of a row and raises
    `KeyError` for a column that is not there. `configs` are the configurations and what their rows hold in
    `config_column`; rows are taken from them in turn. `columns` are those of tables without a header. `template` has
    `{question}` where the question goes: one text, or one a configuration. `evaluators` join by themselves.
    """

    name: str
    title: str
    rows: int
    licence: str
    files: tuple[str, ...]
    example: Callable[[Mapping[str, Any], Place], Example]
    hub: Mapping[str, Hub] = field(default_factory=dict)
    homes: tuple[str, ...] = ()
    configs: Mapping[str, str] = field(default_factory=dict)
    config_column: str | None = None
    columns: tuple[str, ...] = ()
    template: str | Mapping[str, str] = "{question}"
    extractor: str = "default"
    policy: str = "default"
    evaluators: tuple[str, ...] = ("answer_match",)

    def prompt(self, example: Example, template: str | None = None) -> str:
        """The text that a model is asked with."""
        if template is None:
            template = self.template if isinstance(self.template, str) else self.template[self._config_of(example)]
        question = str(example.get("question") or "")
        if choices := example.get("choices"):
            question += "\n" + "\n".join(f"{letter}) {text}" for letter, text in lettered(choices).items())
        if context := example.get("context"):
            question = f"{context}\n\n{question}"
        return template.replace("{question}", question)

    def _config_of(self, example: Example) -> str:
        held = example.get(self.config_column or "")
        return next(config for config, value in self.configs.items() if value == held)


@dataclass(frozen=True, slots=True)
class Dataset:
    """The examples of a data set, as selected (`name` with its configuration), and where they came from."""

    name: str
    benchmark: Benchmark
    examples: tuple[Example, ...]
    origin: str

    def __iter__(self) -> Iterator[Example]:
        return iter(self.examples)

    def __len__(self) -> int:
        return len(self.examples)
