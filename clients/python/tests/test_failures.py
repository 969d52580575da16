# SPDX-License-Identifier: Apache-2.0
"""What is asked again and what is not, how long it may take, and what a failure tells."""

from __future__ import annotations

import json
import pickle
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from email.utils import formatdate
from typing import Any

import pytest

from server import Reply, problem, serving
from tspoon_client import (
    BadRequestError,
    Client,
    NotFoundError,
    Reason,
    RetryPolicy,
    ServerFaultError,
    SnapshotTooOldError,
    State,
    TspoonError,
    UnauthenticatedError,
    UnavailableError,
    UnexpectedAnswerError,
)

FOUND = {"timestamp": "1", "key": "a", "found": True, "value": 5}
NOT_READY = problem("NOT_READY", 503, retryable=True)
QUICK = RetryPolicy(attempts=3, first_wait=0.001, longest_wait=0.002)


def ask(client: Client) -> Any:
    return client.graph("bank").ask(State("balance").key("a")).value


def refused_port() -> str:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{free.getsockname()[1]}"


@pytest.mark.parametrize(
    ("reason", "status", "kind"),
    [
        ("INVALID_REQUEST", 400, BadRequestError),
        ("INVALID_KEY", 400, BadRequestError),
        ("INVALID_TOKEN", 400, BadRequestError),
        ("AMBIGUOUS_JOB", 400, BadRequestError),
        ("UNAUTHENTICATED", 401, UnauthenticatedError),
        ("UNKNOWN_PATH", 404, NotFoundError),
        ("UNKNOWN_JOB", 404, NotFoundError),
        ("UNKNOWN_GRAPH", 404, NotFoundError),
        ("UNKNOWN_STATE", 404, NotFoundError),
        ("METHOD_NOT_ALLOWED", 405, BadRequestError),
        ("SNAPSHOT_TOO_OLD", 410, SnapshotTooOldError),
        ("REQUEST_TOO_LARGE", 413, BadRequestError),
        ("MISDIRECTED", 421, BadRequestError),
        ("RESULT_TOO_LARGE", 422, BadRequestError),
        ("CANNOT_SCALE", 422, BadRequestError),
        ("INTERNAL", 500, ServerFaultError),
        ("SOMETHING_NEW", 400, UnexpectedAnswerError),
    ],
)
def test_a_refusal_is_not_asked_again_and_tells_all(reason: str, status: int, kind: type[TspoonError]) -> None:
    with serving(problem(reason, status), FOUND) as server, Client(server.address, retries=QUICK) as client:
        with pytest.raises(TspoonError) as caught:
            ask(client)
        assert len(server.asked) == 1
    failure = caught.value
    assert type(failure) is kind
    assert failure.reason.value == ("UNEXPECTED_ANSWER" if reason == "SOMETHING_NEW" else reason)
    assert (failure.code, failure.status, failure.endpoint) == ("TSP-4106", status, server.address)
    assert (failure.detail, failure.action) == (f"Cannot answer: {reason}.", "Do something.")
    assert not failure.retryable
    assert str(failure).startswith(f"[TSP-4106] Cannot answer: {reason}. Do something. [reason=")


@pytest.mark.parametrize(
    ("reason", "status"),
    [("NOT_READY", 503), ("MOVED", 503), ("TIMEOUT", 503), ("OVERLOADED", 503), ("CHANGE_UNDER_WAY", 409)],
)
def test_what_may_pass_is_asked_again(reason: str, status: int) -> None:
    fails = problem(reason, status, retryable=True)
    with serving(fails, fails, FOUND) as server, Client(server.address, retries=QUICK) as client:
        assert ask(client) == 5
        assert len(server.asked) == 3


def test_attempts_are_bounded() -> None:
    with serving(NOT_READY) as server, Client(server.address, retries=QUICK) as client:
        with pytest.raises(UnavailableError) as caught:
            ask(client)
        assert len(server.asked) == 3
    assert caught.value.retryable
    assert caught.value.reason is Reason.NOT_READY
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), again.problem) == (UnavailableError, caught.value.problem)


def test_the_server_says_whether_to_ask_again() -> None:
    """Not the status."""
    with serving(problem("OVERLOADED", 503, retryable=False)) as server, Client(server.address) as client:
        with pytest.raises(UnavailableError):
            ask(client)
        assert len(server.asked) == 1


