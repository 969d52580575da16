# SPDX-License-Identifier: Apache-2.0
"""What can be asked of a state. Questions are values: they may be constants, and be asked again and again."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Generic, TypeVar, Union
from urllib.parse import quote

from tspoon_client import _json
from tspoon_client._errors import unexpected
from tspoon_client._fields import Field, Filter
from tspoon_client._transport import Call

T_co = TypeVar("T_co", covariant=True)
Number = Union[int, Decimal]

_LONGEST_PATH = 4096
"""Servers take 16 KB, proxies half of that; a part of it is before the path, or behind."""

_NAME = "result"


@dataclass(frozen=True)
class Entry:
    """A key and its value in a snapshot; what has no value has the state's initial value, or None."""

    key: Any
    value: Any
    found: bool
    """Whether the key has a value."""


@dataclass(frozen=True)
class Page:
    """Entries of a scan, and the token of the next page; None if this is the last one."""

    entries: tuple[Entry, ...]
    next_token: str | None


class Question(ABC, Generic[T_co]):
    """Something to ask of a state; `State` and `Selection` make them, and `Graph.ask` asks."""

    @abstractmethod
    def call(self, when: Mapping[str, str]) -> Call:
        """Return the request that asks this alone."""

    @abstractmethod
    def answer(self, body: Any) -> T_co:
        """Return what an answer to that request says."""

    def read(self) -> Mapping[str, Any]:
        """Return the part of a request that asks several questions."""
        raise ValueError(
            "[TSP-5105] Cannot ask for a next page together with others: it has a snapshot already. Ask it alone."
        )

    def part(self, result: Any) -> T_co:
        """Return what the answer to that part says."""
        return self.answer(result)


class _Read(Question[T_co]):
    """What a request for several questions may contain; alone, it is the only one in it."""

    def __init__(self, state: str, read: Mapping[str, Any], part: Callable[[Any], T_co]) -> None:
        self._state = state
        self._read = read
        self._part = part

    def call(self, when: Mapping[str, str]) -> Call:
        return Call("/query", body={"reads": [self.read()], **when})

    def answer(self, body: Any) -> T_co:
        return self.part(member(member(body, "results", list), 0, dict))

    def read(self) -> Mapping[str, Any]:
        return {"state": self._state, **self._read}

    def part(self, result: Any) -> T_co:
        return self._part(result)


class _Key(_Read[Any]):
    """One key, which the server reads without a snapshot, unless it is too long for an address."""

    def __init__(self, state: str, key: Any) -> None:
        super().__init__(state, {"keys": [key]}, lambda result: entries(result)[0].value)
        self._key = key

    def call(self, when: Mapping[str, str]) -> Call:
        alone = Call(f"/states/{quote(self._state, safe='')}/value", {"key": _json.dumps(self._key), **when})
        return alone if len(alone.target(alone.parameters)) <= _LONGEST_PATH else super().call(when)

    def answer(self, body: Any) -> Any:
        return super().answer(body) if "results" in body else entry(body).value


class _NextPage(Question[Page]):
    """A later page; the token says of which scan and of which snapshot."""

    def __init__(self, state: str, token: str, limit: int | None) -> None:
        self._state = state
        self._body = {"pageToken": token, **({} if limit is None else {"limit": checked_limit(limit)})}

    def call(self, when: Mapping[str, str]) -> Call:
        return Call(f"/states/{quote(self._state, safe='')}/scan", body=self._body)

    def answer(self, body: Any) -> Page:
        return page(body)


