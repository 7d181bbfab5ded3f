"""Two runs over the same rows: which rows belong together, which flipped, and what that proves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from answerkey.reporting.runs import BARE_QUESTIONS, Run, other_problem
from answerkey.reporting.tables import Points, Range, Share, Table, shortened
from answerkey.running.columns import require
from answerkey.running.errors import InputError
from answerkey.statistics import needs
from answerkey.statistics.paired import Pairs, mcnemar, paired_difference
from answerkey.verdict import Outcome


@dataclass(frozen=True, slots=True)
class Paired:
    """Two runs and the rows (place in the first, place in the second) that are of the same problem.

    `by` is what says so. Of rows that it calls the same, `differing` pairs have another key or question.
    """

    first: Run
    second: Run
    places: list[tuple[int, int]]
    by: str
    differing: int = 0
    named: bool = False  # whether the caller said which column tells: then pairs that differ are kept

    @property
    def left_out(self) -> int:
        """The rows of both runs that are in no figure."""
        return len(self.first.rows) + len(self.second.rows) - 2 * self.counts.rows

    @property
    def flips(self) -> list[tuple[int, int]]:
        """The pairs whose outcomes differ."""
        return [pair for pair in self.places if self.first.outcomes[pair[0]] is not self.second.outcomes[pair[1]]]

    @property
    def counts(self) -> Pairs:
        """How many pairs both got right, one of them, neither (UNDECIDED is not right); of rows nothing broke on."""
        seen = Counter(
            (self.first.outcomes[one] is Outcome.CORRECT, self.second.outcomes[two] is Outcome.CORRECT)
            for one, two in self.places
            if not (self.first.failed(one) or self.second.failed(two))
        )
        return Pairs(seen[True, True], seen[True, False], seen[False, True], seen[False, False])


def pair(first: Run, second: Run, column: str | None = None) -> Paired:
    """The rows that two runs share: by `column`, else by id, else by question and key, else by place.

    Pairs with another key or question are left out unless `column` is given. `InputError` where no row is shared, and
    where most of the rows that are called the same are not.
    """
    by, one, two = _names(first, second, column)
    there = {name: place for place, name in enumerate(two)}
    shared = [(place, there[name]) for place, name in enumerate(one) if name in there]
    if not shared:
        raise InputError(f"{first.place} and {second.place} have no row in common; name the column that says with --id")
    same = [places for places in shared if not _differ(first, second, *places)]
    differing = len(shared) - len(same)
    if column is not None:
        return Paired(first, second, shared, by, differing, named=True)
    if differing > len(same):
        raise InputError(
            f"{first.place} and {second.place}: of {len(shared):,} pairs by {by}, {differing:,} have another key or "
            "question; if the runs are over the same rows, name the column that says which are the same with --id"
        )
    return Paired(first, second, same, by, differing)


def _names(first: Run, second: Run, column: str | None) -> tuple[str, Sequence[Hashable], Sequence[Hashable]]:
    """What says which rows are the same, and what it calls the rows of both."""
    for run in (first, second):
        require(column, run.columns, run.place)
    one, two = (column or first.id), (column or second.id)
    if one is not None and two is not None:
        return one if one == two else f"{one} and {two}", _counted(first.values(one)), _counted(second.values(two))
    if first.question is not None and second.question is not None:
        names = [list(zip(run.values(run.question or ""), _keys(run), strict=True)) for run in (first, second)]
        return "question and key", _counted(names[0]), _counted(names[1])
    return "place", range(len(first.rows)), range(len(second.rows))


def _keys(run: Run) -> list[str]:
    return [run.text(row, run.gold) for row in range(len(run.rows))]


def _counted(names: Sequence[Hashable]) -> list[Hashable]:
    """The names, each with how many of it came before: of several samples the first belong together, and so on."""
    seen: Counter[Hashable] = Counter()
    found: list[Hashable] = []
    for name in names:
        found.append((name, seen[name]))
        seen[name] += 1
    return found


def _differ(first: Run, second: Run, one: int, two: int) -> bool:
    """Whether a pair of rows is of two problems, as far as they say."""
    asked = BARE_QUESTIONS & {first.question, second.question}  # of two prompts only the instructions may differ
    questions = [run.text(row, run.question) if asked else "" for run, row in ((first, one), (second, two))]
    keys = [run.rows[row].get(run.gold) if run.gold else None for run, row in ((first, one), (second, two))]
    return other_problem(questions[0], keys[0], questions[1], keys[1])


def comparison_table(comparisons: list[Paired]) -> Table:
    """One line for each comparison: what flipped, the difference, the exact test."""
    lines = []
    for paired in comparisons:
        counts = paired.counts
        difference, low, high = paired_difference(counts)
        rows = counts.rows
        lines.append(
            (
                f"{paired.first.name} → {paired.second.name}",
                paired.by,
                rows,
                paired.left_out,
                Share((counts.both + counts.first) / max(1, rows)),
                Share((counts.both + counts.second) / max(1, rows)),
                Points(difference),
                Range(Points(low), Points(high)),
                counts.second,
                counts.first,
                mcnemar(counts),
            )
        )
    head = (
        "runs",
        "paired by",
        "pairs",
        "left out",
        "before",
        "after",
        "difference",
        "95 % interval",
        "gained",
        "lost",
        "p (McNemar, exact)",
    )
    note = "Rows are compared in pairs; UNDECIDED is not right."
    note += " Rows that only one run has, or on which something failed, are left out."
    note += "".join(map(_told, comparisons))
    if any(None in line for line in lines):
        note += f" {needs.NOTE}"
    return Table("comparison", "Comparison", head, lines, note)


def _told(paired: Paired) -> str:
    """What must be known of pairs that are no pairs."""
    if not paired.differing:
        return ""
    said = "kept, as --id names the column" if paired.named else "left out; --id names the column to go by"
    runs = f"{paired.first.name} → {paired.second.name}"
    return f"\n{runs}: {paired.differing:,} rows of one {paired.by} have another key or question: {said}."


def flip_table(paired: Paired, limit: int | None) -> Table:
    """The rows whose outcomes differ, up to `limit` of them."""
    first, second, flips = paired.first, paired.second, paired.flips
    lines = [
        (
            first.text(one, first.id) or str(one + 1),
            first.outcomes[one].value,
            second.outcomes[two].value,
            first.reasons[one],
            second.reasons[two],
            shortened(first.text(one, first.gold)),
            shortened(first.ours(one, "answer")),
            shortened(second.ours(two, "answer")),
        )
        for one, two in flips[:limit]
    ]
    head = ("row", "before", "after", "reason before", "reason after", "key", "answer before", "answer after")
    more = f"{len(flips) - len(lines):,} more; --limit 0 lists all." if len(lines) < len(flips) else ""
    return Table("flips", f"Flipped rows: {len(flips):,}", head, lines, more)
