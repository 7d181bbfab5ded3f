"""Grading on a real Ray cluster of three nodes, one of which goes away in the middle."""

from __future__ import annotations

from pathlib import Path

import pytest

from fault_server import serving
from host_environments import run_program

RATE = 1200  # as in the program


@pytest.mark.host
def test_on_a_cluster_that_loses_a_node(tmp_path: Path) -> None:
    with serving() as server:
        run_program("ray", tmp_path, str(tmp_path), server.url)
    limited = [
        moment
        for moment, asked in zip(server.times, server.requests, strict=True)
        if asked["model"] == "from-the-command-line"
    ]
    assert len(limited) >= 400
    # Each of two actors may send a second's worth of its half at once; a slow machine only makes it slower.
    at_once = 2 * RATE / 60 / 2
    assert limited[-1] - limited[0] >= 0.8 * (400 - at_once - RATE / 60) / (RATE / 60)
