"""A graded file as statistics and the page see it: verdicts, and the columns that say what each row is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from answerkey.grading import as_text, compare, key_texts
from answerkey.running.columns import GOLD_NAMES, RESPONSE_NAMES, require, require_two
from answerkey.running.errors import InputError
from answerkey.running.read_rows import read_rows
from answerkey.verdict import Outcome, Reason

QUESTION_NAMES = ("question", "problem", "prompt", "query")
BARE_QUESTIONS = frozenset(QUESTION_NAMES[:2])  # the others may hold instructions, which differ between runs
ID_NAMES = ("id", "problem_id", "question_id", "uid", "unique_id", "index")
DATASET_NAMES = ("dataset", "data_set", "data_source", "benchmark", "source")
LABEL_NAMES = ("is_correct", "label", "human_label", "correct")

_OURS = re.compile(r"answerkey(\d*)_outcome")


@dataclass(frozen=True, slots=True)
class Run:
    """The rows of one graded file. Columns are None where the file has none of that sort."""

    name: str
    rows: Sequence[dict[str, Any]]
    outcomes: Sequence[Outcome]
    reasons: Sequence[str]
    prefix: str
    gold: str | None
    response: str | None
    question: str | None
    id: str | None
    file: str = ""

    @property
    def place(self) -> str:
        """Where the run comes from, for a message."""
        return self.file or self.name

    def ours(self, row: int, field: str) -> Any:
        """The field that grading added to a row: `ours(0, "answer")` is its `answerkey_answer`."""
        return self.rows[row].get(self.prefix + field)

    def text(self, row: int, column: str | None) -> str:
        """A cell as text; empty where there is none."""
        return "" if column is None else as_text(self.rows[row].get(column))

    def failed(self, row: int) -> bool:
        """Whether something broke on a row, so that its verdict says nothing about the response."""
        return reason_failed(self.reasons[row])

    @property
    def sound(self) -> Run:
        """The rows that nothing broke on: what an accuracy is of."""
        kept = [row for row in self._places() if not self.failed(row)]
        if len(kept) == len(self.rows):
            return self
        return replace(
            self,
            rows=[self.rows[row] for row in kept],
            outcomes=[self.outcomes[row] for row in kept],
            reasons=[self.reasons[row] for row in kept],
        )

    @property
    def columns(self) -> list[str]:
        """The names of all columns that are not ours."""
        names = dict.fromkeys(name for row in self.rows for name in row)
        return [name for name in names if not re.match(r"answerkey\d*_", name)]

    def problems(self, column: str | None = None) -> list[Hashable] | None:
        """The problem of each row: what `column` says, else its question (or, without one, its id) and key.

        None where each row is a problem of its own. A few questions that stand twice in a data set are no samples of
        one: unless `column` says so, at least half of the rows must share theirs with another.
        """
        require(column, self.columns, self.place)
        names: list[Hashable]
        if column is not None:
            names = [self.text(row, column) for row in self._places()]
        elif (told := self.question or self.id) is not None:
            names = [(self.text(row, told), self.text(row, self.gold)) for row in self._places()]
        else:
            return None
        shared = sum(rows for rows in Counter(names).values() if rows > 1)
        return names if shared and (column is not None or 2 * shared >= len(names)) else None

    def kinds(self) -> list[str]:
        """The kind of each row's key, as `grade` would read it."""
        return [kind_of_key(next(iter(key_texts(self.rows[row].get(self.gold or ""))), "")) for row in self._places()]

    def values(self, column: str) -> list[str]:
        """The cells of a column as texts, for counting; `InputError` naming the columns there are if it is none."""
        require(column, self.columns, self.place)
        return [self.text(row, column) for row in self._places()]

    def _places(self) -> range:
        return range(len(self.rows))


