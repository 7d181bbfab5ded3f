"""JSON Lines as a stream: each row keeps its bytes, our fields are spliced in before its closing brace."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterable, Iterator
from json.encoder import encode_basestring_ascii
from typing import IO, Any

from answerkey.running.fields import NAMES, PROBLEM, ROW, JsonFields, free_prefix
from answerkey.running.files.items import MAX_ROW, Batch, Item, LongLine, Problem, line_of
from answerkey.running.files.json_rows import dumps, integer
from answerkey.running.files.quick_json import row_of
from answerkey.verdict import Reason, Verdict

_MARK = "\ufeff"  # a byte-order mark: at the start of a file, or of one that was appended to another
_SPACE = " \t\r\n"  # what JSON calls white space, which is less than Python does
_TOO_LONG = Problem(Reason.INPUT_TOO_LONG, f"longer than {MAX_ROW:,} bytes")


class Repeated(dict[str, Any]):
    """A row in which `names` stand more than once, with values that differ."""

    names: frozenset[str] = frozenset()


def items(
    stream: IO[bytes], wanted: frozenset[str] | None = None, start: int = 0, length: int | None = None
) -> Iterator[Item]:
    """The rows of `stream`; with `start` and `length`, those that start within so many bytes from there."""
    length = _seek(stream, start, length)
    taken = 0
    while length is None or taken < length:
        line = stream.readline(MAX_ROW)
        if not line:
            return
        if len(line) == MAX_ROW and not line.endswith(b"\n"):
            long = LongLine(line_of(line, stream.readline))
            yield Item(long, None, _TOO_LONG)
            long.pass_by()
            taken += long.size
            continue
        taken += len(line)
        yield item_of(line, wanted)


def _seek(stream: IO[bytes], start: int, length: int | None) -> int | None:
    """Go to the first row that starts at `start` or after it; how many of the `length` bytes are left from there."""
    if not start:
        return length
    place = start - 1
    stream.seek(place)
    while part := stream.readline(1 << 20):  # up to the end of the line that holds the byte before the piece
        place += len(part)
        if part.endswith(b"\n"):
            break
    return None if length is None else start + length - place


def batches(stream: IO[bytes], size: int) -> Iterator[Batch]:
    """The lines of `stream` in batches of about `size` bytes; a line too long to hold passes by alone."""
    while data := stream.read(size):
        if not data.endswith(b"\n"):
            rest = stream.readline(MAX_ROW)
            if len(rest) == MAX_ROW and not rest.endswith(b"\n"):
                place = data.rfind(b"\n") + 1
                if place:
                    yield Batch(data[:place], data.count(b"\n"))
                yield Batch(line_of(data[place:] + rest, stream.readline), 1)
                continue
            data += rest
        yield Batch(data, data.count(b"\n"))


def item_of(line: bytes, wanted: frozenset[str] | None) -> Item:
    """The row that `line` holds. A row that names one of the `wanted` fields twice is not graded."""
    if wanted is not None and (quick := row_of(line, wanted)) is not None:
        return Item(line, quick)
    try:
        text = line.decode()
    except UnicodeDecodeError:
        text = line.decode("utf-8", "surrogateescape")
    try:
        row, end = _raw_decode(text)
        if end < len(text) and text[end:].strip(_SPACE):
            raise json.JSONDecodeError("Extra data", text, end)
    except (ValueError, RecursionError):
        if not text.strip(_SPACE):
            return Item(line, None)
        row, problem = _second_look(text)
        if problem is not None:
            return Item(line, None, problem)
    if not isinstance(row, dict):
        return Item(line, None, Problem(Reason.INPUT_NOT_A_ROW, f"expected an object {{...}}, found {_named(row)}"))
    if type(row) is Repeated and wanted is not None and (twice := sorted(row.names & wanted)):
        return Item(line, None, Problem(Reason.INPUT_REPEATED, f"the field {twice[0]!r} stands in it twice"))
    return Item(line, row)


def _second_look(text: str) -> tuple[Any, Problem | None]:
    """What a line says that the fast reader refused: white space or a byte-order mark before it, huge integers."""
    try:
        return _PATIENT.decode(text.removeprefix(_MARK).rstrip("\r\n")), None
    except json.JSONDecodeError as error:
        return None, Problem(
            Reason.INPUT_BROKEN, f"not JSON: {error.msg.removesuffix(' at')} at column {error.pos + 1}"
        )
    except (ValueError, RecursionError) as error:
        words = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        return None, Problem(Reason.INPUT_BROKEN, f"not JSON: {words}")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    row = dict(pairs)
    if len(row) == len(pairs):
        return row
    repeated = Repeated(row)
    repeated.names = frozenset(name for name, value in pairs if repr(value) != repr(row[name]))
    return repeated


_raw_decode = json.JSONDecoder(object_pairs_hook=_object).raw_decode
_PATIENT = json.JSONDecoder(object_pairs_hook=_object, parse_int=integer)


class JsonSplicer:
    """Makes a row's bytes with our fields at their end. A row that has a field of such a name gets other names."""

    def __init__(self, prefix: str, further: Iterable[str] = ()) -> None:
        self._prefix = prefix
        self._names = frozenset(prefix + name for name in (*NAMES, *further))
        self._fields = JsonFields(prefix)

    def spliced(self, item: Item, verdict: Verdict, more: dict[str, Any]) -> tuple[memoryview, bytes]:
        """Two texts that together are the row with our fields."""
        line, row = item.raw, item.row or {}
        place = line.rindex(b"}")  # which closes the row: only white space follows
        if self._names.isdisjoint(row):
            added = self._fields(verdict, more)
        else:
            added = JsonFields(free_prefix(row))(verdict, more)
        return memoryview(line)[:place], (b", " if row else b"") + added + line[place:]

    def wrapped(self, item: Item, verdict: Verdict, more: dict[str, Any]) -> Iterator[bytes]:
        """The pieces of a row of our own, around the text of what was none; its line break is left out.

        Bytes that are not UTF-8 stand in it as lone surrogates, from which "surrogateescape" makes them again.
        """
        decode = codecs.getincrementaldecoder("utf-8")("surrogateescape").decode
        yield f'{{"{self._prefix}{ROW}": "'.encode()
        for piece in _pieces(item.raw):
            yield encode_basestring_ascii(decode(piece))[1:-1].encode()
        yield encode_basestring_ascii(decode(b"", True))[1:-1].encode()
        words = dumps("; ".join(verdict.notes))
        yield b'", ' + self._fields(verdict, more) + f', "{self._prefix}{PROBLEM}": {words}}}'.encode()


