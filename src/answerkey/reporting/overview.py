"""The tables of `answerkey report`: accuracy, outcomes, reasons, groups, several samples a problem."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence

from answerkey.policy import Policy
from answerkey.reporting.runs import Run, reason_in_words
from answerkey.reporting.tables import Range, Share, Table
from answerkey.statistics import needs
from answerkey.statistics.accuracy import BY_ROW, Accuracy, Undecided, accuracy
from answerkey.statistics.samples import avg_at_k, mean_over_problems, over_problems, pass_at_k
from answerkey.statistics.votes import Election, elect, maj_at_k
from answerkey.verdict import Outcome

COUNTED = {
    Undecided.WRONG: "Rows without a decision count as wrong.",
    Undecided.LEFT_OUT: "Rows without a decision are left out.",
    Undecided.BOUNDS: "Accuracy is from all rows without a decision wrong to all of them right.",
}

FAILED = "Rows on which something failed (a call, the judge, the row itself) are counted beside and are in no figure."


def accuracy_of(run: Run, problem: str | None = None, undecided: Undecided = Undecided.WRONG) -> Accuracy:
    """The accuracy of a run over its sound rows; by problem where problems have several."""
    sound = run.sound
    return accuracy(sound.outcomes, sound.problems(problem), undecided)


def accuracy_table(runs: Sequence[Run], problem: str | None, undecided: Undecided) -> Table:
    """One line a run."""
    lines = []
    for run in runs:
        found = accuracy_of(run, problem, undecided)
        failed = sum(map(run.failed, range(len(run.rows))))
        lines.append((run.name, found.rows, found.undecided, failed, *shown(found), found.method))
    head = ("run", "rows", "undecided", "failed", "accuracy", "95 % interval", "interval by")
    return Table("accuracy", "Accuracy", head, lines, _noted(f"{COUNTED[undecided]} {FAILED}", lines))


def outcome_table(run: Run) -> Table:
    """Rows by outcome and by reason within it."""
    outcomes, reasons = Counter(run.outcomes), Counter(zip(run.outcomes, run.reasons, strict=True))
    lines: list[tuple[object, ...]] = []
    for outcome in Outcome:
        if outcomes[outcome]:
            lines.append((outcome.value, "all", "", outcomes[outcome], Share(outcomes[outcome] / len(run.rows))))
        for (of, reason), count in reasons.most_common():
            if of is outcome:
                lines.append((outcome.value, reason, reason_in_words(reason), count, Share(count / len(run.rows))))
    return Table(
        "outcomes", f"Outcomes and reasons: {run.name}", ("outcome", "reason", "in words", "rows", "share"), lines
    )


def group_table(run: Run, name: str, values: Sequence[Hashable], problem: str | None, undecided: Undecided) -> Table:
    """Rows by whatever `values` says of each, with the accuracy of each group."""
    places: dict[Hashable, list[int]] = defaultdict(list)
    for place, value in enumerate(values):
        places[value].append(place)
    problems = run.problems(problem)
    lines = []
    for value, rows in sorted(places.items(), key=lambda item: (-len(item[1]), str(item[0]))):
        outcomes = [run.outcomes[row] for row in rows]
        counts = Counter(outcomes)
        found = accuracy(outcomes, None if problems is None else [problems[row] for row in rows], undecided)
        lines.append((str(value), len(rows), *(counts[outcome] for outcome in Outcome), *shown(found)))
    head = (name, "rows", "correct", "incorrect", "undecided", "accuracy", "95 % interval")
    return Table(f"by {name}", f"By {name}: {run.name}", head, lines)


def sample_table(run: Run, problem: str | None, ks: Sequence[int], policy: Policy | str = "default") -> Table | None:
    """avg@k, pass@k and maj@k; None where no problem has several rows.

    `ks` empty: 1 and the number of samples that most problems have.
    """
    problems = run.problems(problem)
    if problems is None:
        return None
    elections = list(elections_of(run, problems, policy).values())
    tallies = [(election.samples, right) for election, right in zip(elections, _right(run, problems), strict=True)]
    usual = Counter(samples for samples, _ in tallies).most_common(1)[0][0]
    lines = []
    for k in ks or sorted({1, usual}):
        for found in (
            over_problems("avg", tallies, k, avg_at_k),
            over_problems("pass", tallies, k, pass_at_k),
            mean_over_problems(
                f"maj@{k}",
                [maj_at_k(election, k) for election in elections if election.samples >= k],
                len(elections),
            ),
        ):
            low, high = found.low, found.high
            interval = None if low is None or high is None else Range(Share(low), Share(high))
            value = None if found.value is None else Share(found.value)
            lines.append((found.name, value, interval, found.problems, found.short))
    ties = sum(election.tied for election in elections)
    note = (
        f"Votes are counted by equivalence; {ties:,} of {len(elections):,} problems are tied at their full number of "
        "samples (a tie counts as the share of right answers among those tied). UNDECIDED counts as wrong."
    )
    head = ("statistic", "value", "95 % interval", "problems", "too few samples")
    return Table(
        "samples",
        f"Several samples a problem: {run.name}",
        head,
        lines,
        _noted(note, [line for line in lines if line[1] is not None]),
    )


def elections_of(run: Run, problems: Sequence[Hashable], policy: Policy | str = "default") -> dict[Hashable, Election]:
    """The vote of each problem, in the order of their first rows."""
    from answerkey.grading import compare

    def same(one: str, other: str) -> bool:
        return compare(one, other, policy=policy).correct

    return {
        problem: elect(
            [run.ours(row, "answer") for row in rows],
            [run.outcomes[row] is Outcome.CORRECT for row in rows],
            same,
        )
        for problem, rows in _by_problem(problems)
    }


def shown(found: Accuracy) -> tuple[object, Range]:
    """Accuracy and interval as cells."""
    value = Share(found.least) if found.least == found.most else Range(Share(found.least), Share(found.most))
    return value, Range(Share(found.low), Share(found.high))


def _noted(note: str, lines: Sequence[tuple[object, ...]]) -> str:
    """The note of a table; where an interval over problems is missing in it, also what it takes."""
    return f"{note} {needs.NOTE}" if any(None in line or BY_ROW in line for line in lines) else note


def _by_problem(problems: Sequence[Hashable]) -> Iterator[tuple[Hashable, list[int]]]:
    places: dict[Hashable, list[int]] = {}
    for place, problem in enumerate(problems):
        places.setdefault(problem, []).append(place)
    return iter(places.items())


def _right(run: Run, problems: Sequence[Hashable]) -> list[int]:
    return [sum(run.outcomes[row] is Outcome.CORRECT for row in rows) for _, rows in _by_problem(problems)]
