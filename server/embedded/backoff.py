"""How long to wait before a child that died is started again."""

from __future__ import annotations


class Backoff:
    """Pauses in seconds that double from `first` up to `cap`, and begin anew after a life of `healthy`
    seconds.
    """

    def __init__(self, first: float = 0.1, cap: float = 5.0, healthy: float = 10.0) -> None:
        self._first = first
        self._cap = cap
        self._healthy = healthy
        self._next = first

    def pause(self, lived: float) -> float:
        """Return how long to wait after a life of `lived` seconds."""
        if lived >= self._healthy:
            self._next = self._first
        pause, self._next = self._next, min(self._cap, self._next * 2)
        return pause
