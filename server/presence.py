"""Who is there: which connection each player has, who looks on, since when somebody is away.

Of the present moment only: it is neither numbered nor journaled, and a new owner begins with an empty room. A
player has one connection; a newer one takes its place, and what the older one's end brings changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final

from protocol.vocabulary import View

__all__ = ["NAMES_TOLD", "TOLD_EVERY_MS", "Presence", "Watcher"]

NAMES_TOLD: Final = 20
"""How many watchers are named."""
TOLD_EVERY_MS: Final = 2000
"""How often watchers' coming and going is told at most."""


class Watcher:
    """Somebody who looks on."""

    __slots__ = ("connection", "name", "view")

    def __init__(self, connection: int, name: str, view: View) -> None:
        self.connection = connection
        self.name = name
        self.view = view


class Presence:
    """Connections of members and watchers."""

    __slots__ = ("_away_since", "_here", "told_at", "untold", "watchers", "watchers_untold")

    def __init__(self) -> None:
        self._here: dict[str, int] = {}
        self._away_since: dict[str, int] = {}
        self.watchers: dict[str, Watcher] = {}
        self.untold = False
        self.watchers_untold = False
        self.told_at = -TOLD_EVERY_MS

    def is_here(self, player: str) -> bool:
        """Tell whether a member has a connection."""
        return player in self._here

    def any_of(self, players: Iterable[str]) -> bool:
        """Tell whether any of these members has a connection."""
        return not self._here.keys().isdisjoint(players)

    def anybody(self) -> bool:
        """Tell whether any member is here."""
        return bool(self._here)

    def connection_of(self, player: str) -> int | None:
        """Give a member's present connection."""
        return self._here.get(player)

    def has(self, player: str, connection: int) -> bool:
        """Tell whether this is the present connection of somebody who is here or looks on."""
        watcher = self.watchers.get(player)
        return connection in (self._here.get(player), None if watcher is None else watcher.connection)

    def is_older(self, player: str, connection: int) -> bool:
        """Tell whether a newer connection than this one has come for a player already."""
        watcher = self.watchers.get(player)
        return connection < (self._here.get(player, 0) if watcher is None else watcher.connection)

    def came(self, player: str, connection: int) -> bool:
        """Let a member have this connection from now on; tell whether he was away."""
        was_away = player not in self._here
        self._here[player] = connection
        self._away_since.pop(player, None)
        self.untold = self.untold or was_away
        return was_away

    def went(self, player: str, connection: int, now: int) -> bool:
        """Take a connection away, if it is the member's present one; tell whether he is away now."""
        if self._here.get(player) != connection:
            return False
        del self._here[player]
        self._away_since[player] = now
        self.untold = True
        return True

    def is_away_since(self, player: str, now: int) -> None:
        """Count a member as away from now on (a new owner has seen nobody yet)."""
        if player not in self._here:
            self._away_since.setdefault(player, now)

    def forget(self, player: str) -> int | None:
        """Forget a member who left; give the connection he had."""
        self._away_since.pop(player, None)
        self.untold = True
        return self._here.pop(player, None)

    def away_ms(self, player: str, now: int) -> int | None:
        """How long a member has been away; ``None`` if he is here."""
        since = self._away_since.get(player)
        return None if since is None or player in self._here else max(now - since, 0)

    def watch(self, player: str, connection: int, name: str, view: View = "public") -> None:
        """Let somebody look on, at this view."""
        self.watchers[player] = Watcher(connection, name, view)
        self.watchers_untold = True

    def unwatch(self, player: str, connection: int | None = None) -> Watcher | None:
        """Let a watcher go, if this is his present connection; give him back."""
        watcher = self.watchers.get(player)
        if watcher is None or connection not in (None, watcher.connection):
            return None
        self.watchers_untold = True
        return self.watchers.pop(player)

    def connections(self) -> list[int]:
        """List every connection, members' and watchers'."""
        return [*self._here.values(), *(watcher.connection for watcher in self.watchers.values())]

    def names(self) -> tuple[str, ...]:
        """Name the first watchers."""
        return tuple([watcher.name for watcher in islice(self.watchers.values(), NAMES_TOLD)])
