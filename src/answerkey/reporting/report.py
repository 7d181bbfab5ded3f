"""All tables of a report."""

from __future__ import annotations

from collections.abc import Sequence

from answerkey.reporting.labels import agreement_tables, labels_of
from answerkey.reporting.overview import accuracy_table, group_table, outcome_table, sample_table
from answerkey.reporting.pairing import Paired, comparison_table, pair
from answerkey.reporting.runs import DATASET_NAMES, Run, first_of
from answerkey.reporting.tables import Table
from answerkey.statistics.accuracy import Undecided

_MAX_GUESSED = 50  # data sets that a guessed column may name: with more, it names something else


def tables_of(
    runs: Sequence[Run],
    *,
    by: Sequence[str] = (),
    problem: str | None = None,
    ks: Sequence[int] = (),
    label: str | None = None,
    id: str | None = None,
    undecided: Undecided = Undecided.WRONG,
) -> list[Table]:
    """Accuracy of all runs, comparisons with the first, then of each: outcomes, groups, samples, agreement."""
    tables = [accuracy_table(runs, problem, undecided)]
    if len(runs) > 1:
        tables.append(comparison_table(pairs_of(runs, id)))
    for run in runs:
        sound = run.sound
        found = [outcome_table(run), group_table(sound, "kind", sound.kinds(), problem, undecided)]
        found += [group_table(sound, name, sound.values(name), problem, undecided) for name in grouped_by(run, by)]
        samples = sample_table(sound, problem, ks)
        found += [samples] if samples else []
        if label is not None:
            found += agreement_tables(run, *labels_of(run, label))
        tables += found if len(runs) == 1 else [_named(table, run) for table in found]
    return tables


def page_of(
    runs: Sequence[Run],
    tables: Sequence[Table],
    *,
    by: Sequence[str] = (),
    problem: str | None = None,
    label: str | None = None,
    id: str | None = None,
    undecided: Undecided = Undecided.WRONG,
) -> str:
    """The HTML page with these tables and all rows."""
    from answerkey.reporting.page import render
    from answerkey.reporting.payload import payload_of

    groups = list(dict.fromkeys(name for run in runs for name in grouped_by(run, by)))
    labels = None if label is None else labels_of(runs[0], label)[1]
    payload = payload_of(runs, groups, pairs_of(runs, id), labels, undecided=undecided)
    return render(runs, tables, payload, problem, undecided)


def pairs_of(runs: Sequence[Run], id: str | None) -> list[Paired]:
    """The first run paired with each other one."""
    return [pair(runs[0], run, id) for run in runs[1:]]


def grouped_by(run: Run, by: Sequence[str]) -> list[str]:
    """The columns to count by: those named, else the one that names the data set, where there is one."""
    if by:
        return list(by)
    dataset = first_of(DATASET_NAMES, dict.fromkeys(run.columns))
    return [] if dataset is None or len(set(run.values(dataset))) > _MAX_GUESSED else [dataset]


def _named(table: Table, run: Run) -> Table:
    """A table whose name in JSON says also of which run it is."""
    return Table(f"{table.name}: {run.name}", table.title, table.head, table.rows, table.note)
