# SPDX-License-Identifier: Apache-2.0
"""What one transaction expects and writes of states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Writes:
    """What `Graph.transact` does, all of it or nothing; each method returns another one.

    It aborts if something is not as expected, or if a value violates the constraint of its state. At most one thing
    may be expected, and one written, of each key; of 1,000 keys at most.

        Writes().expect("balance", "alice", 100).put("balance", "alice", 70).put("balance", "bob", 30)
    """

    _clauses: tuple[tuple[str, dict[str, Any]], ...] = ()

    def expect(self, state: str, key: Any, value: Any) -> Writes:
        """Expect that a key has a value; one without a value has the initial one of its state."""
        return self._with("expect", state, key, value=value)

    def expect_absent(self, state: str, key: Any) -> Writes:
        """Expect that a key has no value, so that it has the initial one if there is one."""
        return self._with("expect", state, key, absent=True)

    def put(self, state: str, key: Any, value: Any) -> Writes:
        """Write the value of a key."""
        return self._with("put", state, key, value=value)

    def delete(self, state: str, key: Any) -> Writes:
        """Remove the value of a key, if it has one."""
        return self._with("delete", state, key)

    def request(self) -> dict[str, list[dict[str, Any]]]:
        """Return what is sent."""
        request: dict[str, list[dict[str, Any]]] = {}
        for kind, clause in self._clauses:
            request.setdefault(kind, []).append(clause)
        return request

    def _with(self, kind: str, state: str, key: Any, **more: Any) -> Writes:
        return Writes((*self._clauses, (kind, {"state": state, "key": key, **more})))
