# SPDX-License-Identifier: Apache-2.0
"""Parts of entries, and conditions on them that the servers check."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

_POINTER = re.compile(r"/(key|value)(/.*)?", re.DOTALL)


@dataclass(frozen=True)
class Filter:
    """A condition on entries; made of `Field`s, and joined by `&`, `|` and `~`."""

    json: Mapping[str, Any]

    def __and__(self, other: Filter) -> Filter:
        return Filter({"and": [*self._parts("and"), *other._parts("and")]})

    def __or__(self, other: Filter) -> Filter:
        return Filter({"or": [*self._parts("or"), *other._parts("or")]})

    def __invert__(self) -> Filter:
        return Filter({"not": self.json})

    def __bool__(self) -> bool:
        raise TypeError("Cannot tell whether a filter is true: servers do. Join filters with &, | and ~.")

    def _parts(self, joined_by: str) -> list[Mapping[str, Any]]:
        """Return parts instead of the whole where it makes no difference: servers take 32 levels."""
        parts: list[Mapping[str, Any]] = self.json.get(joined_by, [self.json])
        return parts


@dataclass(frozen=True, eq=False)
class Field:
    """The key or value of an entry, or something inside, by the names in the JSON.

    `Field.value("owner", "city") == "Rome"` is a filter, and so are `!=`, `<`, `<=`, `>`, `>=` and what the
    methods give. `pointer` is a JSON Pointer (RFC 6901) into `{"key": ..., "value": ...}`.
    """

    pointer: str

    def __post_init__(self) -> None:
        if not _POINTER.fullmatch(self.pointer):
            raise ValueError(
                "[TSP-5100] Cannot point to a part of an entry: it begins with neither /key nor /value, "
                f"pointer={self.pointer}. Use Field.key(...) or Field.value(...)."
            )

    @staticmethod
    def key(*path: str | int) -> Field:
        """Return the key, or a part of it; numbers index arrays from 0."""
        return Field("/key" + _joined(path))

    @staticmethod
    def value(*path: str | int) -> Field:
        """Return the value, or a part of it; numbers index arrays from 0."""
        return Field("/value" + _joined(path))

    def __eq__(self, other: object) -> Filter:  # type: ignore[override]
        return self._compared("eq", other)

    def __ne__(self, other: object) -> Filter:  # type: ignore[override]
        return self._compared("ne", other)

    def __lt__(self, other: Any) -> Filter:
        return self._compared("lt", other)

    def __le__(self, other: Any) -> Filter:
        return self._compared("le", other)

    def __gt__(self, other: Any) -> Filter:
        return self._compared("gt", other)

    def __ge__(self, other: Any) -> Filter:
        return self._compared("ge", other)

    def is_in(self, others: Iterable[Any]) -> Filter:
        """Equals one of the constants."""
        return self._compared("in", list(others))

    def startswith(self, beginning: str) -> Filter:
        """Is a text that begins with this one."""
        return self._compared("prefix", beginning)

    def contains(self, part: Any) -> Filter:
        """Is a text that contains this one, or an array with this element."""
        return self._compared("contains", part)

    def exists(self) -> Filter:
        """Is there, and not null."""
        return self._compared("exists", True)

    def _compared(self, op: str, constant: Any) -> Filter:
        return Filter({"field": self.pointer, "op": op, "value": constant})


def _joined(path: tuple[str | int, ...]) -> str:
    return "".join("/" + str(name).replace("~", "~0").replace("/", "~1") for name in path)
