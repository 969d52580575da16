# SPDX-License-Identifier: Apache-2.0
"""What servers tell of t-graphs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tspoon_client._questions import Number, member


@dataclass(frozen=True)
class GraphSummary:
    """A t-graph that can be read, and the names of its states."""

    job: str
    job_name: str
    name: str
    ready: bool
    states: tuple[str, ...]


@dataclass(frozen=True)
class StateDescription:
    """A state of a t-graph."""

    name: str
    parallelism: int
    ready_instances: int
    keys: int | None
    """Roughly how many keys have a value; None if it is not known."""
    key_schema: Any
    value_schema: Any
    constraint: str
    """Integrity constraint in words; empty if there is none."""
    retention_ms: int
    """How far back `at` reaches, at most."""


@dataclass(frozen=True)
class GraphDescription:
    """A t-graph and its states."""

    job: str
    name: str
    ready: bool
    detail: str
    """What is missing, in words; empty if it is ready."""
    states: tuple[StateDescription, ...]


@dataclass(frozen=True)
class AbortCount:
    """How many transactions were aborted for a reason; one with several reasons counts under its first."""

    kind: str
    operator: str
    rule: str
    """Empty for all rules together beyond the hundred that are counted one by one."""
    transactions: int


@dataclass(frozen=True)
class HotKey:
    """A key that is often accessed, as far as a sample tells."""

    state: str
    instance: int
    key: Any
    share: float
    """Of the accesses that were sampled last at this instance."""


@dataclass(frozen=True)
class GraphMetrics:
    """How a t-graph is doing. Counters fall when coordinators start again; latencies are None if there were none."""

    time_ms: int
    coordinators: int
    committed: int
    aborted: int
    retries: int
    in_flight: int
    latency_p50_ms: Number | None
    latency_p99_ms: Number | None
    stable_lag_ms: int
    abort_reasons: tuple[AbortCount, ...]
    """Most frequent first."""
    hottest_keys: tuple[HotKey, ...]


def summaries(body: Any) -> list[GraphSummary]:
    """Read the list of t-graphs."""
    return [
        GraphSummary(
            member(graph, "job", str),
            member(graph, "jobName", str),
            member(graph, "name", str),
            _ready(graph),
            tuple(member(graph, "states", list)),
        )
        for graph in member(body, "graphs", list)
    ]


def description(body: Any) -> GraphDescription:
    """Read the description of a t-graph."""
    return GraphDescription(
        member(body, "job", str),
        member(body, "name", str),
        _ready(body),
        body.get("detail", ""),
        tuple(_state(state) for state in member(body, "states", list)),
    )


def metrics(body: Any) -> GraphMetrics:
    """Read the metrics of a t-graph."""
    return GraphMetrics(
        member(body, "timeMs", int),
        member(body, "coordinators", int),
        member(body, "committed", int),
        member(body, "aborted", int),
        member(body, "retries", int),
        member(body, "inFlight", int),
        member(body, "latencyP50Ms"),
        member(body, "latencyP99Ms"),
        member(body, "stableLagMs", int),
        tuple(_abort_count(count) for count in body.get("abortReasons", ())),
        tuple(_hot_key(hot) for hot in body.get("hottestKeys", ())),
    )


def _hot_key(hot: Any) -> HotKey:
    return HotKey(
        member(hot, "state", str),
        member(hot, "instance", int),
        member(hot, "key"),
        float(member(hot, "share")),
    )


def _abort_count(count: Any) -> AbortCount:
    return AbortCount(
        member(count, "kind", str),
        member(count, "operator", str),
        member(count, "rule", str),
        member(count, "transactions", int),
    )


def _state(state: Any) -> StateDescription:
    return StateDescription(
        member(state, "name", str),
        member(state, "parallelism", int),
        member(state, "readyInstances", int),
        state.get("keys"),
        member(state, "keySchema"),
        member(state, "valueSchema"),
        member(state, "constraint", str),
        member(state, "retentionMs", int),
    )


def _ready(graph: Any) -> bool:
    return bool(member(graph, "health", str) == "READY")
