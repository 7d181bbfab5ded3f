"""One row as JSON text: parsed without loss, and written back with its own spelling.

`json` of the standard library is the only parser that keeps every value (others turn large integers into floats);
what even it cannot keep (the spelling `1e5`, repeated keys, white space) stays because the text itself is kept, and new
fields are spliced in before the closing brace.
"""

from __future__ import annotations

import json
import re
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from answerkey.running.files import ABSENT

_SURROGATE = re.compile("[\ud800-\udfff]")


def loads(text: str) -> Any:
    """The value that `text` holds; `ValueError` (with what is wrong) when it holds none.

    >>> loads('{"key": 1234567890123456789012345678901234567890}')
    {'key': 1234567890123456789012345678901234567890}
    """
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        raise
    except ValueError:  # an integer with more digits than CPython agrees to convert
        return json.loads(text, parse_int=integer)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def dumps(value: Any) -> str:
    """`value` as JSON text in readable Unicode; lone surrogates, which no encoding can write, are escaped."""
    text = _readable(value)
    return _exact(value) if _SURROGATE.search(text) else text


def plain(value: Any) -> Any:
    """What JSON writes for a value that it has no type for: NumPy scalars and arrays, dates, decimals, bytes."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    if isinstance(value, bytes):
        return value.decode("utf-8", "backslashreplace")
    if isinstance(value, (set, frozenset)):
        return sorted(value, key=repr)
    if isinstance(value, (Decimal, timedelta)) or value is ABSENT:
        return None if value is ABSENT else str(value)
    if type(value).__name__ == "NAType":  # pandas writes null for it too
        return None
    return str(value)


_readable = json.JSONEncoder(ensure_ascii=False, default=plain).encode
_exact = json.JSONEncoder(default=plain).encode


def splice(text: str, fields: dict[str, Any]) -> str:
    """`text` (a JSON object) with `fields` added at its end and nothing else touched.

    >>> splice('{"a": 1e5}', {"b": True})
    '{"a": 1e5, "b": true}'
    """
    if not fields:
        return text
    body = text.rstrip()
    head, tail = body[:-1].rstrip(), text[len(body) :]
    comma = "" if head.lstrip() == "{" else ", "
    return f"{head}{comma}{dumps(fields)[1:-1]}}}{tail}"


def rewritten(fields: dict[str, Any], text: str | None) -> str:
    """The row `fields` as JSON, spelled as in `text` (the row it came from) as far as it still holds the same.

    A cell that is `ABSENT` is left out where the row it came from has no such field, and is null elsewhere.
    """
    if text is None:
        return dumps({name: None if value is ABSENT else value for name, value in fields.items()})
    original = loads(text)
    kept, added = {}, {}
    for name in original:
        if name in fields:
            kept[name] = original[name] if fields[name] is ABSENT and original[name] != original[name] else fields[name]
    for name, value in fields.items():
        if name not in original and value is not ABSENT:
            added[name] = value
    if len(kept) == len(original) and _alike(kept, original):
        return splice(text, added)
    return dumps({name: None if value is ABSENT else value for name, value in {**kept, **added}.items()})


def _alike(fields: dict[str, Any], original: dict[str, Any]) -> bool:
    """Whether two rows hold the same: unlike `==`, this knows 1 from 1.0 and from True, and a NaN as what it is."""
    return repr(fields) == repr(original) or _exact(fields) == _exact(original)


def integer(digits: str) -> Any:
    """The integer that `digits` say, as a decimal where it has more digits than CPython agrees to convert."""
    try:
        return int(digits)
    except ValueError:
        return Decimal(digits)
