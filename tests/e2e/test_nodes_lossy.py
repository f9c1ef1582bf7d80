"""Several nodes over a store that loses what is published: everybody hears the whole story all the same."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

import pytest
import redis.asyncio

from server.store import MemoryStore, Publication, open_store
from tests.e2e.nodes import cluster, watching
from tests.e2e.table import Spread, agree
from tests.harness.clock import ManualClock
from tests.harness.valkey import Valkey


class Lossy(MemoryStore):
    """A store of whose publications a part is never heard, though their senders believe it."""

    def __init__(self, clock: Callable[[], int], seed: int, share: float) -> None:
        super().__init__(clock)
        self.lost = 0
        self._share = share
        self._random = Random(seed)

    def publish(self, publication: Publication) -> asyncio.Future[int]:
        if self._random.random() >= self._share:
            return super().publish(publication)
        self.lost += 1
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        done.set_result(1)
        return done


SHARES = [
    (0.02, 0), (0.1, 1),
    *[pytest.param(share, seed, marks=pytest.mark.chaos) for share in (0.05, 0.3) for seed in range(2, 8)],
]  # fmt: skip


@pytest.mark.parametrize(("share", "seed"), SHARES)
async def test_whatever_is_lost_on_the_way_everybody_hears_the_whole_story(share: float, seed: int) -> None:
    """Each stream has no hole (the players look at that), and is what a local player's is."""
    clock = ManualClock(1_000_000)
    store = Lossy(clock.now, seed, share)
    async with cluster(3, store, clock) as together:
        table = Spread(together.url, Random(seed).sample((0, 1, 2, 1, 2), 4))
        async with together.passing():
            await table.sit()
            room = table.players[0].mind.room
            watchers = [await watching(together, node, room) for node in range(3)]
            await table.begin()
            await table.finish()
            for watcher in watchers:
                await watcher.until(lambda watcher=watcher: watcher.mind.match is not None)  # type: ignore[misc]  # bound now
        assert agree(table.players)
        assert store.lost > 10
        for player in (*table.players, *watchers):
            assert player.fault is None
            await player.leave()


async def test_a_subscriber_that_loses_its_connection_again_and_again_misses_nothing(
    own_valkey: Valkey,
) -> None:
    async with redis.asyncio.Redis.from_url(own_valkey.url) as raw:
        store = await open_store(own_valkey.url)
        try:
            async with cluster(2, store) as together:
                table = Spread(together.url, (0, 1, 1, 0))
                async with together.passing():
                    await table.sit()
                    watcher = await watching(together, 1, table.players[0].mind.room)
                    await table.begin()
                    far = table.players[1]
                    for hand in range(1, 4):
                        await far.until(lambda hand=hand: len(far.mind.results) >= hand)  # type: ignore[misc]  # bound now
                        killed = await raw.client_kill_filter(_type="pubsub")
                        assert killed == 2
                    await table.finish()
                    await watcher.until(lambda: watcher.mind.match is not None)
                assert agree(table.players)
                for player in (*table.players, watcher):
                    assert player.close_code is None
                    await player.leave()
        finally:
            await store.close()
