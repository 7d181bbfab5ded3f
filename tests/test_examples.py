"""What is shown to newcomers does what it says: the sample, and the examples of the documents."""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
import subprocess
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

from answerkey import grade

ROOT = Path(__file__).resolve().parents[1]
SAMPLE = [json.loads(line) for line in (ROOT / "examples" / "sample.jsonl").read_text(encoding="utf-8").splitlines()]
FENCE = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("row", SAMPLE, ids=lambda row: str(row["id"]))
def test_sample(row: dict[str, str]) -> None:
    verdict = grade(row["gold"], row["response"], question=row["question"])
    assert verdict.outcome == row["expected"], verdict.explain()


def test_sample_shows_every_outcome() -> None:
    counts = Counter(row["expected"] for row in SAMPLE)
    assert set(counts) == {"CORRECT", "INCORRECT", "UNDECIDED"}
    assert len(SAMPLE) >= 40


@pytest.mark.parametrize("page", ["README.md", "docs/migration.md", "docs/integrations/testing.md"])
def test_python_in_the_documents(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    examples = "\n".join(FENCE.findall(text))
    assert ">>>" in examples
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(doctest.DocTestParser().get_doctest(examples, {}, page, page, 0))
    assert runner.summarize(verbose=False).failed == 0


def test_commands_in_the_readme(tmp_path: Path) -> None:
    """The commands on a file, as a newcomer types them one after the other; what is to be installed is here already."""
    blocks = re.findall(
        r"^```sh\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    (block,) = (block for block in blocks if "examples/sample.jsonl" in block)
    commands = [line for line in block.splitlines() if line.startswith("answerkey ")]
    assert len(commands) >= 5
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    for command in commands:
        words = shlex.split(command, comments=True)[1:]
        done = subprocess.run(
            [sys.executable, "-m", "answerkey", *words], cwd=tmp_path, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, (command, done.stderr)
    assert (tmp_path / "report.html").is_file()


@pytest.mark.parametrize("package", ["answerkey", "answerkey.evaluators", "answerkey.operators"])
def test_public_names_import(package: str) -> None:
    module = import_module(package)
    for name in module.__all__:
        assert getattr(module, name) is not None
    assert sorted(module.__all__) == sorted(module._HOMES)
    with pytest.raises(AttributeError, match="nonsense"):
        module.nonsense  # noqa: B018 - the attribute access is the test


def test_the_kernel_line_holds() -> None:
    tool = Path(sys.executable).with_name("lint-imports")
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([tool], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
