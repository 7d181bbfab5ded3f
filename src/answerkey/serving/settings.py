"""What a service is started with: its bounds, its token, its judge."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from answerkey.judging import Judge


@dataclass(frozen=True, slots=True)
class Limits:
    """What one process takes. Everything beyond is refused by a 4xx or a 503 that says which bound it was."""

    body_bytes: int = 16_000_000  # of one request
    values: int = 500_000  # of one request: objects, lists and what stands in them
    rows: int = 10_000  # of one request
    text_chars: int = 1_000_000  # of one key, response or question
    keys: int = 64  # acceptable keys of one row
    requests: int = 512  # at work or waiting
    held_bytes: int = 64_000_000  # bodies of all requests at work or waiting
    head_bytes: int = 65_536  # of a request line and its headers
    head_seconds: float = 20.0  # for a request's head to arrive
    body_seconds: float = 60.0  # for a body to arrive
    write_seconds: float = 60.0  # for a client to take a piece of the reply


@dataclass(frozen=True, slots=True)
class Settings:
    """A service's settings. Picklable, as each worker process makes its own application from them.

    `token_env` names the environment variable that holds the bearer token (None: no token is asked for).
    `judge` makes the judge for what rules leave undecided.
    """

    limits: Limits = Limits()
    token_env: str | None = None
    judge: Callable[[], Judge] | None = None

    def token(self) -> str | None:
        """The token; `ValueError` if its environment variable holds none, so that no service is open by mistake."""
        if self.token_env is None:
            return None
        token = os.environ.get(self.token_env, "").strip()
        if not token:
            raise ValueError(f"the token is read from the environment variable {self.token_env}, which is not set")
        return token
