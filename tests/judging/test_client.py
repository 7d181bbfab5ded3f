"""The client against a server that misbehaves in every way we know."""

import asyncio
import gc
import logging
import sys
import threading
import time
from typing import Any

import pytest

from answerkey.judging import client as client_module
from answerkey.judging.client import Call, ChatClient, Failure
from answerkey.judging.contract import JUDGEMENT
from fault_server import FAULTS, GOOD, FaultServer, serving

pytestmark = pytest.mark.usefixtures("quick")


def ask(*prompts: str) -> list[list[dict[str, str]]]:
    return [[{"role": "user", "content": prompt}] for prompt in prompts]


def client(server: FaultServer, **options: Any) -> ChatClient:
    return ChatClient(server.url, "m", **{"max_attempts": 3, "request_timeout": 0.6, **options})


TWICE = ["broken_json", "html", "html502", "no_choices", "no_message", "choices_null", "json_list", "json_number"]
TWICE += ["empty_body", "error200", "error200_text", "s429", "s500", "s503", "reset", "short", "endless"]


@pytest.mark.parametrize("fault", TWICE)
def test_a_passing_fault_is_tried_again(server: FaultServer, fault: str) -> None:
    with client(server) as calls:
        [one] = calls.complete(ask(f"fault:{fault}:2"))
    assert (one.text, one.failure, one.attempts) == (GOOD, None, 3)
    assert (one.usage.prompt, one.usage.completion) == (11, 7)


@pytest.mark.parametrize(
    ("fault", "kind", "requests"),
    [
        ("s400", Failure.REJECTED, 1),
        ("s401", Failure.REJECTED, 1),
        ("s403", Failure.REJECTED, 1),
        ("s404", Failure.REJECTED, 1),
        ("quota", Failure.REJECTED, 1),
        ("quota200", Failure.REJECTED, 1),
        ("redirect", Failure.REJECTED, 1),
        ("too_long", Failure.TOO_LONG, 1),
        ("azure_filter", Failure.FILTERED, 1),
        ("broken_json", Failure.TRANSIENT, 3),
        ("s500", Failure.TRANSIENT, 3),
        ("reset", Failure.TRANSIENT, 3),
        ("s429", Failure.LIMITED, 7),
    ],
)
def test_a_lasting_fault_ends_after_the_right_number_of_requests(
    server: FaultServer, fault: str, kind: Failure, requests: int
) -> None:
    with client(server) as calls:
        [one] = calls.complete(ask(f"fault:{fault}"))
    assert (one.failure, one.text, len(server.requests)) == (kind, None, requests)
    assert one.error


@pytest.mark.parametrize("fault", ["drip", "stall"])
def test_a_server_without_end_is_left_after_the_time_limit(server: FaultServer, fault: str) -> None:
    with client(server, max_attempts=1, request_timeout=0.3) as calls:
        [one] = calls.complete(ask(f"fault:{fault}"))
    assert (one.failure, one.error) == (Failure.TRANSIENT, "no answer within 0.3 s")


def test_every_fault_at_once_leaves_no_row_out_and_no_row_twice(server: FaultServer) -> None:
    prompts = [f"{n} fault:{name}" for n, name in enumerate(sorted(FAULTS))] + [f"{n} fine" for n in range(100, 140)]
    with client(server, concurrency=8, max_attempts=2, retry_after_cap=0.05, request_timeout=0.3) as calls:
        done: list[int] = []
        results = calls.complete(ask(*prompts), on_done=lambda index, _: done.append(index))
    assert sorted(done) == list(range(len(prompts)))
    assert len(results) == len(prompts)
    assert all((one.failure is None) != (one.error is not None) for one in results)


def test_rejections_in_a_row_stop_the_run_with_one_message(server: FaultServer) -> None:
    with client(server, concurrency=2) as calls:
        results = calls.complete(ask(*(f"{n} fault:s401" for n in range(50))))
        assert calls.stopped is not None
        assert "failed calls in a row" in calls.stopped
    assert len(server.requests) <= client_module.IN_A_ROW + 2
    assert {one.failure for one in results} == {Failure.REJECTED, Failure.STOPPED}
    assert {one.error for one in results if one.failure is Failure.STOPPED} == {calls.stopped}


def test_a_rejected_row_among_good_ones_stops_nothing(server: FaultServer) -> None:
    prompts = [f"{n} fault:s400" if n % 3 == 0 else f"{n}" for n in range(60)]
    with client(server, concurrency=1) as calls:
        results = calls.complete(ask(*prompts))
    assert [one.ok for one in results] == [n % 3 != 0 for n in range(60)]


