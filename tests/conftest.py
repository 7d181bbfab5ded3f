"""Fixtures for all tests."""

from __future__ import annotations

import os
from pathlib import Path

import hypothesis
import pytest

# A property holds or does not; how long an example takes on a loaded machine is no part of it.
hypothesis.settings.register_profile(
    "answerkey", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow], print_blob=True
)
hypothesis.settings.load_profile("answerkey")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real input beside the repository, or where ANSWERKEY_SHARED says; skips where it is absent."""
    beside = Path(__file__).resolve().parents[2] / "shared"
    folder = Path(os.environ.get("ANSWERKEY_SHARED", beside))
    if not folder.is_dir():
        pytest.skip("the real input is not here; name its folder in ANSWERKEY_SHARED")
    return folder
