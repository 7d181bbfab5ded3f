"""What attacks came to: how many were tried and what got through."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from answerkey.grading import key_texts
from answerkey.reporting.runs import reason_failed
from answerkey.reporting.tables import Share, Table, shortened
from answerkey.running.attacks import ATTACKS
from answerkey.verdict import Outcome


class Attempt(NamedTuple):
    """One attack on one row, and the verdict on it."""

    attack: str
    row: str
    key: str
    response: str
    outcome: Outcome
    reason: str


def attack_tables(attempts: Sequence[Attempt], limit: int | None) -> list[Table]:
    """One line an attack, and the attempts that were graded CORRECT, up to `limit` of them."""
    sound = _sound(attempts)
    seen = Counter((attempt.attack, attempt.outcome) for attempt in sound)
    lines = []
    for attack in ATTACKS:
        tried = sum(seen[attack.name, outcome] for outcome in Outcome)
        if tried:
            passed, open_rows = seen[attack.name, Outcome.CORRECT], seen[attack.name, Outcome.UNDECIDED]
            lines.append((attack.name, attack.words, tried, passed, open_rows, Share(1 - passed / tried)))
    through = [attempt for attempt in attempts if attempt.outcome is Outcome.CORRECT]
    rows = [(a.attack, a.row, shortened(a.key), shortened(a.response, 90), a.reason) for a in through[:limit]]
    note = (
        f"{failed:,} attempts are not counted: the judge failed on them."
        if (failed := len(attempts) - len(sound))
        else ""
    )
    more = f"{len(through) - len(rows):,} more; --limit 0 lists all." if len(rows) < len(through) else ""
    return [
        Table("attacks", "Attacks", _HEAD, lines, note),
        Table("through", f"Got through: {len(through):,}", ("attack", "row", "key", "response", "reason"), rows, more),
    ]


def keys_table(golds: Sequence[object], attacked: int, most: int) -> Table:
    """How many keys were attacked, and how many not, with the reason."""
    filled = sum(any(True for _ in key_texts(gold)) for gold in golds)
    picked = min(most, filled)
    left = (
        ("rows without a key", len(golds) - filled),
        ("keys to which no wrong answer is known (words, or alone of their kind)", picked - attacked),
        ("keys that were not picked (--rows)", filled - picked),
    )
    return Table("keys", "Keys", ("keys", "rows"), [("keys attacked", attacked), *(line for line in left if line[1])])


def stopped(attempts: Sequence[Attempt]) -> float:
    """The share of attempts that were not graded CORRECT, of those on which nothing failed."""
    tried = _sound(attempts)
    return sum(attempt.outcome is not Outcome.CORRECT for attempt in tried) / max(1, len(tried))


def _sound(attempts: Sequence[Attempt]) -> list[Attempt]:
    return [attempt for attempt in attempts if not reason_failed(attempt.reason)]


_HEAD = ("attack", "what it is", "tried", "got through", "undecided", "stopped")
