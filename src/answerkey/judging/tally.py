"""What a judge came to over a run that is judged part by part: counts alone, so that memory does not grow."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from answerkey.judging.cascade import Cascade
from answerkey.judging.contract import JudgeOutcome
from answerkey.judging.panel import agreeing_pairs
from answerkey.judging.wire import Usage

_COUNTS = ("cached", "same", "pairs", "sampled", "audited", "differing", "calls", "failed", "requests")


@dataclass(slots=True)
class Tally:
    """Adds up cascades. `sampled` rows were drawn for the audit, `audited` of them judged, `differing` otherwise."""

    outcomes: Counter[str] = field(default_factory=Counter)
    cached: int = 0
    usage: Usage = field(default=Usage())
    same: int = 0
    pairs: int = 0
    sampled: int = 0
    audited: int = 0
    differing: int = 0
    failure: str = ""  # why the first call without a reply had none
    calls: int = 0
    failed: int = 0  # of the calls, those without a reply
    requests: int = 0  # attempts sent

    def add(self, run: Cascade) -> None:
        """Count one part."""
        for result in run.results.values():
            self.outcomes[str(result.outcome)] += 1
            self.cached += result.cached
            if result.outcome is JudgeOutcome.TRANSPORT:
                self.failure = self.failure or result.reason
            same, pairs = agreeing_pairs(result.opinions)
            self.same, self.pairs = self.same + same, self.pairs + pairs
        self.usage += run.usage
        if run.audit is not None:
            self.sampled += run.audit.sampled
            self.audited += run.audit.judged
            self.differing += len(run.audit.differing)

    def merge(self, other: Tally) -> None:
        """Count what another part of the run came to."""
        self.outcomes += other.outcomes
        self.usage += other.usage
        self.failure = self.failure or other.failure
        for name in _COUNTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def plain(self) -> dict[str, Any]:
        """All of it in types that JSON knows; `from_plain` reads them."""
        counts = {name: getattr(self, name) for name in _COUNTS}
        usage = [self.usage.prompt, self.usage.completion]
        return {"outcomes": dict(self.outcomes), "usage": usage, "failure": self.failure, **counts}

    @classmethod
    def from_plain(cls, said: dict[str, Any]) -> Tally:
        """The tally that `plain` wrote.

        >>> Tally.from_plain(Tally(cached=2).plain()).cached
        2
        """
        return cls(**{**said, "outcomes": Counter(said["outcomes"]), "usage": Usage(*said["usage"])})

    @property
    def agreement(self) -> float | None:
        """The share of pairs of opinions on one row that are the same; None where no row has two."""
        return self.same / self.pairs if self.pairs else None

    def to_dict(self) -> dict[str, Any]:
        """The counts in plain types that JSON knows."""
        return {
            "calls": self.calls,
            "failed": self.failed,
            "requests": self.requests,
            "outcomes": dict(self.outcomes.most_common()),
            "cached": self.cached,
            "prompt_tokens": self.usage.prompt,
            "completion_tokens": self.usage.completion,
            "agreement": self.agreement,
            "audit": {"sampled": self.sampled, "judged": self.audited, "differing": self.differing},
        }
