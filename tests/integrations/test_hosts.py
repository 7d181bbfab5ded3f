"""Our adapters inside the real hosts, each of which grades the same rows: the verdicts are `grade`'s, one by one."""

from __future__ import annotations

from pathlib import Path

import pytest

from host_environments import graded_by
from host_rows import host_rows, host_verdicts

BINARY = ("trl",)  # hosts that are told right or not right alone


@pytest.mark.host
@pytest.mark.parametrize("name", ["trl", "verl"])
def test_inside_the_real(name: str, tmp_path: Path) -> None:
    verdicts = graded_by(name, tmp_path, host_rows())
    wanted = [verdict is True for verdict in host_verdicts()] if name in BINARY else host_verdicts()
    differing = [row for row, got, want in zip(host_rows(), verdicts, wanted, strict=True) if got != want]
    assert differing == []
