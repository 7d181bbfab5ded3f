"""A real service in a process of its own on a free port."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

SOURCE = str(Path(__file__).resolve().parents[1] / "src")
PROGRAM = """
import sys
from answerkey.serving.server import address, listen, serve
from answerkey.serving.settings import Limits, Settings
listening = listen("127.0.0.1", 0)
print("serving at", address(listening), file=sys.stderr, flush=True)
serve(Settings(limits=Limits(**{limits})), listening)
"""


class Reply(NamedTuple):
    """What came back."""

    status: int
    value: Any
    headers: Any


class Running(NamedTuple):
    """A service that runs."""

    url: str
    process: subprocess.Popen[str]

    @property
    def place(self) -> tuple[str, int]:
        """Its host and port."""
        return "127.0.0.1", int(self.url.rpartition(":")[2])

    def post(self, path: str, value: Any, **headers: str) -> Reply:
        """The reply to a JSON value, or to bytes as they stand."""
        data = value if isinstance(value, bytes) else json.dumps(value).encode()
        headers = {name.replace("_", "-"): text for name, text in headers.items()}
        return self.get(path, data, {"Content-Type": "application/json", **headers})

    def get(self, path: str, data: bytes | None = None, headers: dict[str, str] | None = None) -> Reply:
        """The reply, read as JSON where it is."""
        request = urllib.request.Request(self.url + path, data, headers or {})
        try:
            with OPENER.open(request, timeout=30) as response:
                return _reply(response)
        except urllib.error.HTTPError as error:
            with error:
                return _reply(error)

    def memory(self) -> int:
        """The resident bytes of the process."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def peak(self) -> int:
        """The most resident bytes that the process has had."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))

    def stop(self) -> int:
        """Its exit code after SIGTERM."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=40)


OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def _reply(response: Any) -> Reply:
    body = response.read()
    is_json = response.headers.get("Content-Type") == "application/json"
    return Reply(response.status, json.loads(body) if is_json else body.decode(), response.headers)


@contextmanager
def service(*arguments: str, limits: dict[str, Any] | None = None, **environment: str) -> Iterator[Running]:
    """`answerkey serve` with these arguments; with `limits`, a service that has others than the command's."""
    command = ["-m", "answerkey", "serve", "--port", "0", *arguments]
    if limits is not None:
        command = ["-c", PROGRAM.format(limits=limits)]
    process = subprocess.Popen(
        [sys.executable, *command],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": SOURCE, **environment},
    )
    assert process.stderr is not None
    try:
        said = process.stderr.readline()
        found = re.search(r"http://\S+", said)
        assert found, said + process.stderr.read()
        yield Running(found.group(), process)
    finally:
        process.kill()
        process.communicate()
