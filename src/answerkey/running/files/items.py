"""What streaming a file gives: one `Item` a row, and hostile rows with what is wrong with them."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import Any, AnyStr, NamedTuple, Protocol

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
    """A row too long to hold: its text passes by once, in pieces."""

    def __init__(self, pieces: Iterator[Any]) -> None:
        self.size = 0
        self._pieces = self._counted(pieces)

    def pieces(self) -> Iterator[Any]:
        """The pieces that have not passed yet, a line break at the end included."""
        return self._pieces

    def pass_by(self) -> None:
        """Let pass what nobody took."""
        for _ in self._pieces:
            continue

    def _counted(self, pieces: Iterator[Any]) -> Iterator[Any]:
        for piece in pieces:
            self.size += len(piece)
            yield piece


def line_of(start: AnyStr, readline: Callable[[int], AnyStr]) -> Iterator[AnyStr]:
    """The pieces of the line that begins with `start`, its line break included."""
    yield start
    while piece := readline(1 << 20):
        yield piece
        if piece[-1:] in ("\n", "\r", b"\n"):
            return


class Passing(io.RawIOBase):
    """A file whose bytes come as pieces, once."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._left = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._left:
            piece = next(self._pieces, None)
            if piece is None:
                return 0
            self._left = memoryview(piece)
        size = min(len(buffer), len(self._left))
        memoryview(buffer)[:size] = self._left[:size]
        self._left = self._left[size:]
        return size


class Batch(NamedTuple):
    """Some rows of a file that was cut: as `data`, a file of the same format, or as bytes that pass by once.

    `rows` is how many rows (of JSON Lines: lines) they are.
    """

    data: bytes | Iterator[bytes]
    rows: int


class Writer(Protocol):
    """Writes items with our fields."""

    def put(self, item: Item, verdict: Verdict | None, more: dict[str, Any]) -> None:
        """Write an item as it was, with the fields of `verdict` and `more` if it has a verdict."""
        ...
