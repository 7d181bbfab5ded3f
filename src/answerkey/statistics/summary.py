"""What a run came to, counted while it runs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from answerkey.statistics.intervals import wilson
from answerkey.verdict import Outcome, Reason, Verdict


@dataclass(slots=True)
class Summary:
    """Counts by outcome and by reason; where rows carry a label, also how often the verdict agrees with it."""

    outcomes: Counter[Outcome] = field(default_factory=Counter)
    reasons: Counter[Reason] = field(default_factory=Counter)
    labelled: int = 0
    agreeing: int = 0

    def add(self, verdict: Verdict, label: bool | None = None) -> None:
        """Count one verdict; `label` is what the row itself says of its response."""
        self.outcomes[verdict.outcome] += 1
        self.reasons[verdict.reason] += 1
        if label is not None:
            self.labelled += 1
            self.agreeing += verdict.correct == label

    @property
    def rows(self) -> int:
        """How many rows were graded."""
        return self.outcomes.total()

    @property
    def accuracy(self) -> float:
        """The share of rows that are CORRECT (undecided ones are not); 0.0 without rows."""
        return self.outcomes[Outcome.CORRECT] / self.rows if self.rows else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of the accuracy."""
        return wilson(self.outcomes[Outcome.CORRECT], self.rows)
