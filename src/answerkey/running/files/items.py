"""What streaming a file gives: one `Item` a row, and hostile rows with what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, Any, NamedTuple, Protocol

from answerkey.verdict import Outcome, Reason, Verdict

MAX_ROW = 1 << 24  # bytes of a row that is read; a longer one is kept and not graded


class Problem(NamedTuple):
    """What is wrong with a row that cannot be graded, for a program and for a person."""

    reason: Reason
    words: str

    def verdict(self, policy: str) -> Verdict:
        """The verdict on such a row."""
        return Verdict(Outcome.UNDECIDED, self.reason, policy=policy, notes=(self.words,))


class Item(NamedTuple):
    """A row as it stands in its file (`raw`, whose type is its format's own matter) and as what it says (`row`).

    `row` is None where there is nothing to grade: with a `problem` if it should have been a row, without one if it
    is none (a blank line, a table's header).
    """

    raw: Any
    row: dict[str, Any] | None
    problem: Problem | None = None


class LongLine:
    """A line too long to hold: its bytes pass by once, in pieces."""

    def __init__(self, start: bytes, stream: IO[bytes]) -> None:
        self.size = len(start)
        self._rest = self._read(start, stream)

    def pieces(self) -> Iterator[bytes]:
        """The bytes that have not passed yet, the line break included."""
        return self._rest

    def _read(self, start: bytes, stream: IO[bytes]) -> Iterator[bytes]:
        yield start
        while piece := stream.readline(1 << 20):
            self.size += len(piece)
            yield piece
            if piece.endswith(b"\n"):
                return


class Writer(Protocol):
    """Writes items with our fields."""

    def put(self, item: Item, verdict: Verdict | None, more: dict[str, Any]) -> None:
        """Write an item as it was, with the fields of `verdict` and `more` if it has a verdict."""
        ...

    def close(self) -> None:
        """Write what belongs at the end."""
        ...
