# SPDX-License-Identifier: Apache-2.0
"""Why there is no answer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Reason(str, Enum):
    """Why a question was not answered; all but the last two are reasons of servers."""

    INVALID_REQUEST = "INVALID_REQUEST"
    INVALID_KEY = "INVALID_KEY"
    INVALID_TOKEN = "INVALID_TOKEN"  # noqa: S105 - a timestamp or page, no password
    AMBIGUOUS_JOB = "AMBIGUOUS_JOB"
    UNAUTHENTICATED = "UNAUTHENTICATED"
    FORBIDDEN = "FORBIDDEN"
    UNKNOWN_PATH = "UNKNOWN_PATH"
    UNKNOWN_JOB = "UNKNOWN_JOB"
    UNKNOWN_GRAPH = "UNKNOWN_GRAPH"
    UNKNOWN_STATE = "UNKNOWN_STATE"
    UNKNOWN_TRANSACTION = "UNKNOWN_TRANSACTION"
    UNKNOWN_PROCEDURE = "UNKNOWN_PROCEDURE"
    UNKNOWN_CALL = "UNKNOWN_CALL"
    METHOD_NOT_ALLOWED = "METHOD_NOT_ALLOWED"
    CHANGE_UNDER_WAY = "CHANGE_UNDER_WAY"
    SNAPSHOT_TOO_OLD = "SNAPSHOT_TOO_OLD"
    REQUEST_TOO_LARGE = "REQUEST_TOO_LARGE"
    UNSUPPORTED_TYPE = "UNSUPPORTED_TYPE"
    MISDIRECTED = "MISDIRECTED"
    RESULT_TOO_LARGE = "RESULT_TOO_LARGE"
    INVALID_CALL = "INVALID_CALL"
    KEY_REUSED = "KEY_REUSED"
    CANNOT_SCALE = "CANNOT_SCALE"
    FAILED = "FAILED"
    INTERNAL = "INTERNAL"
    NOT_READY = "NOT_READY"
    ENDED = "ENDED"
    MOVED = "MOVED"
    TIMEOUT = "TIMEOUT"
    OVERLOADED = "OVERLOADED"
    UNREACHABLE = "UNREACHABLE"
    UNEXPECTED_ANSWER = "UNEXPECTED_ANSWER"

    @staticmethod
    def named(name: object) -> Reason:
        """Return the reason of a server; one that this client does not know is unexpected."""
        try:
            return Reason(name)
        except ValueError:
            return Reason.UNEXPECTED_ANSWER


@dataclass(frozen=True)
class Problem:
    """What is known of a failure; `retry_after` is in seconds."""

    reason: Reason
    detail: str
    code: str | None = None
    action: str = ""
    retryable: bool = False
    status: int | None = None
    endpoint: str | None = None
    retry_after: float = 0.0
    executed: str | None = None
    """Of a call: "no", or "unknown"; None if the server did not say, and for questions."""


class TspoonError(Exception):
    """There is no answer. Its subclasses say who can do something about it."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem

    @property
    def reason(self) -> Reason:
        """Why, for programs."""
        return self.problem.reason

    @property
    def code(self) -> str | None:
        """Which message it is, such as TSP-4106; the errors page explains each."""
        return self.problem.code

    @property
    def detail(self) -> str:
        """What happened, in words."""
        return self.problem.detail

    @property
    def action(self) -> str:
        """What to do, in words."""
        return self.problem.action

    @property
    def retryable(self) -> bool:
        """Whether the same question may be answered later."""
        return self.problem.retryable

    @property
    def executed(self) -> str | None:
        """Whether a call was executed: "no"; otherwise nobody knows, and its key tells."""
        return self.problem.executed

    @property
    def status(self) -> int | None:
        """HTTP status, if there was an answer."""
        return self.problem.status

    @property
    def endpoint(self) -> str | None:
        """Address of the server that was asked last."""
        return self.problem.endpoint

    def __str__(self) -> str:
        problem = self.problem
        where = [f"reason={problem.reason.value}"]
        if problem.executed is not None:
            where.append(f"executed={problem.executed}")
        if problem.status is not None:
            where.append(f"status={problem.status}")
        if problem.endpoint is not None:
            where.append(f"endpoint={problem.endpoint}")
        code = f"[{problem.code}] " if problem.code else ""
        action = f" {problem.action}" if problem.action else ""
        return f"{code}{problem.detail}{action} [{', '.join(where)}]"


class BadRequestError(TspoonError):
    """The question is wrong or too large: correct it."""


class UnauthenticatedError(TspoonError):
    """The bearer token is missing or wrong, or has no scope for this: give the client the right one."""


class NotFoundError(TspoonError):
    """There is no such job, t-graph, state or path: list what there is."""


class SnapshotTooOldError(TspoonError):
    """The snapshot is no longer kept: ask for a newer one, or begin the scan anew."""


class ServerFaultError(TspoonError):
    """A fault of the server: report it with the server's log."""


class UnavailableError(TspoonError):
    """No server can answer now, and the client has asked again: `retryable` says whether it may pass."""


class UnexpectedAnswerError(TspoonError):
    """The client does not understand the answer: compare address and versions."""


_CLASSES: dict[Reason, type[TspoonError]] = {
    Reason.UNAUTHENTICATED: UnauthenticatedError,
    Reason.FORBIDDEN: UnauthenticatedError,
    Reason.UNKNOWN_PATH: NotFoundError,
    Reason.UNKNOWN_JOB: NotFoundError,
    Reason.UNKNOWN_GRAPH: NotFoundError,
    Reason.UNKNOWN_STATE: NotFoundError,
    Reason.UNKNOWN_TRANSACTION: NotFoundError,
    Reason.UNKNOWN_PROCEDURE: NotFoundError,
    Reason.UNKNOWN_CALL: NotFoundError,
    Reason.SNAPSHOT_TOO_OLD: SnapshotTooOldError,
    Reason.FAILED: ServerFaultError,
    Reason.INTERNAL: ServerFaultError,
    Reason.NOT_READY: UnavailableError,
    Reason.ENDED: UnavailableError,
    Reason.MOVED: UnavailableError,
    Reason.CHANGE_UNDER_WAY: UnavailableError,
    Reason.TIMEOUT: UnavailableError,
    Reason.OVERLOADED: UnavailableError,
    Reason.UNREACHABLE: UnavailableError,
    Reason.UNEXPECTED_ANSWER: UnexpectedAnswerError,
}


def error(problem: Problem) -> TspoonError:
    """Return the exception for a problem."""
    return _CLASSES.get(problem.reason, BadRequestError)(problem)


def unexpected(what: str, answer: object) -> TspoonError:
    """Return the exception for an answer that is no answer to the question."""
    return error(
        Problem(
            Reason.UNEXPECTED_ANSWER,
            f"Cannot understand the answer: {what}, json={str(answer)[:200]}.",
            code="TSP-5201",
            action="Compare the versions of client and server.",
        )
    )
