# SPDX-License-Identifier: Apache-2.0
"""What became of calls of procedures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tspoon_client._questions import member


@dataclass(frozen=True)
class AbortReason:
    """Why a transaction was aborted."""

    kind: str
    """CONSTRAINT, USER, BOUND, FAILURE if a function threw an exception, or EXPECTATION."""
    operator: str
    key: str
    rule: str
    """Of an EXPECTATION, where it stands in the request, such as "/expect/0"."""
    detail: str


@dataclass(frozen=True)
class CallResult:
    """What became of a call: the first outcome of its key."""

    key: str
    committed: bool
    """Whether the transaction's updates are installed."""
    durable: bool
    """Whether no crash of the job can take the outcome back."""
    repeated: bool
    """Whether an earlier request has brought it about."""
    id: str
    timestamp: str
    """A token: a read or a call after it comes after the call."""
    attempts: int
    reasons: tuple[AbortReason, ...]
    """For the abort; empty if it is committed."""
    emitted: tuple[Any, ...]
    """What the transaction emitted; empty if it is aborted."""

    @property
    def failed(self) -> bool:
        """Whether it is aborted because a function threw an exception."""
        return any(reason.kind == "FAILURE" for reason in self.reasons)


def result(body: Any) -> CallResult:
    """Read an outcome."""
    return CallResult(
        key=member(body, "key", str),
        committed=member(body, "outcome", str) == "COMMITTED",
        durable=member(body, "durable", bool),
        repeated=member(body, "repeated", bool),
        id=member(body, "id", str),
        timestamp=member(body, "timestamp", str),
        attempts=member(body, "attempts", int),
        reasons=tuple(
            AbortReason(*(member(reason, name, str) for name in ("kind", "operator", "key", "rule", "detail")))
            for reason in member(body, "reasons", list)
        ),
        emitted=tuple(member(body, "emitted", list)),
    )
