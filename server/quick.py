"""Who waits for a quick match: by ruleset, in the order they came, over all nodes.

The queue lies in the store. Each node says again and again that its own still wait, so whoever is on a node
that died is forgotten. The node of the fourth takes the four out and brings them together; one who is out of
the queue and is brought nowhere (a letter was lost) waits anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from server.ports import Clock
from server.store.base import Store, StoreError

__all__ = ["Queue", "Waiter"]

SEATS: Final = 4
_NO_MATCH: Final = 1_000_000
"""So many are never there: who says it for his people brings nobody together."""
GOOD_MS: Final = 6000
"""For how long a word that somebody waits is good."""
MISSED_MS: Final = 3000
"""How long after he was taken out of the queue one who was brought nowhere waits anew."""


class Waiter(NamedTuple):
    """Somebody who waited: the player, and his node's owner."""

    player: str
    owner: str


@dataclass(slots=True)
class _Place:
    """Where one of this node's players waits; `out_at`: since when the queue has him no more (ms)."""

    ruleset: str
    out_at: int | None = None


class Queue:
    """The queues, as one node has them; `me` is its owner."""

    def __init__(self, store: Store, clock: Clock, me: str) -> None:
        self._store = store
        self._clock = clock
        self._me = me
        self._places: dict[str, _Place] = {}

    async def join(self, player: str, ruleset: str) -> Sequence[Waiter] | None:
        """Let a player wait; return the four, if he completes them. Whoever waits elsewhere waits here now.

        Raises: StoreError.
        """
        place = self._places.get(player)
        if place is not None and place.ruleset != ruleset:
            self.leave(player)
        self._places[player] = _Place(ruleset)
        try:
            return await self._say(player, is_new=True)
        except StoreError:
            self._places.pop(player, None)
            raise

    def leave(self, player: str) -> str | None:
        """Let a player wait no more; return the ruleset he waited for, if he did."""
        place = self._places.pop(player, None)
        if place is None:
            return None
        self._store.wait_no_more(place.ruleset, player)
        return place.ruleset

    def wait_anew(self, players: Sequence[str], ruleset: str) -> None:
        """Let players wait again, from the next pulse on, who were taken out of the queue for nothing."""
        long_ago = self._clock.now() - MISSED_MS
        for player in players:
            self._places.setdefault(player, _Place(ruleset, long_ago))

    async def pulse(self, *, seats: bool = True) -> list[tuple[str, Sequence[Waiter]]]:
        """Say that all still wait, each second; return the fours that came of it, with their rulesets.

        A node that can make no room (`seats` is false) leaves it to the others to bring its people together.
        """
        found: list[tuple[str, Sequence[Waiter]]] = []
        for player in list(self._places):
            place = self._places.get(player)
            if place is None:
                continue
            is_missed = place.out_at is not None and self._clock.now() - place.out_at >= MISSED_MS
            try:
                four = await self._say(player, is_new=is_missed, seats=seats)
            except StoreError:
                return found
            if four is not None:
                found.append((place.ruleset, four))
        return found

    async def _say(self, player: str, *, is_new: bool, seats: bool = True) -> Sequence[Waiter] | None:
        place = self._places[player]
        waits, four = await self._store.wait(
            place.ruleset, player, self._me.encode(), GOOD_MS, SEATS if seats else _NO_MATCH, is_new
        )  # fmt: skip
        if not waits:
            place.out_at = self._clock.now() if place.out_at is None else place.out_at
        elif not four:
            place.out_at = None
        if not four:
            return None
        waiters = [Waiter(one, owner.decode()) for one, owner in four]
        for waiter in waiters:
            if waiter.owner == self._me:
                self._places.pop(waiter.player, None)
        return waiters

    def __len__(self) -> int:
        return len(self._places)
