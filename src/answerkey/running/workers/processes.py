"""Pieces in several processes. A worker writes what it graded into a file of its own.

It opens the input itself where a piece says which part of it that is; a file that can only be cut by reading it is read
in this process, which hands over the bytes. Only counts come back. Results are given in the order of the pieces, and
only so many pieces are under way that what waits for its turn stays small.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing.context import ForkServerContext
from multiprocessing.synchronize import Semaphore

from answerkey.running.errors import InputError
from answerkey.running.job import Job, Piece, grade_piece
from answerkey.running.workers.tasks import Finished, Report, Task
from answerkey.statistics.summary import Summary

_AHEAD = 4  # pieces under way for each worker


def run(job: Job, tasks: Iterable[Task], report: Report, workers: int) -> Iterator[Finished]:
    """Grade the pieces with `workers` processes. `InputError` if one of them is killed.

    Processes that are not forked from this one take a second to start: until then pieces are graded here.
    """
    method = _method()
    with pool(workers, _remember, (job,), method) as executor:
        starting = threading.Thread(target=_start_first, args=(executor,))
        (starting.run if method == "fork" else starting.start)()
        waiting: deque[tuple[Task, str | None, Future[Summary]]] = deque()
        left = iter(tasks)
        try:
            while True:
                while len(waiting) < _AHEAD * workers and (task := next(left, None)) is not None:
                    path = None
                    if task.output is not None and task.piece is not None:
                        path = task.output.piece_path(task.piece.number)
                    result = _result(job, task.piece, path, None if starting.is_alive() else executor)
                    if task.piece is not None:
                        task = task._replace(piece=task.piece._replace(batch=None))  # it was handed over
                    waiting.append((task, path, result))
                if not waiting:
                    return
                task, path, result = waiting.popleft()
                summary = result.result()
                if task.output is not None and path is not None:
                    task.output.append(path)
                report(summary.rows, task.piece.size if task.piece is not None else 0)
                yield task, summary
        except BrokenProcessPool:
            raise InputError("a worker process was killed; the same command goes on from what is done") from None


def _result(job: Job, piece: Piece | None, path: str | None, executor: ProcessPoolExecutor | None) -> Future[Summary]:
    """The counts of a piece, by a process of `executor`, or by this one: without an executor, and for a row too long
    to hold, which passes through it."""
    if executor is not None and piece is not None and (piece.batch is None or isinstance(piece.batch, bytes)):
        return executor.submit(_grade, piece, path)
    done: Future[Summary] = Future()
    try:
        done.set_result(Summary() if piece is None else grade_piece(job, piece, path))
    except Exception as error:
        done.set_exception(error)
    return done


def _start_first(executor: ProcessPoolExecutor) -> None:
    blocks = hasattr(signal, "pthread_sigmask")  # an interrupt is this process's own: those that it starts inherit this
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if blocks else set()
    with suppress(BrokenProcessPool, RuntimeError, OSError, EOFError):  # told again where something waits for it
        executor.submit(os.getpid)
    if blocks:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def pool(
    workers: int,
    prepare: Callable[..., object] | None = None,
    arguments: tuple[object, ...] = (),
    method: str | None = None,
) -> Iterator[ProcessPoolExecutor]:
    """A pool of processes that leave an interrupt to this one, and end when this one does, or its block fails.

    They are forked from this process, which costs nothing, or where it has threads, which do not survive that, from a
    server that has loaded the kernel; they start anew where there is no such thing. The server stays until this program
    ends: a second pool costs nothing.
    """
    context = multiprocessing.get_context(method or _method())
    if isinstance(context, ForkServerContext):
        context.set_forkserver_preload(["answerkey.running.workers.warm"])
    failed = context.Semaphore(0)  # an event would wait for each process that it told, also for one that was killed
    start = (os.getcwd(), failed, prepare, arguments)
    with ProcessPoolExecutor(workers, context, initializer=_start, initargs=start) as executor:
        try:
            yield executor
        except BaseException:
            for _ in range(workers):  # nobody waits for what they are at
                failed.release()
            raise


def _method() -> str:
    """How processes start. macOS has a server to fork from, but its own libraries do not survive a fork."""
    with suppress(OSError):  # Linux tells all threads, those of libraries among them
        if len(os.listdir("/proc/self/task")) == 1:
            return "fork"
    there = "forkserver" in multiprocessing.get_all_start_methods() and sys.platform != "darwin"
    return "forkserver" if there else "spawn"


_jobs: list[Job] = []  # of a worker process: the one job that it was started for


def _start(
    folder: str, failed: Semaphore, prepare: Callable[..., object] | None, arguments: tuple[object, ...]
) -> None:
    os.chdir(folder)  # relative places are this program's, wherever the server was started
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    for end in (failed.acquire, *([parent.join] if parent else [])):
        threading.Thread(target=_end_after, args=(end,), daemon=True).start()
    if prepare is not None:
        prepare(*arguments)


def _end_after(wait: Callable[[], object]) -> None:
    wait()
    os._exit(1)


def _remember(job: Job) -> None:
    _jobs[:] = [job]


def _grade(piece: Piece, path: str | None) -> Summary:
    return grade_piece(_jobs[0], piece, path)
