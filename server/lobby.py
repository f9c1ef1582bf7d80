"""What is outside the rooms: what is open, what can be watched, what was played.

Listings are the rooms' own, asked for when somebody looks, so that nothing is listed that is not there; each
node tells the others of its own every second, and what it told is good for three. A finished match's record
is kept with the names of those who may have it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from protocol.answers import Lobby as Listing
from protocol.answers import RecordFound
from server.ports import Clock, House
from server.store.base import Store, StoreError

SHOWN: Final = 50
"""Most rooms, and most games, in one listing."""
TOLD: Final = 200
"""Most rooms, and most games, that a node tells the others of."""
FRESH_MS: Final = 1000
"""How old a listing of other nodes may be."""
GOOD_MS: Final = 3000
"""For how long a node's listing is good."""


class Listings:
    """Open rooms and live games, of this node and of the others.

    `others` names the starts of nodes that live beside this one, which is `me`.
    """

    def __init__(
        self, house: House, store: Store, clock: Clock, me: str, others: Callable[[], Sequence[str]]
    ) -> None:
        self._house = house
        self._store = store
        self._clock = clock
        self._me = me
        self._others = others
        self._is_told = False
        self._read_at: int | None = None
        self._elsewhere: list[Listing] = []

    async def show(self, ruleset: str | None) -> Listing:
        """List what is open and what can be watched, of one ruleset or of all."""
        others, own = await self._from_others(), self._own()
        rooms, live = list(own.rooms), list(own.live)
        for other in others:  # a table that has just moved may be listed by two
            open_here, live_here = {one.room for one in rooms}, {one.room for one in live}
            rooms += [one for one in other.rooms if one.room not in open_here]
            live += [one for one in other.live if one.room not in live_here]
        return Listing(
            tuple([one for one in rooms if ruleset in (None, one.ruleset)][:SHOWN]),
            tuple([one for one in live if ruleset in (None, one.ruleset)][:SHOWN]),
        )

    def _own(self) -> Listing:
        return Listing(tuple(self._house.open_rooms()), tuple(self._house.live_games()))

    async def _from_others(self) -> list[Listing]:
        """Return what the others list, as of a second ago at most; nothing while the store is away."""
        others, now = self._others(), self._clock.now()
        if not others:
            return []
        if self._read_at is None or now - self._read_at >= FRESH_MS:
            self._read_at = now
            try:
                found = await self._store.lobbies(others)
            except StoreError:
                found = []
            self._elsewhere = [msgspec.msgpack.decode(data, type=Listing) for data in found]
        return self._elsewhere

    def pulse(self) -> None:
        """Tell the others what is listed here, while there are others; call it each second."""
        if not self._others():
            return
        own = self._own()
        is_any = bool(own.rooms or own.live)
        if is_any or self._is_told:
            told = Listing(own.rooms[:TOLD], own.live[:TOLD])
            self._store.put_lobby(self._me, msgspec.msgpack.encode(told), GOOD_MS)
        self._is_told = is_any


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
