"""All rows of the files that a place names, in memory: for what looks at a whole run at once."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

from answerkey.running.errors import InputError
from answerkey.running.files.places import format_of, open_source, sources
from answerkey.running.files.streams import NAMES, STREAMS
from answerkey.running.job import errors_of, row_name


def read_rows(place: str, broken: dict[int, str] | None = None) -> list[dict[str, Any]]:
    """The rows of a file, a folder or a pattern, in any format that `answerkey grade` writes.

    `InputError`, one line for a person, for what cannot be read, for a row that is none, and where there are no rows.
    With `broken`, a row that is none is empty instead, and stands there by its place: which line or row it is, and
    what is wrong with it.
    """
    rows: list[dict[str, Any]] = []
    for source in sources(place, NAMES):
        form = format_of(source.place, NAMES)
        with errors_of(source.place), ExitStack() as stack:
            stream, raw = open_source(source.place, form.compression)
            stack.callback(raw.close)
            for number, item in enumerate(STREAMS[form.name].items(stream), 1):
                if item.problem is not None:
                    said = f"{row_name(form.name, number)}: {item.problem.words}"
                    if broken is None:
                        raise InputError(f"{source.place}, {said}")
                    broken[len(rows)] = said
                    rows.append({})
                elif item.row is not None:
                    rows.append(item.row)
    if len(rows) == len(broken or ()):
        said = f"no row can be read: {broken[0]}" if broken else "there are no rows in it"
        raise InputError(f"{place}: {said}")
    return rows
