"""A Ray cluster (the `ray` extra): pieces of files, or the rows of a data set of a user's own pipeline.

Files are cut into pieces, the pieces are the rows of a Ray data set, and `map_batches` grades them: a task reads its
piece and writes what comes of it as a file of its own, so that rows never travel and come back byte for byte. A task
that a lost node took with it runs again: it writes the same file anew under the same name, and the counts come from
the one result that Ray keeps, so every row is there exactly once.
"""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from answerkey.grader import Grader
from answerkey.running.errors import InputError
from answerkey.running.fields import fields
from answerkey.running.files.places import Format
from answerkey.running.job import Job, Piece, Review, grade_piece
from answerkey.running.output import Output
from answerkey.running.plan import complete
from answerkey.running.workers.tasks import Finished, Report, Task
from answerkey.statistics.summary import Summary

if TYPE_CHECKING:
    from answerkey.judging import Judge

MakeReview = Callable[[], Review]


def run(
    job: Job,
    tasks: Iterable[Task],
    report: Report,
    *,
    address: str | None = None,
    review: Review | None = None,
    make_review: MakeReview | None = None,
    judges: int = 1,
) -> Iterator[Finished]:
    """Grade the pieces on the cluster at `address` (None: one on this machine), in whatever order they are done.

    With `make_review`, `judges` actors grade and review; each makes its own review, which must keep to its share of
    the limits. `review` is told what they spent. Outputs must be files of one piece each, on storage that all nodes
    see.
    """
    ray = _ray()
    todo = [task for task in tasks if task.piece is not None]
    started = not ray.is_initialized()
    if started:
        ray.init(address=address, log_to_driver=False, logging_level="warning")
    try:
        import_module("ray.data").DataContext.get_current().enable_progress_bars = False
        rows = [{"number": number, "task": _written(task)} for number, task in enumerate(todo)]
        data = ray.data.from_items(rows, override_num_blocks=max(1, len(rows)))
        if make_review is None:
            graded = data.map_batches(_grade_batch, fn_kwargs={"job": job}, batch_size=1)
        else:
            pool = ray.data.ActorPoolStrategy(size=judges)
            graded = data.map_batches(_Reviewed, fn_constructor_args=(job, make_review), batch_size=1, compute=pool)
        for row in graded.iter_rows():
            said = json.loads(row["said"])
            if "error" in said:
                raise InputError(said["error"])
            summary, piece = Summary.from_dict(said["summary"]), todo[row["number"]].piece
            if review is not None and said["spent"] is not None:
                review.add(said["spent"])
            report(summary.rows, piece.size if piece else 0)
            yield Task(piece, None), summary  # what was to be written is written
    finally:
        if started:
            ray.shutdown()


def _written(task: Task) -> str:
    """A task as JSON: what a worker is told of it."""
    return json.dumps({"piece": task.piece, "output": None if task.output is None else task.output.said()})


def _read(text: str, job: Job) -> tuple[Piece, Output | None]:
    """The piece and the output that `_written` wrote; the output's part is one that nobody else writes."""
    said = json.loads(text)
    place, form, target, *rest = said["piece"]
    piece = Piece(place, Format(*form), None if target is None else Format(*target), *rest)
    if said["output"] is None:
        return piece, None
    finished = partial(complete, job, piece, Format(*said["output"]["same"]["target"]), said["output"]["final"])
    return piece, Output(**said["output"], complete=finished, own=f".{uuid.uuid4().int}")


def _grade_batch(batch: dict[str, Any], job: Job, review: Review | None = None) -> dict[str, Any]:
    """Grade the pieces that a batch holds: what is to be said of each, as JSON."""
    found = []
    for text in batch["task"]:
        try:
            summary = _grade(job, *_read(text, job), review)
            said: dict[str, Any] = {"summary": summary.to_dict(), "spent": None if review is None else review.spent()}
        except InputError as error:  # an exception would be tried again, and this would fail again
            said = {"error": str(error)}
        found.append(json.dumps(said))
    return {"number": batch["number"], "said": found}


class _Reviewed:
    """`_grade_batch` in an actor, with a review of its own."""

    def __init__(self, job: Job, make_review: MakeReview) -> None:
        self._job, self._review = job, make_review()

    def __call__(self, batch: dict[str, Any]) -> dict[str, Any]:
        return _grade_batch(batch, self._job, self._review)


