"""What an evaluation gives: one row a response, lines of a table, and ways out of both."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import Any

from answerkey.running.files.atomic import replacing
from answerkey.running.files.json_rows import dumps, plain
from answerkey.statistics.intervals import wilson
from answerkey.verdict import Verdict


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One response, or one call that failed: then `failure` says why, and there are no scores.

    `sample` counts the responses of a system to one example from 0; `answer` is the key; `truncated` says that the
    server cut the response off; `metadata` is what the data set says besides (subject, level, language).
    """

    dataset: str
    system: str
    example_id: Any
    sample: int = 0
    question: str | None = None
    answer: Any = None
    response: str | None = None
    scores: Mapping[str, float] = field(default_factory=dict)
    verdict: Verdict | None = None
    truncated: bool = False
    failure: str | None = None
    error: str | None = None
    reasoning: str | None = None
    cached: bool = False
    input_tokens: int = 0
    output_tokens: int = 0
    seconds: float = 0.0
    metadata: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The row as one flat record: what a file of results holds, and what `answerkey grade` and others read."""
        told = {} if self.verdict is None else _told(self.verdict)
        return {
            "id": self.example_id,
            "dataset": self.dataset,
            "system": self.system,
            "sample": self.sample,
            **self.metadata,
            "question": self.question,
            "gold": self.answer,
            "response": self.response,
            "reasoning": self.reasoning,
            "truncated": self.truncated,
            "failure": self.failure,
            "error": self.error,
            "cached": self.cached,
            "input_tokens": self.input_tokens,
            "output_tokens": self.output_tokens,
            "seconds": round(self.seconds, 3),
            **self.scores,
            **told,
        }


def _told(verdict: Verdict) -> dict[str, Any]:
    from answerkey.running.fields import fields

    return {f"answerkey_{name}": value for name, value in fields(verdict).items()}


@dataclass(frozen=True, slots=True)
class Line:
    """What one system came to on one data set. Scores are means over the rows that were answered."""

    dataset: str
    system: str
    rows: int
    failed: int
    truncated: int
    scores: Mapping[str, float]
    intervals: Mapping[str, tuple[float, float]]
    input_tokens: int
    output_tokens: int

    @property
    def answered(self) -> int:
        """How many rows the scores are means of."""
        return self.rows - self.failed

    def to_dict(self) -> dict[str, Any]:
        """All of the line in plain types."""
        return {
            "dataset": self.dataset,
            "system": self.system,
            "rows": self.rows,
            "answered": self.answered,
            "failed": self.failed,
            "truncated": self.truncated,
            **self.scores,
            "intervals": {name: list(bounds) for name, bounds in self.intervals.items()},
            "input_tokens": self.input_tokens,
            "output_tokens": self.output_tokens,
        }


@dataclass(frozen=True, slots=True)
class Result:
    """The rows of an evaluation. Two results add up to one.

    >>> row = ResultRow("d", "s", 1, scores={"math_equiv": 1.0})
    >>> Result((row, replace(row, failure="transient", scores={}))).summary["s"]["math_equiv"]
    1.0
    """

    rows: tuple[ResultRow, ...]

    def __add__(self, other: Result) -> Result:
        return Result(self.rows + other.rows)

    @property
    def lines(self) -> list[Line]:
        """One line for each data set and system, in the order of the run."""
        return [
            _line(dataset, system, rows)
            for (dataset, system), rows in _grouped(self.rows, lambda row: (row.dataset, row.system))
        ]

    @property
    def summary(self) -> dict[str, dict[str, Any]]:
        """For each system the means of its scores over all rows that were answered, and the counts of rows."""
        summary = {}
        for system, rows in _grouped(self.rows, lambda row: row.system):
            line = _line("", system, rows)
            counts = {"rows": line.rows, "failed": line.failed, "truncated": line.truncated}
            summary[system] = {**line.scores, **counts}
        return summary

    def pass_rate(self, score: str, threshold: float) -> float | None:
        """The share of answered rows whose `score` is at least `threshold`; None where no row has that score."""
        values = [row.scores[score] for row in self.rows if score in row.scores]
        return sum(value >= threshold for value in values) / len(values) if values else None

    def filter(self, **wanted: Any) -> Result:
        """The rows whose fields (or metadata, such as `lang`) are as given; `TypeError` for a field that no row has.

        >>> Result((ResultRow("d", "a", 1), ResultRow("d", "b", 1))).filter(system="a").rows[0].system
        'a'
        """
        for name in wanted:
            if name not in ResultRow.__dataclass_fields__ and not any(name in row.metadata for row in self.rows):
                raise TypeError(f"no row has a field {name!r}")
        return Result(tuple(row for row in self.rows if all(_field(row, name) == wanted[name] for name in wanted)))

    def to_json(self, path: str | Path | None = None) -> str:
        """The lines and the rows as JSON text, also written to `path` where it is given."""
        record = {"summary": [line.to_dict() for line in self.lines], "rows": [row.to_dict() for row in self.rows]}
        text = json.dumps(record, ensure_ascii=False, indent=2, default=plain)
        if path is not None:
            with replacing(Path(path)) as file:
                file.write(text.encode("utf-8", "surrogatepass") + b"\n")
        return text

    def write_rows(self, path: str | Path) -> None:
        """Write the rows as JSON Lines, which `answerkey grade` reads."""
        with replacing(Path(path)) as file:
            for row in self.rows:
                file.write(dumps(row.to_dict()).encode("utf-8", "surrogatepass") + b"\n")

    def to_dataframe(self) -> Any:
        """The rows as a pandas DataFrame (the `dataframe` extra)."""
        try:
            pandas = import_module("pandas")
        except ImportError:
            raise ImportError("a DataFrame needs pandas: pip install 'answerkey[dataframe]'") from None
        return pandas.DataFrame([row.to_dict() for row in self.rows])


def _field(row: ResultRow, name: str) -> Any:
    return row.metadata.get(name) if name not in ResultRow.__dataclass_fields__ else getattr(row, name)


def _grouped(rows: Sequence[ResultRow], key: Callable[[ResultRow], Any]) -> Iterator[tuple[Any, list[ResultRow]]]:
    """Rows with the same key, in the order in which keys first appear."""
    order = {found: place for place, found in enumerate(dict.fromkeys(map(key, rows)))}
    for found, group in groupby(sorted(rows, key=lambda row: order[key(row)]), key):
        yield found, list(group)


def _line(dataset: str, system: str, rows: Sequence[ResultRow]) -> Line:
    answered = [row for row in rows if row.failure is None]
    names = dict.fromkeys(name for row in answered for name in row.scores)
    values = {name: [row.scores[name] for row in answered if name in row.scores] for name in names}
    return Line(
        dataset,
        system,
        rows=len(rows),
        failed=len(rows) - len(answered),
        truncated=sum(row.truncated for row in answered),
        scores={name: sum(scores) / len(scores) for name, scores in values.items()},
        intervals={
            name: wilson(round(sum(scores)), len(scores))
            for name, scores in values.items()
            if set(scores) <= {0.0, 1.0} and not any(row.sample for row in answered)
        },
        input_tokens=sum(row.input_tokens for row in rows),
        output_tokens=sum(row.output_tokens for row in rows),
    )
