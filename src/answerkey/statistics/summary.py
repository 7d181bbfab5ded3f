"""What a run came to, counted while it runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from answerkey.statistics.intervals import wilson
from answerkey.verdict import Outcome, Reason, Verdict


class Broken(NamedTuple):
    """A row that could not be graded, and why: the `number`th of the file, or of the part of it from byte `start`."""

    file: str
    form: str
    start: int
    number: int
    words: str


@dataclass(slots=True)
class Summary:
    """Counts by outcome and by reason; where rows carry a label, also how often the verdict agrees with it.

    `broken` is the first row that could not be graded.
    """

    reasons: Counter[Reason] = field(default_factory=Counter)
    labelled: int = 0
    agreeing: int = 0
    broken: Broken | None = field(default=None, compare=False)  # the same row however a file was cut

    def add(self, verdict: Verdict, label: bool | None = None) -> None:
        """Count one verdict; `label` is what the row itself says of its response."""
        self.reasons[verdict.reason] += 1
        if label is not None and not verdict.reason.failed:
            self.labelled += 1
            self.agreeing += verdict.correct == label

    def merge(self, other: Summary) -> None:
        """Count what another part of the run counted: in whatever order parts come, the sum is the same."""
        self.reasons.update(other.reasons)
        self.labelled += other.labelled
        self.agreeing += other.agreeing
        mine, theirs = self.broken, other.broken
        if theirs is not None and (mine is None or (mine.file == theirs.file and theirs < mine)):
            self.broken = theirs

    @property
    def outcomes(self) -> Counter[Outcome]:
        """How many rows came to each outcome."""
        counts: Counter[Outcome] = Counter()
        for reason, count in self.reasons.items():
            counts[reason.outcome] += count
        return counts

    @property
    def rows(self) -> int:
        """How many rows were graded."""
        return self.reasons.total()

    @property
    def failed(self) -> int:
        """How many rows something broke on, which says nothing about the response: they are in no accuracy."""
        return sum(count for reason, count in self.reasons.items() if reason.failed)

    @property
    def accuracy(self) -> float:
        """The share of CORRECT among the rows that nothing broke on (undecided ones are not); 0.0 without any."""
        sound = self.rows - self.failed
        return self.outcomes[Outcome.CORRECT] / sound if sound else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of the accuracy."""
        return wilson(self.outcomes[Outcome.CORRECT], self.rows - self.failed)

    def to_dict(self) -> dict[str, Any]:
        """The counts in plain types that JSON knows; `from_dict` reads them."""
        reasons = {reason.value: count for reason, count in sorted(self.reasons.items())}
        return {"reasons": reasons, "labelled": self.labelled, "agreeing": self.agreeing, "broken": self.broken}

    @classmethod
    def from_dict(cls, counts: Mapping[str, Any]) -> Summary:
        """The summary that `to_dict` wrote.

        >>> Summary.from_dict({"reasons": {"equal.text": 2}, "labelled": 0, "agreeing": 0}).rows
        2
        """
        reasons = Counter({Reason(name): count for name, count in counts["reasons"].items()})
        broken = counts.get("broken")
        return cls(reasons, counts["labelled"], counts["agreeing"], None if broken is None else Broken(*broken))
