# SPDX-License-Identifier: Apache-2.0
"""What is sent for each question, and what becomes of its answer."""

from __future__ import annotations

import json
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest

from server import Server, serving
from tspoon_client import Answer, Client, Entry, Field, Graph, Question, Session, State, UnexpectedAnswerError
from tspoon_client._json import dumps, loads

BALANCE = State("balance")
VALUE = Field.value()


def read_answer(*results: Any) -> dict[str, Any]:
    return {"timestamp": "7", "results": list(results)}


def asked(question: Question[Any], answer: Any) -> tuple[Any, Any]:
    """Return the read that was sent, and the answer's value."""
    with serving(read_answer(answer)) as server, Client(server.address) as client:
        value = client.graph("bank").ask(question).value
        assert server.asked[0].path == "/v1/graphs/bank/query"
        (read,) = server.asked[0].body["reads"]
        assert read.pop("state") == "balance"
        return read, value


def when(graph: Graph, server: Server) -> Any:
    """Return what a question of this reader says of the snapshot."""
    graph.ask(BALANCE.keys(["a"]))
    return {name: text for name, text in server.asked[-1].body.items() if name not in ("reads", "timeoutMs")}


def test_a_key_is_asked_by_its_json() -> None:
    with serving({"timestamp": "9", "key": "a/b é", "found": True, "value": 5}) as server:
        with Client(server.address) as client:
            answer = client.graph("my bank", job="0a").ask(State("a/b").key("a/b é"))
        assert answer == Answer(5, "9")
        request = server.asked[0]
        assert request.path == "/v1/jobs/0a/graphs/my%20bank/states/a%2Fb/value"
        assert json.loads(request.parameters["key"]) == "a/b é"
        assert 9_000 < int(request.parameters["timeoutMs"]) <= 10_000


def test_a_long_key_goes_into_a_body() -> None:
    key = "k" * 5000
    read, value = asked(BALANCE.key(key), {"entries": [{"key": key, "found": False}]})
    assert read == {"keys": [key]}
    assert value is None


def test_keys_come_in_their_order_with_those_that_have_no_value() -> None:
    entries = [{"key": "b", "found": True, "value": {"x": 1}}, {"key": "a", "found": False, "value": 0}]
    read, value = asked(BALANCE.keys(iter("ba"), project=[Field.value("x")]), {"entries": entries})
    assert read == {"keys": ["b", "a"], "project": ["/value/x"]}
    assert value == [Entry("b", {"x": 1}, True), Entry("a", 0, False)]


def test_a_page_sends_filter_range_order_and_projection() -> None:
    selection = BALANCE.select(
        VALUE >= Decimal("10.50"), start="a", stop="m", prefix="ac", descending=True, project=[Field.value("n")]
    )
    read, value = asked(selection.page(5), {"entries": [], "nextPageToken": "abc"})
    assert read == {
        "scan": {
            "keys": {"from": "a", "to": "m", "prefix": "ac"},
            "filter": {"field": "/value", "op": "ge", "value": 10.5},
            "limit": 5,
            "order": "desc",
            "project": ["/value/n"],
        }
    }
    assert value.entries == ()
    assert value.next_token == "abc"


def test_a_page_is_ordered_by_a_part() -> None:
    selection = BALANCE.select(descending=True, order_by=Field.value("n"))
    read, _ = asked(selection.page(5), {"entries": []})
    assert read == {"scan": {"limit": 5, "order": "desc", "orderBy": "/value/n"}}


def test_the_first_entries_are_not_continued() -> None:
    read, value = asked(BALANCE.select().first(2), {"entries": [{"key": 1, "found": True, "value": 3}]})
    assert read == {"scan": {"limit": 2, "nextPage": False}}
    assert [entry.value for entry in value] == [3]


def test_aggregates() -> None:
    rich = BALANCE.select(VALUE > 0, start=1)
    for question, function, of in [
        (rich.count(), "count", True),
        (rich.sum(VALUE), "sum", "/value"),
        (rich.min(Field.key()), "min", "/key"),
        (rich.max(Field.value("a", 0)), "max", "/value/a/0"),
    ]:
        read, value = asked(question, {"values": {"result": 3}})
        assert read == {
            "aggregate": {
                "keys": {"from": 1},
                "filter": {"field": "/value", "op": "gt", "value": 0},
                "compute": {"result": {function: of}},
            }
        }
        assert value == 3