def _grade(job: Job, piece: Piece, output: Output | None, review: Review | None) -> Summary:
    """Grade a piece into its output's part, and give the part its final name."""
    if output is None:
        return grade_piece(job, piece, None, review=review)
    try:
        output.take()
        summary = grade_piece(job, piece, output.path, "wb", review=review)
        output.count(summary)
        output.finish()
    finally:
        output.leave()
    return summary


def grade_dataset(
    data: Any,
    *,
    gold: str,
    response: str,
    grader: Grader | None = None,
    prefix: str = "answerkey_",
    question: str | None = None,
    judge: Callable[[], Judge] | None = None,
    judges: int = 1,
) -> Any:
    """The Ray data set `data` with our columns: `grade` on every row, and a judge for what is left undecided.

    `gold` and `response` name the columns; ours are `{prefix}outcome`, `_reason`, `_correct`, `_answer`, `_span` and
    `_rule`. `judge` makes a `Judge`; it is called once in each of `judges` actors, so give each its share of what the
    endpoint allows (a cluster-wide 600 requests a minute with 4 actors: `requests_per_minute=150`).
    """
    graded = partial(_matched, grader=grader or Grader(), gold=gold, response=response, prefix=prefix)
    matched = data.map_batches(graded, batch_format="pyarrow")
    if judge is None:
        return matched
    return matched.map_batches(
        _Judged,
        fn_constructor_args=(judge, gold, prefix, question),
        batch_format="pyarrow",
        batch_size=4096,
        compute=import_module("ray.data").ActorPoolStrategy(size=judges),
    )


def _matched(table: Any, grader: Grader, gold: str, response: str, prefix: str) -> Any:
    """A batch with our columns."""
    pa = import_module("pyarrow")
    golds, responses = (table.column(name).to_pylist() for name in (gold, response))
    rows = [fields(grader(*pair)) for pair in zip(golds, responses, strict=True)]
    for name, kind in _types(pa).items():
        cells = [_text(row[name]) for row in rows]
        table = table.append_column(prefix + name, pa.array(cells, kind))
    return table


class _Judged:
    """Asks a judge about the undecided rows of a batch, in an actor that keeps its connections."""

    def __init__(self, judge: Callable[[], Judge], gold: str, prefix: str, question: str | None) -> None:
        self._judge, self._gold, self._prefix, self._question = judge(), gold, prefix, question

    def __call__(self, table: Any) -> Any:
        from answerkey.judging import Graded, cascade
        from answerkey.verdict import Outcome, Reason, Verdict

        pa = import_module("pyarrow")
        names = {name: self._prefix + name for name in _types(pa)}
        reasons, answers = (table.column(names[name]).to_pylist() for name in ("reason", "answer"))
        golds = table.column(self._gold).to_pylist()
        questions = table.column(self._question).to_pylist() if self._question else [None] * len(golds)
        rows = [
            Graded(Verdict(Reason(reason).outcome, Reason(reason), answer=answer), gold, asked)
            for reason, answer, gold, asked in zip(reasons, answers, golds, questions, strict=True)
        ]
        verdicts = cascade(rows, self._judge).verdicts
        for name, cells in {
            "outcome": [verdict.outcome.value for verdict in verdicts],
            "reason": [verdict.reason.value for verdict in verdicts],
            "correct": [verdict.outcome is Outcome.CORRECT for verdict in verdicts],
        }.items():
            place = table.column_names.index(names[name])
            table = table.set_column(place, names[name], pa.array(cells, _types(pa)[name]))
        return table


def _types(pa: Any) -> dict[str, Any]:
    text = pa.string()
    span = pa.list_(pa.int64())
    return {"outcome": text, "reason": text, "correct": pa.bool_(), "answer": text, "span": span, "rule": text}


def _text(cell: Any) -> Any:
    """A cell that Arrow can hold: lone surrogates are written out."""
    return cell.encode("utf-8", "backslashreplace").decode() if isinstance(cell, str) else cell


def _ray() -> Any:
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        return import_module("ray")
    except ImportError:
        raise InputError("the engine ray needs Ray: pip install 'answerkey[ray]'") from None
