"""The store dies and its replica takes over, under a running table: the same hand goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from scripts.needs import REDIS_SERVER
from server.store import open_store
from tests.e2e.table import TableOfFour, first_hand
from tests.harness.clock import pass_until
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
    await pass_until(
        inside.clock,
        lambda: all(len(one.mind.events) >= events or one.mind.results for one in players),
        STEP_MS,
    )


async def undisturbed() -> list[object]:
    async with running(deal=fixed_deals(SEED)) as inside:
        table = await at_play(inside)
        result = await first_hand(table, inside.clock, STEP_MS)
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
            assert await first_hand(table, inside.clock, STEP_MS) == await undisturbed()
            assert all(player.is_connected for player in table.players)
            assert not loses or "journal_mended" in [event for event, _ in inside.reports]
            await table.leave()
    finally:
        await store.close()
