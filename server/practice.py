"""The table of `sifang serve --play`: a seat for whoever started the server, three bots, a friends' link.

`/play`, asked for on this machine, leads to the page with a one-time code in the fragment, with which it
becomes the host; asked for from elsewhere it leads to the table as the friends' link does. The table is
remembered in the store, so that a server started anew leads back to it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from protocol.to_client import Running
from protocol.to_server import CreateRoom
from server.auth import Players
from server.effects import Attach, Enter
from server.ports import House
from server.store.base import Store, StoreDown, StoreError

RULESET: Final = "nanning"
HOST: Final = "房主"
_KEY: Final = "practice"
_KEPT_S: Final = 180 * 86_400
_NOBODY: Final = 0
"""A connection that there is not."""


class _Table(msgspec.Struct, frozen=True):
    player: str
    room: str
    code: str


class Practice:
    """The prepared table, of all nodes on one store. `running` tells where a player is a member."""

    def __init__(
        self,
        *,
        store: Store,
        house: House,
        players: Players,
        running: Callable[[str], Awaitable[Running | None]],
        random: Callable[[int], bytes],
    ) -> None:
        self._store = store
        self._house = house
        self._players = players
        self._running = running
        self._random = random
        self._table: _Table | None = None
        self._one_at_a_time = asyncio.Lock()

    @property
    def code(self) -> str:
        """The table's invite code; empty before there is one."""
        return self._table.code if self._table else ""

    async def prepare(self) -> None:
        """Find the table of an earlier run, or make one. Raises: StoreError."""
        table = await self._ensure()
        now = await self._running(table.player)
        if now is not None and not now.match:
            # Nobody is here yet, and a room does not wait long for a host who is not: hold his seat.
            self._house.post(table.room, Attach(_NOBODY, table.player, now.view))

    async def where(self, local: bool) -> str:
        """Return where `/play` leads: for whoever is on this machine to the host's seat."""
        try:
            table = await self._ensure()
            if local:
                return f"/#device={await self._players.make_device_code(table.player)}"
        except StoreError:
            return "/"
        return f"/r/{table.code}"

    async def _ensure(self) -> _Table:
        """Find the table, or make one: one for all who ask while it is made."""
        async with self._one_at_a_time:
            return await self._find_or_make()

    async def _find_or_make(self) -> _Table:
        data = await self._store.get_player(_KEY)
        table = self._table = None if data is None else msgspec.json.decode(data, type=_Table)
        now = await self._running(table.player) if table else None
        if table is not None and now is not None and now.room == table.room:
            return table
        # Who is in a room of his own by now stays there: this one is for another host.
        host = await self._players.find(table.player) if table and now is None else None
        if host is None:
            host = await self._players.make(HOST, "zh")
        command = CreateRoom(self._random(16).hex(), RULESET, room_options={"turn": 60}, bots=3)
        entering = Enter(_NOBODY, host.id, host.name, command.id, "player", "seat0")
        made = await self._house.create(entering, command)
        if made is None:
            raise StoreDown("the server is stopping")
        self._table = _Table(host.id, made.room, made.code)
        await self._store.put_player(_KEY, msgspec.json.encode(self._table), _KEPT_S)
        return self._table
