"""Environments of the real host programs, and how a program is run in one.

A host's tests run where `ANSWERKEY_<NAME>_PYTHON` names the Python of an environment that has it, or where one may
be made: `ANSWERKEY_HOST_TESTS` is "1" (the small ones, `make host`), "all", or names joined by commas. What is made
stays in `.venv-<name>` for the next time.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[1]
_JUDGE = ("aiohttp>=3.10", "tenacity>=9", "aiolimiter>=1.1")
_OFFLINE = {"HF_HUB_OFFLINE": "1", "DEEPEVAL_TELEMETRY_OPT_OUT": "YES", "WANDB_MODE": "disabled", "NO_COLOR": "1"}


@dataclass(frozen=True)
class Host:
    """What its environment holds: `packages`, then `bare` ones without the dependencies that no test needs."""

    packages: tuple[str, ...]
    bare: tuple[str, ...] = ()
    small: bool = False  # made in about a minute


HOSTS = {
    "dataflow": Host(
        (
            *("numpy<2", "pandas==2.3.3", "pyarrow==20.0.0", "math_verify==0.9.0", "rich", "colorlog", "tqdm"),
            *("word2number", "json5", "requests", *_JUDGE),
        ),
        ("open-dataflow==1.0.13",),
        small=True,
    ),
    "context_bench": Host(("context-bench==0.1.0", *_JUDGE), small=True),
    "inspect": Host(("inspect-ai==0.3.285",), small=True),
    "ray": Host(("ray[data]>=2.40", *_JUDGE), small=True),
    "lm_eval": Host(("lm-eval==0.4.13",)),
    "deepeval": Host(("deepeval==4.3.1",)),
    "evaluate": Host(("evaluate==0.4.6",)),
    "trl": Host(("torch==2.13.0", "trl==1.16.0")),
    "verl": Host(("torch==2.13.0", "verl==0.9.1")),
    "lighteval": Host(("torch==2.13.0", "lighteval==0.13.0")),
    "evalscope": Host(("torch==2.13.0", "evalscope==1.14.1")),
    "opencompass": Host(
        (
            *(
                "torch==2.13.0",
                "mmengine-lite==0.10.7",
                "datasets",
                "scipy",
                "transformers",
                "evaluate",
                "jieba",
                "nltk",
            ),
            *("rank_bm25", "rouge_chinese", "scikit-learn", "httpx", "requests", "importlib-metadata"),
        ),
        ("opencompass==0.5.4",),
    ),
}


def python_of(name: str) -> str:
    """The Python of the environment of host `name`, made if it may be; skips otherwise."""
    if given := os.environ.get(f"ANSWERKEY_{name.upper()}_PYTHON"):
        return given
    host, wanted = HOSTS[name], os.environ.get("ANSWERKEY_HOST_TESTS", "")
    if not (wanted == "all" or name in wanted.split(",") or (wanted == "1" and host.small)):
        pytest.skip(f"needs {name}: ANSWERKEY_{name.upper()}_PYTHON, or ANSWERKEY_HOST_TESTS={name} to install it")
    folder = REPOSITORY / f".venv-{name}"
    python, done = folder / "bin" / "python", folder / ".installed"
    if not done.exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
        install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*install, *host.packages, "-e", str(REPOSITORY)], check=True)
        if host.bare:
            subprocess.run([*install, "--no-deps", *host.bare], check=True)
        done.touch()
    return str(python)


def run_program(name: str, folder: Path, *arguments: str, program: str | None = None, **environment: str) -> str:
    """Run `integrations/<name>_program.py` in the host's environment, in `folder`; its output, if it succeeds."""
    path = REPOSITORY / "tests" / "integrations" / f"{program or name}_program.py"
    done = subprocess.run(
        [python_of(name), str(path), *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=600,
        env={**os.environ, **_OFFLINE, "HOME": str(folder), "PYTHONPATH": str(REPOSITORY / "src"), **environment},
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-6000:]
    assert done.stdout.rstrip().endswith("all of it holds"), done.stdout[-3000:]
    return done.stdout


def graded_by(name: str, folder: Path, rows: list[dict[str, str]], *arguments: str) -> list[bool | None]:
    """What the host made of `rows`, whose program reads `rows.json` and writes `verdicts.json`: None for undecided."""
    (folder / "rows.json").write_text(json.dumps(rows), encoding="utf-8")
    run_program(name, folder, *arguments)
    verdicts: list[bool | None] = json.loads((folder / "verdicts.json").read_text(encoding="utf-8"))
    return verdicts
