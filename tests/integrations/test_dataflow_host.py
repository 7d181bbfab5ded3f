"""Our objects inside the real DataFlow, in an environment of its own (about 450 MB, one minute to make).

Runs when ANSWERKEY_HOST_TESTS is 1 (`make host`). The environment stays in `.venv-dataflow` for the next time;
ANSWERKEY_DATAFLOW_PYTHON names the Python of one that is there already.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fault_server import serving

REPOSITORY = Path(__file__).resolve().parents[2]
WANTED = ["numpy<2", "pandas==2.3.3", "pyarrow==20.0.0", "math_verify", "rich", "colorlog", "tqdm", "word2number"]
WANTED += ["json5", "requests", "aiohttp>=3.10", "tenacity>=9", "aiolimiter>=1.1"]


@pytest.fixture(scope="session")
def dataflow_python() -> str:
    """The Python of an environment with DataFlow in it, without the gigabytes that its operators here do not use."""
    if os.environ.get("ANSWERKEY_HOST_TESTS") != "1":
        pytest.skip("runs inside the real DataFlow when ANSWERKEY_HOST_TESTS=1")
    if given := os.environ.get("ANSWERKEY_DATAFLOW_PYTHON"):
        return given
    folder = REPOSITORY / ".venv-dataflow"
    python, done = folder / "bin" / "python", folder / ".installed"
    if not done.exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
        install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*install, *WANTED, str(REPOSITORY)], check=True)
        subprocess.run([*install, "--no-deps", "open-dataflow==1.0.13"], check=True)
        done.touch()
    return str(python)


@pytest.mark.host
def test_inside_the_real_dataflow(dataflow_python: str, tmp_path: Path) -> None:
    with serving() as server:
        server.reply = lambda prompt: f'{{"judgement_result": {"true" if "Aristotle" in prompt else "false"}}}'
        done = subprocess.run(
            [dataflow_python, str(Path(__file__).with_name("dataflow_program.py")), f"{server.url}/chat/completions"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=300,
            env={**os.environ, "PYTHONPATH": str(REPOSITORY / "src"), "DF_API_KEY": "sk-test"},
        )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert done.stdout.rstrip().endswith("all of it holds")
    assert len(server.requests) > 8
