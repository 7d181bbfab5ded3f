"""What Math-Verify raises."""

from __future__ import annotations


class TimeoutException(BaseException):
    """Never raised, as nothing here needs a timer: for programs that name it in an `except`."""
