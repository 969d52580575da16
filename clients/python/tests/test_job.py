# SPDX-License-Identifier: Apache-2.0
"""The client beside the job of PythonClientITCase: transfers that go on and on, and a book of each account."""

from __future__ import annotations

import dataclasses
import os
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tspoon_client import (
    BadRequestError,
    CallResult,
    Client,
    Entry,
    Field,
    Graph,
    NotFoundError,
    Reason,
    Session,
    State,
    TspoonError,
    Writes,
)

ENDPOINT = os.environ.get("TSPOON_ENDPOINT", "")
OWNERS = ["alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi", "ivan", "é/"]
OPENING = 100
BALANCE, BOOK, NOTE = State("balance"), State("book"), State("note")
PAGES = [Path(__file__).parents[1] / "README.md", Path(__file__).parents[3] / "docs" / "python.md"]

pytestmark = pytest.mark.skipif(not ENDPOINT, reason="there is no job: TSPOON_ENDPOINT is not set")


@pytest.fixture
def bank() -> Iterator[Graph]:
    with Client(ENDPOINT) as client:
        yield client.graph("bank")


def check(book: Entry) -> None:
    """Numbers that a double does not hold are exact."""
    moves = book.value["moves"]
    assert book.value["left"] == 2**63 - 1 - moves
    assert isinstance(book.value["left"], int)
    assert isinstance(book.value["fees"], Decimal)
    assert str(book.value["fees"]) == f"{moves // 10}.{moves % 10}0"


def test_one_key_and_many(bank: Graph) -> None:
    assert isinstance(bank.ask(BALANCE.key("alice")).value, int)
    assert isinstance(bank.ask(BALANCE.key("é/")).value, int)
    assert bank.ask(BALANCE.key("nobody")).value == OPENING
    assert isinstance(bank.ask(BALANCE.key("long" * 5000)).value, int)
    answer = bank.ask(BALANCE.keys(OWNERS))
    assert [entry.key for entry in answer.value] == OWNERS
    assert sum(entry.value for entry in answer.value) == OPENING * len(OWNERS)
    nobody, half = bank.ask(BOOK.keys(["nobody", "alice"], project=[Field.value("moves")])).value
    assert not nobody.found
    assert list(half.value) == ["moves"]


def test_several_questions_are_about_one_snapshot(bank: Graph) -> None:
    for _ in range(5):
        balances, books = bank.ask_together(BALANCE.keys(OWNERS), BOOK.keys(OWNERS)).value
        for balance, book in zip(balances, books):
            assert balance.value + book.value["lost"] == OPENING
            check(book)


def test_all_pages_are_of_one_snapshot(bank: Graph) -> None:
    """While transfers go on: else the sum would not be right."""
    for page_size in (1, 3, 1000):
        entries = list(bank.entries(BALANCE.select(), page_size))
        assert sorted(entry.key for entry in entries) == sorted(OWNERS)
        assert sum(entry.value for entry in entries) == OPENING * len(OWNERS)
    first = bank.ask(BALANCE.select().page(4))
    assert first.value.next_token is not None
    second = bank.ask(BALANCE.next_page(first.value.next_token, 2))
    assert second.timestamp == first.timestamp
    assert len(second.value.entries) == 2


def test_ranges_filters_order_and_projection(bank: Graph) -> None:
    def keys(**how: object) -> list[str]:
        return [entry.key for entry in bank.entries(BOOK.select(**how))]  # type: ignore[arg-type]

    assert keys(start="b", stop="d") == ["bob", "carol"]
    assert keys(prefix="e") == ["erin"]
    assert keys(descending=True, stop="c") == ["bob", "alice"]
    key, moves = Field.key(), Field.value("moves")
    assert keys(where=key.is_in(["bob", "nobody"]) | (key == "é/")) == ["bob", "é/"]
    assert keys(where=key.startswith("a") & (moves > 0) & Field.value("fees").exists()) == ["alice"]
    assert keys(where=~key.contains("a"), stop="f") == ["bob", "erin"]
    assert keys(where=Field.value("left") == 2**63 - 1) == []  # a move more or less is another number
    assert keys(where=Field.value("fees") < Decimal("0.1")) == []
    (alice,) = bank.entries(BOOK.select(key == "alice", project=[moves, Field.value("fees")]))
    assert sorted(alice.value) == ["fees", "moves"]


