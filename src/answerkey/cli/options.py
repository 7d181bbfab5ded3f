"""What several verbs share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from answerkey.policy import PRESETS
from answerkey.running.errors import InputError

if TYPE_CHECKING:
    from answerkey.statistics.accuracy import Undecided


def known_policy(name: str) -> str:
    """`name` if it is a preset; `InputError` naming the presets if not."""
    if name not in PRESETS:
        raise InputError(f"there is no policy {name!r}; the presets are: {', '.join(sorted(PRESETS))}")
    return name


def known_undecided(name: str) -> Undecided:
    """The way of counting rows without a decision that is called `name`; `InputError` naming the ways if none is."""
    from answerkey.statistics.accuracy import Undecided

    try:
        return Undecided(name)
    except ValueError:
        raise InputError(f"--undecided takes {', '.join(Undecided)}, not {name!r}") from None


def numbers(text: str | None, option: str) -> list[int]:
    """The positive numbers in `1,4,16`; none where the option is not given."""
    try:
        found = [int(part) for part in (text or "").split(",") if part.strip()]
    except ValueError:
        found = [0]
    if any(number < 1 for number in found):
        raise InputError(f"{option} takes positive numbers like 1,4,16, not {text!r}")
    return found
