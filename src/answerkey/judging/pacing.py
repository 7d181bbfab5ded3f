"""How fast to call: calls at work, requests and tokens per minute, and what a server says about it."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aiolimiter import AsyncLimiter


class Pace:
    """Who may call when. Used inside one event loop; `async with pace:` holds a place for one call.

    At most `concurrency` calls hold a place, and they hold it while they wait to try again. When the server says
    "too many", fewer may hold one, and each success earns a little of it back (multiplicative decrease, additive
    increase, as in TCP congestion control): calls that were turned away do not return as a wave.
    """

    def __init__(
        self, concurrency: int, requests_per_minute: float | None = None, tokens_per_minute: float | None = None
    ) -> None:
        self.concurrency = concurrency
        self._window = float(concurrency)
        self._held = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._decreased_at = float("-inf")
        self._requests = _limiter(requests_per_minute, seconds=1.0)
        self._tokens = _limiter(tokens_per_minute, seconds=5.0)
        self._tokens_a_byte = 0.35

    async def __aenter__(self) -> None:
        while self._held >= int(self._window):
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(turn)
            try:
                await turn
            except asyncio.CancelledError:
                self._wake()
                raise
        self._held += 1

    async def __aexit__(self, *_: object) -> None:
        self._held -= 1
        self._wake()

    async def spend(self, prompt_bytes: int, reply_tokens: int) -> None:
        """Wait until the limits per minute allow one more request of this size."""
        if self._requests is not None:
            await self._requests.acquire()
        if self._tokens is not None:
            tokens = prompt_bytes * self._tokens_a_byte + reply_tokens
            await self._tokens.acquire(min(self._tokens.max_rate, max(1.0, tokens)))

    def succeeded(self, prompt_bytes: int, prompt_tokens: int) -> None:
        """A request was answered: let a little more through, and learn how many tokens a byte costs."""
        self._window = min(float(self.concurrency), self._window + 1.0 / self._window)
        if prompt_tokens:
            self._tokens_a_byte += 0.1 * (prompt_tokens / prompt_bytes - self._tokens_a_byte)

    def limited(self) -> None:
        """The server said "too many"; however many calls hear it within a second, it counts once."""
        now = asyncio.get_running_loop().time()
        if now - self._decreased_at >= 1.0:
            self._decreased_at = now
            self._window = max(1.0, self._window * 0.7)

    def _wake(self) -> None:
        free = int(self._window) - self._held
        while self._waiting and free > 0:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                free -= 1


def _limiter(per_minute: float | None, *, seconds: float) -> AsyncLimiter | None:
    """A leaky bucket that lets through at most `seconds` worth of the rate at once."""
    if per_minute is None:
        return None
    from aiolimiter import AsyncLimiter

    burst = max(1.0, per_minute * seconds / 60)
    return AsyncLimiter(burst, burst * 60 / per_minute)
