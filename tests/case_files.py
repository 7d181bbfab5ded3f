"""Reads case files: one line a case, `key  ==  answer  # why` (`==` equal, `!=` different, `??` undecided).

Two or more spaces or a tab stand on either side of the sign and before the `#`, so that keys and answers may hold
any of these characters. A line that starts with `# ` is a comment; `[policy NAME]` sets the policy for what
follows. `\\n` in a case stands for a line break only after `[escapes on]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_CASE = re.compile(
    r"^(?P<key>.*?)(?:[ \t]{2,}|\t)(?P<sign>==|!=|\?\?)(?:[ \t]{2,}|\t)(?P<answer>.*?)(?:[ \t]{2,}#.*)?$"
)


class Case(NamedTuple):
    """One line of a case file."""

    place: str  # file:line
    key: str
    sign: str
    answer: str
    policy: str


def cases(folder: Path) -> Iterator[Case]:
    """All cases of the `*.txt` files in `folder`, sorted by file; ValueError at a line that is no case."""
    for path in sorted(folder.glob("*.txt")):
        yield from cases_of(path)


def cases_of(path: Path) -> Iterator[Case]:
    policy, escapes = "default", False
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        place = f"{path.name}:{number}"
        if not line.strip() or line.startswith("# "):
            continue
        if setting := re.fullmatch(r"\[(policy|escapes) (\w+)\]", line.strip()):
            if setting[1] == "policy":
                policy = setting[2]
            else:
                escapes = setting[2] == "on"
            continue
        match = _CASE.match(line)
        if match is None:
            raise ValueError(f"{place}: not a case: {line!r}")
        key, answer = match["key"], match["answer"]
        if escapes:
            key, answer = (part.replace("\\n", "\n") for part in (key, answer))
        yield Case(place, key, match["sign"], answer, policy)
