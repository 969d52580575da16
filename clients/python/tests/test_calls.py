# SPDX-License-Identifier: Apache-2.0
"""What a call sends, how often, and what it returns."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from server import Reply, problem, serving
from tspoon_client import (
    AbortReason,
    BadRequestError,
    CallResult,
    Client,
    NotFoundError,
    Reason,
    RetryPolicy,
    Session,
    UnauthenticatedError,
    UnavailableError,
    Writes,
)

QUICK = RetryPolicy(attempts=4, first_wait=0.001, longest_wait=0.002)
DONE: dict[str, Any] = {
    "key": "k",
    "outcome": "COMMITTED",
    "durable": True,
    "repeated": False,
    "id": "7",
    "timestamp": "9",
    "attempts": 1,
    "reasons": [],
    "emitted": [{"account": "alice", "balance": 70}],
}


def test_a_call_says_what_it_wants() -> None:
    with serving({**DONE, "emitted": [1]}) as server, Client(server.address) as client:
        graph = client.graph("my bank")
        done = graph.call("transfer", {"amount": Decimal("1.50")}, key="order-17", wait="durable", after=5)
    assert done == CallResult("k", True, True, False, "7", "9", 1, (), (1,))
    assert not done.failed
    (asked,) = server.asked
    assert (asked.method, asked.path) == ("POST", "/v1/graphs/my%20bank/calls/transfer")
    assert asked.headers["Idempotency-Key"] == "order-17"
    assert asked.headers["Content-Type"] == "application/json"
    assert asked.body in ({"amount": 1.5}, {"amount": Decimal("1.50")})
    assert (asked.parameters["wait"], asked.parameters["after"]) == ("durable", "5")
    assert int(asked.parameters["timeoutMs"]) > 0


def test_retries_have_the_key_whether_it_was_executed_or_not() -> None:
    unknown = problem("INTERNAL", 500)
    unknown.body["executed"] = "unknown"
    overloaded, late = problem("OVERLOADED", 503, retryable=True), problem("TIMEOUT", 504, retryable=True)
    with serving(overloaded, late, unknown, Reply(DONE)) as server, Client(server.address, retries=QUICK) as client:
        done = client.graph("bank").call("transfer", None)
    assert done.committed
    keys = [asked.headers["Idempotency-Key"] for asked in server.asked]
    assert len(keys) == 4
    assert len(set(keys)) == 1
    assert len(keys[0]) == 36


def test_aborts_and_failed_functions_are_results() -> None:
    reason = {"kind": "FAILURE", "operator": "balance", "key": "a", "rule": "r", "detail": ""}
    failed = problem("FAILED", 500)
    failed.body.update({**DONE, "outcome": "ABORTED", "emitted": [], "reasons": [reason]})
    with serving(failed) as server, Client(server.address) as client:
        done = client.graph("bank").call("transfer", {})
    assert not done.committed
    assert done.failed
    assert done.reasons == (AbortReason("FAILURE", "balance", "a", "r", ""),)


@pytest.mark.parametrize(
    ("reason", "status", "kind"),
    [
        ("INVALID_CALL", 422, BadRequestError),
        ("KEY_REUSED", 422, BadRequestError),
        ("FORBIDDEN", 403, UnauthenticatedError),
        ("UNKNOWN_PROCEDURE", 404, NotFoundError),
    ],
)
def test_what_is_refused_for_good_is_not_repeated(reason: str, status: int, kind: type[Exception]) -> None:
    refused = problem(reason, status)
    refused.body["executed"] = "no"
    with serving(refused) as server, Client(server.address, retries=QUICK) as client, pytest.raises(kind) as raised:
        client.graph("bank").call("transfer", {})
    assert len(server.asked) == 1
    assert raised.value.reason == Reason(reason)  # type: ignore[attr-defined]
    assert raised.value.executed == "no"  # type: ignore[attr-defined]
    assert "executed=no" in str(raised.value)


def test_the_last_failure_says_what_is_known() -> None:
    late = problem("TIMEOUT", 504, retryable=True)
    late.body["executed"] = "unknown"
    never = RetryPolicy.NEVER
    with serving(late) as server, Client(server.address, retries=never) as client:
        with pytest.raises(UnavailableError) as raised:
            client.graph("bank").call("transfer", {})
    assert raised.value.executed == "unknown"


def test_writes_are_sent_as_one_request() -> None:
    expectation = {"kind": "EXPECTATION", "operator": "balance", "key": "a", "rule": "/expect/0", "detail": ""}
    writes = (
        Writes()
        .expect("balance", "alice", 100)
        .expect_absent("owner", "bob")
        .put("balance", "alice", 70)
        .put("owner", "bob", {"name": "Bob"})
        .delete("balance", ["a", 1])
    )
    aborted = {**DONE, "outcome": "ABORTED", "emitted": [], "reasons": [expectation]}
    with serving(problem("TIMEOUT", 504, retryable=True), Reply(aborted)) as server:
        with Client(server.address, retries=QUICK) as client:
            done = client.graph("my bank").transact(writes, wait="durable", after=5)
    assert not done.committed
    assert done.reasons == (AbortReason("EXPECTATION", "balance", "a", "/expect/0", ""),)
    first, second = server.asked
    assert first.headers["Idempotency-Key"] == second.headers["Idempotency-Key"]
    assert (first.method, first.path) == ("POST", "/v1/graphs/my%20bank/transact")
    assert (first.parameters["wait"], first.parameters["after"]) == ("durable", "5")
    assert first.body == {
        "expect": [
            {"state": "balance", "key": "alice", "value": 100},
            {"state": "owner", "key": "bob", "absent": True},
        ],
        "put": [
            {"state": "balance", "key": "alice", "value": 70},
            {"state": "owner", "key": "bob", "value": {"name": "Bob"}},
        ],
        "delete": [{"state": "balance", "key": ["a", 1]}],
    }


def test_a_session_orders_calls() -> None:
    session = Session(8)
    with serving(DONE) as server, Client(server.address) as client:
        client.graph("bank").reading(session=session).call("transfer", {}, after=3)
    assert server.asked[0].parameters["after"] == "8"
    assert session.token == "9"


@pytest.mark.parametrize("key", ["", "a b", "\u00e9", "x" * 256])
def test_keys_are_visible_characters(key: str) -> None:
    with Client("http://localhost:1") as client, pytest.raises(ValueError, match="TSP-5010"):
        client.graph("bank").call("transfer", {}, key=key)