def test_aggregates_are_exact(bank: Graph) -> None:
    everything, left, fees = BOOK.select(), Field.value("left"), Field.value("fees")
    answer = bank.ask_together(
        everything.count(),
        everything.sum(left),
        everything.min(left),
        everything.max(fees),
        everything.sum(fees),
        BOOK.keys(OWNERS),
    )
    count, total, least, most, all_fees, entries = answer.value
    books = [entry.value for entry in entries]
    assert count == len(OWNERS)
    assert total == sum(book["left"] for book in books) > 2**64
    assert least == min(book["left"] for book in books)
    assert most == max(book["fees"] for book in books)
    assert all_fees == sum(book["fees"] for book in books)
    assert bank.ask(BOOK.select(prefix="nobody").max(fees)).value is None


def test_reads_what_a_result_has_shown(bank: Graph) -> None:
    owner, moves = os.environ["TSPOON_SEEN_OWNER"], int(os.environ["TSPOON_SEEN_MOVES"])
    after = bank.reading(after=os.environ["TSPOON_SEEN"]).ask(BOOK.key(owner))
    assert after.value["moves"] >= moves
    assert int(after.timestamp) >= int(os.environ["TSPOON_SEEN"])
    session = Session(os.environ["TSPOON_SEEN"])
    mine = bank.reading(session=session)
    newest = int(session.token)
    for _ in range(10):
        answer = mine.ask(BOOK.keys([owner]))
        assert answer.value[0].value["moves"] >= moves
        assert int(answer.timestamp) >= newest
        newest, moves = int(answer.timestamp), answer.value[0].value["moves"]
        assert session.token == answer.timestamp
    fresh = bank.reading(fresh=True, timeout=5).ask(BOOK.key(owner))
    assert fresh.value["moves"] >= moves


def test_descriptions(bank: Graph) -> None:
    with Client(ENDPOINT) as client:
        (summary,) = client.graphs()
        same = client.graph("bank", job=summary.job).describe()
    assert (summary.name, summary.ready, summary.states) == ("bank", True, ("note", "balance", "book"))
    described = bank.describe()
    assert described.ready
    assert described.name == same.name == "bank"
    states = {state.name: state for state in described.states}
    assert states["balance"].constraint == "balance is not negative"
    assert states["balance"].ready_instances == states["balance"].parallelism
    assert states["book"].value_schema["properties"].keys() == {"lost", "moves", "left", "fees"}
    metrics = bank.metrics()
    assert metrics.committed > 0
    assert sum(count.transactions for count in metrics.abort_reasons) <= metrics.aborted
    assert all(hot.state in states and 0 < hot.share <= 1 for hot in metrics.hottest_keys)
    assert metrics.hottest_keys


def test_failures_of_a_server_tell_what_to_do(bank: Graph) -> None:
    with pytest.raises(NotFoundError, match=r"\[TSP-\d{4}\].*UNKNOWN_STATE, status=404") as caught:
        bank.ask(State("nothing").key(1))
    assert caught.value.action
    with pytest.raises(BadRequestError, match="INVALID_KEY"):
        bank.ask(BALANCE.key(5))
    with pytest.raises(BadRequestError, match="INVALID_TOKEN"):
        bank.reading(after=2**63 - 1).ask(BALANCE.key("alice"))
    with pytest.raises(BadRequestError, match="INVALID_REQUEST"):
        bank.ask(BALANCE.select().sum(Field.key()))


def order(amount: int = 0, payer: str = "alice", payee: str = "é/") -> dict[str, Any]:
    """A transfer of nothing is never aborted."""
    return {"payer": payer, "payee": payee, "amount": amount}


def test_a_call_is_executed_once_and_answered_again(bank: Graph) -> None:
    key = str(uuid4())
    done = bank.call("transfer", order(), key=key)
    assert (done.key, done.committed, done.repeated, done.reasons) == (key, True, False, ())
    assert len(done.emitted) == 2
    for book in done.emitted:
        check(Entry("", book, True))
    assert bank.call("transfer", order(), key=key) == dataclasses.replace(done, repeated=True)
    assert int(bank.call("transfer", order()).id) != int(done.id)  # a key of its own


def test_a_read_sees_the_call_before_it_and_a_call_what_was_read(bank: Graph) -> None:
    done = bank.call("transfer", order())
    books = bank.reading(after=done.timestamp).ask(BOOK.keys(["alice", "é/"])).value
    assert sum(book.value["moves"] for book in books) >= sum(book["moves"] for book in done.emitted)
    mine = bank.reading(session=Session())
    for _ in range(5):
        read = mine.ask(BOOK.key("alice"))
        called = mine.call("transfer", order())
        assert int(called.timestamp) > int(read.timestamp)
        assert max(book["moves"] for book in called.emitted) > read.value["moves"]


