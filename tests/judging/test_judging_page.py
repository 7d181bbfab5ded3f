"""docs/judging.md: its Python runs, its tables are complete."""

import re
from pathlib import Path

import pytest

from answerkey.judging import JudgeOutcome
from answerkey.judging.prompts import load_prompt
from answerkey.verdict import Reason
from fault_server import serving

PAGE = Path(__file__).resolve().parents[2] / "docs" / "judging.md"


def test_the_python_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    with serving() as server:
        names: dict[str, object] = {}
        exec(block.replace("http://127.0.0.1:8000/v1", server.url), names)
    assert names["outcomes"] == ["equivalent", "equivalent"]
    assert capsys.readouterr().out.startswith("equivalent 1.0 as told\n['judge', 'rules'] 1.0")


def test_every_outcome_and_reason_is_in_the_table() -> None:
    text = PAGE.read_text("utf-8")
    reasons = [reason.value for reason in Reason if "judge" in reason.value]
    assert [word for word in [*map(str, JudgeOutcome), *reasons] if f"`{word}`" not in text] == []
    for name in ("answer", "question", "parts"):
        assert f"`{name}`" in text
        load_prompt(name)
