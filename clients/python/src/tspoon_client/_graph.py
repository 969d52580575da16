# SPDX-License-Identifier: Apache-2.0
"""Asks the states of a t-graph, writes them, and calls its procedures."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, TypeVar, Union, overload
from urllib.parse import quote
from uuid import uuid4

from tspoon_client import _descriptions, _json
from tspoon_client._calls import CallResult, result
from tspoon_client._descriptions import GraphDescription, GraphMetrics
from tspoon_client._questions import Entry, Page, Question, Selection, State, member
from tspoon_client._session import Answer, Session, whole
from tspoon_client._transport import Call, Transport
from tspoon_client._writes import Writes

T = TypeVar("T")
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
Timestamp = Union[str, int, datetime]


@dataclass(frozen=True)
class Graph:
    """Asks the states of a t-graph; made by `Client.graph`. Threads may share it."""

    _transport: Transport = field(repr=False)
    _path: str
    _timeout: float
    _when: Mapping[str, str] = field(default_factory=dict)
    _session: Session | None = None

    def reading(
        self,
        *,
        fresh: bool = False,
        after: Timestamp | None = None,
        at: Timestamp | None = None,
        session: Session | None = None,
        timeout: float | None = None,
    ) -> Graph:
        """Return a reader of the same t-graph that reads other snapshots.

        `fresh`: with everything whose result was emitted before the question. `after`: with everything up to a
        timestamp, so you read what you have written. `at`: exactly that of a timestamp, within the retention.
        Otherwise the newest at hand. A timestamp is that of an answer or of a transaction's result; or a time.

        With a `session`, each answer includes what the session has seen, and the session then has seen the
        answer; a question `at` a timestamp ignores what the session has seen. `timeout` is in seconds, for each
        question with its retries. Another snapshot replaces the one chosen before; what else is not given stays.
        """
        if at is not None and (fresh or after is not None):
            raise ValueError("Cannot read at a timestamp and fresh or after another one. Choose one of them.")
        when = {
            "consistency": "fresh" if fresh else None,
            "after": None if after is None else _json.timestamp(after),
            "at": None if at is None else _json.timestamp(at),
        }
        chosen = {name: text for name, text in when.items() if text is not None} or self._when
        session = self._session if session is None else session
        if session is not None and "after" in chosen:
            whole(chosen["after"])  # else the newer of both cannot be told
        return dataclasses.replace(
            self,
            _when=chosen,
            _session=session,
            _timeout=self._timeout if timeout is None else checked_timeout(timeout),
        )

    def ask(self, question: Question[T]) -> Answer[T]:
        """Ask a question; raises a TspoonError if there is no answer."""
        body = self._send(question.call(self._snapshot()))
        return self._seen(question.answer(body), body)

    @overload
    def ask_together(self, first: Question[A], second: Question[B], /) -> Answer[tuple[A, B]]: ...

    @overload
    def ask_together(
        self, first: Question[A], second: Question[B], third: Question[C], /
    ) -> Answer[tuple[A, B, C]]: ...

    @overload
    def ask_together(self, /, *questions: Question[Any]) -> Answer[tuple[Any, ...]]: ...

    def ask_together(self, /, *questions: Question[Any]) -> Answer[Any]:
        """Ask several questions, about one or several states, in one snapshot; the answers are in their order."""
        reads = [question.read() for question in questions]
        body = self._send(Call("/query", body={"reads": reads, **self._snapshot()}))
        results = member(body, "results", list)
        values = tuple(question.part(member(results, i, dict)) for i, question in enumerate(questions))
        return self._seen(values, body)

    def call(
        self,
        procedure: str,
        request: Any,
        *,
        key: str | None = None,
        wait: Literal["executed", "durable"] = "executed",
        after: Timestamp | None = None,
    ) -> CallResult:
        """Call a procedure, which executes one transaction; raises a TspoonError if there is no outcome.

        An abort is an outcome. Whoever calls again with the same `key` gets the first outcome; without one the call
        has a random key. All retries have the key. If the error's `executed` is not "no", call again with the same
        key. `wait` for "durable" until no crash of the job can take the outcome back. The transaction comes after
        the timestamp `after`, and after what the session has seen; the session then has seen the call.
        """
        return self._execute("/calls/" + quote(procedure, safe=""), request, key, wait, after)

    def transact(
        self,
        writes: Writes,
        *,
        key: str | None = None,
        wait: Literal["executed", "durable"] = "executed",
        after: Timestamp | None = None,
    ) -> CallResult:
        """Write states in one transaction; raises a TspoonError if there is no outcome.

        An abort is an outcome. If something is not as expected, a reason of kind EXPECTATION says where that is. The
        other arguments are those of `call`.
        """
        return self._execute("/transact", writes.request(), key, wait, after)

    def _execute(self, path: str, request: Any, key: str | None, wait: str, after: Timestamp | None) -> CallResult:
        own = str(uuid4()) if key is None else key
        if not re.fullmatch("[!-~]{1,255}", own):
            raise ValueError(
                "[TSP-5010] Cannot set key of call: it is not 1 to 255 visible ASCII characters, "
                f"length={len(own)}. Take an id, or a digest of what identifies the call."
            )
        parameters = {"wait": wait}
        if after is not None:
            parameters["after"] = _json.timestamp(after)
        if self._session is not None:
            parameters["after"] = str(max(whole(self._session.token), whole(parameters.get("after", "0"))))
        body = self._send(Call(path, parameters, body=request, key=own))
        found = result(body)
        if self._session is not None:
            self._session.saw(found.timestamp)
        return found

    def entries(self, selection: Selection, page_size: int = 1000) -> Iterator[Entry]:
        """Return all entries of a selection from one snapshot, fetched page by page as they are consumed."""
        question: Question[Page] | None = selection.page(page_size)
        while question is not None:
            page = self.ask(question).value
            question = (
                State(selection.state).next_page(page.next_token, page_size) if page.next_token is not None else None
            )
            yield from page.entries

    def describe(self) -> GraphDescription:
        """Return a description of the t-graph and its states."""
        return _descriptions.description(self._send(Call("", timed=False)))

    def metrics(self) -> GraphMetrics:
        """Return metrics of the t-graph."""
        return _descriptions.metrics(self._send(Call("/metrics", timed=False)))

    def _snapshot(self) -> Mapping[str, str]:
        if self._session is None or "at" in self._when:
            return self._when
        newest = max(whole(self._session.token), whole(self._when.get("after", "0")))
        return {**self._when, "after": str(newest)} if newest else self._when

    def _seen(self, value: T, body: Any) -> Answer[T]:
        answer = Answer(value, str(member(body, "timestamp", str)))
        if self._session is not None:
            self._session.saw(answer)
        return answer

    def _send(self, call: Call) -> Any:
        return self._transport.send(dataclasses.replace(call, path=self._path + call.path), self._timeout)


def checked_timeout(seconds: float) -> float:
    """Return it if it leaves time."""
    if not seconds > 0:
        raise ValueError(
            f"[TSP-5003] Cannot set timeout: it leaves no time, timeout={seconds}. Give a positive duration."
        )
    return seconds