def test_who_calls_at_the_same_time_gets_the_same_outcome(bank: Graph) -> None:
    key = str(uuid4())

    def call(_: int) -> CallResult:
        return bank.call("transfer", order(), key=key)

    with ThreadPoolExecutor(8) as callers:
        results = list(callers.map(call, range(24)))
    assert sorted(result.repeated for result in results) == [False] + [True] * 23
    assert len({dataclasses.replace(result, repeated=True) for result in map(hashable, results)}) == 1


def hashable(result: CallResult) -> CallResult:
    return dataclasses.replace(result, emitted=tuple(sorted(map(str, result.emitted))))


def test_writes_happen_if_all_is_as_expected(bank: Graph) -> None:
    mine, other, key = str(uuid4()), str(uuid4()), str(uuid4())
    first = Writes().expect_absent("note", mine).put("note", mine, "one").put("note", other, "1")
    done = bank.transact(first, key=key)
    assert (done.key, done.committed, done.repeated, done.emitted) == (key, True, False, ())
    assert bank.transact(first, key=key) == dataclasses.replace(done, repeated=True)
    late = bank.transact(first)
    (reason,) = late.reasons
    assert (late.committed, reason.kind, reason.operator, reason.rule) == (False, "EXPECTATION", "note", "/expect/0")
    swapped = bank.transact(Writes().expect("note", mine, "one").put("note", mine, "two").delete("note", other))
    assert swapped.committed
    notes = bank.reading(after=swapped.timestamp).ask(NOTE.keys([mine, other])).value
    assert [note.value for note in notes] == ["two", None]


def test_only_what_is_writable_is_written(bank: Graph) -> None:
    with pytest.raises(BadRequestError, match="INVALID_CALL") as caught:
        bank.transact(Writes().put("balance", "alice", 1_000_000))
    assert caught.value.executed == "no"
    assert "/put/0/state" in str(caught.value)


def test_aborts_and_exceptions_are_outcomes_that_stay(bank: Graph) -> None:
    more_than_there_is = OPENING * len(OWNERS) + 1
    for wanted, kind, failed in [
        (order(more_than_there_is), "CONSTRAINT", False),
        (order(payee="nobody"), "FAILURE", True),
    ]:
        key = str(uuid4())
        result = bank.call("transfer", wanted, key=key)
        assert (result.committed, result.failed, result.emitted) == (False, failed, ())
        assert {reason.kind for reason in result.reasons} == {kind}
        assert bank.call("transfer", wanted, key=key) == dataclasses.replace(result, repeated=True)


def test_what_is_refused_was_not_executed(bank: Graph) -> None:
    key = str(uuid4())
    for body, path, reason in [
        (order(-1), "transfer", Reason.INVALID_CALL),
        ({**order(), "fee": 1}, "transfer", Reason.INVALID_CALL),
        ({**order(), "amount": "5"}, "transfer", Reason.INVALID_CALL),
        ({"payer": "alice", "payee": "bob"}, "transfer", Reason.INVALID_CALL),
        (None, "transfer", Reason.INVALID_CALL),
        (order(), "borrow", Reason.UNKNOWN_PROCEDURE),
    ]:
        with pytest.raises((BadRequestError, NotFoundError)) as caught:
            bank.call(path, body, key=key)
        assert (caught.value.reason, caught.value.executed) == (reason, "no")
    done = bank.call("transfer", order(), key=key)
    assert not done.repeated  # the key was still free
    with pytest.raises(TspoonError) as caught:
        bank.call("transfer", order(1), key=key)
    assert (caught.value.reason, caught.value.executed) == (Reason.KEY_REUSED, "no")
    with pytest.raises(BadRequestError) as caught:  # the job has neither a log nor checkpoints
        bank.call("transfer", order(), wait="durable")
    assert (caught.value.reason, caught.value.executed) == (Reason.INVALID_REQUEST, "no")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_lines_of_the_pages_run(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (lines,) = re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE)
    exec(compile(lines.replace("http://localhost:8095", ENDPOINT), page.name, "exec"), {})
    assert re.search(r"^alice -?\d+$", capsys.readouterr().out, re.MULTILINE)