def test_filters() -> None:
    city = Field.value("a/b", "c~d")
    assert city.pointer == "/value/a~1b/c~0d"

    def op(name: str, value: Any) -> Any:
        return {"field": city.pointer, "op": name, "value": value}

    assert (city == "Rome").json == op("eq", "Rome")
    assert (city != None).json == op("ne", None)  # noqa: E711 - null is a constant
    assert (city < 1).json == op("lt", 1)
    assert (city <= 1).json == op("le", 1)
    assert (city > 1).json == op("gt", 1)
    assert (city >= 1).json == op("ge", 1)
    assert city.is_in({1}).json == op("in", [1])
    assert city.startswith("R").json == op("prefix", "R")
    assert city.contains("R").json == op("contains", "R")
    assert city.exists().json == op("exists", True)
    joined = (city == 1) & (city == 2) & ~((city == 3) | (city == 4) | (city == 5))
    assert joined.json == {"and": [op("eq", 1), op("eq", 2), {"not": {"or": [op("eq", 3), op("eq", 4), op("eq", 5)]}}]}


def test_many_conditions_are_no_deep_filter() -> None:
    some = VALUE > 0
    for bound in range(100):
        some = some & (VALUE != bound)
    assert len(some.json["and"]) == 101


def test_a_filter_is_neither_true_nor_false() -> None:
    with pytest.raises(TypeError, match="Join filters with"):
        assert VALUE > 0
    with pytest.raises(TypeError, match="Join filters with"):
        assert 0 < VALUE < 10


def test_several_questions_are_one_request() -> None:
    answer = read_answer({"values": {"result": 2}}, {"entries": [{"key": "a", "found": True, "value": "x"}]})
    with serving(answer) as server, Client(server.address) as client:
        count, name = client.graph("bank").ask_together(BALANCE.select().count(), State("name").key("a")).value
    assert (count, name) == (2, "x")
    assert [read["state"] for read in server.asked[0].body["reads"]] == ["balance", "name"]
    assert len(server.asked) == 1


def test_all_pages_are_asked_for_by_their_tokens() -> None:
    def page(*keys: str, **token: str) -> Any:
        return {"timestamp": "7", "entries": [{"key": key, "found": True, "value": 1} for key in keys], **token}

    with (
        serving(
            read_answer(page("a", "b", nextPageToken="t1")), page("c", nextPageToken="t2"), page(), page("never")
        ) as server,
        Client(server.address) as client,
    ):
        bank = client.graph("bank").reading(fresh=True)
        entries = bank.entries(BALANCE.select(VALUE > 0), page_size=2)
        assert next(entries).key == "a"
        assert len(server.asked) == 1
        assert [entry.key for entry in entries] == ["b", "c"]
    first, second, third = (request.body for request in server.asked)
    assert first["consistency"] == "fresh"
    for body, token in [(second, "t1"), (third, "t2")]:
        assert body.pop("timeoutMs") > 0
        assert body == {"pageToken": token, "limit": 2}  # the token has the rest, and says of which snapshot
    assert server.asked[2].path == "/v1/graphs/bank/states/balance/scan"


def test_a_page_may_be_asked_for_by_another_process_but_not_with_others() -> None:
    with serving({"timestamp": "7", "entries": []}) as server, Client(server.address) as client:
        assert client.graph("bank").ask(BALANCE.next_page("tok")).value.next_token is None
        assert server.asked[0].body["pageToken"] == "tok"
        assert "limit" not in server.asked[0].body
        with pytest.raises(ValueError, match="TSP-5105"):
            client.graph("bank").ask_together(BALANCE.next_page("tok"))


def test_readers_say_which_snapshot() -> None:
    empty = read_answer({"entries": [{"key": "a", "found": False}]})
    with serving(empty) as server, Client(server.address) as client:
        bank = client.graph("bank")
        assert when(bank, server) == {}
        assert when(bank.reading(fresh=True), server) == {"consistency": "fresh"}
        assert when(bank.reading(fresh=True, after=5), server) == {"consistency": "fresh", "after": "5"}
        assert when(bank.reading(at="17"), server) == {"at": "17"}
        moment = datetime(2026, 1, 31, 11, 0, 0, 5, tzinfo=timezone(timedelta(hours=1)))
        assert when(bank.reading(at=moment), server) == {"at": "2026-01-31T10:00:00.000005Z"}
        assert when(bank.reading(after="2026-01-31T10:00:00Z"), server) == {"after": "2026-01-31T10:00:00Z"}
        with pytest.raises(ValueError, match="Choose one"):
            bank.reading(at=1, after=2)
        with pytest.raises(ValueError, match="Choose one"):
            bank.reading(at=1, fresh=True)
        with pytest.raises(ValueError, match="no time zone"):
            bank.reading(at=datetime(2026, 1, 31))
        assert when(bank.reading(fresh=True).reading(timeout=5), server) == {"consistency": "fresh"}
        assert when(bank.reading(fresh=True).reading(after=5), server) == {"after": "5"}
        assert when(bank.reading(session=Session(4)).reading(fresh=True), server) == {
            "consistency": "fresh",
            "after": "4",
        }
        assert len(server.asked) == 9


