"""Grading on a real Ray cluster of three nodes, in an environment of its own (about 500 MB, a minute to make).

Runs when ANSWERKEY_HOST_TESTS is 1 (`make host`). The environment stays in `.venv-ray` for the next time;
ANSWERKEY_RAY_PYTHON names the Python of one that is there already.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fault_server import serving

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def ray_python() -> str:
    """The Python of an environment with Ray in it."""
    if os.environ.get("ANSWERKEY_HOST_TESTS") != "1":
        pytest.skip("runs on a real Ray cluster when ANSWERKEY_HOST_TESTS=1")
    if given := os.environ.get("ANSWERKEY_RAY_PYTHON"):
        return given
    folder = REPOSITORY / ".venv-ray"
    python, done = folder / "bin" / "python", folder / ".installed"
    if not done.exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
        install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*install, f"{REPOSITORY}[ray,judge]"], check=True)
        done.touch()
    return str(python)


@pytest.mark.host
def test_on_a_cluster_that_loses_a_node(ray_python: str, tmp_path: Path) -> None:
    with serving() as server:
        program = Path(__file__).with_name("ray_program.py")
        done = subprocess.run(
            [ray_python, str(program), str(tmp_path), server.url],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=400,
            env={**os.environ, "PYTHONPATH": str(REPOSITORY / "src"), "RAY_TMPDIR": "/tmp"},
        )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert done.stdout.rstrip().endswith("all of it holds")
