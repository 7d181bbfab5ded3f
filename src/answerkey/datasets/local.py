"""A data set from a file of the user's: any table with a question and a key."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from answerkey.datasets.benchmark import Benchmark, Example, Place
from answerkey.datasets.choices import lettered
from answerkey.datasets.tables import table_rows
from answerkey.extraction.chain import key_text
from answerkey.reporting.runs import QUESTION_NAMES, first_of
from answerkey.running.columns import GOLD_NAMES, require
from answerkey.running.errors import InputError

CHOICES_NAMES = ("choices", "options")
TEMPLATE = "{question}\n\nThink step by step. Put the final answer in \\boxed{} at the end."


def local_benchmark(
    path: Path, question: str | None, gold: str | None, broken: dict[int, str] | None = None
) -> tuple[Benchmark, list[Example]]:
    """The rows of `path` as a data set; the columns as named, or guessed. `InputError` where they are not there.

    `broken` is as in `read_rows`."""
    rows = table_rows(path, broken=broken)
    names = dict.fromkeys(name for row in rows for name in row)
    try:
        for named in (question, gold):
            require(named, names)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    asked = question or first_of(QUESTION_NAMES, names)
    key = gold or first_of([name for name in GOLD_NAMES if name != asked], names)
    if key is None:
        raise InputError(
            f"{path}: which column holds the key? Name it with --gold; the columns are: {', '.join(names)}"
        )
    choices = first_of(CHOICES_NAMES, names)

    def example(row: Mapping[str, Any], place: Place) -> Example:
        """The row with its columns, and with ours beside or instead of them."""
        answer = row.get(key)
        found = {
            **row,
            "id": row.get("id", place.number),
            "question": row.get(asked) if asked else None,
            "answer": key_text(answer) if isinstance(answer, str) else answer,
        }
        if found["answer"] != answer:
            found.setdefault("solution", answer)
        if choices and lettered(row.get(choices)):
            found["choices"] = row[choices]
        return found

    benchmark = Benchmark(
        name=path.name,
        title=f"the file {path}",
        rows=len(rows),
        licence="the file's own",
        files=(str(path),),
        example=example,
        template=TEMPLATE,
        evaluators=("multiple_choice",) if choices else ("math_equivalence", "answer_match"),
    )
    return benchmark, [example(row, Place("", number)) for number, row in enumerate(rows)]
