r"""`assert_answer` for tests of prompts and agents: pytest finds it by its entry point, as a fixture.

def test_halves(assert_answer):
    assert_answer("1/2", ask("What is half of one?"))
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from answerkey.verdict import Verdict


def assert_answer(gold: Any, response: Any, **options: Any) -> Verdict:
    r"""The verdict, if `response` is correct; else the test fails with the marker's note. Options are `grade`'s.

    An undecided response fails, too: the note says so, and why.
    """
    __tracebackhide__ = True
    from answerkey.grading import grade  # loaded when used: every run of pytest loads this file

    verdict = grade(gold, response, **options)
    if not verdict.correct:
        pytest.fail(f"{verdict.explain()}\n  response: {_clipped(response)}", pytrace=False)
    return verdict


@pytest.fixture(scope="session", name="assert_answer")
def _assert_answer() -> Callable[..., Verdict]:
    """`assert_answer(gold, response)`: fails with the marker's note unless the response is correct."""
    return assert_answer


def _clipped(response: Any, limit: int = 300) -> str:
    text = str(response)
    return text if len(text) <= limit else f"…{text[-limit:]}"
