"""Files that were graded before: each row as it was without our fields, so that grading it again replaces them.

Fields are ours where a row has all that every row gets, under one prefix. What grading found to be no row stays that,
for the reason that it gave.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from typing import Any

from answerkey.running.fields import OURS, PROBLEM, ROW, own_prefix
from answerkey.running.files.csv_table import encode
from answerkey.running.files.items import Item, Problem
from answerkey.verdict import Reason

_DECODER = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str)
_INPUT = {reason.value for reason in Reason if reason.value.startswith("input.")} - {Reason.INPUT_MISSING.value}
_SPACE = re.compile(r"[ \t\r\n]*")


def json_rows(items: Iterator[Item]) -> Iterator[Item]:
    """Rows of JSON Lines or of an array, without our fields."""
    for item in items:
        if item.row is None or (prefix := own_prefix(item.row)) is None:
            yield item
        elif (problem := _problem(item.row, prefix)) is not None:
            yield Item(encode(str(item.row[prefix + ROW])), None, problem)
        else:
            text = _without(item.raw.decode("utf-8", "surrogateescape"), {prefix + name for name in OURS})
            yield Item(text.encode("utf-8", "surrogateescape"), _others(item.row, prefix))


def table_rows(items: Iterator[Item]) -> Iterator[Item]:
    """Rows of Parquet, without our fields. Null is what a table has for a field that was not there."""
    for item in items:
        if item.row is None or (prefix := own_prefix(item.row)) is None:
            yield item
        elif (problem := _problem(item.row, prefix)) is not None:
            yield Item(str(item.row[prefix + ROW]), None, problem)
        else:
            yield Item(item.raw, _others(item.row, prefix, None))


def records(items: Iterator[Item], *, delimiter: str) -> Iterator[Item]:
    """The header and the records of a table, without our cells. An empty cell may be one that was not there."""
    apart = re.escape(delimiter)
    cell = re.compile(rf'(?:^|{apart})((?:"(?:[^"]++|"")*+"|(?!"))[^{apart}\r\n]*+)')
    header = next(items, None)
    if header is None:
        return
    names = [name.removeprefix("\ufeff") for name in next(csv.reader([header.raw[0]], delimiter=delimiter))]
    prefix = own_prefix(names)
    ours = {f"{prefix}{name}" for name in OURS}
    kept = [name not in ours for name in names]

    def _cut(record: str, row: dict[str, Any] | None) -> Item:
        """A record that has those of its cells that are kept, each as it was written."""
        body = record.rstrip("\r\n")
        cells = [found[1] for found, keep in zip(cell.finditer(body), kept, strict=False) if keep]
        return Item((delimiter.join(cells) + record[len(body) :], len(cells)), row)

    yield header if prefix is None else _cut(header.raw[0], None)
    for item in items:
        if prefix is None or item.row is None:
            yield item
        elif (problem := _problem(item.row, prefix)) is not None:
            yield Item((str(item.row[prefix + ROW]), 0), None, problem)
        else:
            yield _cut(item.raw[0], _others(item.row, prefix, ""))


def _problem(row: dict[str, Any], prefix: str) -> Problem | None:
    """Why a row was none when it was graded: what was there is text in a field of ours."""
    words, reason = row.get(prefix + PROBLEM), str(row.get(prefix + "reason"))
    if not words or row.get(prefix + ROW) is None or reason not in _INPUT:
        return None
    return Problem(Reason(reason), str(words))


def _others(row: dict[str, Any], prefix: str, absent: Any = ...) -> dict[str, Any]:
    """What a row says without our fields; with an `absent`, such a cell of a row that lacked one is none."""
    ours = {prefix + name for name in OURS}
    lacked = row.get(prefix + "reason") == Reason.INPUT_MISSING.value
    return {name: cell for name, cell in row.items() if name not in ours and not (lacked and cell == absent)}


def _without(text: str, ours: set[str]) -> str:
    """The text of a JSON object without its members called `ours`; what is left stays as it is spelled."""
    start = place = text.index("{") + 1
    kept: list[str] = []
    while True:
        name, colon = _DECODER.raw_decode(text, text.index('"', place))
        _, end = _DECODER.raw_decode(text, _skip(text, _skip(text, colon) + 1))
        place = _skip(text, end)
        if name not in ours:
            kept.append(text[start:place])
        if text[place] == "}":
            break
        start = place = place + 1
    return text[: text.index("{") + 1] + ",".join(kept) + text[place:]


def _skip(text: str, place: int) -> int:
    found = _SPACE.match(text, place)
    return found.end() if found else place