def _pieces(raw: bytes | LongLine) -> Iterator[bytes]:
    """The bytes of a line in pieces of bounded size, without the line break at its end."""
    if isinstance(raw, LongLine):
        yield from (piece.rstrip(b"\r\n") if piece.endswith(b"\n") else piece for piece in raw.pieces())
        return
    line = raw.rstrip(b"\r\n")
    for start in range(0, len(line), 1 << 20):
        yield line[start : start + (1 << 20)]


class LinesWriter:
    """Writes JSON Lines."""

    def __init__(self, file: IO[bytes], prefix: str, further: Iterable[str] = (), *, first: bool = True) -> None:
        self._file = file
        self._splicer = JsonSplicer(prefix, further)
        self._write = file.write

    def put(self, item: Item, verdict: Verdict | None, more: dict[str, Any]) -> None:
        """Write an item as it was, with the fields of its verdict."""
        if verdict is None:
            self._write(item.raw)
        elif item.row is None:
            self._file.writelines(self._splicer.wrapped(item, verdict, more))
            self._write(b"\n")
        else:
            row, added = self._splicer.spliced(item, verdict, more)
            self._write(row)
            self._write(added)


def _named(value: Any) -> str:
    names = {list: "an array", str: "a string", bool: "a truth value", type(None): "null"}
    return names.get(type(value), "a number")
