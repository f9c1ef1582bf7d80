"""The table of `sifang serve --play`: a seat for whoever started the server, three bots, a friends' link.

`/play`, asked for on this machine, leads to the page with a one-time code in the fragment, with which it
becomes the host; asked for from elsewhere it leads to the table as the friends' link does. The table is
remembered in the store, so that a server started anew leads back to it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from protocol.to_server import CreateRoom
from server.auth import Player, Players
from server.effects import Detach, Enter
from server.ports import House
from server.store.base import Store, StoreError

RULESET: Final = "nanning"
_KEY: Final = "practice"
_KEPT_S: Final = 180 * 86_400
_NOBODY: Final = 0
"""A connection that there is not."""


class _Table(msgspec.Struct, frozen=True):
    player: str
    room: str
    code: str


class Practice:
    """The prepared table."""

    def __init__(self, store: Store, house: House, players: Players, random: Callable[[int], bytes]) -> None:
        self._store = store
        self._house = house
        self._players = players
        self._random = random
        self._table: _Table | None = None

    @property
    def code(self) -> str:
        """The table's invite code; empty before there is one."""
        return self._table.code if self._table else ""

    async def prepare(self) -> None:
        """Find the table of an earlier run, or make one. Raises: StoreError."""
        data = await self._store.get_player(_KEY)
        if data is not None:
            self._table = msgspec.json.decode(data, type=_Table)
        await self._ensure()

    async def where(self, local: bool) -> str:
        """Return where `/play` leads: for whoever is on this machine to the host's seat."""
        try:
            await self._ensure()
            if local and self._table is not None:
                return f"/#device={await self._players.make_device_code(self._table.player)}"
        except StoreError:
            return "/"
        return f"/r/{self.code}"

    async def _ensure(self) -> None:
        table = self._table
        host = await self._players.find(table.player) if table else None
        if table and host and table.room in await self._store.heads([table.room]):
            return
        if host is None:
            host = await self._players.make("房主", "zh")
        self._table = await self._make(host)
        if self._table is not None:
            await self._store.put_player(_KEY, msgspec.json.encode(self._table), _KEPT_S)

    async def _make(self, host: Player) -> _Table | None:
        command = CreateRoom(self._random(16).hex(), RULESET, bots=3)
        made = await self._house.create(
            Enter(_NOBODY, host.id, host.name, command.id, "player", "seat0"), command
        )  # fmt: skip
        if made is None:
            return None
        self._house.post(made.room, Detach(_NOBODY, host.id))
        return _Table(host.id, made.room, made.code)
