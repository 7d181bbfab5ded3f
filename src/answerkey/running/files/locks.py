"""A lock that the system takes away from a process however it ends, so that none is ever left behind."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from answerkey.running.errors import InputError

try:
    import fcntl
except ImportError:  # not on this system, where two runs are not kept apart
    fcntl = None  # type: ignore[assignment]

_TAKEN = (errno.EWOULDBLOCK, errno.EACCES)
_held: set[int] = set()


@contextmanager
def locked(path: Path, what: str) -> Iterator[None]:
    """Hold the lock `path` for the block; `InputError`, which says that another run writes `what`, if one does.

    The lock's file is there while it is held. One that a killed process left is no lock, and is taken over.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = _taken(path, what)
    if handle is None:
        yield
        return
    _held.add(handle)
    try:
        yield
    finally:
        if handle in _held:  # not in a process that was forked meanwhile
            with suppress(OSError):
                path.unlink()  # before it is let go: who waits for nothing finds no file, or one of its own
            _held.remove(handle)
            os.close(handle)


def _leave_to_parent() -> None:
    """A process that is forked gets the locks too; it must not hold them on when its parent has been killed."""
    while _held:
        os.close(_held.pop())


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)


def _taken(path: Path, what: str) -> int | None:
    """The open lock; None on a file system that has none."""
    while fcntl is not None:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _is_there(path, handle):
                return handle
            os.close(handle)  # its last holder has removed it meanwhile
        except OSError as error:
            os.close(handle)
            if error.errno in _TAKEN:
                raise InputError(f"{what}: another run is writing it; wait until it ends, or stop it") from None
            return None
    return None


def _is_there(path: Path, handle: int) -> bool:
    try:
        return os.path.samestat(os.stat(path), os.fstat(handle))
    except FileNotFoundError:
        return False
