"""What grading a stored run again changes."""

from __future__ import annotations

from collections import Counter

from answerkey.policy import Policy
from answerkey.reporting.runs import Run
from answerkey.reporting.tables import Table, shortened
from answerkey.running.columns import listed
from answerkey.running.errors import InputError
from answerkey.running.regrade import Regraded, regrade


def regrade_run(run: Run, policy: Policy | str, limit: int | None) -> list[Table]:
    """Counts of what changed, and the rows, up to `limit` of them: changed outcomes first."""
    if run.gold is None or run.response is None:
        missing = [
            f"the {what}? Name it with {option}"
            for what, option, found in (("key", "--gold", run.gold), ("response", "--answer", run.response))
            if found is None
        ]
        raise InputError(
            f"{run.place}: which column holds {'; '.join(missing)}; the columns are: {listed(run.columns)}"
        )
    changed: list[tuple[int, Regraded]] = []
    moves: Counter[tuple[str, str]] = Counter()
    asked = nothing = 0
    for place, row in enumerate(run.rows):
        before = run.outcomes[place].value
        found = regrade(row.get(run.gold), row.get(run.response), before, run.reasons[place], policy=policy)
        if found is None:
            asked += 1
            nothing += run.reasons[place].startswith(("input.", "call."))
            continue
        moves[before, found.verdict.outcome.value] += 1
        if found.changed:
            changed.append((place, found))
    changed.sort(key=lambda item: run.outcomes[item[0]] is item[1].verdict.outcome)
    lines = [
        (
            run.text(place, run.id) or str(place + 1),
            run.outcomes[place].value,
            found.verdict.outcome.value,
            run.reasons[place],
            found.verdict.reason.value,
            shortened(run.text(place, run.gold)),
            shortened(run.ours(place, "answer")),
            shortened(found.verdict.answer),
        )
        for place, found in changed[:limit]
    ]
    outcomes = sum(count for (before, after), count in moves.items() if before != after)
    told = (
        (asked - nothing, "rows were decided by a judge, who is not asked again."),
        (nothing, "rows could not be graded: they are none, or have no response."),
    )
    note = " ".join(f"{count:,} {words}" for count, words in told if count)
    more = f"{len(changed) - len(lines):,} more; --limit 0 lists all." if len(lines) < len(changed) else ""
    head = ("row", "before", "now", "reason before", "reason now", "key", "answer before", "answer now")
    return [
        Table(
            "moves",
            "Outcomes before and now",
            ("before", "now", "rows"),
            [(*m, n) for m, n in moves.most_common()],
            note,
        ),
        Table("changes", f"Changed verdicts: {len(changed):,} (of these outcomes: {outcomes:,})", head, lines, more),
    ]