@pytest.mark.parametrize("status", [502, 503, 504])
@pytest.mark.parametrize("body", ["<html>", {"error": "bad gateway"}])
def test_what_a_proxy_says_may_pass(status: int, body: Any) -> None:
    with serving(Reply(body, status), FOUND) as server, Client(server.address, retries=QUICK) as client:
        assert ask(client) == 5
        assert len(server.asked) == 2


def test_waits_double_up_to_the_longest_and_are_random() -> None:
    policy = RetryPolicy(attempts=9, first_wait=0.1, longest_wait=1.0)
    assert [policy.wait_after(failed, 0.999999) for failed in (1, 2, 3, 4, 5, 2000)] == pytest.approx(
        [0.1, 0.2, 0.4, 0.8, 1.0, 1.0], rel=1e-4
    )
    assert policy.wait_after(2, 0.0) == pytest.approx(0.1)
    assert RetryPolicy.NEVER.wait_after(1, 0.5) == 0
    wrongs: list[dict[str, Any]] = [
        {"attempts": 0},
        {"first_wait": -1.0},
        {"longest_wait": 0.01},
        {"longest_wait": float("nan")},
    ]
    for wrong in wrongs:
        with pytest.raises(ValueError, match="TSP-5001"):
            RetryPolicy(**wrong)


def test_retry_after_is_waited() -> None:
    with (
        serving(problem("OVERLOADED", 503, retryable=True, Retry_After="1"), FOUND) as server,
        Client(server.address, retries=QUICK) as client,
    ):
        begin = time.monotonic()
        assert ask(client) == 5
        assert time.monotonic() - begin >= 1


@pytest.mark.parametrize("is_date", [False, True])
def test_nothing_is_waited_for_that_takes_longer_than_there_is_time(is_date: bool) -> None:
    after = formatdate(time.time() + 300, usegmt=True) if is_date else "300"
    with (
        serving(problem("OVERLOADED", 503, retryable=True, Retry_After=after)) as server,
        Client(server.address) as client,
    ):
        with pytest.raises(UnavailableError) as caught:
            ask(client)
        assert 200 < caught.value.problem.retry_after <= 300
        assert len(server.asked) == 1


def test_a_retry_after_that_is_none_does_no_harm() -> None:
    with (
        serving(problem("OVERLOADED", 503, retryable=True, Retry_After="soon"), FOUND) as server,
        Client(server.address, retries=QUICK) as client,
    ):
        assert ask(client) == 5


def test_the_timeout_is_for_all_attempts_and_the_server_gets_what_is_left() -> None:
    patient = RetryPolicy(attempts=1000, first_wait=0.05, longest_wait=0.05)
    with serving(NOT_READY) as server, Client(server.address, retries=patient, timeout=0.5) as client:
        begin = time.monotonic()
        with pytest.raises(UnavailableError):
            ask(client)
        assert time.monotonic() - begin < 2
        given = [int(request.parameters["timeoutMs"]) for request in server.asked]
    assert given[0] <= 500
    assert len(given) > 3
    assert given == sorted(given, reverse=True)
    assert given[-1] < given[0] - 100


@pytest.mark.parametrize("body", ["", '{"timestamp": "1", '])
@pytest.mark.parametrize("drips", [False, True])
def test_an_answer_that_stops_or_drips_is_given_up(body: str, drips: bool) -> None:
    with (
        serving(Reply(body, length=1000, drips=drips)) as server,
        Client(server.address, timeout=0.2, retries=RetryPolicy.NEVER) as client,
    ):
        begin = time.monotonic()
        with pytest.raises(UnavailableError, match="TSP-5203") as caught:
            ask(client)
        assert time.monotonic() - begin < 2
    assert caught.value.reason is Reason.TIMEOUT


def test_a_shorter_time_for_one_reader() -> None:
    with serving(FOUND) as server, Client(server.address) as client:
        client.graph("bank").reading(timeout=0.5).ask(State("balance").key("a"))
        assert int(server.asked[0].parameters["timeoutMs"]) <= 500


def test_no_server_is_unavailable() -> None:
    with Client(refused_port(), retries=QUICK) as client, pytest.raises(UnavailableError, match="TSP-5203") as caught:
        ask(client)
    assert caught.value.reason is Reason.UNREACHABLE
    assert caught.value.retryable


def test_another_endpoint_answers_for_one_that_is_away() -> None:
    with serving(FOUND) as server, Client(refused_port(), server.address, retries=QUICK) as client:
        assert ask(client) == 5
        assert ask(client) == 5
        assert len(server.asked) == 2


