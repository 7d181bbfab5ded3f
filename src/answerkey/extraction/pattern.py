"""A user's own regular expression, guarded: refused where it could take exponential time, windowed by its cost.

Python's engine backtracks: a pattern with k variable repeats (`*`, `+`, `{m,n}`) can take time of the order of n^(k+1)
on n characters, each optional part and each alternation multiplies it by the number of its choices, and with one repeat
or alternation inside another the time is exponential. So the latter are refused with `ValueError`, as are
backreferences, more than `MAX_REPEATS` variable repeats and more than `MAX_WAYS` ways to choose, and the pattern sees
only as many characters at a response's end as keep the work within `STEPS`. A pattern that begins with at least three
plain characters ("Result: ") is looked for at their last occurrences instead, wherever they stand, and sees what stands
behind them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from answerkey.extraction.response import Extraction, Response, pick

NAME = "pattern"
STEPS = 30_000_000  # of the engine, some tens of milliseconds
MAX_WINDOW = 20_000  # characters
MAX_PLACES = 8  # occurrences of a plain beginning that are tried
MAX_REPEATS = 3  # variable ones
MAX_WAYS = 256  # to choose among alternatives and optional parts
LONG_REPEAT = 16  # a fixed repeat of so many costs what a variable one does
_TOKEN = re.compile(
    r"(?P<escape>\\.)|(?P<set>\[\^?\]?(?:\\.|[^\]\\])*\])"
    r"|(?P<whole>\(\?(?:#[^)]*|[aiLmsux-]+|P=\w+)\))|(?P<open>\((?:\?(?:P<\w+>|[:=!>]|<[=!]|[aiLmsux-]+:))?)"
    r"|(?P<close>\))|(?P<repeat>[*+?]|\{(?:\d+,?\d*|,\d+)\})[?+]?|(?P<either>\|)|(?P<other>.)",
    re.DOTALL,
)
_PLAIN_START = re.compile(r"[A-Za-z0-9 :#=<>_-]{3,}(?![?*+{|])|[A-Za-z0-9 :#=<>_-]{3,}(?=[A-Za-z0-9 :#=<>_-][?*+{])")


class Guarded(NamedTuple):
    """A pattern that was let through, the plain text it begins with ("" if none), and how much it may see."""

    compiled: re.Pattern[str]
    begins: str
    window: int


@lru_cache(maxsize=64)
def guarded(pattern: str) -> Guarded:
    """The pattern, compiled; `ValueError` says why a pattern is refused.

    >>> guarded(r"Result: (\\d+)")[1:]
    ('Result: ', 20000)
    """
    try:
        compiled = re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        raise ValueError(f"not a regular expression: {pattern!r}: {error}") from None
    repeats, ways = _cost(pattern)
    plain = _PLAIN_START.match(pattern)
    begins = plain[0] if plain and not _alternates(pattern) else ""
    steps, power = (STEPS / MAX_PLACES, repeats) if begins else (STEPS, repeats + 1)
    return Guarded(compiled, begins, min(MAX_WINDOW, int((steps / ways) ** (1 / max(power, 1)))))


def _cost(pattern: str) -> tuple[int, int]:
    """The number of variable repeats, and of ways to choose; `ValueError` if they could take too long."""
    repeats, ways = 0, 1
    branches = [1]  # of the groups that are open
    variable = [False]  # whether these hold a repeat or an alternation
    closed = False  # whether the group that just ended did
    for token in _TOKEN.finditer(pattern):
        held, closed = closed, False
        if (token["escape"] and token["escape"][1] in "123456789") or (token["whole"] or "").startswith("(?P="):
            raise ValueError(f"a backreference may take exponential time: {pattern!r}")
        if token["open"]:
            variable.append(False)
            branches.append(1)
        elif token["close"]:
            closed = variable.pop()
            variable[-1] = variable[-1] or closed
            ways *= branches.pop()
        elif token["either"]:
            variable[-1] = True
            branches[-1] += 1
        elif token["repeat"] == "?":
            ways *= 2
            variable[-1] = True
        elif token["repeat"] and token["repeat"] != "{1}":
            if held:
                raise ValueError(f"a repeat or an alternation inside a repeat may take exponential time: {pattern!r}")
            fixed = token["repeat"][1:-1]
            if not fixed.isdigit() or int(fixed) >= LONG_REPEAT:
                repeats += 1
                variable[-1] = True
    ways *= branches[0]
    if repeats > MAX_REPEATS or ways > MAX_WAYS:
        raise ValueError(
            f"more than {MAX_REPEATS} variable repeats, or {MAX_WAYS} ways to choose, may take too long: {pattern!r}"
        )
    return repeats, ways


def _alternates(pattern: str) -> bool:
    return any(token["either"] for token in _TOKEN.finditer(pattern))


def find(response: Response, pattern: str) -> Extraction | None:
    """The last match (or first): its first group that took part, or all of it."""
    found = next(_matches(response, guarded(pattern)), None)
    if found is None:
        return None
    group = next((number for number in range(1, len(found.groups()) + 1) if found[number] is not None), 0)
    start, end = found.span(group)
    return response.take(start, end, NAME) if response.text[start:end].strip() else None


def _matches(response: Response, guard: Guarded) -> Iterator[re.Match[str]]:
    text, end = response.text, response.end
    if guard.begins:
        for place in islice(response.hits(guard.begins), MAX_PLACES):
            if found := guard.compiled.match(text, place, min(end, place + guard.window)):
                yield found
        return
    low = response.start if response.first else max(response.start, end - guard.window)
    matches = guard.compiled.finditer(text, low, min(end, low + guard.window))
    if found := pick(matches, first=response.first):
        yield found
