"""Several opinions on one row: samples of one judge, several judges, both orders of the two texts.

One opinion is a `Reply`. Asked in both orders, a judge's opinion counts only if it is the same in both: preferring
what stands first is the commonest bias of judges. What remains is decided by a majority of all that were asked, so
that a row on which most judges failed is not decided by the few that did not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from answerkey.judging.contract import JudgeOutcome, Reply


class Decision(NamedTuple):
    """What the opinions on one row come to; `agreement` is the share of them that say so, in [0, 1]."""

    outcome: JudgeOutcome
    reason: str
    agreement: float
    parts: tuple[bool, ...] = ()


def both_orders(straight: Reply, swapped: Reply) -> Reply:
    """The opinion of a judge that was asked in both orders.

    >>> yes, no = Reply(JudgeOutcome.EQUIVALENT), Reply(JudgeOutcome.DIFFERENT)
    >>> both_orders(yes, no).verdict
    <JudgeOutcome.DISAGREED: 'disagreed'>
    """
    for reply in (straight, swapped):
        if not reply.verdict.readable:
            return reply
    # An answer that is none cannot be told apart from a different one when it stands in the key's place.
    same = straight.verdict is swapped.verdict or (
        JudgeOutcome.INVALID in (straight.verdict, swapped.verdict)
        and JudgeOutcome.EQUIVALENT not in (straight.verdict, swapped.verdict)
    )
    if same:
        return straight
    return Reply(
        JudgeOutcome.DISAGREED,
        f"{straight.verdict} as asked, {swapped.verdict} with the two texts exchanged",
        straight.raw,
    )


def decide(opinions: Sequence[Reply]) -> Decision:
    """The majority of the opinions (at least one). Without a majority: DISAGREED, or how they failed if all did.

    >>> yes, no = Reply(JudgeOutcome.EQUIVALENT), Reply(JudgeOutcome.DIFFERENT)
    >>> decide([yes, no, yes])[:1], decide([yes, no])[:1]
    ((<JudgeOutcome.EQUIVALENT: 'equivalent'>,), (<JudgeOutcome.DISAGREED: 'disagreed'>,))
    """
    counts = Counter((reply.verdict, reply.parts) for reply in opinions)
    (verdict, parts), votes = counts.most_common(1)[0]
    agreement = votes / len(opinions)
    readable = sum(reply.verdict.readable for reply in opinions)
    if readable and not (verdict.readable and 2 * votes > len(opinions)):
        said = Counter(str(reply.verdict) for reply in opinions)
        return Decision(JudgeOutcome.DISAGREED, ", ".join(f"{count} {name}" for name, count in said.items()), agreement)
    reason = next(reply.reason for reply in opinions if (reply.verdict, reply.parts) == (verdict, parts))
    return Decision(verdict, reason, agreement, parts)


def mean_agreement(rows: Iterable[Sequence[Reply]]) -> float | None:
    """The share of pairs of verdicts on one row that are the same, over all rows (None: no row has two verdicts)."""
    counted = [agreeing_pairs(opinions) for opinions in rows]
    pairs = sum(total for _, total in counted)
    return sum(same for same, _ in counted) / pairs if pairs else None


def agreeing_pairs(opinions: Iterable[Reply]) -> tuple[int, int]:
    """How many pairs of verdicts among the opinions on one row are the same, and how many pairs there are."""
    counts = Counter(reply.verdict for reply in opinions if reply.verdict.readable)
    total = counts.total()
    return sum(count * (count - 1) // 2 for count in counts.values()), total * (total - 1) // 2