@pytest.mark.parametrize("reason", ["UNKNOWN_JOB", "UNKNOWN_GRAPH", "UNAUTHENTICATED"])
def test_each_other_endpoint_is_asked_once_where_one_is_not_the_right_one(reason: str) -> None:
    stranger = problem(reason, 404)
    with (
        serving(stranger) as one,
        serving(stranger) as two,
        Client(one.address, two.address, retries=RetryPolicy.NEVER) as client,
    ):
        with pytest.raises(TspoonError):
            ask(client)
        assert (len(one.asked), len(two.asked)) == (1, 1)
    with (
        serving(stranger) as one,
        serving(FOUND) as two,
        Client(one.address, two.address, retries=RetryPolicy.NEVER) as client,
    ):
        assert ask(client) == 5


def test_no_json_is_unexpected() -> None:
    for body in ["<html>", '{"a": NaN}', '{"timestamp": "1", "value": 1E9999999999999999999}']:
        with serving(body) as server, Client(server.address, retries=QUICK) as client:
            with pytest.raises(UnexpectedAnswerError, match=r"TSP-5200.*no JSON"):
                ask(client)
            assert len(server.asked) == 1
    with (
        serving("[" * 100_000 + "]" * 100_000) as server,
        Client(server.address) as client,
        pytest.raises(UnexpectedAnswerError, match="nested too deeply"),
    ):
        ask(client)


def test_a_redirection_is_not_followed() -> None:
    with serving(FOUND) as other, serving(Reply("", 307, {"Location": other.address})) as server:
        with Client(server.address, token="secret") as client, pytest.raises(UnexpectedAnswerError):
            ask(client)
        assert other.asked == []


def test_connections_are_kept_and_those_that_have_ended_replaced() -> None:
    ended = Reply(FOUND, ends=True)
    with (
        serving(FOUND, FOUND, ended, FOUND) as server,
        Client(server.address, retries=RetryPolicy.NEVER) as client,
    ):
        for _ in range(4):
            assert ask(client) == 5
        assert [request.connection for request in server.asked] == [1, 1, 1, 2]


def test_threads_share_a_client() -> None:
    with serving(FOUND) as server, Client(server.address) as client, ThreadPoolExecutor(4) as threads:
        assert list(threads.map(lambda _: ask(client), range(100))) == [5] * 100
        assert len(server.asked) == 100
        assert server.connections <= 4


def test_tokens_are_sent_and_may_change() -> None:
    tokens = iter(["one\n", "two"])
    with serving(FOUND) as server:
        with Client(server.address, token="fixed\n") as client:
            ask(client)
        with Client(server.address, token=lambda: next(tokens)) as client:
            ask(client)
            ask(client)
            with pytest.raises(UnauthenticatedError, match="TSP-5006"):
                ask(client)
        with Client(server.address) as client:
            ask(client)
        sent = [request.headers.get("Authorization") for request in server.asked]
    assert sent == ["Bearer fixed", "Bearer one", "Bearer two", None]


def test_a_token_that_cannot_be_sent_is_not_shown() -> None:
    with pytest.raises(ValueError, match="TSP-5005") as caught:
        Client("http://127.0.0.1:1", token="sec ret")
    assert "sec ret" not in str(caught.value)


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1:8095", "ftp://a", "http://", "http://a/path", "http://user:pass@a", "http://a?q", "http://a:x", ""],
)
def test_an_endpoint_is_an_address_and_nothing_else(address: str) -> None:
    with pytest.raises(ValueError, match="TSP-5000") as caught:
        Client(address)
    assert "pass" not in str(caught.value)


def test_settings_that_make_no_sense_are_refused() -> None:
    with pytest.raises(ValueError, match="no endpoint"):
        Client()
    for timeout in (0, -1, float("nan")):
        with pytest.raises(ValueError, match="TSP-5003"):
            Client("http://a", timeout=timeout)
    with Client("http://a") as client, pytest.raises(ValueError, match="TSP-5003"):
        client.graph("bank").reading(timeout=0)


def test_a_body_is_given_what_is_left_of_the_time() -> None:
    answer = {"timestamp": "1", "results": [{"entries": []}]}
    with serving(answer) as server, Client(server.address, timeout=3) as client:
        client.graph("bank").ask(State("balance").keys([]))
        assert 0 < server.asked[0].body["timeoutMs"] <= 3000
        assert json.loads(json.dumps(server.asked[0].headers))["Content-Type"] == "application/json"
