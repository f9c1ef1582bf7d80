"""Deadlines by name that can stand still together, and one by one.

While the clocks stand (the store is away, nobody is at the table) no deadline comes nearer; when they go on,
every one has what it had left. It knows no event loop: times are the owner's milliseconds, given with every
call.
"""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["DAY", "Deadlines"]

DAY = 86_400_000
"""What "no limit" comes to: a day (CO-8)."""


class Deadlines:
    """When what falls due. A key is armed, held (its time left is kept, it does not run), or not there."""

    __slots__ = ("_due", "_held", "_stopped_at", "_why")

    def __init__(self) -> None:
        self._due: dict[str, int] = {}
        self._held: dict[str, int] = {}
        self._stopped_at: int | None = None
        self._why: set[str] = set()

    @property
    def stand(self) -> bool:
        """Whether the clocks stand."""
        return self._stopped_at is not None

    @property
    def stands_for(self) -> tuple[str, ...]:
        """Why the clocks stand; empty where they do not."""
        return tuple(sorted(self._why))

    def _at(self, now: int) -> int:
        return now if self._stopped_at is None else self._stopped_at

    def arm(self, key: str, after_ms: int, now: int) -> None:
        """Let ``key`` fall due in so many milliseconds; it replaces an earlier one of that name."""
        self._held.pop(key, None)
        self._due[key] = (now if self._stopped_at is None else self._stopped_at) + after_ms

    def drop(self, key: str) -> None:
        """Forget a deadline, if there is one."""
        self._due.pop(key, None)
        self._held.pop(key, None)

    def hold(self, key: str, now: int) -> None:
        """Stop one deadline, keeping what it has left."""
        due = self._due.pop(key, None)
        if due is not None:
            self._held[key] = due - self._at(now)

    def release(self, key: str, now: int) -> None:
        """Let a held deadline run on."""
        left = self._held.pop(key, None)
        if left is not None:
            self._due[key] = self._at(now) + left

    def left(self, key: str, now: int) -> int | None:
        """Give the time left to ``key``, negative when it is overdue; ``None`` if there is none."""
        due = self._due.get(key)
        if due is None:
            return self._held.get(key)
        return due - (now if self._stopped_at is None else self._stopped_at)

    def runs(self, key: str) -> bool:
        """Tell whether this deadline comes nearer."""
        return key in self._due and self._stopped_at is None

    def stop(self, why: str, now: int) -> None:
        """Let all clocks stand, for one more reason."""
        if self._stopped_at is None:
            self._stopped_at = now
        self._why.add(why)

    def go_on(self, why: str, now: int) -> None:
        """Take a reason back; with the last one the clocks run on with what they had left."""
        if why not in self._why:
            return
        self._why.discard(why)
        if not self._why and self._stopped_at is not None:
            stood = max(now - self._stopped_at, 0)
            self._due = {key: due + stood for key, due in self._due.items()}
            self._stopped_at = None

    def due(self, now: int) -> list[str]:
        """List what is due, the earliest first."""
        if self._stopped_at is not None or not self._due:
            return []
        ripe = [key for key, due in self._due.items() if due <= now]
        return sorted(ripe, key=self._due.__getitem__) if len(ripe) > 1 else ripe

    @property
    def next_due(self) -> int | None:
        """When the next one falls due; ``None`` while the clocks stand or nothing is armed."""
        if self._stopped_at is not None or not self._due:
            return None
        return min(self._due.values())

    def lefts(self, now: int) -> dict[str, int]:
        """Give what every deadline has left, held ones included: the form that is journaled."""
        at = self._at(now)
        return {key: due - at for key, due in self._due.items()} | self._held

    def clear(self, keys: Iterable[str] | None = None) -> None:
        """Forget these deadlines, or all; reasons to stand stay."""
        for key in list(self._due | self._held) if keys is None else keys:
            self._due.pop(key, None)
            self._held.pop(key, None)

    def __contains__(self, key: str) -> bool:
        return key in self._due or key in self._held
