"""Answers that a file has already: found by the row's id, by its question, or by its place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from answerkey.datasets.benchmark import Example
from answerkey.datasets.tables import table_rows
from answerkey.grading import as_text
from answerkey.reporting.runs import BARE_QUESTIONS, QUESTION_NAMES, first_of, other_problem
from answerkey.running.columns import GOLD_NAMES, RESPONSE_NAMES, listed, require
from answerkey.running.errors import InputError
from answerkey.systems.system import Output, Tick


class Recorded:
    """The answers in the file `path`, called `name` in results (the file's name, if None).

    `response` names the column of the answers (None: guessed). Rows are matched by `id` where all the examples' ids are
    in the file, else by the text of the question, else by place where the file has as many rows as there are
    examples. A row that its id finds, but whose key or question is another, is no answer. Several rows for one example
    are its samples; of a file with results of several systems, those of the system `name` count. Raises `InputError`
    for a file or column that is not there, and where most rows with an example's id are of other problems. `said` is
    how the rows were matched last.
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
        self._gold = first_of([name for name in GOLD_NAMES if name != found], names)
        self.said = ""

    def process(self, example: Example) -> Output:
        """The answer to one example, by its id or its question."""
        return self.process_all([example])[0][0]

    def process_all(
        self, examples: Sequence[Example], samples: int = 1, on_output: Tick | None = None
    ) -> list[list[Output]]:
        """The recorded answers of each example, all there are; one without any is a failed call."""
        by, matched = self._matched(examples)
        outputs, taken, other = [], 0, 0
        for example, rows in zip(examples, matched, strict=True):
            same = [row for row in rows if by != "id" or not self._differs(row, example)]
            taken, other = taken + len(same), other + len(rows) - len(same)
            outputs.append([self._output(row) for row in same] or [_OTHER if rows else _MISSING])
            if on_output is not None:
                for output in outputs[-1]:
                    on_output(output)
        if other > taken:
            raise InputError(
                f"{self.path}: {other:,} of the {taken + other:,} rows with the id of a row have another key or "
                "question: the answers are of other problems, or the file's ids count something else"
            )
        left = len(self._rows) - taken
        self.said = f"{taken:,} answers matched by {by}" + (
            f"; {left:,} rows of the file belong to no row" if left else ""
        )
        return outputs

    def _matched(self, examples: Sequence[Example]) -> tuple[str, list[list[dict[str, Any]]]]:
        """What tells which rows answer an example, and those of each."""
        by_id = self._grouped("id")
        found = [by_id.get(as_text(example.get("id")), []) for example in examples]
        if all(found):
            return "id", found
        if self._question is not None:
            by_question = self._grouped(self._question)
            asked = [by_question.get(_folded(example.get("question")), []) for example in examples]
            if any(asked):
                return "question", asked
        if len(self._rows) == len(examples):
            return "place", [[row] for row in self._rows]
        return "id", found

    def _differs(self, row: dict[str, Any], example: Example) -> bool:
        """Whether a row with an example's id answers another question; its key tells where its question cannot."""
        asked = as_text(row.get(self._question)) if self._question else ""
        question = as_text(example.get("question"))
        if asked and question:
            other = other_problem(asked, None, question, None)
            if not other or self._question in BARE_QUESTIONS:
                return other
        return other_problem("", row.get(self._gold) if self._gold else None, "", example.get("answer"))

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


_OTHER: Output = {"failure": "mismatched", "error": "the row with its id in the file has another key or question"}
_MISSING: Output = {"failure": "missing", "error": "the file has no answer to this row"}


def _folded(value: Any) -> str:
    """A text without regard to white space, by which the same question is known again."""
    return " ".join(as_text(value).split())