@dataclass(frozen=True)
class Selection:
    """The entries of a state that have a value, or some of them. Made by `State.select`."""

    state: str
    criteria: Mapping[str, Any]
    shape: Mapping[str, Any]
    """What only scans take: order and projection."""

    def page(self, limit: int = 100) -> Question[Page]:
        """Ask for the first entries, in their order; at most as many as the server allows."""
        scan = {**self.criteria, **self.shape, "limit": checked_limit(limit)}
        return _Read(self.state, {"scan": scan}, page)

    def first(self, limit: int) -> Question[list[Entry]]:
        """Ask for the first entries as `page` does, but for no more, so that the server keeps no snapshot."""
        scan = {**self.criteria, **self.shape, "limit": checked_limit(limit), "nextPage": False}
        return _Read(self.state, {"scan": scan}, entries)

    def count(self) -> Question[int]:
        """Ask for the number of entries."""
        return self._aggregate("count", True)

    def sum(self, part: Field) -> Question[Number]:
        """Ask for the exact sum of a part; 0 if there is none."""
        return self._aggregate("sum", part.pointer)

    def min(self, part: Field) -> Question[Any]:
        """Ask for the smallest value of a part; None if there is none."""
        return self._aggregate("min", part.pointer)

    def max(self, part: Field) -> Question[Any]:
        """Ask for the greatest value of a part; None if there is none."""
        return self._aggregate("max", part.pointer)

    def _aggregate(self, function: str, of: str | bool) -> Question[Any]:
        aggregate = {**self.criteria, "compute": {_NAME: {function: of}}}
        return _Read(self.state, {"aggregate": aggregate}, lambda result: member(member(result, "values", dict), _NAME))


@dataclass(frozen=True)
class State:
    """Makes questions about the state with this name."""

    name: str

    def key(self, key: Any) -> Question[Any]:
        """Ask for the value of a key; the state's initial value, or None, if it has none."""
        return _Key(self.name, key)

    def keys(self, keys: Iterable[Any], *, project: Sequence[Field] = ()) -> Question[list[Entry]]:
        """Ask for the entries of keys, in their order, or for parts of their values."""
        return _Read(self.name, {"keys": list(keys), **_projection(project)}, entries)

    def select(
        self,
        where: Filter | None = None,
        *,
        start: Any = None,
        stop: Any = None,
        prefix: Any = None,
        descending: bool = False,
        project: Sequence[Field] = (),
        order_by: Field | None = None,
    ) -> Selection:
        """Select the entries that satisfy a filter and whose keys are in a range, all of them by default.

        `start` is inclusive, `stop` exclusive; `prefix` is the beginning of a text, or the first parts of an
        array. `project` replaces values by objects of some of their parts. `order_by` orders entries by a
        part, those with equal ones by their keys.
        """
        keys = {"from": start, "to": stop, "prefix": prefix}
        keys = {name: bound for name, bound in keys.items() if bound is not None}
        criteria = {"keys": keys, "filter": None if where is None else where.json}
        return Selection(
            self.name,
            {name: criterion for name, criterion in criteria.items() if criterion},
            {
                **({"order": "desc"} if descending else {}),
                **({"orderBy": order_by.pointer} if order_by is not None else {}),
                **_projection(project),
            },
        )

    def next_page(self, token: str, limit: int | None = None) -> Question[Page]:
        """Ask for the page behind another one, which may have come to another process."""
        return _NextPage(self.name, token, limit)


def _projection(parts: Sequence[Field]) -> Mapping[str, Any]:
    return {"project": [part.pointer for part in parts]} if parts else {}


def checked_limit(limit: int) -> int:
    """Return it if a page has room for an entry."""
    if limit < 1:
        raise ValueError(f"[TSP-5104] Cannot ask for a page: it has no room, limit={limit}. Give at least 1.")
    return limit


def member(json: Any, name: str | int, kind: type | tuple[type, ...] = object) -> Any:
    """Return a part of an answer that has to be there."""
    try:
        part = json[name]
    except (KeyError, IndexError, TypeError):
        raise unexpected(f"it has no {name}", json) from None
    if not isinstance(part, kind):
        raise unexpected(f"{name} is of another type", json)
    return part


def entry(json: Any) -> Entry:
    """Read an entry; only one without a value may lack it."""
    found = member(json, "found", bool)
    return Entry(member(json, "key"), member(json, "value") if found else json.get("value"), found)


def entries(result: Any) -> list[Entry]:
    """Read the entries of a result."""
    return [entry(json) for json in member(result, "entries", list)]


def page(result: Any) -> Page:
    """Read a page."""
    token = member(result, "nextPageToken", str) if "nextPageToken" in result else None
    return Page(tuple(entries(result)), token)
