"""The store dies and its replica takes over, under a running table: the same hand goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from scripts.needs import REDIS_SERVER
from server.store import open_store
from tests.e2e.table import TableOfFour, told
from tests.harness.inside import Inside, running
from tests.harness.sentinels import Watched, watched
from tests.harness.stacked import fixed_deals

SEED = "failover"
STEP_MS = 100


@pytest.fixture
def cluster() -> Iterator[Watched]:
    binary = REDIS_SERVER.find()
    assert binary is not None
    with watched(binary) as found:
        yield found


async def at_play(inside: Inside) -> TableOfFour:
    table = TableOfFour(lambda: inside.url)
    await table.sit(pause_floor=100)
    await table.begin()
    await reach(inside, table, 30)
    return table


async def reach(inside: Inside, table: TableOfFour, events: int) -> None:
    """Let time go on until all have seen so many events, or the first hand is over."""
    players = table.players
    while not all(len(one.mind.events) >= events or one.mind.results for one in players):
        await inside.clock.advance(STEP_MS)


async def first_hand(inside: Inside, table: TableOfFour) -> list[object]:
    ending = asyncio.create_task(table.play_hands(1))
    while not ending.done():
        await inside.clock.advance(STEP_MS)
    await ending
    results = [told(player, 1) for player in table.players]
    assert results == results[:1] * 4
    return results[0]


async def undisturbed() -> list[object]:
    async with running(deal=fixed_deals(SEED)) as inside:
        table = await at_play(inside)
        result = await first_hand(inside, table)
        await table.leave()
        return result


@pytest.mark.redis_server
@pytest.mark.parametrize("loses", [False, True], ids=["nothing lost", "the last moves lost"])
async def test_a_hand_goes_on_over_a_failover(cluster: Watched, loses: bool) -> None:
    store = await open_store(cluster.url)
    try:
        async with running(store, deal=fixed_deals(SEED)) as inside:
            table = await at_play(inside)
            if loses:
                await cluster.cut_off_the_replica()
                await reach(inside, table, 45)
            else:
                assert await cluster.replicated()
            await asyncio.to_thread(cluster.master.kill)
            cluster.replica.wake()
            assert await first_hand(inside, table) == await undisturbed()
            assert all(player.is_connected for player in table.players)
            assert not loses or "journal_mended" in [event for event, _ in inside.reports]
            await table.leave()
    finally:
        await store.close()
