"""What the page says of a row beyond what its file holds: how both sides read, and what shows the difference."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from answerkey.grading import compare, key_texts
from answerkey.notation.parser import read
from answerkey.notation.printer import show, to_latex
from answerkey.policy import PRESETS
from answerkey.reporting.runs import Run

MAX_CHARS = 1_000  # of a text that is shown as a formula and with its reading


class Evidence(NamedTuple):
    """Formulas and readings of key and answer (None: there is nothing to show), and the lines that say why."""

    key_tex: str | None
    key_read: str | None
    answer_tex: str | None
    answer_read: str | None
    why: list[str]


def evidence_of(run: Run, row: int) -> Evidence:
    """The evidence of one row: compared again, as a file keeps none, and shown only where the verdict is the same."""
    gold, answer = run.rows[row].get(run.gold or ""), run.ours(row, "answer")
    keys = tuple(key_texts(gold))
    key_tex, key_read = _shown(keys[0]) if keys else (None, None)
    answer_tex, answer_read = _shown(answer) if isinstance(answer, str) else (None, None)
    return Evidence(key_tex, key_read, answer_tex, answer_read, _why(gold, answer, run.reasons[row]))


def _why(gold: Any, answer: Any, reason: str) -> list[str]:
    """What led to the stored reason. Files do not say under which policy: the first preset to give it counts."""
    verdicts = (compare(gold, answer, policy=policy) for policy in PRESETS.values())
    verdict = next((verdict for verdict in verdicts if verdict.reason.value == reason), None)
    if verdict is None:
        return []
    lines = []
    if verdict.diagnosis is not None:
        lines.append(f"It looks as if {verdict.diagnosis}.")
    if verdict.witness is not None:
        lines.append(f"Evidence: {verdict.witness}")
    if verdict.kind is not None:
        lines.append(f"Compared as: {verdict.kind.replace('_', ' ')}")
    return lines + [f"Mended in the {note}" for note in verdict.notes]


@lru_cache(maxsize=65_536)
def _shown(text: str) -> tuple[str | None, str | None]:
    """A text as LaTeX for the page to set, and how it was read where that does not look the same."""
    if not text or len(text) > MAX_CHARS:
        return None, None
    nodes = read(text).nodes
    if not nodes:
        return None, None
    reading = show(nodes[0])
    same = reading.replace(" ", "") == "".join(text.split())
    tex = to_latex(nodes[0])
    return (None if tex == text and not set(tex) & set("\\^_") else tex), (None if same else reading)
