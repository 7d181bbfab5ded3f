"""One event loop in a background thread: asynchronous work for callers that have no loop, or are inside one."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")


class BackgroundLoop:
    """An event loop in a daemon thread, started when first used, and started anew in a forked child."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pid = 0

    def submit(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Start `work` in the loop; cancelling the future cancels the work."""
        return asyncio.run_coroutine_threadsafe(work, self._running())

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Start `work` and wait for it. An interrupt (Ctrl-C) cancels it and is raised again."""
        future = self.submit(work)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    async def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """`run` for callers inside a loop of their own, which goes on meanwhile."""
        return await asyncio.wrap_future(self.submit(work))

    def close(self, last: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do `last` in the loop, stop it and its thread; a later `submit` starts another. May be called anywhere."""
        with self._lock:
            loop, self._loop = self._loop, None
        if loop is None or self._pid != os.getpid():
            return

        async def end() -> None:
            try:
                await last()
            finally:
                loop.stop()

        asyncio.run_coroutine_threadsafe(end(), loop)
        if threading.current_thread() is not self._thread:  # as it is when a finalizer runs there
            self._thread.join(timeout=5)

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None or self._pid != os.getpid():
                self._loop = asyncio.new_event_loop()
                self._pid = os.getpid()
                self._thread = threading.Thread(
                    target=_serve, args=(self._loop,), name="answerkey-judging", daemon=True
                )
                self._thread.start()
            return self._loop


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
    finally:
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()