def test_a_session_reads_its_writes_and_never_goes_back() -> None:
    with (
        serving(read_answer({"entries": [{"key": "a", "found": False}]})) as server,
        Client(server.address) as client,
    ):
        session = Session()
        mine = client.graph("bank").reading(session=session)
        assert when(mine, server) == {}  # it has seen nothing
        assert when(mine, server) == {"after": "7"}  # the answer
        session.saw("9223372036854775807")  # of a result
        session.saw(8)
        assert when(mine, server) == {"after": "9223372036854775807"}
        assert when(client.graph("bank").reading(at=3, session=session), server) == {"at": "3"}
        later = client.graph("bank").reading(after=100, session=Session("50"))
        assert when(later, server) == {"after": "100"}
        assert Session(session.token).token == "9223372036854775807"
        with pytest.raises(ValueError, match="no whole number"):
            client.graph("bank").reading(after="2026-01-31T10:00:00Z", session=session)


def test_numbers_lose_nothing() -> None:
    text = (
        '{"timestamp": "1", "key": 9007199254740993, "found": true, "value": '
        "[0.1, 1.00, 1E+3, 12345678901234567890.123456789012345678901234567890, -9223372036854775808, 1E-400]}"
    )
    with serving(text) as server, Client(server.address) as client:
        value = client.graph("bank").ask(BALANCE.key(9007199254740993)).value
    assert [str(number) for number in value] == [
        "0.1",
        "1.00",
        "1E+3",
        "12345678901234567890.123456789012345678901234567890",
        "-9223372036854775808",
        "1E-400",
    ]
    assert all(isinstance(number, (int, Decimal)) for number in value)
    assert server.asked[0].parameters["key"] == "9007199254740993"
    assert str(loads(b"9" * 5000)) == "9" * 5000


def test_keys_and_constants_are_written_as_servers_write_them() -> None:
    assert dumps(Decimal("0.10")) == "0.10"
    assert dumps(Decimal("1E+30")) == "1E+30"
    assert dumps([1.5, 1e300, float("nan"), float("-inf"), Decimal("Infinity")]) == (
        '[1.5,1e+300,"NaN","-Infinity","Infinity"]'
    )
    assert dumps({"a": (True, None, 2**63)}) == '{"a":[true,null,9223372036854775808]}'
    assert dumps(date(2026, 1, 2)) == '"2026-01-02"'
    assert dumps(datetime(2026, 1, 2, 3, 4, 5, tzinfo=timezone.utc)) == '"2026-01-02T03:04:05+00:00"'
    assert dumps(UUID(int=1)) == '"00000000-0000-0000-0000-000000000001"'
    assert dumps(b"\x01\x02") == '"AQI="'
    with pytest.raises(TypeError, match=r"TSP-5102.*type=object"):
        dumps(object())
    with pytest.raises(TypeError, match=r"TSP-5102.*name=1"):
        dumps({1: 2})


@pytest.mark.parametrize(
    "answer",
    [
        [],
        {},
        {"timestamp": "1"},
        {"timestamp": 1, "results": [{"entries": []}]},
        {"timestamp": "1", "results": []},
        {"timestamp": "1", "results": [{"entries": [{"key": 1}]}]},
        {"timestamp": "1", "results": [{"entries": [{"key": 1, "found": True}]}]},
        {"timestamp": "1", "results": [{"entries": ["found"]}]},
    ],
)
def test_an_answer_that_is_none_is_told(answer: Any) -> None:
    with serving(answer) as server, Client(server.address) as client:
        with pytest.raises(UnexpectedAnswerError, match="TSP-5201"):
            client.graph("bank").ask(BALANCE.keys([1]))
        assert len(server.asked) == 1


def test_descriptions_have_no_timeout_of_their_own() -> None:
    graphs = {"graphs": [{"job": "0a", "jobName": "j", "name": "bank", "health": "READY", "states": ["balance"]}]}
    with serving(graphs) as server, Client(server.address) as client:
        (summary,) = client.graphs()
    assert summary.ready
    assert summary.states == ("balance",)
    assert server.asked[0].parameters == {}


def test_mistakes_are_found_before_anything_is_sent() -> None:
    with pytest.raises(ValueError, match="TSP-5100"):
        Field("/values")
    with pytest.raises(ValueError, match="TSP-5104"):
        BALANCE.select().page(0)
    with pytest.raises(ValueError, match="TSP-5104"):
        BALANCE.next_page("t", 0)
