"""Our adapters inside the real hosts, each of which grades the same rows: the verdicts are `grade`'s, one by one."""

from __future__ import annotations

from pathlib import Path

import pytest

from host_environments import HOSTS, REPOSITORY, graded_by
from host_rows import host_rows, host_verdicts

BINARY = ("trl", "lm_eval", "deepeval", "lighteval", "evalscope")  # they are told right or not right alone
EXAMPLES = REPOSITORY / "examples"
ARGUMENTS = {"lm_eval": (str(EXAMPLES / "lm_eval"),)}


# These have tests of their own, as they are more than an adapter.
APART = {"dataflow", "context_bench", "ray"}


@pytest.mark.host
@pytest.mark.parametrize("name", sorted({*HOSTS} - APART))
def test_inside_the_real(name: str, tmp_path: Path) -> None:
    verdicts = graded_by(name, tmp_path, host_rows(), *ARGUMENTS.get(name, ()))
    wanted = [verdict is True for verdict in host_verdicts()] if name in BINARY else host_verdicts()
    differing = [row for row, got, want in zip(host_rows(), verdicts, wanted, strict=True) if got != want]
    assert differing == []
