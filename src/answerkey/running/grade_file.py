"""Grade a file of responses: nothing of a row is lost, and no row can stop a run."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from answerkey.grading import grade
from answerkey.policy import Policy
from answerkey.running.columns import Columns, choose, require
from answerkey.running.errors import InputError
from answerkey.running.files import FORMATS, Row, format_named
from answerkey.statistics.summary import Summary
from answerkey.verdict import Verdict


class Graded(NamedTuple):
    """What a run came to, and the columns it took."""

    summary: Summary
    columns: Columns


class Reviewed(NamedTuple):
    """Verdicts after a review, and further fields for each row."""

    verdicts: Sequence[Verdict]
    added: Sequence[dict[str, Any]]


Review = Callable[[Sequence[dict[str, Any]], Columns, Sequence[Verdict]], Reviewed]


def grade_file(
    path: Path,
    *,
    gold: str | None = None,
    response: str | None = None,
    label: str | None = None,
    output: Path | None = None,
    policy: Policy | str = "default",
    review: Review | None = None,
) -> Graded:
    """Grade each row of `path` and, if `output` is given, write the rows there with our fields added.

    `gold` and `response` name the columns (None: guessed); `label` a column that says already whether a response is
    correct, for the agreement. `review` may settle what the rules left undecided before verdicts are counted (a judge).
    Raises `InputError`, whose text is one line for a person, for a file, a column or a line that cannot be used.
    """
    if output is not None:
        _check_output(output, path)
    rows = _rows(path)
    names = dict.fromkeys(name for row in rows for name in row)
    try:
        columns = choose(names, gold, response)
        require(label, names)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    summary = Summary()
    added: list[dict[str, Any]] = []
    prefix = free_prefix(names)
    verdicts = [grade(row.get(columns.gold), row.get(columns.response), policy=policy) for row in rows]
    reviewed = Reviewed(verdicts, [{}] * len(rows)) if review is None else review(rows, columns, verdicts)
    for row, verdict, more in zip(rows, reviewed.verdicts, reviewed.added, strict=True):
        summary.add(verdict, None if label is None else truth(row.get(label)))
        if output is not None:
            added.append({prefix + name: value for name, value in {**fields(verdict), **more}.items()})
    if output is not None:
        _write(output, rows, added, path)
    return Graded(summary, columns)


def fields(verdict: Verdict) -> dict[str, Any]:
    """What a row gains, before its names get their prefix (`answerkey_`)."""
    return {
        "outcome": verdict.outcome.value,
        "reason": verdict.reason.value,
        "correct": verdict.correct,
        "answer": verdict.answer,
        "span": None if verdict.span is None else list(verdict.span),
        "rule": verdict.rule,
    }


def free_prefix(names: Iterable[str], wanted: str = "answerkey") -> str:
    """A prefix for our fields that no field of the rows has: `answerkey_`, or `answerkey2_` in a file graded before.

    >>> free_prefix(["id", "answerkey_outcome"])
    'answerkey2_'
    """
    taken = [name for name in names if name.startswith(wanted)]
    prefix, number = f"{wanted}_", 2
    while any(name.startswith(prefix) for name in taken):
        prefix, number = f"{wanted}{number}_", number + 1
    return prefix


def truth(value: Any) -> bool | None:
    """What a label says: true or false however it is written, None if it says neither.

    >>> truth("True"), truth(0.0), truth("maybe")
    (True, False, None)
    """
    return _TRUTH.get(str(value).strip().lower())


_TRUTH = {
    **dict.fromkeys(("true", "1", "1.0", "yes", "correct"), True),
    **dict.fromkeys(("false", "0", "0.0", "no", "incorrect", "wrong"), False),
}


def _rows(path: Path) -> list[dict[str, Any]]:
    """The rows of a file of any known format."""
    if not path.is_file():
        raise InputError(f"{path}: {'is a folder' if path.is_dir() else 'there is no such file'}")
    try:
        rows = format_named(_format(path)).read(path)
    except ImportError as error:
        raise InputError(f"{path}: reading it takes a package that is not installed: {error.name}") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from None
    except ValueError as error:
        raise InputError(str(error)) from None
    if not rows:
        raise InputError(f"{path}: there are no rows in it")
    return rows


def _write(output: Path, rows: Sequence[dict[str, Any]], added: Sequence[dict[str, Any]], origin: Path) -> None:
    both = [Row({**row, **more}, number) for number, (row, more) in enumerate(zip(rows, added, strict=True))]
    try:
        format_named(_format(output)).write(output, both, origin)
    except OSError as error:
        raise InputError(f"{output}: cannot be written: {error.strerror or error}") from None


def _check_output(output: Path, path: Path) -> None:
    """Find out before the work what would prevent the writing after it."""
    _format(output)
    if output.is_dir():
        raise InputError(f"{output}: is a folder; name a file for the output")
    if output.exists() and path.exists() and output.samefile(path):
        raise InputError(f"{output}: is the input; name another file for the output")
    nearest = next(parent for parent in output.absolute().parents if parent.exists())
    if not nearest.is_dir() or not os.access(nearest, os.W_OK):
        raise InputError(f"{output}: cannot be written: {nearest} is no folder that you may write to")


def _format(path: Path) -> str:
    """The name of the format that a file's ending says."""
    name = path.suffix.lower().removeprefix(".")
    if name not in FORMATS:
        raise InputError(
            f"{path}: its ending names no format; there are: {', '.join(f'.{known}' for known in FORMATS)}"
        )
    return name
