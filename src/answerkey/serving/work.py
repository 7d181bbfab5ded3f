"""Grading in the event loop, in slices of time, so that one large batch does not keep the others waiting.

No thread or process pool stands between: the engine's work on a row is bounded, and handing rows over costs more than
grading them. More cores are more worker processes.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

from answerkey.grader import Grader
from answerkey.judging.cascade import Graded, Judging, cascade
from answerkey.serving.metrics import Metrics
from answerkey.serving.requests import Asked
from answerkey.verdict import Verdict

SLICE = 0.010  # seconds of grading before others have their turn
JUDGING = 16  # slices that wait for the judge at once


class Work:
    """Grades what is asked for, by rules and then, if there is one, by the judge."""

    def __init__(self, metrics: Metrics, judge: Judging | None = None) -> None:
        self._metrics, self._judge = metrics, judge
        self._threads = ThreadPoolExecutor(JUDGING, "answerkey-judge") if judge else None

    async def graded(self, asked: Asked) -> AsyncGenerator[list[Verdict], None]:
        """The verdicts in order, a slice at a time; at least one slice."""
        grade = Grader(*asked.conventions)
        done: list[Verdict] = []
        since, began = 0, perf_counter()
        for place, (gold, response, question) in enumerate(asked.rows, 1):
            done.append(grade(gold, response, question=question))
            if perf_counter() - began > SLICE and place < len(asked.rows):
                yield await self._settled(asked, since, done)
                done, since = [], place
                await asyncio.sleep(0)
                began = perf_counter()
        yield await self._settled(asked, since, done)

    async def _settled(self, asked: Asked, since: int, verdicts: list[Verdict]) -> list[Verdict]:
        """The slice of verdicts that begins at row `since`, after the judge has seen what is undecided."""
        if self._judge is not None:
            rows = asked.rows[since : since + len(verdicts)]
            graded = [Graded(verdict, row.gold, row.question) for verdict, row in zip(verdicts, rows, strict=True)]
            loop = asyncio.get_running_loop()
            verdicts = (await loop.run_in_executor(self._threads, cascade, graded, self._judge)).verdicts
        for reason, count in Counter(verdict.reason for verdict in verdicts).items():
            self._metrics.rows.labels(reason.outcome.value, reason.value).inc(count)
        return verdicts

    def close(self) -> None:
        """Wait for no judge any longer."""
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)
