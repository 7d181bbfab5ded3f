"""A user's own regular expression, guarded: refused where it could take exponential time, windowed by its cost.

Python's engine backtracks: a pattern with k unbounded repeats (`*`, `+`, `{n,}`) can take time of the order of n^(k+1)
on n characters. So a repeat inside a repeat, a backreference and more than three unbounded repeats are refused with
`ValueError`, and the pattern sees the last `WINDOWS[k]` characters of a response only.
"""

from __future__ import annotations

import re
from functools import lru_cache

from answerkey.extraction.response import Extraction, Response, pick

NAME = "pattern"
WINDOWS = (20_000, 2_000, 300, 100)  # by the number of unbounded repeats
MAX_REPEAT = 20  # a bounded repeat above this counts as unbounded
_TOKEN = re.compile(
    r"(?P<escape>\\.)|(?P<set>\[\^?\]?(?:\\.|[^\]\\])*\])|(?P<open>\((?:\?(?:P<\w+>|[:=!>]|<[=!]|[aiLmsux-]+[:)]|P=\w+\)|#[^)]*\)))?)"
    r"|(?P<close>\))|(?P<repeat>[*+]|\{(?P<low>\d*)(?P<comma>,?)(?P<high>\d*)\})|(?P<other>.)",
    re.DOTALL,
)


@lru_cache(maxsize=64)
def guarded(pattern: str) -> tuple[re.Pattern[str], int]:
    """The compiled pattern and the number of characters it may see; `ValueError` says why a pattern is refused.

    >>> guarded(r"Result: (\\d+)")[1]
    2000
    """
    try:
        compiled = re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        raise ValueError(f"not a regular expression: {pattern!r}: {error}") from None
    unbounded, groups, last_group = 0, [False], False
    for token in _TOKEN.finditer(pattern):
        repeated = False
        if (token["escape"] and token["escape"][1] in "123456789") or (token["open"] or "").startswith("(?P="):
            raise ValueError(f"a backreference may take exponential time: {pattern!r}")
        if token["open"] and not token["open"].endswith(")"):
            groups.append(False)
        elif token["close"] and len(groups) > 1:
            inside = groups.pop()
            groups[-1] = groups[-1] or inside
            last_group, repeated = inside, True
        elif token["repeat"] and _many(token):
            if last_group:
                raise ValueError(f"a repeat inside a repeat may take exponential time: {pattern!r}")
            unbounded += 1
            groups[-1] = True
        if not repeated:
            last_group = False
    if unbounded >= len(WINDOWS):
        raise ValueError(f"more than {len(WINDOWS) - 1} unbounded repeats may take too long: {pattern!r}")
    return compiled, WINDOWS[unbounded]


def _many(token: re.Match[str]) -> bool:
    if token["repeat"] in "*+":
        return True
    if not token["low"] and not token["high"]:
        return False  # a literal brace
    highest = token["high"] or (token["low"] if not token["comma"] else str(MAX_REPEAT + 1))
    return int(highest) > MAX_REPEAT


def find(response: Response, pattern: str) -> Extraction | None:
    """The last match (or first): its first group that took part, or all of it."""
    compiled, window = guarded(pattern)
    low = response.start if response.first else max(response.start, response.end - window)
    matches = compiled.finditer(response.text, low, min(response.end, low + window))
    found = pick(matches, first=response.first)
    if found is None:
        return None
    group = next((number for number in range(1, len(found.groups()) + 1) if found[number] is not None), 0)
    return response.take(*found.span(group), NAME)
