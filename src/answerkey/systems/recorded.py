"""Answers that a file has already: found by the row's id, by its question, or by its place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from answerkey.datasets.benchmark import Example
from answerkey.datasets.tables import table_rows
from answerkey.grading import as_text
from answerkey.reporting.runs import QUESTION_NAMES, first_of
from answerkey.running.columns import RESPONSE_NAMES, listed, require
from answerkey.running.errors import InputError
from answerkey.systems.system import Output, Tick


class Recorded:
    """The answers in the file `path`, called `name` in results (the file's name, if None).

    `response` names the column of the answers (None: guessed). Rows are matched by `id` where all the examples' ids are
    in the file, else by the text of the question, else by place where the file has as many rows as there are
    examples. Several rows for one example are its samples; of a file with results of several systems, those of the
    system `name` count. Raises `InputError` for a file or column that is not there.
    """

    def __init__(self, path: str | Path, *, name: str | None = None, response: str | None = None) -> None:
        self.path = Path(path)
        self.name = name or self.path.name
        self._rows = table_rows(self.path)
        own = [row for row in self._rows if row.get("system") == self.name]
        self._rows = own or self._rows
        names = dict.fromkeys(name for row in self._rows for name in row)
        require(response, names)
        found = response or first_of(RESPONSE_NAMES, names)
        if found is None:
            usual = ", ".join(RESPONSE_NAMES)
            raise InputError(
                f"{self.path}: which column holds the answers? Call it by one of the usual names ({usual}); "
                f"the columns are: {listed(names)}"
            )
        self._response = found
        self._question = first_of(QUESTION_NAMES, names)

    def process(self, example: Example) -> Output:
        """The answer to one example, by its id or its question."""
        return self.process_all([example])[0][0]

    def process_all(
        self, examples: Sequence[Example], samples: int = 1, on_output: Tick | None = None
    ) -> list[list[Output]]:
        """The recorded answers of each example, all there are; one without any is a failed call."""
        outputs = []
        for rows in self._matched(examples):
            outputs.append([self._output(row) for row in rows] or [_MISSING])
            if on_output is not None:
                for output in outputs[-1]:
                    on_output(output)
        return outputs

    def _matched(self, examples: Sequence[Example]) -> list[list[dict[str, Any]]]:
        by_id = self._grouped("id")
        if all(as_text(example.get("id")) in by_id for example in examples):
            return [by_id[as_text(example["id"])] for example in examples]
        if self._question is not None:
            by_question = self._grouped(self._question)
            found = [by_question.get(_folded(example.get("question")), []) for example in examples]
            if any(found):
                return found
        if len(self._rows) == len(examples):
            return [[row] for row in self._rows]
        return [by_id.get(as_text(example.get("id")), []) for example in examples]

    def _grouped(self, column: str) -> dict[str, list[dict[str, Any]]]:
        groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for row in self._rows:
            if column in row:
                groups[_folded(row[column])].append(row)
        return groups

    def _output(self, row: dict[str, Any]) -> Output:
        if row.get("failure"):  # a row of ours whose call failed
            return {"failure": as_text(row["failure"]), "error": row.get("error")}
        output: Output = {"response": as_text(row.get(self._response))}
        return {**output, **{name: row[name] for name in ("reasoning", "truncated") if row.get(name)}}


_MISSING: Output = {"failure": "missing", "error": "the file has no answer to this row"}


def _folded(value: Any) -> str:
    """A text without regard to white space, by which the same question is known again."""
    return " ".join(as_text(value).split())
