"""A chat endpoint reached as in the wild: by its public https address, through the proxy that the environment names.

The proxy opens no connection to anywhere. It answers for whatever host it is asked for, with a certificate of its own
authority, which the client trusts because the environment says so (`SSL_CERT_FILE`).
"""

from __future__ import annotations

import json
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import trustme


@dataclass
class Endpoint:
    """What was asked of it, and the environment in which a program finds it."""

    environment: dict[str, str]
    requests: list[dict[str, Any]] = field(default_factory=list)
    addresses: set[str] = field(default_factory=set)
    keys: set[str | None] = field(default_factory=set)


@contextmanager
def chat_behind_tls(host: str, folder: Path, reply: Callable[[str], str]) -> Iterator[Endpoint]:
    """Serve `https://{host}/`; `reply` makes a reply from the last message."""
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(folder / "authority.pem"))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(host).configure_cert(context)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_CONNECT(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.connection = context.wrap_socket(self.connection, server_side=True)
            self.rfile = self.connection.makefile("rb")
            self.wfile = self.connection.makefile("wb", buffering=0)
            self.close_connection = False

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            endpoint.requests.append(body)
            endpoint.addresses.add(f"https://{self.headers['Host']}{self.path}")
            endpoint.keys.add(self.headers["Authorization"])
            message = {"role": "assistant", "content": reply(body["messages"][-1]["content"])}
            answer = json.dumps({"choices": [{"message": message, "finish_reason": "stop"}]}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: Any) -> None:
            return

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        endpoint = Endpoint(
            {
                "HTTPS_PROXY": f"http://127.0.0.1:{server.server_port}",
                "NO_PROXY": "",
                "SSL_CERT_FILE": str(folder / "authority.pem"),
            }
        )
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield endpoint
        finally:
            server.shutdown()
