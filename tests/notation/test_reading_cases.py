"""What is read, as text: `tests/cases/read/*.txt`.

One line a case: `text  =>  reading  |  other readings`, in plain text as the printer writes it, most likely first; or
`text  =>  !! why` where reading must stop. Two spaces stand on either side of the signs.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from answerkey.notation.nodes import HEADS, Node
from answerkey.notation.parser import read
from answerkey.notation.printer import to_latex, to_plain

FOLDER = Path(__file__).resolve().parents[1] / "cases" / "read"


class Case(NamedTuple):
    place: str
    text: str
    wanted: str


def cases() -> list[Case]:
    found = []
    for path in sorted(FOLDER.glob("*.txt")):
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            if line and not line.startswith("# "):
                text, arrow, wanted = line.partition("  =>  ")
                assert arrow, f"{path.name}:{number}: not a case: {line!r}"
                found.append(Case(f"{path.name}:{number}", text, wanted))
    return found


CASES = cases()


def heads(node: object) -> set[str]:
    if isinstance(node, Node):
        return {node.head}.union(*map(heads, node.args))
    return set().union(*map(heads, node)) if isinstance(node, tuple) else set()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.place)
def test_reads_as_written(case: Case) -> None:
    reading = read(case.text)
    if case.wanted.startswith("!! "):
        assert reading.nodes == ()
        assert reading.failure is not None
        assert reading.failure.why == case.wanted[3:], case
    else:
        assert reading.failure is None, f"{case}: {reading.failure}"
        assert "  |  ".join(map(to_plain, reading.nodes)) == case.wanted, case


@pytest.mark.parametrize("case", [case for case in CASES if "!! " not in case.wanted], ids=lambda case: case.place)
def test_what_is_printed_reads_as_the_same_tree(case: Case) -> None:
    for node in read(case.text).nodes:
        assert read(to_plain(node)).nodes[0] == node, f"{case}: {to_plain(node)}"
        assert read(to_latex(node)).nodes[0] == node, f"{case}: {to_latex(node)}"


def test_the_cases_reach_every_head() -> None:
    seen = set().union(*(heads(node) for case in CASES for node in read(case.text).nodes))
    assert set(HEADS) - seen == set()
