# SPDX-License-Identifier: Apache-2.0
"""Answers, and what has been seen of them."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Answer(Generic[T]):
    """An answer, and the timestamp of the snapshot that it is from, as the server wrote it."""

    value: T
    timestamp: str


class Session:
    """What a caller has seen of one t-graph: answers of a reader with it never go back behind that.

    Threads may share it. Across a crash of the job it holds only with durability LOG.
    """

    def __init__(self, token: str | int = 0) -> None:
        """Start a session that has seen nothing, or continue another one by its token."""
        self._lock = threading.Lock()
        self._newest = whole(token)

    def saw(self, seen: str | int | Answer[Any]) -> None:
        """Make later answers include this: the timestamp of a transaction's result, or of an answer."""
        timestamp = whole(seen.timestamp if isinstance(seen, Answer) else seen)
        with self._lock:
            self._newest = max(self._newest, timestamp)

    @property
    def token(self) -> str:
        """The newest timestamp that was seen, 0 if none."""
        with self._lock:
            return str(self._newest)


def whole(timestamp: str | int) -> int:
    """Return a timestamp as a number; a time is none."""
    text = str(timestamp)
    if not (text.isascii() and text.isdigit()):
        raise ValueError(
            f"Cannot use timestamp in session: it is no whole number, timestamp={text}. Pass that of a result or "
            "of an answer."
        )
    return int(text)
