"""An owner that is cut off from the store and comes back: its tables go on elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import cast

import pytest

from server.store import MemoryStore, Store, StoreDown, Subscriber
from tests.e2e.nodes import cluster, watching
from tests.e2e.table import Spread, agree
from tests.harness.clock import ManualClock


class Cut:
    """One node's way to the store, which can be cut: then it reaches nothing and hears nothing."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self._ears: list[tuple[Subscriber, set[str]]] = []
        self.is_cut = False

    def __getattr__(self, name: str) -> object:
        asked = getattr(self._store, name)

        def ask(*args: object, **more: object) -> object:
            down, self._store.down = self._store.down, self.is_cut
            try:
                return asked(*args, **more)
            finally:
                self._store.down = down

        async def wait(*args: object, **more: object) -> object:
            if self.is_cut:
                raise StoreDown("cut off")
            return await asked(*args, **more)

        return wait if asyncio.iscoroutinefunction(asked) else ask

    def subscriber(self) -> Subscriber:
        ear = self._store.subscriber()
        wanted: set[str] = set()
        listen, ignore = ear.listen, ear.ignore

        async def to_listen(*channels: str) -> None:
            wanted.update(channels)
            if not self.is_cut:
                await listen(*channels)

        async def to_ignore(*channels: str) -> None:
            wanted.difference_update(channels)
            await ignore(*channels)

        ear.listen, ear.ignore = to_listen, to_ignore  # type: ignore[method-assign]  # what is cut hears nothing
        self._ears.append((ear, wanted))
        return ear

    async def cut(self) -> None:
        for ear, wanted in self._ears:
            await type(ear).ignore(ear, *wanted)
        self.is_cut = True

    async def mend(self) -> None:
        self.is_cut = False
        for ear, wanted in self._ears:
            await type(ear).listen(ear, *wanted)


@pytest.mark.parametrize("at", [3, 40, 120])
async def test_a_table_goes_on_elsewhere_and_nobody_has_to_come_anew(at: int) -> None:
    """Its owner is cut off in the middle: those elsewhere play on, and its own follow when it is back."""
    clock = ManualClock(1_000_000)
    store = MemoryStore(clock.now)
    ways = [Cut(store) for _ in range(3)]
    async with cluster(3, cast(Sequence[Store], ways), clock) as together:
        table = Spread(together.url, (0, 1, 2, 0))
        async with together.passing():
            await table.sit()
            room = table.players[0].mind.room
            watchers = [await watching(together, node, room) for node in range(3)]
            await table.begin()
            everybody = [*table.players, *watchers]
            await table.players[1].until(lambda: table.players[1].mind.last >= at)
            await ways[0].cut()
            heard = table.players[1].mind.last
            await table.players[1].until(lambda: table.players[1].mind.last > heard + 10)
            assert any((together.nodes[node].node.house.epoch(room) or 0) > 1 for node in (1, 2))
            await ways[0].mend()
            await table.finish()
            for watcher in watchers:
                await watcher.until(lambda watcher=watcher: watcher.mind.match is not None)  # type: ignore[misc]  # bound now
        assert agree(table.players)
        assert all(player.is_connected and player.close_code is None for player in everybody)
        for player in everybody:
            await player.leave()
