"""Where bytes come from and go to: local files, standard input and output, and whatever `fsspec` has a protocol for.

A place is the text that a caller gives: a path, `-`, or a URL such as `s3://bucket/rows.jsonl.gz` (the `remote` extra,
and the protocol's own package).
"""

from __future__ import annotations

import glob
import gzip
import io
import os
import sys
from importlib import import_module
from pathlib import PurePosixPath
from typing import IO, Any, NamedTuple, cast

from answerkey.running.errors import InputError

STANDARD = "-"
BUFFER = 1 << 20  # bytes to read or write at once
_COMPRESSED = {".gz": "gzip", ".zst": "zstd"}


class Source(NamedTuple):
    """A file to read: its place, its name relative to what the caller named, and its size in bytes if known."""

    place: str
    name: str
    size: int | None


class Format(NamedTuple):
    """What a file's ending says: the name of the format, and how the file is compressed."""

    name: str
    compression: str | None = None


class _StandardInput(io.RawIOBase):
    """Standard input, which can be opened twice: once to look at its first rows, and then to read it all."""

    def __init__(self) -> None:
        self._seen = bytearray()
        self._again = memoryview(b"")
        self._times = 0

    def opened(self) -> _StandardInput:
        """Itself, at the start of the input."""
        self._times += 1
        if self._times > 1:
            self._again, self._seen = memoryview(bytes(self._seen)), bytearray()
        return self

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        view = memoryview(buffer)
        if size := min(len(self._again), len(view)):
            view[:size], self._again = self._again[:size], self._again[size:]
            return size
        read = sys.stdin.buffer.read1(len(view)) if isinstance(sys.stdin.buffer, io.BufferedReader) else b""
        view[: len(read)] = read
        if self._times == 1:
            self._seen += read
        return len(read)

    def close(self) -> None:
        """Others may still read standard input."""


_STANDARD = _StandardInput()


class _ZstdReader(io.RawIOBase):
    """What zstd frames hold, one after the other. `EOFError` where they are damaged, or the last does not end: the
    package's own reader takes the end of the file for the end of the data."""

    def __init__(self, raw: IO[bytes]) -> None:
        self._raw, self._package = raw, zstandard()
        self._frame: Any = None
        self._left = memoryview(b"")
        self._next = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._left:
            data = self._next or self._raw.read(4096)  # little: a block of four bytes may stand for 128 KB
            if not data:
                if self._frame is not None:
                    raise EOFError("the last frame does not end")
                return 0
            self._frame = self._frame or self._package.ZstdDecompressor().decompressobj()
            try:
                self._left = memoryview(self._frame.decompress(data))
            except self._package.ZstdError as error:
                raise EOFError(str(error)) from None
            self._next = self._frame.unused_data
            if self._frame.eof:
                self._frame = None
        view = memoryview(buffer)
        size = min(len(view), len(self._left))
        view[:size], self._left = self._left[:size], self._left[size:]
        return size


def is_remote(place: str) -> bool:
    """Whether `place` is a URL."""
    return "://" in place


def format_of(place: str, known: tuple[str, ...]) -> Format:
    """What the ending of `place` says; standard input and output are JSON Lines. `InputError` for any other ending."""
    if place == STANDARD:
        return Format("jsonl")
    path = PurePosixPath(place.replace("\\", "/"))
    compression = _COMPRESSED.get(path.suffix.lower())
    name = (path.with_suffix("") if compression else path).suffix.lower().removeprefix(".")
    if name not in known or (compression and name == "parquet"):
        endings = ", ".join(f".{one}" for one in known)
        raise InputError(f"{place}: its ending names no format; there are: {endings} (text also .gz and .zst)")
    return Format(name, compression)


def sources(place: str, known: tuple[str, ...]) -> list[Source]:
    """The files that `place` stands for, in the order of their names: itself, a folder's, or those a pattern matches.

    A folder gives what is in it, at any depth, in a known format; hidden files and folders are not looked at.
    """
    if place == STANDARD:
        return [Source(place, "standard input", None)]
    if is_remote(place):
        return _remote_sources(place, known)
    if os.path.isfile(place):
        return [_local(place, os.path.basename(place))]
    if os.path.isdir(place):
        found = sorted(_within(place, known))
        return [_local(path, os.path.relpath(path, place).replace(os.sep, "/")) for path in found]
    if glob.has_magic(place):
        found = sorted(path for path in glob.glob(place, recursive=True) if os.path.isfile(path))
        base = os.path.commonpath([os.path.dirname(path) for path in found]) if found else ""
        return [_local(path, os.path.relpath(path, base or ".").replace(os.sep, "/")) for path in found]
    if os.path.exists(place):
        empty = os.path.realpath(place) == os.path.realpath(os.devnull)
        raise InputError(f"{place}: {'there are no rows in it' if empty else 'is no plain file; pipe it into -'}")
    raise InputError(f"{place}: there is no such file")


