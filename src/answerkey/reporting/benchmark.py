"""The tables of `answerkey bench`: systems and scores side by side, several samples, and the page of a report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from answerkey.evaluation.result import Line, Result
from answerkey.reporting.overview import sample_table
from answerkey.reporting.report import page_of
from answerkey.reporting.runs import Run
from answerkey.reporting.tables import Share, Table
from answerkey.running.errors import InputError


def tables_of(result: Result, score_field: str | None, threshold: float | None) -> Iterator[Table]:
    """Systems and scores side by side; where a row has several samples, what they come to together."""
    lines = result.lines
    found = list(dict.fromkeys(name for line in lines for name in line.scores))
    scores = [score_field] if score_field else found
    passed = headline(result, score_field)
    rows = []
    for line in lines:
        cells: list[object] = [line.dataset, line.system, line.rows, line.failed, line.truncated]
        cells += [_cell(line, score) for score in scores]
        if threshold is not None:
            share = result.filter(dataset=line.dataset, system=line.system).pass_rate(passed, threshold)
            cells.append(None if share is None else Share(share))
        rows.append(tuple(cells))
    head = ("data set", "system", "rows", "failed calls", "cut off", *scores)
    if threshold is not None:
        head = (*head, f"{passed} ≥ {threshold:g}")
    yield Table("scores", "Scores", head, rows, _note(result))
    for dataset, system in dict.fromkeys((row.dataset, row.system) for row in result.rows if row.sample):
        yield _samples(result.filter(dataset=dataset, system=system), f"{dataset}, {system}")


def headline(result: Result, score_field: str | None) -> str:
    """The score that a threshold is about: the one chosen, else `answer_match`, else the first there is."""
    found = dict.fromkeys(name for line in result.lines for name in line.scores)
    return score_field or next((name for name in ("answer_match", *found) if name in found), "")


def _cell(line: Line, score: str) -> object:
    """A mean in percent, with its interval where it has one."""
    if score not in line.scores:
        return None
    share = Share(line.scores[score])
    if score not in line.intervals or score.endswith(("undecided", "judged")):
        return share
    low, high = line.intervals[score]
    return f"{share} ({100 * low:.1f}–{100 * high:.1f})"


def _note(result: Result) -> str:
    """What must be known to read the table right."""
    said = []
    if any(line.intervals for line in result.lines):
        said.append("In brackets: 95 % intervals (Wilson). Rows without an answer are in no score.")
    if cached := sum(row.cached for row in result.rows):
        said.append(f"{cached:,} of {len(result.rows):,} answers were kept from an earlier run.")
    if broken := [row for row in result.rows if row.error and row.failure is None]:
        said.append(f"{len(broken):,} rows that an evaluator could not score; the first: {broken[0].error}")
    broke = Counter(row.verdict.reason for row in result.rows if row.failure is None and row.verdict is not None)
    kinds = ", ".join(f"{count:,} {reason.value}" for reason, count in broke.items() if reason.failed)
    said += [f"Rows without a score, as grading them failed: {kinds}."] if kinds else []
    for line in result.lines:
        failed = [row for row in result.filter(dataset=line.dataset, system=line.system).rows if row.failure]
        if failed:
            counts = Counter(row.failure or "" for row in failed)
            kinds = ", ".join(f"{count:,} {kind} ({_FAILED.get(kind, 'failed')})" for kind, count in counts.items())
            said.append(f"{line.system} on {line.dataset}: {kinds}; the first: {failed[0].error}")
    return "\n".join(said)


_FAILED = {
    "transient": "no answer came: connection, time limit or an error of the server",
    "limited": "the server asked to wait until no try was left",
    "rejected": "the server refuses such calls",
    "too_long": "the prompt exceeds the model's context",
    "filtered": "a content filter took the answer",
    "stopped": "not asked, as the calls before it failed",
    "missing": "the file has no answer",
    "mismatched": "the file's answer is to another question",
    "raised": "the system raised an error",
}


def _samples(result: Result, title: str) -> Table:
    """avg@k, pass@k and maj@k of one system on one data set."""
    table = sample_table(_run(result, title).sound, "id", ())
    empty = Table(f"samples: {title}", f"Several samples a problem: {title}", (), [])
    return empty if table is None else replace(table, name=empty.name)


def _run(result: Result, name: str) -> Run:
    """The rows of a result as reports take them, without those of failed calls, of which there is nothing to show."""
    graded = [(row, row.verdict) for row in result.rows if row.verdict is not None and row.failure is None]
    return Run(
        name=name,
        rows=[row.to_dict() for row, _ in graded],
        outcomes=[verdict.outcome for _, verdict in graded],
        reasons=[verdict.reason.value for _, verdict in graded],
        prefix="answerkey_",
        gold="gold",
        response="response",
        question="question",
        id="id",
    )


def page(result: Result, tables: Sequence[Table]) -> str:
    """The page of `answerkey report` on the rows that were answered, one run a system; `InputError` if none were."""
    systems = dict.fromkeys(row.system for row in result.rows)
    runs = [run for run in (_run(result.filter(system=system), system) for system in systems) if run.rows]
    if not runs:
        raise InputError("no row was answered, so there is no page to write; the table says what failed")
    return page_of(runs, tables, by=["dataset"])
