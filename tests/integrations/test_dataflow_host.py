"""Our objects inside the real DataFlow, and the same names as the real Math-Verify, which its environment holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from fault_server import serving
from host_environments import run_program


@pytest.mark.host
def test_inside_the_real_dataflow(tmp_path: Path) -> None:
    with serving() as server:
        server.reply = lambda prompt: f'{{"judgement_result": {"true" if "Aristotle" in prompt else "false"}}}'
        run_program("dataflow", tmp_path, f"{server.url}/chat/completions", DF_API_KEY="sk-test")
    assert len(server.requests) > 8


@pytest.mark.host
def test_signatures_of_the_real_math_verify(tmp_path: Path) -> None:
    run_program("dataflow", tmp_path, program="math_verify")
