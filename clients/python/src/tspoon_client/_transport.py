# SPDX-License-Identifier: Apache-2.0
"""Sends questions, and asks again, or elsewhere, after a failure that may pass."""

from __future__ import annotations

import http.client
import random
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import quote

from tspoon_client import _json
from tspoon_client._errors import Problem, Reason, TspoonError, error, unexpected
from tspoon_client._http import ENDED, Endpoint, Response
from tspoon_client._retry import RetryPolicy

_GRACE = 0.25
"""How much longer than the server the client waits, in seconds, so that the server's reason arrives."""

_OF_PROXIES = (502, 503, 504)
"""What proxies say of servers that they do not reach."""

_MAYBE_ELSEWHERE = (Reason.UNKNOWN_JOB, Reason.UNKNOWN_GRAPH, Reason.UNAUTHENTICATED)
"""Refusals that another endpoint may not share: it may serve another job by now."""


@dataclass(frozen=True)
class Call:
    """A request, but for where it is sent and how long it may take. It reads, or has a key, so it may be repeated."""

    path: str
    """After that of the API's version, or of the t-graph."""
    parameters: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    """To be posted; None if the request is a GET."""
    timed: bool = True
    """Whether the server takes a timeout for it."""
    key: str | None = None
    """Of what the server is to execute; None if it is to read."""

    def target(self, parameters: Mapping[str, str]) -> str:
        """Return path and parameters, encoded."""
        pairs = [f"{name}={quote(value, safe='')}" for name, value in parameters.items()]
        return self.path + ("?" + "&".join(pairs) if pairs else "")


class Transport:
    """The way to the servers; threads may share it."""

    def __init__(self, endpoints: Sequence[Endpoint], token: Callable[[], str] | None, retries: RetryPolicy) -> None:
        self._endpoints = endpoints
        self._token = token
        self._retries = retries
        self._lock = threading.Lock()
        self._current = 0

    def send(self, call: Call, timeout: float) -> Any:
        """Return the JSON of the answer; raises a TspoonError once attempts or time are up."""
        deadline = time.monotonic() + timeout
        failed = strangers = 0
        while True:
            current = self._current
            try:
                return self._once(self._endpoints[current % len(self._endpoints)], call, deadline)
            except TspoonError as failure:
                if failure.retryable:
                    failed += 1
                    strangers = 0
                    wait = self._wait(failure, failed)
                    if failed >= self._retries.attempts or time.monotonic() + wait >= deadline:
                        raise
                else:
                    strangers += 1
                    wait = 0.0
                    elsewhere = failure.reason in _MAYBE_ELSEWHERE and strangers < len(self._endpoints)
                    if not elsewhere or time.monotonic() >= deadline:
                        raise
            with self._lock:
                if self._current == current:
                    self._current = current + 1
            time.sleep(wait)

    def close(self) -> None:
        """Close the connections that are idle."""
        for endpoint in self._endpoints:
            endpoint.close()

    def _wait(self, failure: TspoonError, failed: int) -> float:
        wait = self._retries.wait_after(failed, random.random())  # noqa: S311 - no secret
        return max(wait, failure.problem.retry_after)

    def _once(self, endpoint: Endpoint, call: Call, deadline: float) -> Any:
        headers = {"Accept": "application/json, application/problem+json", "User-Agent": "tspoon-client"}
        bearer = self._bearer()
        if bearer:
            headers["Authorization"] = "Bearer " + bearer
        left_ms = max(1, int(1000 * (deadline - time.monotonic())))
        method, body, parameters = "GET", None, dict(call.parameters)
        if call.key is not None:
            method, body = "POST", _json.dumps(call.body).encode("ascii")
            headers["Content-Type"], headers["Idempotency-Key"] = "application/json", call.key
            parameters["timeoutMs"] = str(left_ms)
        elif call.body is not None:
            method, body = "POST", _json.dumps({**call.body, "timeoutMs": left_ms}).encode("ascii")
            headers["Content-Type"] = "application/json"
        elif call.timed:
            parameters["timeoutMs"] = str(left_ms)
        try:
            response = endpoint.exchange(method, "/v1" + call.target(parameters), headers, body, deadline + _GRACE)
        except (OSError, http.client.HTTPException, UnicodeError) as cause:
            raise _not_sent(endpoint, cause) from cause
        return _answer(endpoint, response, executes=call.key is not None)

    def _bearer(self) -> str:
        if self._token is None:
            return ""
        try:
            return checked_token(self._token())
        except Exception as cause:
            raise error(
                Problem(
                    Reason.UNAUTHENTICATED,
                    f"Cannot get bearer token: its supplier failed, cause={cause!r}.",
                    code="TSP-5006",
                    action="Mend what the client was given.",
                )
            ) from cause


