"""What is outside the rooms: who waits for a quick match, what is open, what can be watched, what was played.

Listings are the rooms' own, asked for when somebody looks, so that nothing is listed that is not there. A
finished match's record is kept with the names of those who may have it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from protocol.answers import Lobby as Listing
from protocol.answers import RecordFound
from server.ports import House
from server.store.base import Store

SEATS: Final = 4
SHOWN: Final = 50
"""Most rooms, and most games, in one listing."""


class Listings:
    """Open rooms and live games."""

    def __init__(self, house: House) -> None:
        self._house = house

    def show(self, ruleset: str | None) -> Listing:
        """List what is open and what can be watched, of one ruleset or of all."""
        rooms = [one for one in self._house.open_rooms() if ruleset in (None, one.ruleset)]
        live = [one for one in self._house.live_games() if ruleset in (None, one.ruleset)]
        return Listing(tuple(rooms[:SHOWN]), tuple(live[:SHOWN]))


class QuickMatch:
    """Who waits for three others, by ruleset, in the order they came."""

    def __init__(self) -> None:
        self._waiting: dict[str, dict[str, None]] = {}

    def join(self, player: str, ruleset: str) -> Sequence[str] | None:
        """Let a player wait; return the four, if he is the fourth. Whoever waits elsewhere waits here now."""
        queue = self._waiting.get(ruleset, {})
        if player not in queue:
            self.leave(player)
            queue = self._waiting.setdefault(ruleset, {})
            queue[player] = None
        if len(queue) < SEATS:
            return None
        four = list(queue)[:SEATS]
        for one in four:
            self.leave(one)
        return four

    def leave(self, player: str) -> bool:
        """Let a player wait no more; say whether he did."""
        for ruleset, queue in list(self._waiting.items()):
            if player in queue:
                del queue[player]
                if not queue:
                    del self._waiting[ruleset]
                return True
        return False

    def __len__(self) -> int:
        return sum(len(queue) for queue in self._waiting.values())


class _Kept(msgspec.Struct, frozen=True, array_like=True):
    players: tuple[str, ...]
    public: bool
    text: str


class Records:
    """Finished matches: the newest `keep` of all (None: all), each for `ttl_s` seconds (None: no limit)."""

    def __init__(self, store: Store, keep: int | None, ttl_s: int | None) -> None:
        self._store = store
        self._keep = keep
        self._ttl_s = ttl_s

    async def save(self, match: str, data: bytes, players: Sequence[str], public: bool) -> None:
        """Keep a record. Raises: StoreError."""
        kept = msgspec.msgpack.encode(_Kept(tuple(players), public, data.decode()))
        await self._store.save_record(match, kept, keep=self._keep, ttl_s=self._ttl_s)

    async def find(self, match: str, player: str) -> RecordFound | None:
        """Return a record, if there is one and this player may have it. Raises: StoreError."""
        data = await self._store.get_record(match)
        if data is None:
            return None
        kept = msgspec.msgpack.decode(data, type=_Kept)
        return RecordFound(match, kept.text) if kept.public or player in kept.players else None


class Recent:
    """The answers to the last commands outside rooms, so that one sent again is not carried out again."""

    def __init__(self, size: int = 4096) -> None:
        self._size = size
        self._answers: dict[tuple[str, str], object] = {}

    def find(self, player: str, command: str) -> object | None:
        """Return the answer that was given to this player's command, if it is still known."""
        return self._answers.get((player, command))

    def keep(self, player: str, command: str, answer: object) -> None:
        """Remember an answer."""
        self._answers[player, command] = answer
        if len(self._answers) > self._size:
            del self._answers[next(iter(self._answers))]
