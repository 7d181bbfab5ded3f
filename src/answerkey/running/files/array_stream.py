"""A JSON array as a stream of its elements. An element keeps its text; what lies between elements is ours."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import IO, Any

from answerkey.running.errors import InputError
from answerkey.running.files.items import MAX_ROW, Batch, Item, LongLine, Problem
from answerkey.running.files.jsonl_stream import JsonSplicer, item_of
from answerkey.running.files.places import BUFFER
from answerkey.verdict import Reason, Verdict

OPENS, PARTS, CLOSES = b"[\n", b",\n", b"\n]\n"
_TOKEN = re.compile(rb'["\[\]{},]')  # what opens, closes and parts
_IN_STRING = re.compile(rb'[^"\\]*+(?:\\.[^"\\]*+)*+', re.DOTALL)
_SPACE = b" \t\r\n"
_TOO_LONG = Problem(Reason.INPUT_TOO_LONG, f"longer than {MAX_ROW:,} bytes")
_UNENDED = Problem(Reason.INPUT_BROKEN, "not JSON: the array does not end after this")
_TRAILING = Problem(Reason.INPUT_BROKEN, "not JSON: this stands after the array's end")


def items(
    stream: IO[bytes], wanted: frozenset[str] | None = None, start: int = 0, length: int | None = None
) -> Iterator[Item]:
    """The elements of the array; text that is no part of one becomes an item with a problem. `InputError`: no array."""
    for text, problem in _elements(stream):
        if isinstance(text, LongLine) or len(text) > MAX_ROW:
            yield Item(text, None, _TOO_LONG)
        else:
            yield item_of(text, wanted) if problem is None else Item(text, None, problem)


def batches(stream: IO[bytes], size: int) -> Iterator[Batch]:
    """Arrays of about `size` bytes with the same elements; one too long to hold passes by alone."""
    texts: list[bytes] = []
    held, first = 0, True
    for text, problem in _elements(stream):
        if isinstance(text, LongLine):
            if texts:
                yield Batch(_array(texts), len(texts))
            yield Batch(chain([b"[]" if problem is _TRAILING else b"["], text.pieces()), 1)
        elif problem is not None:
            start = _array(texts) if problem is _TRAILING else _array(texts)[:-1] + b"," * bool(texts)
            yield Batch(start + text, len(texts) + 1)
        else:
            texts.append(text)
            held += len(text)
            if held < size:
                continue
            yield Batch(_array(texts), len(texts))
        texts, held, first = [], 0, False
    if texts or first:
        yield Batch(_array(texts), len(texts))


def _array(texts: list[bytes]) -> bytes:
    return b"[" + b",".join(texts) + b"]"


def _elements(stream: IO[bytes]) -> Iterator[tuple[bytes | LongLine, Problem | None]]:
    """The text of each element, and what is wrong with text that is none."""
    fragments = _fragments(stream)
    for text, whole, problem in fragments:
        if not whole:
            long = LongLine(_passing(text, fragments))
            yield long, problem
            long.pass_by()
        elif (text := text.strip(_SPACE)) or problem is _UNENDED:  # nothing behind a comma is a file cut off there
            yield text, problem


def _passing(text: bytes, fragments: Iterator[tuple[bytes, bool, Problem | None]]) -> Iterator[bytes]:
    """The fragments of an element that goes on after `text`."""
    yield text.lstrip(_SPACE)
    for more, whole, _ in fragments:
        yield more.rstrip(_SPACE) if whole else more
        if whole:
            return


def _fragments(stream: IO[bytes]) -> Iterator[tuple[bytes, bool, Problem | None]]:
    """Elements as they end, or what there is of one that is too long to hold: its text, whether it ends here."""
    buffer = _beginning(stream)
    start = place = depth = 0
    in_string = False
    while True:
        if in_string:
            inside = _IN_STRING.match(buffer, place)
            place = inside.end() if inside else place
            if buffer.startswith(b'"', place):
                place, in_string = place + 1, False
                continue
        elif token := _TOKEN.search(buffer, place):
            place, sign = token.end(), token[0]
            if sign == b'"':
                in_string = True
            elif sign in b"[{":
                depth += 1
            elif depth:
                depth -= sign in b"]}"
            else:
                yield buffer[start : place - 1], True, None
                start = place
                if sign == b"]":
                    break
            continue
        else:
            place = len(buffer)
        read = stream.read(BUFFER)
        if not read:
            yield buffer[start:], True, _UNENDED
            return
        if place - start > MAX_ROW:
            yield buffer[start:place], False, None
            start = place
        buffer, place, start = buffer[start:] + read, place - start, 0
    rest = buffer[start:]
    while read := stream.read(BUFFER):
        if len(rest) > MAX_ROW:
            yield rest, False, _TRAILING
            rest = b""
        rest += read
    yield rest, True, _TRAILING


def _beginning(stream: IO[bytes]) -> bytes:
    """What follows the array's opening bracket, as far as it was read; an empty file is an empty array."""
    read = stream.read(max(3, BUFFER)).removeprefix(b"\xef\xbb\xbf").lstrip()
    while not read:
        part = stream.read(BUFFER)
        if not part:
            return b"]"
        read = part.lstrip()
    if not read.startswith(b"["):
        hint = "; it looks like JSON Lines: name it .jsonl" if read.startswith(b"{") else ""
        raise InputError(f"expected an array [...] of objects{hint}")
    return read[1:]


class ArrayWriter:
    """Writes the elements of a JSON array, each after a comma; the brackets around them are `closed`'s to write."""

    def __init__(self, file: IO[bytes], prefix: str, further: Iterable[str] = (), *, first: bool = True) -> None:
        self._file = file
        self._splicer = JsonSplicer(prefix, further)

    def put(self, item: Item, verdict: Verdict | None, more: dict[str, Any]) -> None:
        """Write an element as it was, with the fields of its verdict."""
        if verdict is None:
            return
        self._file.write(PARTS)
        if item.row is None:
            self._file.writelines(self._splicer.wrapped(item, verdict, more))
        else:
            row, added = self._splicer.spliced(item, verdict, more)
            self._file.write(row)
            self._file.write(added.rstrip(b"\n"))


def closed(file: IO[bytes]) -> None:
    """Make an array of the elements that `ArrayWriter`s wrote: open it where the first comma is, and close it."""
    file.seek(0)
    file.write(OPENS)
    file.seek(0, 2)
    file.write(CLOSES)
