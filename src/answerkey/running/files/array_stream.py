"""A JSON array as a stream of its elements. An element keeps its text; what lies between elements is ours."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import IO, Any

from answerkey.running.errors import InputError
from answerkey.running.files.items import MAX_ROW, Item, Problem
from answerkey.running.files.jsonl_stream import JsonSplicer, item_of
from answerkey.running.files.places import BUFFER
from answerkey.verdict import Reason, Verdict

# A whole string, the start of one whose end is not here yet, or what opens, closes and parts.
_TOKEN = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"|["\[\]{},]', re.DOTALL)
_TOO_LONG = Problem(Reason.INPUT_TOO_LONG, f"longer than {MAX_ROW:,} bytes")
_UNENDED = Problem(Reason.INPUT_BROKEN, "not JSON: the array does not end after this")
_TRAILING = Problem(Reason.INPUT_BROKEN, "not JSON: this stands after the array's end")


def items(stream: IO[bytes], wanted: frozenset[str] | None = None, length: int | None = None) -> Iterator[Item]:
    """The elements of the array; text that is no part of one becomes an item with a problem. `InputError`: no array."""
    buffer = _beginning(stream)
    start = place = depth = 0
    more = BUFFER
    while True:
        token = _TOKEN.search(buffer, place)
        if token is None or token[0] == b'"':
            read = stream.read(more)
            if not read:
                break
            if start:
                buffer, place, start = buffer[start:], (token.start() if token else len(buffer)) - start, 0
            else:
                place = token.start() if token else len(buffer)
            more = max(BUFFER, len(buffer))  # a long string is looked at again from its start: double what is there
            buffer += read
            continue
        place, sign = token.end(), token[0]
        if sign in b"[{":
            depth += 1
        elif depth and sign in b"]}":
            depth -= 1
        elif not depth and sign in b"],}":
            yield from _element(buffer[start : place - 1], wanted)
            start = place
            if sign == b"]":
                yield from _rest(buffer[start:] + stream.read(), _TRAILING)
                return
    yield from _rest(buffer[start:], _UNENDED)


def _beginning(stream: IO[bytes]) -> bytes:
    """What follows the array's opening bracket, as far as it was read; all of an empty file is white space."""
    read = stream.read(max(3, BUFFER)).removeprefix(b"\xef\xbb\xbf").lstrip()
    while not read:
        part = stream.read(BUFFER)
        if not part:
            return b""
        read = part.lstrip()
    if not read.startswith(b"["):
        hint = "; it looks like JSON Lines: name it .jsonl" if read.startswith(b"{") else ""
        raise InputError(f"expected an array [...] of objects{hint}")
    return read[1:]


def _element(text: bytes, wanted: frozenset[str] | None) -> Iterator[Item]:
    text = text.strip(b" \t\r\n")
    if len(text) > MAX_ROW:
        yield Item(text, None, _TOO_LONG)
    elif text:
        yield item_of(text, wanted)


def _rest(text: bytes, problem: Problem) -> Iterator[Item]:
    text = text.strip(b" \t\r\n")
    if text:
        yield Item(text, None, problem)


class ArrayWriter:
    """Writes a JSON array, one element a line where its text has no line breaks."""

    def __init__(self, file: IO[bytes], prefix: str, further: Iterable[str] = ()) -> None:
        self._file = file
        self._splicer = JsonSplicer(prefix, further)
        self._between = b"[\n"

    def put(self, item: Item, verdict: Verdict | None, more: dict[str, Any]) -> None:
        """Write an element as it was, with the fields of its verdict."""
        if verdict is None:
            return
        self._file.write(self._between)
        self._between = b",\n"
        if item.row is None:
            self._file.writelines(self._splicer.wrapped(item, verdict, more))
        else:
            row, added = self._splicer.spliced(item, verdict, more)
            self._file.write(row + added.rstrip(b"\n"))

    def close(self) -> None:
        """Close the array."""
        self._file.write(b"\n]\n" if self._between == b",\n" else b"[\n\n]\n")
