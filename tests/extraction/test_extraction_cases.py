"""`tests/cases/extract/*.txt`: `response  =>  answer  # why`, one file a rule; the file's name is the rule's.

`⏎` and `␍` stand for a line feed and a carriage return. An answer `no_answer…` is the reason for having none.
`[kind NAME]`, `[preset NAME]` and `[rule NAME]` hold for the lines that follow; `[rule any]` asks for no rule.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from answerkey.extraction.chain import Extraction, Extractor
from answerkey.verdict import Reason

FOLDER = Path(__file__).parents[1] / "cases" / "extract"
_CASE = re.compile(r"^(?P<response>.*?)[ \t]{2,}=>[ \t]{2,}(?P<answer>.*?)(?:[ \t]{2,}#.*)?$")


class Case(NamedTuple):
    place: str
    response: str
    answer: str
    kind: str | None
    preset: str
    rule: str | None


def _cases() -> list[Case]:
    found = []
    for path in sorted(FOLDER.glob("*.txt")):
        kind, preset, rule = None, "default", path.stem
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            if not line.strip() or line.startswith("# "):
                continue
            if setting := re.fullmatch(r"\[(kind|preset|rule) (\w+)\]", line):
                kind = setting[2] if setting[1] == "kind" else kind
                preset = setting[2] if setting[1] == "preset" else preset
                rule = setting[2] if setting[1] == "rule" else rule
                continue
            case = _CASE.match(line)
            assert case, f"{path.name}:{number}: not a case: {line!r}"
            response = case["response"].replace("⏎", "\n").replace("␍", "\r")
            found.append(Case(f"{path.name}:{number}", response, case["answer"], kind, preset, rule))
    return found


@pytest.mark.parametrize("case", _cases(), ids=lambda case: case.place)
def test_case(case: Case) -> None:
    found = Extractor.preset(case.preset).extract(case.response, case.kind)
    if isinstance(found, Reason):
        assert found.value == case.answer, case
        return
    assert isinstance(found, Extraction)
    assert found.text == case.answer, f"{case}: {found}"
    assert case.rule in (found.rule, "any"), f"{case}: {found}"
    assert 0 <= found.span[0] <= found.span[1] <= len(case.response)
