"""What waits at a table while its step is saved: bounded, however long the store is away. Sans-IO.

Of commands no more than 32 wait. Comings and goings are never refused, but of each connection no more than
one going and one coming behind it waits: who attaches again does so in his old place, and who goes again
takes his coming along.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from typing import Final

from server.effects import Attach, Detach, Enter, Input, Repeat, Submit
from server.ports import Posted

__all__ = ["COMMANDS", "MOST_WAITING", "Inbox"]

MOST_WAITING: Final = 32
"""How many commands may wait at a table."""
COMMANDS: Final = (Submit, Enter, Repeat)
_COMERS: Final = (Attach, Detach, Enter)


class Inbox:
    """The inputs of one table that wait, in the order they came."""

    __slots__ = ("_coming", "_commands", "_waiting")

    def __init__(self) -> None:
        self._waiting: deque[tuple[Input, int]] = deque()
        self._commands = 0
        self._coming: Counter[int] = Counter()
        """In how many of them a connection comes or goes."""

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def put(self, given: Input, now: int, is_there: Callable[[str, int], bool]) -> Posted:
        """Let an input wait. `is_there` tells by player and number whether the table knows a connection."""
        if isinstance(given, COMMANDS):
            if self._commands >= MOST_WAITING:
                return "busy"
            self._commands += 1
        if isinstance(given, _COMERS):
            if isinstance(given, Attach) and self._attaches_again(given):
                return "taken"
            if isinstance(given, Detach) and self._waiting and self._is_gone(given, is_there):
                return "taken"
            self._coming[given.connection] += 1
        self._waiting.append((given, now))
        return "taken"

    def take(self) -> tuple[Input, int]:
        """Take out the first, and when it came."""
        given, at = self._waiting.popleft()
        if isinstance(given, COMMANDS):
            self._commands -= 1
        if isinstance(given, _COMERS):
            self._forget(given.connection)
        return given, at

    def all(self) -> list[Input]:
        """Return all that waits."""
        return [given for given, _ in self._waiting]

    def _attaches_again(self, given: Attach) -> bool:
        """Let a connection attach in the place where it waits to, if that is the last said of it."""
        place = self._last_of(given.connection)
        if place is None or not isinstance(self._waiting[place][0], Attach):
            return False
        self._waiting[place] = given, self._waiting[place][1]
        return True

    def _is_gone(self, given: Detach, is_there: Callable[[str, int], bool]) -> bool:
        """Take out the coming of a connection that goes; say whether its going changes nothing else."""
        place = self._last_of(given.connection)
        if place is not None and isinstance(self._waiting[place][0], Attach):
            del self._waiting[place]
            self._forget(given.connection)
            place = self._last_of(given.connection)
        if place is not None:
            return isinstance(self._waiting[place][0], Detach)
        return not is_there(given.player, given.connection)

    def _last_of(self, connection: int) -> int | None:
        """Find where a connection comes or goes last."""
        if not self._coming[connection]:
            return None
        for place in reversed(range(len(self._waiting))):
            other = self._waiting[place][0]
            if isinstance(other, _COMERS) and other.connection == connection:
                return place
        raise AssertionError("it is counted, so it is there")

    def _forget(self, connection: int) -> None:
        self._coming[connection] -= 1
        if not self._coming[connection]:
            del self._coming[connection]
