"""What several verbs share."""

from __future__ import annotations

from answerkey.policy import PRESETS
from answerkey.running.errors import InputError


def known_policy(name: str) -> str:
    """`name` if it is a preset; `InputError` naming the presets if not."""
    if name not in PRESETS:
        raise InputError(f"there is no policy {name!r}; the presets are: {', '.join(sorted(PRESETS))}")
    return name
