# SPDX-License-Identifier: Apache-2.0
"""How often a question is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class RetryPolicy:
    """How often a question is repeated after a failure that may pass, such as a failover.

    The waits, in seconds, double from the first to the longest; from half of a wait to the whole of it is waited,
    at random, so that many clients do not return at once. Where the server says `Retry-After`, it is waited at
    least so long. What the server refuses for good is not repeated.
    """

    attempts: int = 6
    first_wait: float = 0.1
    longest_wait: float = 2.0

    DEFAULT: ClassVar[RetryPolicy]
    """Asks six times: enough for an overload, too little for most failovers."""
    FAILOVER: ClassVar[RetryPolicy]
    """Asks for a minute or two. Give the client a timeout to match, because it covers the retries."""
    NEVER: ClassVar[RetryPolicy]
    """Asks once, plus once each other endpoint if one says that it is not the right one."""

    def __post_init__(self) -> None:
        if self.attempts < 1 or self.first_wait < 0 or not self.longest_wait >= self.first_wait:
            raise ValueError(
                f"[TSP-5001] Cannot retry like this: attempts={self.attempts}, firstWait={self.first_wait}, "
                f"longestWait={self.longest_wait}. Give at least 1 attempt and a longest wait not below the first."
            )

    def wait_after(self, failed: int, random: float) -> float:
        """Return how long to wait after so many attempts, for a number from 0 to below 1."""
        doublings = min(failed - 1, 60)
        return min(self.first_wait * 2.0**doublings, self.longest_wait) * (0.5 + random / 2)


RetryPolicy.DEFAULT = RetryPolicy()
RetryPolicy.FAILOVER = RetryPolicy(attempts=60)
RetryPolicy.NEVER = RetryPolicy(attempts=1, first_wait=0.0, longest_wait=0.0)
