"""The processes: one listening socket, one event loop a worker, an end in good order."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import threading
from functools import partial

import uvicorn
from starlette.types import ASGIApp
from uvicorn.supervisors import Multiprocess

from answerkey.serving.app import create_app
from answerkey.serving.protocol import PatientProtocol
from answerkey.serving.settings import Settings

SHARED = "PROMETHEUS_MULTIPROC_DIR"  # where prometheus-client keeps the counts of several processes
GRACE = 30  # seconds that requests under way have to finish after SIGTERM or SIGINT
BACKLOG = 2048


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at `host` and `port` (0: any free port). `OSError` where that cannot be."""
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    listening = socket.create_server(address[:2], family=family, backlog=BACKLOG)
    listening.set_inheritable(True)
    return listening


def address(listening: socket.socket) -> str:
    """The URL of a listening socket."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve(settings: Settings, listening: socket.socket, workers: int = 1) -> None:
    """Serve until SIGTERM or SIGINT; requests under way are finished first, for at most `GRACE` seconds."""
    config = uvicorn.Config(
        partial(_worker, settings),
        factory=True,
        http=PatientProtocol,
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        workers=workers,
    )
    if workers == 1:
        # uvicorn stops in good order and then raises the signal again, which would end this process as if killed.
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: sys.exit(0))
        uvicorn.Server(config).run([listening])
        return
    with tempfile.TemporaryDirectory(prefix="answerkey-metrics-") as folder:
        os.environ[SHARED] = folder  # before the first count is made
        Multiprocess(config, [listening]).run()


def _worker(settings: Settings) -> ASGIApp:
    """The application of one process, which stops in good order when the process that started it is gone."""
    if multiprocessing.parent_process() is not None:
        threading.Thread(target=_end_with_parent, daemon=True).start()
    return create_app(settings)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
