"""Who a player is: tokens, one-time device codes, and the one connection that speaks for him.

A token is the player's public id and a signature under the store's key; it is good for as long as the store
remembers the player, which is some days from his last coming, and worth nothing once he is forgotten. Guests
are players like all others. Which connection speaks for a player is counted in generations: a newer one takes
over, and whatever the older one does late changes nothing.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, Literal

import msgspec

from server.store.base import STARTS, OutcomeUnknown, Speaker, Spoken, Store, StoreError

DEVICE_CODE_S: Final = 600
"""Seconds for which a device code is good."""
_ALPHABET: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_CODE_LETTERS: Final = 12
_REMEMBERED: Final = 10_000
_LABEL: Final = b"sifang/player/1\0"
_DAY_S: Final = 86_400


class Player(msgspec.Struct, frozen=True):
    """What is kept of a player."""

    id: str
    name: str
    lang: Literal["zh", "en"] = "zh"


class Tokens:
    """Signs and reads tokens; `key` are the store's secret bytes."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def sign(self, player: str) -> str:
        """Return a player's token."""
        return f"{player}.{self._signature(player)}"

    def read(self, token: str) -> str | None:
        """Return the player whose token it is; None if we have not signed it."""
        player, _, signature = token.partition(".")
        good = hmac.compare_digest(signature.encode(), self._signature(player).encode())
        return player if good and player else None

    def _signature(self, player: str) -> str:
        return hmac.new(self._key, _LABEL + player.encode(), hashlib.sha256).hexdigest()[:40]


class Players:
    """The players as the store remembers them.

    `random` returns so many secret bytes. Players who were here lately are known without the store, so that
    they can come back while it is away.
    """

    def __init__(self, store: Store, tokens: Tokens, days: int, random: Callable[[int], bytes]) -> None:
        self.tokens = tokens
        self._store = store
        self._ttl = days * _DAY_S
        self._random = random
        self._lately: OrderedDict[str, Player] = OrderedDict()

    async def make(self, name: str, lang: Literal["zh", "en"]) -> Player:
        """Make a new player. Raises: StoreError."""
        player = Player(self._random(10).hex(), name, lang)
        await self.keep(player)
        return player

    async def find(self, player: str) -> Player | None:
        """Return a player, if he is remembered. Raises: StoreError, for one not here lately."""
        try:
            data = await self._store.get_player(player)
        except StoreError:
            known = self._lately.get(player)
            if known is None:
                raise
            return known
        if data is None:
            self._lately.pop(player, None)
            return None
        return self._note(msgspec.json.decode(data, type=Player))

    async def keep(self, player: Player) -> None:
        """Remember a player as he is, from now on for the full time. Raises: StoreError."""
        await self._store.put_player(player.id, msgspec.json.encode(player), self._ttl)
        self._note(player)

    async def speak(self, player: str, speaker: Speaker) -> Spoken:
        """Let a connection speak for a player, over all nodes. Raises: StoreError."""
        return await self._store.speak(player, speaker, self._ttl)

    async def revoke(self, player: str) -> Speaker | None:
        """Forget a player: his token is worth nothing from now on. Return who speaks for him.

        Raises: StoreError.
        """
        self._lately.pop(player, None)
        await self._store.delete_player(player)
        return await self._store.speaker_of(player)

    async def make_device_code(self, player: str) -> str:
        """Return a one-time code by which another device becomes this player. Raises: StoreError."""
        while True:
            code = "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in self._random(_CODE_LETTERS))
            if await self._store.put_once(code, player.encode(), DEVICE_CODE_S):
                return code

    async def find_device_code(self, code: str) -> str | None:
        """Return the player of a device code, which stays good. Raises: StoreError."""
        found = await self._store.see_once(_written(code))
        return None if found is None else found.decode()

    async def use_device_code(self, code: str) -> bool:
        """Use up a device code that was found; False if another has, meanwhile. Raises: StoreError."""
        try:
            return await self._store.take_once(_written(code)) is not None
        except OutcomeUnknown:
            await self._store.take_once(_written(code))
            return True  # most likely by ourselves: it was there a moment ago

    def _note(self, player: Player) -> Player:
        self._lately[player.id] = player
        self._lately.move_to_end(player.id)
        if len(self._lately) > _REMEMBERED:
            self._lately.popitem(last=False)
        return player


def _written(code: str) -> str:
    """Return a device code as it was given out, however it was typed."""
    return code.strip().upper()


class Generations:
    """Numbers for connections: of one player's the newer has the greater, whatever node it is on.

    A number is a counter and below it the node's own `number`. The counter begins at the store's time (ms)
    and is brought forward by whatever greater one is seen, so that it rises over nodes too.
    """

    def __init__(self, number: int, last: int) -> None:
        self.number = number
        self._last = last

    def next(self) -> int:
        """Return a counter that was not taken here before."""
        self._last += 1
        return self._last

    def may_take(self, counter: int) -> bool:
        """Take a counter that the store has raised; False if it may be in use here."""
        if counter <= self._last:
            return False
        self._last = counter
        return True

    def connection(self, counter: int) -> int:
        """Return the connection's number for a counter."""
        return counter * STARTS + self.number

    def saw(self, connection: int) -> None:
        """Take in a connection's number, of this node or another."""
        self._last = max(self._last, connection // STARTS)


class Speakers:
    """Which connection speaks for each player; their numbers rise, so a greater one is the newer."""

    def __init__(self) -> None:
        self._now: dict[str, int] = {}
        self._elsewhere: OrderedDict[str, int] = OrderedDict()

    def overtaken(self, player: str, by: int) -> None:
        """Take in that a player has come by a newer connection on another node."""
        self._elsewhere[player] = by
        self._elsewhere.move_to_end(player)
        if len(self._elsewhere) > _REMEMBERED:
            self._elsewhere.popitem(last=False)

    def take(self, player: str, connection: int) -> int | None:
        """Let a connection speak for a player; return the one that must go, if any.

        That is the one that spoke until now, or this very one, if a newer one speaks already.
        """
        before = self._now.get(player)
        if (before is not None and before > connection) or self._elsewhere.get(player, 0) > connection:
            return connection
        self._now[player] = connection
        return before

    def drop(self, player: str, connection: int) -> bool:
        """Take in that a connection is gone; say whether it spoke for the player."""
        if self._now.get(player) != connection:
            return False
        del self._now[player]
        return True

    def of(self, player: str) -> int | None:
        """Return the connection that speaks for a player."""
        return self._now.get(player)

    def __len__(self) -> int:
        return len(self._now)
