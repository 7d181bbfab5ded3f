"""How fast the judge's client is, and how much memory it needs: `python benchmarks/judging.py`.

The server is as trivial as a server can be (one fixed answer, a process of its own), so that the client is what is
measured. The client runs on one core. The targets: at least 1,500 requests/s, less than 200 MB at 256 in flight.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import subprocess
import sys
import time

REPLY = '{"reason": "both are one half", "judgement_result": true}'


async def serve(delay: float) -> None:
    """Answer every POST on one connection after the other with the same completion."""
    message = {"role": "assistant", "content": REPLY}
    body = json.dumps(
        {
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 90, "completion_tokens": 20},
        }
    ).encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode()

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                request = await reader.readuntil(b"\r\n\r\n")
                length = next(
                    int(line[15:]) for line in request.lower().split(b"\r\n") if line[:15] == b"content-length:"
                )
                await reader.readexactly(length)
                if delay:
                    await asyncio.sleep(delay)
                writer.write(head + body)
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    server = await asyncio.start_server(handle, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


def measure(port: int, calls: int, concurrency: int) -> None:
    """One run, with its figures."""
    from answerkey.judging.client import ChatClient

    prompt = "Are 1/2 and 0.5 the same? " * 20
    with ChatClient(f"http://127.0.0.1:{port}", "m", concurrency=concurrency) as client:
        client.complete([[{"role": "user", "content": "warm up"}]] * concurrency)
        start, cpu = time.perf_counter(), time.process_time()
        results = client.complete([{"role": "user", "content": f"{n} {prompt}"}] for n in range(calls))
        seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
    assert all(one.text == REPLY for one in results)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{calls} calls, {concurrency} in flight: {calls / seconds:,.0f} requests/s, "
        f"{1e3 * cpu / calls:.2f} ms CPU a call, peak memory {peak:.0f} MB"
    )


def main() -> None:
    """Run the server in a process of its own and measure against it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--serve", type=float, metavar="DELAY")
    parser.add_argument("--calls", type=int, default=6_000)
    options = parser.parse_args()
    if options.serve is not None:
        asyncio.run(serve(options.serve))
        return
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    for concurrency, delay in ((64, 0.0), (256, 0.0), (256, 0.1)):
        server = subprocess.Popen([sys.executable, __file__, "--serve", str(delay)], stdout=subprocess.PIPE, text=True)
        try:
            if len(cores) > 1:
                os.sched_setaffinity(server.pid, {cores[1]})
                os.sched_setaffinity(0, {cores[0]})
            assert server.stdout is not None
            measure(int(server.stdout.readline()), options.calls, concurrency)
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
