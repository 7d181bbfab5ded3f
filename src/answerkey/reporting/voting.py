"""The vote of each problem as a table."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from answerkey.reporting.tables import Table, shortened
from answerkey.statistics.votes import Election


def election_table(elections: Mapping[Hashable, Election], limit: int | None) -> Table:
    """Winner, votes, ties and whether it is right, one line a problem; at a tie the winners are listed."""
    lines = []
    for problem, election in list(elections.items())[:limit]:
        winners = election.winners
        lines.append(
            (
                shortened(problem[0] if isinstance(problem, tuple) else str(problem)),
                shortened(" | ".join(camp.answer for camp in winners)) if winners else None,
                len(winners[0].members) if winners else 0,
                election.samples,
                len(election.camps),
                election.tied,
                all(camp.right for camp in winners) if winners else False,
            )
        )
    more = f"{len(elections) - len(lines):,} more; --limit 0 lists all." if len(lines) < len(elections) else ""
    head = ("problem", "majority", "votes", "samples", "different answers", "tie", "right")
    return Table("votes", f"Votes: {len(elections):,} problems", head, lines, more)
