"""Our evaluators inside the real context-bench, in an environment of its own (about 60 MB).

Runs when ANSWERKEY_HOST_TESTS is 1 (`make host`). The environment stays in `.venv-context-bench` for the next time;
ANSWERKEY_CONTEXT_BENCH_PYTHON names the Python of one that is there already.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from fault_server import serving

REPOSITORY = Path(__file__).resolve().parents[2]
ROWS = [("9 * 2? =18", "#### 18"), (r"2 / 4? =Half, so the answer is 0.5.", "#### 1/2"), ("1 + 1? =3", "#### 2")]


@pytest.fixture(scope="session")
def context_bench_python() -> str:
    """The Python of an environment with context-bench and answerkey in it."""
    if os.environ.get("ANSWERKEY_HOST_TESTS") != "1":
        pytest.skip("runs inside the real context-bench when ANSWERKEY_HOST_TESTS=1")
    if given := os.environ.get("ANSWERKEY_CONTEXT_BENCH_PYTHON"):
        return given
    folder = REPOSITORY / ".venv-context-bench"
    python, done = folder / "bin" / "python", folder / ".installed"
    if not done.exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
        install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*install, "context-bench==0.1.0", f"{REPOSITORY}[judge]"], check=True)
        done.touch()
    return str(python)


@pytest.mark.host
def test_inside_the_real_context_bench(context_bench_python: str, tmp_path: Path) -> None:
    rows = [{"question": question, "answer": answer} for question, answer in ROWS]
    (tmp_path / "gsm8k_test.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    with serving() as server:
        server.reply = lambda prompt: prompt.rpartition("=")[2]
        done = subprocess.run(
            [
                context_bench_python,
                str(Path(__file__).with_name("context_bench_program.py")),
                server.url.removesuffix("/v1"),
                str(tmp_path),
            ],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=300,
            env={**os.environ, "PYTHONPATH": str(REPOSITORY / "src")},
        )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert done.stdout.rstrip().endswith("all of it holds")
    assert len(server.requests) == 4 * len(ROWS)
