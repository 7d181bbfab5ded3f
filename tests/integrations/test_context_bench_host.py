"""Our evaluators inside the real context-bench."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fault_server import serving
from host_environments import run_program

ROWS = [("9 * 2? =18", "#### 18"), (r"2 / 4? =Half, so the answer is 0.5.", "#### 1/2"), ("1 + 1? =3", "#### 2")]


@pytest.mark.host
def test_inside_the_real_context_bench(tmp_path: Path) -> None:
    rows = [{"question": question, "answer": answer} for question, answer in ROWS]
    (tmp_path / "gsm8k_test.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    with serving() as server:
        server.reply = lambda prompt: prompt.rpartition("=")[2]
        run_program("context_bench", tmp_path, server.url.removesuffix("/v1"), str(tmp_path))
    assert len(server.requests) == 4 * len(ROWS)