def test_rows_that_are_too_long_stop_nothing(server: FaultServer) -> None:
    with client(server, concurrency=1) as calls:
        results = calls.complete(ask(*(f"{n} fault:too_long" for n in range(20)), "fine"))
    assert results[-1].ok


def test_an_address_where_nobody_is_stops_the_run_after_a_few_attempts_and_is_named() -> None:
    with ChatClient("http://127.0.0.1:9", "m", concurrency=2) as calls:
        results = calls.complete(ask(*map(str, range(100))))
    assert calls.stopped == "stopped: cannot connect to http://127.0.0.1:9/v1/chat/completions: connection refused"
    assert calls.stats.requests <= 6
    assert len(results) == 100
    assert not any(one.ok for one in results)


def test_a_server_that_has_answered_is_tried_as_often_as_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("answerkey.judging.client._BACKOFF", (0.0, 0.0))
    with serving() as server:
        calls = ChatClient(server.url, "m", concurrency=1, max_attempts=5)
        assert calls.complete(ask("a"))[0].ok
    with calls:
        (one,) = calls.complete(ask("b"))
    assert (one.failure, one.attempts) == (Failure.TRANSIENT, 5)


def test_retry_after_is_waited_for_and_capped(server: FaultServer) -> None:
    start = time.monotonic()
    with client(server) as calls:
        assert calls.complete(ask("fault:s429_later:1"))[0].ok
    assert time.monotonic() - start >= 1.0
    with client(server, retry_after_cap=0.1) as calls:
        assert calls.complete(ask("fault:s429_forever:2"))[0].ok
    assert time.monotonic() - start < 60  # the server said a day


@pytest.mark.parametrize("status", [400, 422, 500])
@pytest.mark.parametrize(
    ("refused", "used"), [(["json_schema"], "json_object"), (["json_schema", "json_object"], "text")]
)
def test_the_response_format_falls_back(server: FaultServer, refused: list[str], used: str, status: int) -> None:
    server.refuses = dict.fromkeys(refused, status)
    with client(server, concurrency=1) as calls:
        results = calls.complete([Call(one, JUDGEMENT.response_format) for one in ask("a", "b", "c")])
    assert all(one.ok for one in results)
    kinds = [body.get("response_format", {}).get("type", "text") for body in server.requests]
    assert kinds == [*refused, used, used, used]  # learned once


def test_calls_without_a_format_teach_nothing_about_formats(server: FaultServer) -> None:
    with client(server, concurrency=1) as calls:
        calls.complete([*ask("a"), Call(ask("b")[0], JUDGEMENT.response_format), *ask("c")])
    kinds = [body.get("response_format", {}).get("type", "text") for body in server.requests]
    assert kinds == ["text", "json_schema", "text"]


def test_a_client_that_nobody_closed_leaves_no_thread_and_no_complaint(
    server: FaultServer, capfd: pytest.CaptureFixture[str]
) -> None:
    before = set(threading.enumerate())  # threads of earlier tests may end meanwhile: only new ones count
    assert client(server).complete(ask("a"))[0].ok
    gc.collect()
    assert not set(threading.enumerate()) - before
    assert capfd.readouterr().err == ""


def test_a_closed_client_opens_again(server: FaultServer) -> None:
    calls = client(server)
    for _ in range(2):
        assert calls.complete(ask("a"))[0].ok
        calls.close()


def test_rows_that_break_the_server_stop_nothing(server: FaultServer) -> None:
    prompts = [f"{n} fault:s500" for n in range(30)] + [f"{n}" for n in range(30)]
    with client(server, concurrency=4, max_attempts=1) as calls:
        results = calls.complete(ask(*prompts))
    assert [one.ok for one in results] == [False] * 30 + [True] * 30


def test_a_server_error_in_between_does_not_lower_the_response_format(server: FaultServer) -> None:
    with client(server, concurrency=1) as calls:
        calls.complete([Call(one, JUDGEMENT.response_format) for one in ask("a", "fault:s500:1", "c")])
    assert {body["response_format"]["type"] for body in server.requests} == {"json_schema"}


def test_the_message_fields_are_read(server: FaultServer) -> None:
    names = ["null_content", "filtered", "cut", "refusal", "in_reasoning", "with_reasoning", "parts", "odd_usage"]
    with client(server) as calls:
        got = dict(zip(names, calls.complete(ask(*(f"fault:{name}" for name in names))), strict=True))
    assert all(one.ok for one in got.values())
    assert got["null_content"].text is None
    assert got["filtered"].finish_reason == "content_filter"
    assert got["cut"].finish_reason == "length"
    assert got["refusal"].refusal
    assert got["in_reasoning"].reasoning == GOOD
    assert got["with_reasoning"].text == got["parts"].text == GOOD
    assert got["odd_usage"].usage.prompt == 0


