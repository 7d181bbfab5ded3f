"""Many rows of a program that has them already: iterables in, verdicts out, in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sized
from concurrent.futures import Future
from itertools import islice
from typing import Any

from answerkey.extraction.chain import DEFAULT, Extractor
from answerkey.grader import Grader
from answerkey.policy import Policy
from answerkey.verdict import Verdict

_BATCH = 512  # rows that a process is sent at once
_AHEAD = 3  # batches under way for each process


def grade_many(
    golds: Iterable[Any],
    responses: Iterable[Any],
    *,
    policy: Policy | str = "default",
    extractor: Extractor | str = DEFAULT,
    processes: int = 1,
) -> Iterator[Verdict]:
    """One verdict for each key and its response, in order, as they are asked for; the iterables may be endless.

    Keys are parsed once and kept, so that responses to the same key cost less. `processes`: grade in so many of them
    (rows are sent there and verdicts back, which pays where grading a row is dear; files have better: `grade_files`).
    As with any use of processes, a program does this under `if __name__ == "__main__":`.

    Raises `ValueError` where one iterable is longer than the other: at once where both have a length, else at the end
    of the shorter one.

    >>> [verdict.correct for verdict in grade_many(["1/2", "5"], ["0.5", "6"])]
    [True, False]
    """
    grader = Grader(policy, extractor)
    if isinstance(golds, Sized) and isinstance(responses, Sized) and len(golds) != len(responses):
        raise ValueError(f"each response wants its key: there are {len(golds):,} keys and {len(responses):,} responses")
    pairs = zip(golds, responses, strict=True)
    if processes <= 1:
        return (grader(gold, response) for gold, response in pairs)
    return _in_processes(grader, pairs, processes)


def _in_processes(grader: Grader, pairs: Iterator[tuple[Any, Any]], processes: int) -> Iterator[Verdict]:
    from answerkey.running.workers.processes import pool

    with pool(processes) as executor:
        waiting: deque[Future[list[Verdict]]] = deque()
        while True:
            while len(waiting) < _AHEAD * processes and (batch := list(islice(pairs, _BATCH))):
                waiting.append(executor.submit(_grade, grader, batch))
            if not waiting:
                return
            yield from waiting.popleft().result()


def _grade(grader: Grader, pairs: list[tuple[Any, Any]]) -> list[Verdict]:
    return [grader(gold, response) for gold, response in pairs]
