"""Bodies to rows: JSON is parsed and its shape checked before any work; what does not fit is `Refused`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple, NoReturn

from answerkey.serving.conventions import OPTIONS, Conventions, conventions
from answerkey.serving.refused import Refused
from answerkey.serving.settings import Limits

ROW_FIELDS = ("gold", "response", "question")
# A string (to the end where it is not closed, so that looking is linear), or what stands before a value.
_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[{,]', re.DOTALL)


class Row(NamedTuple):
    """One response and its key, as JSON values."""

    gold: Any
    response: Any
    question: str | None = None


class Asked(NamedTuple):
    """What a grading request asks for; `single`: its row stood alone, and so does its verdict."""

    rows: list[Row]
    conventions: Conventions
    single: bool = False


def parse(body: bytes, limits: Limits) -> dict[str, Any]:
    """The JSON object that `body` holds; values are counted first, as empty ones take up to forty times their text."""
    try:
        text = body.decode("utf-8-sig")
        if _too_many(text, limits.values):
            raise Refused(413, f"the body holds more values than the {limits.values:,} that are taken")
        value = json.loads(text, parse_constant=_no_constant)
    except RecursionError:
        raise Refused(400, "the body is nested too deeply") from None
    except ValueError as error:  # malformed, not UTF-8, or a number of thousands of digits
        raise Refused(400, f"the body is no JSON: {str(error)[:200]}") from None
    if not isinstance(value, dict):
        raise Refused(422, "the body is no JSON object")
    return value


def _too_many(text: str, limit: int) -> bool:
    """Whether more than `limit` values stand in `text`: each after a bracket or a comma that is in no string."""
    if text.count("[") + text.count("{") + text.count(",") <= limit:
        return False
    values = 0
    for number, token in enumerate(_TOKEN.finditer(text)):
        values += text[token.start()] != '"'
        if values > limit or number > 3 * limit:  # a key and a string a value: more is no JSON
            return True
    return False


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON value")


def grading(value: dict[str, Any], limits: Limits) -> Asked:
    """The rows and options of `POST /grade`: one row with the options beside it, or `rows`."""
    if "rows" not in value:
        known(value, (*ROW_FIELDS, *OPTIONS))
        return Asked([row(value, "", limits)], conventions(value), single=True)
    known(value, ("rows", *OPTIONS))
    rows = listed(value, "rows", limits)
    return Asked([row(one, f"rows[{place}].", limits) for place, one in enumerate(rows)], conventions(value))


def row(value: Any, where: str, limits: Limits) -> Row:
    """The row that `value` holds; `where` is its place in the request ("rows[3].")."""
    if not isinstance(value, dict):
        raise Refused(422, f"{where[:-1]} is no object with 'gold' and 'response'")
    for name in ("gold", "response"):
        if name not in value:
            raise Refused(422, f"{where}{name} is missing")
    gold, response, question = value["gold"], value["response"], value.get("question")
    if isinstance(gold, list):
        if len(gold) > limits.keys:
            raise Refused(422, f"{where}gold has {len(gold):,} keys; at most {limits.keys} are taken")
        for place, one in enumerate(gold):
            text(one, f"{where}gold[{place}]", limits)
    else:
        text(gold, f"{where}gold", limits)
    text(response, f"{where}response", limits)
    if question is not None and not isinstance(question, str):
        raise Refused(422, f"{where}question is no text")
    text(question, f"{where}question", limits)
    return Row(gold, response, question)


def text(value: Any, where: str, limits: Limits) -> None:
    """Refuse what is neither a text nor a number, boolean or null, and a text that is too long."""
    if isinstance(value, str):
        if len(value) > limits.text_chars:
            raise Refused(422, f"{where} has {len(value):,} characters; at most {limits.text_chars:,} are taken")
    elif isinstance(value, dict | list):
        raise Refused(422, f"{where} is no text")


def listed(value: dict[str, Any], name: str, limits: Limits) -> list[Any]:
    """The list that `value` holds under `name`."""
    rows = value.get(name)
    if not isinstance(rows, list):
        raise Refused(422, f"{name} is no list")
    if len(rows) > limits.rows:
        raise Refused(422, f"{name} has {len(rows):,} rows; at most {limits.rows:,} are taken in one request")
    return rows


def known(value: Mapping[str, Any], names: tuple[str, ...]) -> None:
    """Refuse a field that nobody would look at: a misspelt option must not be silently the default."""
    for name in value:
        if name not in names:
            raise Refused(422, f"there is no field {name[:60]!r}; the fields are {', '.join(names)}")
