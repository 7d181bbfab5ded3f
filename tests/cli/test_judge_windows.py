"""A judge that is asked in windows: the same verdicts as in one, every row asked about once, a stop mended."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from answerkey.cli.judging import JudgeOptions
from answerkey.running import job, plan
from answerkey.running.grade_files import Progress, grade_files
from answerkey.running.options import Options
from fault_server import FaultServer, serving

COUNT = 60


@pytest.fixture
def server() -> Iterator[FaultServer]:
    with serving() as server:
        server.reply = lambda prompt: json.dumps({"reason": "as told", "judgement_result": "even" in prompt})
        yield server


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Two rows of three are for the judge."""
    path = tmp_path / "rows.jsonl"
    words = ["even" if number % 2 else "odd" for number in range(COUNT)]
    pairs = [(f"Evelyn {n}", f"Briana {word} {n}.") if n % 3 else ("5", "5") for n, word in enumerate(words)]
    path.write_text("".join(json.dumps({"gold": gold, "response": given}) + "\n" for gold, given in pairs))
    return path


def judged(server: FaultServer, file: Path, name: str, audit: int = 6) -> tuple[Path, Any, Any]:
    review = JudgeOptions(server.url, "m", cache=False, audit=audit).review()
    assert review is not None
    out = file.with_name(name)
    with review.judge:
        graded = grade_files([str(file)], Options(output=str(out), review=review))
    return out, graded, review.summary()


def asked(server: FaultServer) -> Counter[str]:
    return Counter(request["messages"][-1]["content"] for request in server.requests)


@pytest.mark.parametrize(("rows", "size"), [(7, 1 << 26), (1000, 400), (5, 400)])
def test_windows_change_nothing(
    server: FaultServer, file: Path, monkeypatch: pytest.MonkeyPatch, rows: int, size: int
) -> None:
    whole, expected, spent = judged(server, file, "whole.jsonl")
    before = asked(server)
    server.requests.clear()
    monkeypatch.setattr(job, "_WINDOW_ROWS", rows)
    monkeypatch.setattr(job, "WINDOW_BYTES", size)
    monkeypatch.setattr(plan, "WINDOW_BYTES", size)
    out, graded, total = judged(server, file, "out.jsonl")
    undecided = {text for text in before if "Evelyn" in text}
    assert len(undecided) == COUNT * 2 // 3
    assert {text: asked(server)[text] for text in undecided} == dict.fromkeys(undecided, 1)
    assert graded.summary == expected.summary
    kept = [[json.loads(line) for line in path.read_bytes().splitlines()] for path in (out, whole)]
    decided = [[row["answerkey_reason"] for row in rows] for rows in kept]
    assert decided[0] == decided[1]
    assert total["audit"]["sampled"] == spent["audit"]["sampled"] == 6
    assert total["outcomes"] == spent["outcomes"]


def test_a_run_that_stops_asks_nothing_twice(
    server: FaultServer, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, _, _ = judged(server, file, "whole.jsonl", audit=0)
    server.requests.clear()
    monkeypatch.setattr(plan, "WINDOW_BYTES", 400)

    def stop(progress: Progress) -> None:
        if progress.rows > COUNT // 2:
            raise KeyboardInterrupt

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    review = JudgeOptions(server.url, "m").review()  # what was judged and not written yet comes from the cache
    assert review is not None
    out = file.with_name("out.jsonl")
    for on_progress in (stop, None):
        try:
            grade_files([str(file)], Options(output=str(out), review=review), on_progress=on_progress)
        except KeyboardInterrupt:
            assert not out.exists()
            assert 0 < len(server.requests) < COUNT * 2 // 3
    assert set(asked(server).values()) == {1}
    assert len(server.requests) == COUNT * 2 // 3
    assert out.read_bytes() == whole.read_bytes()
