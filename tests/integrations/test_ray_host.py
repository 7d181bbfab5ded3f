"""Grading on a real Ray cluster of three nodes, one of which goes away in the middle."""

from __future__ import annotations

from pathlib import Path

import pytest

from fault_server import serving
from host_environments import run_program


@pytest.mark.host
def test_on_a_cluster_that_loses_a_node(tmp_path: Path) -> None:
    with serving() as server:
        run_program("ray", tmp_path, str(tmp_path), server.url)
    assert len(server.requests) > 8