def checked_token(token: str) -> str:
    """Return it without the line break that files end with; it is never shown, also not in an error."""
    bearer = token.strip()
    if not all(" " < letter <= "~" for letter in bearer):
        raise ValueError(
            "[TSP-5005] Cannot send bearer token: a character in it may not be in a header, "
            f"length={len(bearer)}. Check where the token comes from."
        )
    return bearer


def _answer(endpoint: Endpoint, response: Response, *, executes: bool) -> Any:
    may_be_proxy = response.status in _OF_PROXIES
    try:
        body = _json.loads(response.body)
    except (ValueError, ArithmeticError, RecursionError) as cause:
        raise (_of_proxy(endpoint, response) if may_be_proxy else _unreadable(endpoint, response, cause)) from cause
    if response.status == http.client.OK:
        if not isinstance(body, dict):
            raise unexpected("it is no object", body)
        return body
    problem = body if isinstance(body, dict) else {}
    if executes and "outcome" in problem:  # its function has failed: an outcome like any other
        return problem
    if may_be_proxy and not isinstance(problem.get("retryable"), bool):
        raise _of_proxy(endpoint, response)
    raise _refused(endpoint, response, problem)


def _refused(endpoint: Endpoint, response: Response, problem: Mapping[str, Any]) -> TspoonError:
    detail, code, reason = problem.get("detail"), problem.get("code"), problem.get("reason")
    executed = problem.get("executed")
    maybe = executed == "unknown" and response.status >= http.client.INTERNAL_SERVER_ERROR
    return error(
        Problem(
            Reason.named(reason),
            detail=str(detail) if detail else "Cannot answer: no detail is given",
            code=code if isinstance(code, str) else (None if detail else "TSP-5204"),
            action=str(problem.get("action", "")),
            retryable=problem.get("retryable") is True or maybe,
            status=response.status,
            endpoint=endpoint.address,
            retry_after=_retry_after(response),
            executed=executed if isinstance(executed, str) else None,
        )
    )


def _of_proxy(endpoint: Endpoint, response: Response) -> TspoonError:
    return error(
        Problem(
            Reason.UNREACHABLE,
            "Cannot get an answer: a proxy on the way has none.",
            code="TSP-5202",
            action="Check that the job is running and the address right.",
            retryable=True,
            status=response.status,
            endpoint=endpoint.address,
            retry_after=_retry_after(response),
        )
    )


def _unreadable(endpoint: Endpoint, response: Response, cause: Exception) -> TspoonError:
    deep = isinstance(cause, RecursionError)
    return error(
        Problem(
            Reason.UNEXPECTED_ANSWER,
            f"Cannot understand the answer: it is {'nested too deeply' if deep else 'no JSON'}, cause={cause}.",
            code="TSP-5200",
            action="Ask for parts of the values, with a projection."
            if deep
            else "Check that the address is that of a query endpoint.",
            status=response.status,
            endpoint=endpoint.address,
        )
    )


def _not_sent(endpoint: Endpoint, cause: Exception) -> TspoonError:
    late = isinstance(cause, socket.timeout)
    # Certificates do not change from one attempt to the next; a connection that ends is another matter.
    refused = isinstance(cause, ssl.SSLError) and not (late or isinstance(cause, ENDED))
    return error(
        Problem(
            Reason.TIMEOUT if late else Reason.UNREACHABLE,
            f"Cannot get an answer: {type(cause).__name__}: {cause}.",
            code="TSP-5203",
            action="Check that the job is running and the address right, or give it more time.",
            retryable=not refused,
            endpoint=endpoint.address,
        )
    )


def _retry_after(response: Response) -> float:
    """Seconds from now on, whether the header has them or a date; 0 if it has neither."""
    text = response.headers.get("Retry-After", "").strip()
    if text.isdigit():
        return float(text)
    try:
        return max(0.0, (parsedate_to_datetime(text) - datetime.now(timezone.utc)).total_seconds())
    except (TypeError, ValueError, IndexError):  # not a date, or without a zone
        return 0.0
