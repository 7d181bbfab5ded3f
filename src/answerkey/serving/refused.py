"""A request that is not served, and what it is told."""

from __future__ import annotations

from collections.abc import Mapping


class Refused(Exception):
    """The HTTP status of a request that is not served, and one line that says why."""

    def __init__(self, status: int, message: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.status, self.message, self.headers = status, message, dict(headers or {})