def require_folder(output: str) -> None:
    """`InputError` where the folder that `output` is to stand in does not exist: a slip is not made true."""
    folder = os.path.dirname(os.path.realpath(output))
    if not os.path.isdir(folder):
        raise InputError(f"{output}: the folder {folder} does not exist")


def version_of(source: Source) -> list[Any]:
    """What changes when a file does."""
    if is_remote(source.place):
        files, path = filesystem(source.place)
        return [source.size, files.ukey(path)]
    return [source.size, None if source.place == STANDARD else os.stat(source.place).st_mtime_ns]


def open_source(place: str, compression: str | None = None) -> tuple[IO[bytes], IO[bytes]]:
    """The file to read and, under it, the file whose place shows how much has been read of what is stored."""
    if place == STANDARD:
        raw: IO[bytes] = io.BufferedReader(_STANDARD.opened(), BUFFER)
    elif is_remote(place):
        raw = cast("IO[bytes]", filesystem(place)[0].open(filesystem(place)[1], "rb"))
    else:
        raw = open(place, "rb", buffering=BUFFER)  # noqa: SIM115  # closed by the caller
    if compression == "gzip":
        return io.BufferedReader(cast("Any", gzip.GzipFile(fileobj=raw, mode="rb")), BUFFER), raw
    if compression == "zstd":
        return io.BufferedReader(_ZstdReader(raw), BUFFER), raw
    return raw, raw


def compressing(file: IO[bytes], compression: str | None) -> IO[bytes]:
    """A file that compresses into `file`. Closing it ends one member; several in a row are one valid file."""
    if compression is None:
        return file
    raw: Any
    if compression == "gzip":
        raw = gzip.GzipFile(fileobj=file, mode="wb", compresslevel=6, mtime=0)
    else:
        raw = zstandard().ZstdCompressor().stream_writer(file, closefd=False)
    return io.BufferedWriter(raw, BUFFER)


def filesystem(place: str) -> tuple[Any, str]:
    """The `fsspec` file system of a URL, and the path in it."""
    try:
        fsspec = import_module("fsspec")
    except ImportError:
        raise InputError(f"{place}: remote places need fsspec: pip install 'answerkey[remote]'") from None
    try:
        return cast("tuple[Any, str]", fsspec.core.url_to_fs(place))
    except (ImportError, ValueError) as error:
        raise InputError(f"{place}: {error}") from None


def _local(path: str, name: str) -> Source:
    return Source(path, name, os.path.getsize(path))


def _within(folder: str, known: tuple[str, ...]) -> list[str]:
    found = []
    for base, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [os.path.join(base, name) for name in names if not name.startswith(".") and _is_known(name, known)]
    return found


def _is_known(name: str, known: tuple[str, ...]) -> bool:
    try:
        format_of(name, known)
    except InputError:
        return False
    return True


def _remote_sources(place: str, known: tuple[str, ...]) -> list[Source]:
    files, path = filesystem(place)
    protocol = place.partition("://")[0]
    try:
        if glob.has_magic(path):
            found = sorted(files.glob(path))
            base = os.path.commonpath([os.path.dirname(one) for one in found]) if found else ""
        elif files.isdir(path):
            found, base = sorted(one for one in files.find(path) if _is_known(one, known)), path
        else:
            found, base = [path], os.path.dirname(path)
        return [
            Source(f"{protocol}://{one.removeprefix(f'{protocol}://')}", os.path.relpath(one, base or "."), size)
            for one, size in ((one, files.size(one)) for one in found)
        ]
    except FileNotFoundError:
        raise InputError(f"{place}: there is no such file") from None


def zstandard() -> Any:
    """The zstandard package; `InputError` that says how to install it."""
    try:
        return import_module("zstandard")
    except ImportError:
        raise InputError(".zst files need zstandard: pip install 'answerkey[zstd]'") from None
