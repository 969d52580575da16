# SPDX-License-Identifier: Apache-2.0
"""Connections to one server. Python's own HTTP, with a deadline for a whole exchange."""

from __future__ import annotations

import http.client
import io
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import urlsplit

ENDED = (ConnectionError, ssl.SSLEOFError, ssl.SSLZeroReturnError)
"""The other side has closed the connection; http.client.RemoteDisconnected is a ConnectionError, too."""

_TIME_IS_UP = "the answer was not whole in time"


@dataclass(frozen=True)
class Response:
    """What came back, read to its end."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes


class Endpoint:
    """A server: its address, and connections to it that are idle. Threads may share it.

    A connection that was idle may have been closed by then, so what fails on one is sent once more on a new one.
    That is right for requests that only read.
    """

    def __init__(self, address: str, connect_timeout: float, tls: ssl.SSLContext | None) -> None:
        parts = urlsplit(address)
        self.address = address.rstrip("/")
        self._host = str(parts.hostname)
        self._port = parts.port or (443 if parts.scheme == "https" else 80)
        self._connect_timeout = connect_timeout
        # Made once: reading what the machine trusts takes longer than most questions.
        self._tls = (tls or ssl.create_default_context()) if parts.scheme == "https" else None
        self._lock = threading.Lock()
        self._idle: list[http.client.HTTPConnection] = []

    def exchange(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes | None, deadline: float
    ) -> Response:
        """Send a request and read the answer; raises OSError or http.client.HTTPException."""
        with self._lock:
            reused = self._idle.pop() if self._idle else None
        if reused is not None:
            try:
                return self._send(reused, method, path, headers, body, deadline)
            except ENDED:
                pass
        return self._send(self._connected(deadline), method, path, headers, body, deadline)

    def close(self) -> None:
        """Close the connections that are idle."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _connected(self, deadline: float) -> http.client.HTTPConnection:
        timeout = min(self._connect_timeout, _left(deadline))
        connection = (
            http.client.HTTPConnection(self._host, self._port, timeout=timeout)
            if self._tls is None
            else http.client.HTTPSConnection(self._host, self._port, timeout=timeout, context=self._tls)
        )
        try:
            connection.connect()
        except BaseException:
            connection.close()
            raise
        connection.sock = cast(Any, _TimedSocket(connection.sock))
        return connection

    def _send(
        self,
        connection: http.client.HTTPConnection,
        method: str,
        path: str,
        headers: Mapping[str, str],
        body: bytes | None,
        deadline: float,
    ) -> Response:
        try:
            cast(_TimedSocket, connection.sock).deadline = deadline
            connection.request(method, path, body=body, headers=dict(headers))
            with connection.getresponse() as response:
                answer = Response(response.status, response.headers, response.read())
                last = response.will_close
        except BaseException:
            connection.close()
            raise
        if last:
            connection.close()
        else:
            with self._lock:
                self._idle.append(connection)
        return answer


class _TimedSocket:
    """What http.client uses of a socket, with no more time for all steps together than is left."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self.deadline = 0.0

    def sendall(self, data: Any) -> None:
        self.limit()
        self._sock.sendall(data)

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(_TimedFile(self, cast(io.RawIOBase, self._sock.makefile("rb", buffering=0))))

    def close(self) -> None:
        self._sock.close()

    def limit(self) -> None:
        self._sock.settimeout(_left(self.deadline))


class _TimedFile(io.RawIOBase):
    def __init__(self, sock: _TimedSocket, file: io.RawIOBase) -> None:
        super().__init__()
        self._sock = sock
        self._file = file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        self._sock.limit()
        return self._file.readinto(buffer)

    def close(self) -> None:
        self._file.close()
        super().close()


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise socket.timeout(_TIME_IS_UP)
    return left
