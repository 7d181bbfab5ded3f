"""The chat protocol: addresses, Retry-After, and that no body raises anything but `CallFailed`."""

import json
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerkey.judging.wire import CallFailed, Completion, Failure, chat_url, read_answer, shown_url

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["choices", "message", "content", "error", "usage", "code", "type", "text"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)
STATUSES = [200, 204, 301, 400, 401, 404, 408, 413, 418, 422, 429, 500, 502, 503, 529, 599]


def outcome(status: int, body: bytes, **headers: str) -> Completion | CallFailed:
    try:
        return read_answer(status, headers, body)
    except CallFailed as failed:
        return failed


@given(JSON, st.sampled_from(STATUSES))
def test_any_json_is_a_completion_or_a_failure(value: Any, status: int) -> None:
    got = outcome(status, json.dumps(value).encode())
    assert isinstance(got, CallFailed if status != 200 else (Completion, CallFailed))


@given(JSON)
def test_any_message_is_read(value: Any) -> None:
    got = outcome(200, json.dumps({"choices": [{"message": {"content": value}, "finish_reason": value}]}).encode())
    assert isinstance(got, Completion)
    assert got.text is None or isinstance(got.text, str)


@given(st.binary(max_size=200), st.sampled_from(STATUSES))
def test_any_bytes_are_a_failure(body: bytes, status: int) -> None:
    got = outcome(status, body)
    assert isinstance(got, CallFailed)
    assert len(got.message) < 500


def test_a_body_nested_too_deep_to_parse() -> None:
    assert isinstance(outcome(200, b"[" * 200_000), CallFailed)


@pytest.mark.parametrize(
    ("given_url", "full"),
    [
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000/v1/chat/completions"),
        ("http://127.0.0.1:8000/", "http://127.0.0.1:8000/v1/chat/completions"),
        ("https://host/v1", "https://host/v1/chat/completions"),
        ("https://host/v1/", "https://host/v1/chat/completions"),
        ("https://host/v1/chat/completions", "https://host/v1/chat/completions"),
        ("https://host/v1/chat/completions/", "https://host/v1/chat/completions"),
        (
            "https://host/openai/deployments/x?api-version=1",
            "https://host/openai/deployments/x/chat/completions?api-version=1",
        ),
        (" http://[::1]:80/api ", "http://[::1]:80/api/chat/completions"),
    ],
)
def test_base_and_full_urls(given_url: str, full: str) -> None:
    assert chat_url(given_url) == full


def test_what_is_shown_of_a_url_is_not_secret() -> None:
    assert shown_url("https://user:pass@host:1/v1?key=s") == "https://host:1/v1"


@pytest.mark.parametrize(
    ("headers", "low", "high"),
    [
        ({"Retry-After": "7"}, 7, 7),
        ({"Retry-After": "0.5"}, 0.5, 0.5),
        ({"Retry-After": "7", "Retry-After-Ms": "250"}, 0.25, 0.25),
        ({"Retry-After": format_datetime(datetime(2001, 1, 1, tzinfo=UTC), usegmt=True)}, 0, 0),
    ],
)
def test_retry_after(headers: dict[str, str], low: float, high: float) -> None:
    got = outcome(429, b"{}", **headers)
    assert isinstance(got, CallFailed)
    assert got.kind is Failure.LIMITED
    assert low <= (got.retry_after if got.retry_after is not None else -1) <= high


@pytest.mark.parametrize("value", ["", "soon", "-3", "nan", "inf", "99999999999999999999999 GMT"])
def test_a_retry_after_that_says_nothing(value: str) -> None:
    got = outcome(429, b"{}", **{"Retry-After": value})
    assert isinstance(got, CallFailed)
    assert got.retry_after is None


def test_a_retry_after_that_is_a_date() -> None:
    date = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)
    got = outcome(429, b"{}", **{"Retry-After": date})
    assert isinstance(got, CallFailed)
    assert 80 < (got.retry_after or 0) < 91
