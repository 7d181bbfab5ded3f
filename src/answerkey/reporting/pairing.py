"""Two runs over the same rows: which rows belong together, which flipped, and what that proves."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from answerkey.reporting.runs import Run
from answerkey.reporting.tables import Points, Range, Share, Table, shortened
from answerkey.running.errors import InputError
from answerkey.statistics import needs
from answerkey.statistics.paired import Pairs, mcnemar, paired_difference
from answerkey.verdict import Outcome


@dataclass(frozen=True, slots=True)
class Paired:
    """Two runs and the rows (place in the first, place in the second) that are of the same problem."""

    first: Run
    second: Run
    places: list[tuple[int, int]]

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
    """The rows that two runs share; `InputError` where there is none."""
    there = {identity: place for place, identity in enumerate(second.identities(column))}
    places = [(place, there[identity]) for place, identity in enumerate(first.identities(column)) if identity in there]
    if not places:
        raise InputError(f"{first.name} and {second.name} have no row in common; name the column that says with --id")
    return Paired(first, second, places)


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
                rows,
                Share((counts.both + counts.first) / max(1, rows)),
                Share((counts.both + counts.second) / max(1, rows)),
                Points(difference),
                Range(Points(low), Points(high)),
                counts.second,
                counts.first,
                mcnemar(counts),
            )
        )
    head = ("runs", "pairs", "before", "after", "difference", "95 % interval", "gained", "lost", "p (McNemar, exact)")
    note = "Rows are compared in pairs; UNDECIDED is not right."
    note += " Rows that only one run has, or on which something failed, are left out."
    if any(None in line for line in lines):
        note += f" {needs.NOTE}"
    return Table("comparison", "Comparison", head, lines, note)


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
