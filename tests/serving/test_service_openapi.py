"""The OpenAPI document against the service, by fuzzing: what it allows is served, what it forbids is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("uvicorn")
schemathesis = pytest.importorskip("schemathesis")

from hypothesis import HealthCheck, given, settings  # noqa: E402
from schemathesis import GenerationMode  # noqa: E402
from schemathesis.specs.openapi.checks import positive_data_acceptance  # noqa: E402

from answerkey.serving.openapi import document  # noqa: E402
from answerkey.serving.settings import Limits, Settings  # noqa: E402
from serving_process import Running, service  # noqa: E402

LIMITS = {"text_chars": 100, "rows": 20, "keys": 5}  # so that what exceeds them is small as well
SCHEMA = schemathesis.openapi.from_dict(document(Settings(Limits(**LIMITS))))
OPERATIONS = [operation.ok() for operation in SCHEMA.get_all_operations()]
# What takes nothing cannot be asked wrongly.
CASES = [(operation, mode) for operation in OPERATIONS for mode in GenerationMode if mode.is_positive or operation.body]


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with service(limits=LIMITS) as one:
        yield one


def test_every_path_is_described(running: Running) -> None:
    assert {operation.path for operation in OPERATIONS} == set(running.get("/openapi.json").value["paths"])


def _pattern(body: Any) -> Any:
    extractor = body.get("extractor") if isinstance(body, dict) else None
    return extractor.get("pattern") if isinstance(extractor, dict) else None


@pytest.mark.slow
@pytest.mark.parametrize(("operation", "mode"), CASES, ids=lambda value: getattr(value, "path", value))
def test_it_keeps_what_it_promises(operation: Any, mode: Any, running: Running) -> None:
    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
    def keeps(case: Any) -> None:
        # no schema says that lists have one length, or which regular expressions are safe
        beyond = operation.path == "/get_reward" or isinstance(_pattern(case.body), str)
        case.call_and_validate(base_url=running.url, excluded_checks=[positive_data_acceptance] if beyond else [])

    keeps()
