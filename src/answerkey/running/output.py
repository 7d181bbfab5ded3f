"""Where graded rows go: a file that appears whole, and a run that goes on where it was stopped.

While it grows, the output `out.jsonl` is `.part-out.jsonl`, with a journal beside it that says after which piece the
part had how many bytes. A run that is the same (the same input, options and version) cuts the part there and goes on.
In an output folder the journals stay, in `.answerkey/`, so that finished files are not graded again. A lock keeps a
second run away from the part.
"""

from __future__ import annotations

import glob
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from answerkey.running.errors import InputError
from answerkey.running.files.locks import locked
from answerkey.running.files.places import STANDARD, filesystem, is_remote
from answerkey.statistics.summary import Summary

_SAVED_EVERY = 1.0  # seconds: how much work a stop may cost, and how often the disk is made to keep up


class Output:
    """The output of one input file.

    `final` is where it goes, `journal` where the journal is, `kept` whether that stays when the file is done, `same`
    what must be the same for a run to go on from another's part. `complete` makes the file of the part, once all pieces
    are in it, and says where it is: of some formats that is more than to give it its name.
    """

    def __init__(
        self,
        final: str,
        journal: str | None,
        same: dict[str, Any],
        *,
        kept: bool,
        complete: Callable[[Path], Path],
        own: str = "",
    ) -> None:
        self.final, self._complete = final, complete
        self._remote = is_remote(final)
        self._same, self._kept, self._journal = same, kept, journal
        self.summary = Summary()
        self.done = False
        self.pieces = 0  # that are in the part already
        self._bytes = 0  # of the part, after so many pieces
        self._saved = time.monotonic()
        self._mine, self._held = False, ExitStack()  # whether the part is this run's, and what makes it so
        self._temporary = self._remote or final == STANDARD
        self._folder = Path(tempfile.gettempdir()) if self._temporary else Path(final).absolute().parent
        self._name = f".part-{os.path.basename(final) or 'output'}{own}"

    @property
    def part(self) -> Path:
        """What is there of the output while it grows."""
        return self._folder / self._name

    def look(self) -> dict[str, Any]:
        """What an earlier run of the same kind left; `done` if that is all."""
        said = self._earlier()
        if said.get("done") and self._exists():
            self.done, self.summary = True, Summary.from_dict(said["summary"])
        return said

    def start(self) -> None:
        """Look for what an earlier run left, and make the part ready for the next piece.

        `InputError` where it cannot be written, or another run is writing it.
        """
        with _writing(self.final):
            self.take()
            said = self.look()
            if self.done:
                self.leave()
                return
            size = self.part.stat().st_size if self.part.exists() else -1
            if said and not said.get("done") and size >= said["bytes"]:
                self.pieces, self.summary = said["pieces"], Summary.from_dict(said["summary"])
                self._bytes = said["bytes"]
                os.truncate(self.part, self._bytes)
            else:
                self.part.write_bytes(b"")

    def oversee(self) -> None:
        """Look for what an earlier run left, where others write parts of their own."""
        self.look()
        if not self._temporary:
            self._mine = True
            self._held.callback(self._remove_pieces)

    def take(self) -> None:
        """Make the part this run's own, and remove what a run that was killed left beside it."""
        if self._temporary:
            self._folder = Path(self._held.enter_context(tempfile.TemporaryDirectory(prefix="answerkey-")))
        else:
            self._held.enter_context(locked(self._folder / f"{self._name}.lock", self.final))
            self._held.callback(self._remove_pieces)
            self._remove_pieces()
        self._mine = True

    def _remove_pieces(self) -> None:
        for path in self._folder.glob(f"{glob.escape(self._name)}.[0-9w]*"):
            path.unlink(missing_ok=True)

    def said(self) -> dict[str, Any]:
        """What makes the same output elsewhere, in plain types."""
        return {"final": self.final, "journal": self._journal, "same": self._same, "kept": self._kept}

    @property
    def path(self) -> str:
        """Where rows may be written directly, piece after piece."""
        return STANDARD if self.final == STANDARD else str(self.part)

    def piece_path(self, number: int) -> str:
        """Where a worker may put a piece until its turn comes; no worker of a run that was killed writes there."""
        return f"{self.part}.{number}.{os.getpid()}"

    def append(self, path: str) -> None:
        """Put a worker's piece at the end of the part."""
        with _writing(self.final):
            if self.final == STANDARD:
                with open(path, "rb") as piece:
                    shutil.copyfileobj(piece, sys.stdout.buffer, 1 << 20)
                os.unlink(path)
            elif self.pieces == 0:
                os.replace(path, self.part)
            else:
                with open(self.part, "r+b") as part, open(path, "rb") as piece:
                    part.seek(0, os.SEEK_END)
                    _copy(piece, part)
                os.unlink(path)

    def count(self, summary: Summary) -> None:
        """Note that a piece is in the part; from time to time, for good."""
        self.pieces += 1
        self.summary.merge(summary)
        self._bytes = self.part.stat().st_size
        if time.monotonic() - self._saved > _SAVED_EVERY:
            with _writing(self.final):
                self._save_place()

    def finish(self) -> None:
        """Make the file of the part, and give it the final name."""
        with _writing(self.final):
            if self.final == STANDARD:
                sys.stdout.buffer.flush()
            else:
                self._put(self._complete(self.part))
            self.done = True
            if self._journal is not None and self._kept:
                self._save({"done": True})
            elif self._journal is not None:
                Path(self._journal).unlink(missing_ok=True)
        self.leave()

    def _put(self, whole: Path) -> None:
        if self._remote:
            files, path = filesystem(self.final)
            files.makedirs(files._parent(path), exist_ok=True)
            files.put_file(str(whole), f"{path}.part")
            files.mv(f"{path}.part", path)
            return
        _sync(whole)
        if os.path.exists(self.final):
            os.chmod(whole, os.stat(self.final).st_mode & 0o777)
        os.replace(whole, self.final)
        self.part.unlink(missing_ok=True)

    def leave(self) -> None:
        """Leave behind what a later run can use, and nothing else; to be called last, however a run ended."""
        if not self._mine:
            return
        self._mine = False
        with self._held, suppress(OSError):  # on a full disk the place that was saved last has to do
            if not self.done and self.pieces:
                self._save_place()
            elif not self.done:
                self.part.unlink(missing_ok=True)

    def _save_place(self) -> None:
        if self._journal is not None and not self._temporary:
            _sync(self.part)
            self._save({"pieces": self.pieces, "bytes": self._bytes})
        self._saved = time.monotonic()

    def _earlier(self) -> dict[str, Any]:
        """What the journal says, if it is of the same run."""
        with suppress(FileNotFoundError, ValueError, KeyError):
            if self._journal is not None:
                said: dict[str, Any] = json.loads(_read(self._journal))
                if said["same"] == self._same:
                    return said
        return {}

    def _exists(self) -> bool:
        if not self._remote:
            return os.path.exists(self.final)
        files, path = filesystem(self.final)
        return bool(files.exists(path))

    def _save(self, state: dict[str, Any]) -> None:
        assert self._journal is not None
        text = json.dumps({**state, "summary": self.summary.to_dict(), "same": self._same})
        if is_remote(self._journal):
            files, path = filesystem(self._journal)
            files.makedirs(files._parent(path), exist_ok=True)
            files.pipe_file(path, text.encode())
            return
        Path(self._journal).parent.mkdir(parents=True, exist_ok=True)
        Path(self._journal + ".new").write_text(text, encoding="utf-8")
        os.replace(self._journal + ".new", self._journal)


@contextmanager
def _writing(final: str) -> Iterator[None]:
    """What can go wrong with writing, as an `InputError` that names the output."""
    try:
        yield
    except BrokenPipeError:  # who read standard output has gone: nobody is left to be told
        raise
    except OSError as error:
        raise InputError(f"{final}: cannot be written: {error.strerror or error}") from None


def _read(place: str) -> bytes:
    if is_remote(place):
        files, path = filesystem(place)
        return bytes(files.cat_file(path))
    return Path(place).read_bytes()


def _copy(source: IO[bytes], target: IO[bytes]) -> None:
    """Copy all of a file, inside the kernel where the system can."""
    start = place = target.tell()
    try:
        while copied := os.copy_file_range(source.fileno(), target.fileno(), 1 << 30, None, place):
            place += copied
    except (AttributeError, OSError):  # not on this system, or not on this file system
        if place > start:
            raise
        shutil.copyfileobj(source, target, 1 << 20)


def _sync(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
