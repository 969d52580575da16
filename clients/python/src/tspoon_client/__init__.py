# SPDX-License-Identifier: Apache-2.0
"""Reads the states of t-graphs in running Flink jobs, calls procedures and writes states, over any query endpoint."""

from tspoon_client._calls import AbortReason, CallResult
from tspoon_client._client import Client
from tspoon_client._descriptions import (
    AbortCount,
    GraphDescription,
    GraphMetrics,
    GraphSummary,
    HotKey,
    StateDescription,
)
from tspoon_client._errors import (
    BadRequestError,
    NotFoundError,
    Problem,
    Reason,
    ServerFaultError,
    SnapshotTooOldError,
    TspoonError,
    UnauthenticatedError,
    UnavailableError,
    UnexpectedAnswerError,
)
from tspoon_client._fields import Field, Filter
from tspoon_client._graph import Graph
from tspoon_client._questions import Entry, Page, Question, Selection, State
from tspoon_client._retry import RetryPolicy
from tspoon_client._session import Answer, Session
from tspoon_client._writes import Writes

__all__ = [
    "AbortCount",
    "AbortReason",
    "Answer",
    "BadRequestError",
    "CallResult",
    "Client",
    "Entry",
    "Field",
    "Filter",
    "Graph",
    "GraphDescription",
    "GraphMetrics",
    "GraphSummary",
    "HotKey",
    "NotFoundError",
    "Page",
    "Problem",
    "Question",
    "Reason",
    "RetryPolicy",
    "Selection",
    "ServerFaultError",
    "Session",
    "SnapshotTooOldError",
    "State",
    "StateDescription",
    "TspoonError",
    "UnauthenticatedError",
    "UnavailableError",
    "UnexpectedAnswerError",
    "Writes",
]