def read_run(path: Path, *, gold: str | None = None, response: str | None = None, question: str | None = None) -> Run:
    """The run in a file that `answerkey grade -o` wrote; `InputError` for one that cannot be read or is not graded."""
    rows = read_rows(str(path))
    names = dict.fromkeys(name for row in rows for name in row)
    for column in (gold, response, question):
        require(column, names, str(path))
    require_two(gold, response)
    generations = [match[1] for name in names if (match := _OURS.fullmatch(name))]
    if not generations:
        raise InputError(f"{path}: is not graded; grade it first: answerkey grade {path} -o graded.jsonl")
    prefix = f"answerkey{max(generations, key=lambda number: int(number or 1))}_"
    reasons = [as_text(row.get(f"{prefix}reason")) for row in rows]
    found_gold = gold or first_of(GOLD_NAMES, names)
    return Run(
        name=path.name.partition(".")[0] or path.name,
        rows=rows,
        outcomes=[_outcome(row.get(f"{prefix}outcome"), path, number) for number, row in enumerate(rows, 1)],
        reasons=reasons,
        prefix=prefix,
        gold=found_gold,
        response=response or first_of([name for name in RESPONSE_NAMES if name != found_gold], names),
        question=question or first_of(QUESTION_NAMES, names),
        id=first_of(ID_NAMES, names),
        file=str(path),
    )


def named_apart(runs: Sequence[Run], paths: Sequence[Path]) -> list[Run]:
    """The runs with names that tell them apart: files of one name are named with their folders."""
    names = Counter(run.name for run in runs)
    return [
        run if names[run.name] == 1 else replace(run, name=f"{path.absolute().parent.name}/{run.name}")
        for run, path in zip(runs, paths, strict=True)
    ]


def first_of(usual: Sequence[str], names: dict[str, None]) -> str | None:
    """The first of the usual names that is there."""
    return next((name for name in usual if name in names), None)


def other_problem(question: str, key: Any, other_question: str, other_key: Any) -> bool:
    """Whether two rows of one name are of different problems: by their keys, and by their questions, as far as both
    have them. A question may stand in a prompt, and a key be written in another way.

    >>> other_problem("1 + 1?", "2", "What is 1 + 1? Use a box.", "2.0"), other_problem("1 + 1?", "2", "1 + 2?", "2")
    (False, True)
    """
    asked, other_asked = " ".join(question.split()), " ".join(other_question.split())
    if asked and other_asked and asked not in other_asked and other_asked not in asked:
        return True
    if as_text(key) == as_text(other_key):
        return False
    mine, theirs = list(key_texts(key)), list(key_texts(other_key))
    return bool(mine and theirs) and not (compare(mine, theirs[0]).correct or compare(theirs, mine[0]).correct)


@lru_cache(maxsize=65_536)
def kind_of_key(key: str) -> str:
    """The kind of answer that a key stands for: "number", "set"; "unreadable" where it cannot be read.

    >>> kind_of_key(r"\\\\frac12"), kind_of_key("(1,2]")
    ('number', 'interval')
    """
    from answerkey.kinds.table import Source, kind_of
    from answerkey.notation.parser import read

    reading = read(key)
    return (kind_of(Source(reading.nodes[0], reading.text)) or "other") if reading.nodes else "unreadable"


def reason_in_words(reason: str) -> str:
    """What a reason says; the name itself where it is one of another version."""
    from answerkey.verdict import IN_WORDS

    try:
        return IN_WORDS[Reason(reason)]
    except ValueError:
        return reason


def reason_failed(reason: str) -> bool:
    """Whether a reason, which may be one of another version, says that something broke."""
    try:
        return Reason(reason).failed
    except ValueError:
        return False


def decided_by(outcome: Outcome, reason: str) -> str:
    """Who decided a row: "rules", "judge" or "nobody"."""
    if outcome is Outcome.UNDECIDED:
        return "nobody"
    return "judge" if reason.endswith(".judged") else "rules"


def _outcome(value: Any, path: Path, number: int) -> Outcome:
    try:
        return Outcome(value)
    except ValueError:
        raise InputError(f"{path}, row {number}: {value!r} is no outcome that grading writes") from None
