"""A chat endpoint that misbehaves on request: the last word `fault:NAME` of a prompt says how, `fault:NAME:N` only
the first N times that prompt is seen. Runs in a thread, on 127.0.0.1 alone."""

from __future__ import annotations

import asyncio
import json
import re
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

from aiohttp import web

GOOD = '{"reason": "as told", "judgement_result": true}'


def completion(content: Any = GOOD, finish: str = "stop", **message: Any) -> dict[str, Any]:
    """A chat completion as servers send it."""
    choice = {"index": 0, "message": {"role": "assistant", "content": content, **message}, "finish_reason": finish}
    return {"object": "chat.completion", "choices": [choice], "usage": {"prompt_tokens": 11, "completion_tokens": 7}}


class FaultServer:
    """The server's state: what it was sent, and how it is to answer where a prompt does not say."""

    def __init__(self) -> None:
        self.url = ""
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.seen: Counter[str] = Counter()
        self.reply: Callable[[str], str] = lambda prompt: GOOD
        self.refuses: dict[str, int] = {}  # response format -> status
        self.at_once = self.most_at_once = 0
        self.times: list[float] = []

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """One request, with the fault that it asks for."""
        body = json.loads(await request.read())
        self.requests.append(body)
        self.times.append(time.monotonic())
        self.headers.append(dict(request.headers))
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            prompt = "".join(str(message["content"]) for message in body["messages"])
            form = body.get("response_format", {}).get("type", "text")
            if form in self.refuses:
                return web.json_response({"error": {"message": f"no {form} here"}}, status=self.refuses[form])
            self.seen[prompt] += 1
            fault = re.search(r"fault:(\w+)(?::(\d+))?", prompt)
            if fault and self.seen[prompt] <= int(fault[2] or 10**9):
                return await FAULTS[fault[1]](request)
            return web.json_response(completion(self.reply(prompt)))
        finally:
            self.at_once -= 1


Fault = Callable[[web.Request], Awaitable[web.StreamResponse]]
FAULTS: dict[str, Fault] = {}


def _fault(function: Fault) -> Fault:
    FAULTS[function.__name__] = function
    return function


def _always(name: str, body: str | dict[str, Any], status: int = 200, **headers: str) -> None:
    async def fault(request: web.Request) -> web.StreamResponse:
        text = body if isinstance(body, str) else json.dumps(body)
        return web.Response(text=text, status=status, content_type="application/json", headers=headers)

    FAULTS[name] = fault


_HTML = "<html><head><title>502 Bad Gateway</title></head><body>true, correct, equivalent</body></html>"
_always("broken_json", '{"choices": [{"message": {"content": "tr')
_always("html", _HTML)
_always("html502", _HTML, 502)
_always("no_choices", {"choices": []})
_always("no_message", {"choices": [{"index": 0}]})
_always("choices_null", {"choices": None})
_always("json_list", "[]")
_always("json_number", "7")
_always("empty_body", "")
_always("null_content", completion(None))
_always("empty_content", completion(""))
_always("filtered", completion(None, "content_filter"))
_always("cut", completion('{"reason": "it goes on and on', "length"))
_always("refusal", completion(None, refusal="I will not judge this."))
_always("in_reasoning", completion(None, reasoning_content=GOOD))
_always("with_reasoning", completion(GOOD, reasoning_content="maybe false?"))
_always("parts", completion([{"type": "text", "text": GOOD}]))
_always("odd_usage", {**completion(), "usage": {"prompt_tokens": "many"}})
_always("prose", completion("I am not sure what you want."))
_always("error200", {"error": {"message": "overloaded", "code": 503}})
_always("error200_text", {"error": "model crashed"})
_always("quota200", {"error": {"message": "You exceeded your current quota", "code": 429}})
_always("s429", {"error": {"message": "slow down"}}, 429, **{"Retry-After": "0"})
_always("s429_later", {"error": {"message": "slow down"}}, 429, **{"Retry-After": "1"})
_always("s429_forever", {"error": {"message": "slow down"}}, 429, **{"Retry-After": "86400"})
_always("s500", {"error": {"message": "oops"}}, 500)
_always("s503", {"error": {"message": "loading"}}, 503, **{"Retry-After": "0"})
_always("quota", {"error": {"message": "no money", "code": "insufficient_quota"}}, 429)
_always("s400", {"error": {"message": "bad request"}}, 400)
_always("s401", {"error": {"message": "Incorrect API key provided: sk-secret-key"}}, 401)
_always("s403", {"error": {"message": "forbidden"}}, 403)
_always("s404", {"error": {"message": "no such model"}}, 404)
_always(
    "too_long", {"error": {"message": "maximum context length is 10 tokens", "code": "context_length_exceeded"}}, 400
)
_always("azure_filter", {"error": {"message": "filtered", "code": "content_filter"}}, 400)
_always("redirect", "", 307, Location="http://127.0.0.1:9/elsewhere")


@_fault
async def reset(request: web.Request) -> web.StreamResponse:
    """Cut the connection without a word."""
    assert request.transport is not None
    request.transport.abort()
    return web.Response()


@_fault
async def short(request: web.Request) -> web.StreamResponse:
    """Promise more bytes than are sent."""
    response = web.StreamResponse(headers={"Content-Length": "5000"})
    await response.prepare(request)
    await response.write(b'{"choices": [')
    assert request.transport is not None
    request.transport.close()
    return response


@_fault
async def drip(request: web.Request) -> web.StreamResponse:
    """One byte at a time, for longer than anybody waits."""
    response = web.StreamResponse()
    await response.prepare(request)
    for _ in range(200):
        await response.write(b" ")
        await asyncio.sleep(0.05)
    return response


@_fault
async def stall(request: web.Request) -> web.StreamResponse:
    """No answer for longer than anybody waits."""
    await asyncio.sleep(10)
    return web.json_response(completion())


@_fault
async def endless(request: web.Request) -> web.StreamResponse:
    """A body larger than any answer."""
    response = web.StreamResponse()
    await response.prepare(request)
    for _ in range(200):
        await response.write(b"x" * 100_000)
    return response


@_fault
async def slow(request: web.Request) -> web.StreamResponse:
    """A right answer that takes its time."""
    await asyncio.sleep(0.1)
    return web.json_response(completion())


@contextmanager
def serving() -> Iterator[FaultServer]:
    """A `FaultServer` at work; its `url` is the base URL."""
    server, loop = FaultServer(), asyncio.new_event_loop()
    ready = threading.Event()

    async def start() -> web.AppRunner:
        app = web.Application(client_max_size=2**26)
        app.router.add_post("/v1/chat/completions", server.handle)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1, handler_cancellation=True)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        server.url = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
        return runner

    def run() -> None:
        asyncio.set_event_loop(loop)
        runner = loop.run_until_complete(start())
        ready.set()
        loop.run_forever()
        pending = asyncio.all_tasks(loop)
        for task in pending:
            task.cancel()
        loop.run_until_complete(asyncio.gather(*pending, return_exceptions=True))
        loop.run_until_complete(runner.cleanup())
        loop.close()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    assert ready.wait(10)
    try:
        yield server
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
