"""What the benchmarks share: the real input beside the repository, and Math-Verify in its own interpreter."""

from __future__ import annotations

import gzip
import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

SHARED = Path(os.environ.get("ANSWERKEY_SHARED", Path(__file__).resolve().parents[2] / "shared"))


class Peer(NamedTuple):
    """What the peer said of one row, and how long it took by the clock and of the processor."""

    correct: bool
    seconds: float
    cpu_seconds: float


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of a JSON Lines file, compressed or not."""
    if not path.is_file():
        raise SystemExit(f"{path}: not there; name the folder of real input in ANSWERKEY_SHARED")
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def peer_python(given: str | None) -> str | None:
    """The interpreter that has Math-Verify: the one given, this one if it has it, else None."""
    if given:
        return given
    return sys.executable if importlib.util.find_spec("math_verify") else None


def math_verify(python: str, pairs: Sequence[tuple[str, str]]) -> list[Peer]:
    """Math-Verify's verdict on each (gold, pred) pair."""
    script = Path(__file__).with_name("math_verify_peer.py")
    text = "".join(json.dumps(pair) + "\n" for pair in pairs)
    done = subprocess.run(
        [python, str(script)], input=text, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    answers = [Peer(*json.loads(line)) for line in done.stdout.splitlines()]
    if len(answers) != len(pairs):
        raise SystemExit(f"Math-Verify stopped at row {len(answers) + 1} of {len(pairs)} (exit code {done.returncode})")
    return answers


def quantile(values: Iterable[float], share: float) -> float:
    """The nearest-rank quantile."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