def test_the_key_is_read_by_name_sent_and_never_shown(
    server: FaultServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with client(server, key_env="SOME_KEY") as calls:  # not read before it is needed
        monkeypatch.setenv("SOME_KEY", "sk-secret-key")
        [one] = calls.complete(ask("fault:s401"))
        assert server.headers[0]["Authorization"] == "Bearer sk-secret-key"
        assert "sk-secret-key" not in f"{one}{vars(calls)}{caplog.text}"
        monkeypatch.delenv("SOME_KEY")
        with pytest.raises(ValueError, match="SOME_KEY"):
            calls.complete(ask("x"))


def test_concurrency_is_bounded_and_used(server: FaultServer) -> None:
    with client(server, concurrency=7, request_timeout=5) as calls:
        calls.complete(ask(*(f"{n} fault:slow" for n in range(21))))
    assert server.most_at_once == 7


def test_requests_per_minute(server: FaultServer) -> None:
    start = time.monotonic()
    with client(server, requests_per_minute=600) as calls:
        assert all(one.ok for one in calls.complete(ask(*map(str, range(18)))))
    assert 0.7 < time.monotonic() - start < 20  # ten at once, then ten a second


def test_tokens_per_minute(server: FaultServer) -> None:
    start = time.monotonic()
    with client(server, tokens_per_minute=60_000, parameters={"max_tokens": 1000}) as calls:
        assert all(one.ok for one in calls.complete(ask(*map(str, range(6)))))
    assert 0.9 < time.monotonic() - start < 20  # 5,000 at once, then 1,000 a second


def test_the_total_time_limit_ends_every_row(server: FaultServer) -> None:
    with client(server, total_timeout=0.5, concurrency=2, request_timeout=5) as calls:
        results = calls.complete(ask(*(f"{n} fault:slow" for n in range(40))))
    assert 2 <= sum(one.ok for one in results) < 12
    assert results[-1].failure is Failure.STOPPED


def test_inside_a_running_loop(server: FaultServer) -> None:
    async def both() -> tuple[bool, bool]:
        with client(server) as calls:
            ticks = 0

            async def tick() -> None:
                nonlocal ticks
                while True:
                    ticks += 1
                    await asyncio.sleep(0.01)

            ticking = asyncio.create_task(tick())
            one = (await calls.acomplete(ask("fault:slow")))[0].ok
            ticking.cancel()
            assert ticks > 1  # the caller's loop went on; blocked, it would not have come to a second
            return one, calls.complete(ask("b"))[0].ok

    assert asyncio.run(both()) == (True, True)


def test_cancelled_calls_are_hung_up(server: FaultServer) -> None:
    async def cancelled(calls: ChatClient) -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(calls.acomplete(ask(*(f"{n} fault:stall" for n in range(5)))), 0.3)

    with client(server, request_timeout=5) as calls:
        asyncio.run(cancelled(calls))
        assert server.most_at_once == 5
        for _ in range(2000):
            if server.at_once == 0:
                break
            time.sleep(0.01)
        assert server.at_once == 0
        assert calls.complete(ask("fine"))[0].ok


def test_unsupported_parameters_are_renamed_or_dropped(server: FaultServer) -> None:
    FAULTS["wants_new"] = _wants_new
    with client(server, parameters={"max_tokens": 50, "temperature": 0}) as calls:
        assert all(one.ok for one in calls.complete(ask(*(f"{n} fault:wants_new" for n in range(6)))))
    assert server.requests[-1]["max_completion_tokens"] == 50
    assert "temperature" not in server.requests[-1]


async def _wants_new(request: Any) -> Any:
    from aiohttp import web

    from fault_server import completion

    body = await request.json()
    if "max_tokens" in body:
        message = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens'."
    elif "temperature" in body:
        message = "Unsupported value: 'temperature' does not support 0 with this model."
    else:
        return web.json_response(completion())
    return web.json_response({"error": {"message": message}}, status=400)


def test_an_error_of_the_caller_is_raised_as_it_is(server: FaultServer) -> None:
    def full(index: int, _: object) -> None:
        raise OSError("the disk is full")

    with client(server) as calls, pytest.raises(OSError, match="disk is full"):
        calls.complete(ask("a", "b"), on_done=full)


@pytest.mark.parametrize("url", ["", "localhost:8000", "ftp://x/y", "http://"])
def test_a_url_that_is_none(url: str) -> None:
    with pytest.raises(ValueError, match="http"):
        ChatClient(url, "m")


def test_without_the_extra_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "aiolimiter", None)
    with pytest.raises(ImportError, match=r"pip install 'answerkey\[judge\]'"):
        ChatClient("http://127.0.0.1:9", "m")
