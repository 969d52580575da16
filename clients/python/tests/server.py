# SPDX-License-Identifier: Apache-2.0
"""A server that answers what a test tells it to, and keeps what it was asked."""

from __future__ import annotations

import json
import socketserver
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit


@dataclass
class Reply:
    """What to say; a text as it is, anything else as JSON."""

    body: Any
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    length: int | None = None
    """Of the body, as the server says it: it stays open where it says more than it sends."""
    drips: bool = False
    """Whether blanks go on to come in small numbers, up to that length."""
    ends: bool = False
    """Whether the connection ends after it, without a word."""


@dataclass
class Asked:
    """A request."""

    method: str
    path: str
    parameters: dict[str, str]
    headers: Mapping[str, str]
    body: Any
    connection: int


def problem(reason: str, status: int, *, retryable: bool = False, **headers: str) -> Reply:
    """Return what a tspoon server says when it refuses."""
    body = {
        "type": "urn:tspoon:query:x",
        "title": "X",
        "status": status,
        "detail": f"Cannot answer: {reason}.",
        "reason": reason,
        "retryable": retryable,
        "action": "Do something.",
        "code": "TSP-4106",
    }
    return Reply(body, status, {name.replace("_", "-"): text for name, text in headers.items()})


class Server(ThreadingHTTPServer):
    """Gives the replies one after the other, the last one again and again."""

    daemon_threads = True

    def __init__(self, *replies: Any) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.replies = [reply if isinstance(reply, Reply) else Reply(reply) for reply in replies]
        self.asked: list[Asked] = []
        self.connections = 0
        self.over = threading.Event()

    def server_bind(self) -> None:
        """Bind without asking for the name of the machine, which may take seconds."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = "localhost", self.server_address[1]

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: a client that trusts nobody ends the connection."""

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: Server

    def setup(self) -> None:
        super().setup()
        self.server.connections += 1
        self.connection_number = self.server.connections

    def do_GET(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        text = self.rfile.read(length)
        parts = urlsplit(self.path)
        parameters = {name: values[0] for name, values in parse_qs(parts.query).items()}
        reply = self.server.replies[min(len(self.server.asked), len(self.server.replies) - 1)]
        self.server.asked.append(
            Asked(
                self.command,
                parts.path,
                parameters,
                dict(self.headers),
                json.loads(text) if text else None,
                self.connection_number,
            )
        )
        body = (reply.body if isinstance(reply.body, str) else json.dumps(reply.body)).encode()
        self.send_response(reply.status)
        self.send_header("Content-Length", str(len(body) if reply.length is None else reply.length))
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
        while reply.length is not None and not self.server.over.wait(0.02):
            self.wfile.write(b" " if reply.drips else b"")
        self.close_connection = reply.ends or reply.length is not None

    do_POST = do_GET

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def serving(*replies: Any) -> Iterator[Server]:
    """Run a server."""
    server = Server(*replies)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield server
    finally:
        server.over.set()
        server.shutdown()
        thread.join()
        server.server_close()
