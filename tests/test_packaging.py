"""The wheel that users get: whole, typed, and nothing in it that is not theirs."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built wheel, unpacked."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def test_holds_all_of_the_package_and_nothing_else(unpacked: Path) -> None:
    source = ROOT / "src"
    wanted = {
        path.relative_to(source).as_posix()
        for path in (source / "answerkey").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    found = {path.relative_to(unpacked).as_posix() for path in unpacked.rglob("*") if path.is_file()}
    assert {name for name in found if ".dist-info/" not in name} == wanted
    assert "answerkey/py.typed" in found
    assert any(name.endswith("phrases/en.toml") for name in found)


def test_metadata(unpacked: Path) -> None:
    (folder,) = unpacked.glob("*.dist-info")
    entry_points = (folder / "entry_points.txt").read_text(encoding="utf-8")
    for target in ("cli:main", "integrations.inspect_ai", "integrations.pytest_plugin"):
        assert f"answerkey = answerkey.{target}\n" in entry_points
    metadata = (folder / "METADATA").read_text(encoding="utf-8")
    assert "Requires-Python: >=3.11" in metadata
    assert "License-Expression: MIT" in metadata


def test_runs_from_the_wheel(unpacked: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "answerkey", "explain", "42", "The answer is 42."],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(unpacked)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.startswith("CORRECT"), done.stderr
