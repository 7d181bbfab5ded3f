"""What a caller may say about grading files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from answerkey.grader import Grader
from answerkey.running.job import Job, Review
from answerkey.running.workers.tasks import Finished, Report, Task

Engine = Callable[[Job, Iterator[Task], Report], Iterator[Finished]]


@dataclass(frozen=True, slots=True)
class Options:
    """How `grade_files` grades. None stands for what is chosen where nothing is said.

    >>> Options(gold="answer", workers=2).strict_input
    False
    """

    # The columns of the key and of the response. None: guessed among the usual names.
    gold: str | None = None
    response: str | None = None
    # A column that says already whether a response is correct, for the agreement.
    label: str | None = None
    # The column of the question, which a review is told. None: guessed, where there is a review.
    question: str | None = None
    # Where the rows go with our fields: a file for one file, a folder for several (each keeps its name), or "-".
    output: str | None = None
    # The conventions.
    grader: Grader = field(default_factory=Grader)
    # So many processes. None: one a core where the input is worth it.
    workers: int | None = 1
    # Stop at a row that cannot be read, instead of keeping it with an outcome that says why.
    strict_input: bool = False
    # Settles what the rules left undecided (a judge); rows then pass through this process alone.
    review: Review | None = None
    # Grades the pieces elsewhere (`workers.ray`): each has a file of its own, `rows-00007.jsonl` for `rows.jsonl`.
    engine: Engine | None = None
