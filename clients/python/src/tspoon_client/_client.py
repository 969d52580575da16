# SPDX-License-Identifier: Apache-2.0
"""The way to the query servers of a cluster."""

from __future__ import annotations

import os
import re
import ssl
from collections.abc import Callable
from types import TracebackType
from urllib.parse import quote, urlsplit

from tspoon_client import _descriptions
from tspoon_client._descriptions import GraphSummary
from tspoon_client._graph import Graph, checked_timeout
from tspoon_client._http import Endpoint
from tspoon_client._retry import RetryPolicy
from tspoon_client._transport import Call, Transport, checked_token


class Client:
    """Asks query servers of a cluster, one after the other if one fails. Threads may share it.

    It connects with its first question, and keeps connections until it is closed: use it in a `with`. Give each
    process its own.
    """

    def __init__(
        self,
        *endpoints: str,
        token: str | Callable[[], str] | None = None,
        ca_file: str | os.PathLike[str] | None = None,
        tls: ssl.SSLContext | None = None,
        timeout: float = 10.0,
        connect_timeout: float = 2.0,
        retries: RetryPolicy = RetryPolicy.DEFAULT,
    ) -> None:
        """Choose servers and settings.

        `endpoints`: addresses such as http://127.0.0.1:8095, without a path. `token`: bearer token, or a function
        that gives it for each request, so that it can change. `ca_file`: whom to trust over https, in PEM;
        otherwise those whom the machine trusts. `tls` in place of it: a context, with certificates of your own
        for instance. `timeout`: seconds for a question with its retries; `connect_timeout`: for a connection.
        """
        if not endpoints:
            raise ValueError("Cannot make client: there is no endpoint. Give at least one.")
        if ca_file is not None and tls is not None:
            raise ValueError("Cannot make client: it has a CA file and a TLS context. Load the file into the context.")
        if ca_file is not None:
            tls = ssl.create_default_context(cafile=os.fspath(ca_file))
        if isinstance(token, str):
            fixed = checked_token(token)
            token = lambda: fixed  # noqa: E731
        self._timeout = checked_timeout(timeout)
        checked_timeout(connect_timeout)
        self._transport = Transport(
            [Endpoint(_checked(address), connect_timeout, tls) for address in endpoints], token, retries
        )

    def graph(self, name: str, *, job: str | None = None) -> Graph:
        """Return a reader of a t-graph, in the job with this id, or in the only one that the endpoint knows."""
        path = f"/graphs/{quote(name, safe='')}"
        return Graph(self._transport, path if job is None else f"/jobs/{quote(job, safe='')}{path}", self._timeout)

    def graphs(self) -> list[GraphSummary]:
        """Return the t-graphs of all jobs that the endpoint knows."""
        return _descriptions.summaries(self._transport.send(Call("/graphs", timed=False), self._timeout))

    def close(self) -> None:
        """Close the connections."""
        self._transport.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        raised: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _checked(address: str) -> str:
    tellable = re.fullmatch(r"[^@?#\s]*", address) is not None
    try:
        parts = urlsplit(address)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.path in ("", "/")
        usable = usable and (parts.port is None or parts.port > 0)
    except ValueError:
        usable = False
    if not (tellable and usable):
        shown = address if tellable else "(not shown, it may hold a secret)"
        raise ValueError(
            f"[TSP-5000] Cannot use endpoint: it is no address of a server, endpoint={shown}. Give one like "
            "http://127.0.0.1:8095, without a path, user information, query or fragment, and a token with token=."
        )
    return address
