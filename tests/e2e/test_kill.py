"""Real processes killed with `kill -9` in the middle of a hand: nothing acknowledged is lost, play goes on.

The undisturbed run of the same deal says what every hand must come to. The moments of death are drawn once,
by a seeded generator; `make chaos` kills at every one of a hand, in every
ruleset, several times in each hand.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import TypeAlias

import pytest

from engine.rulesets.registry import RULESETS
from tests.e2e.kills import (
    PARTS,
    STEP_MS,
    UNTIMED,
    kill_the_store,
    moments,
    seen,
    undisturbed_hands,
    undisturbed_match,
)
from tests.e2e.table import SEEDS, TableOfFour, agree, story, told
from tests.harness.clock import pass_while
from tests.harness.outside import Outside, outside
from tests.harness.raw import Refused
from tests.harness.valkey import Valkey

SEED = "kill"
MOMENTS = sorted(random.Random(20).sample(range(1, 600), 6))
"""Numbers of events after which something dies, of the some 700 that the match has."""
INTO_THE_NEXT = 11
"""Events from a hand's end until the first discards of the next."""

Disturbance: TypeAlias = Callable[[TableOfFour], Awaitable[None]]


async def play(node: Outside, moment: int, disturb: Disturbance) -> list[object]:
    """Play a match, disturb it when the host has seen so many events, and return what it came to."""
    table = TableOfFour(lambda: node.url)
    await table.sit(**UNTIMED)
    await table.begin()
    host = table.players[0]
    await host.until(lambda: len(host.mind.events) >= moment or host.mind.match is not None)
    assert host.mind.match is None, "the match was over before anything died"
    await disturb(table)
    await pass_while(node, table.finish(), STEP_MS)
    assert agree(table.players)
    await table.leave()
    return story(host)


def killing_the_node(node: Outside) -> Disturbance:
    """Kill a node, start it again, and let its players come back."""

    async def kill_the_node(table: TableOfFour) -> None:
        await node.kill()
        await node.start()
        await table.come_back()

    return kill_the_node


@pytest.mark.parametrize("moment", MOMENTS)
async def test_a_killed_server_goes_on_with_the_same_hand(
    moment: int, valkey: Valkey
) -> None:
    async with outside(valkey.url, SEED) as node:
        assert await play(node, moment, killing_the_node(node)) == await undisturbed_match(SEED)


@pytest.mark.parametrize("moment", MOMENTS)
async def test_a_killed_store_stops_the_table_and_it_goes_on_by_itself(
    moment: int, own_valkey: Valkey
) -> None:
    async with outside(own_valkey.url, SEED) as node:
        kill = partial(kill_the_store, own_valkey, clock=node)
        assert await play(node, moment, kill) == await undisturbed_match(SEED)


async def _killed_in_the_first_hand(
    node: Outside, ruleset: str, deaths: Iterable[int], disturb: Disturbance
) -> None:
    """Play two hands, disturbed whenever the host has seen so many events: they come to what they came to."""
    table = TableOfFour(lambda: node.url)
    await table.sit(ruleset, **UNTIMED)
    await table.begin()
    for moment in deaths:
        await seen(node, table, moment)
        await disturb(table)
    await pass_while(node, table.play_hands(2), STEP_MS)
    expected = (await undisturbed_hands(ruleset)).told
    assert [told(player, 2) for player in table.players] == [expected] * 4
    await table.leave()


@pytest.mark.chaos
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("ruleset", RULESETS)
async def test_a_server_killed_at_any_moment_of_a_hand_goes_on(
    ruleset: str, part: int, valkey: Valkey
) -> None:
    async with outside(valkey.url, SEEDS[ruleset]) as node:
        deaths = await moments(ruleset, part, INTO_THE_NEXT)
        await _killed_in_the_first_hand(node, ruleset, deaths, killing_the_node(node))


@pytest.mark.chaos
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("ruleset", RULESETS)
async def test_a_store_killed_at_any_moment_of_a_hand_stops_the_table_and_it_goes_on(
    ruleset: str, part: int, own_valkey: Valkey
) -> None:
    async with outside(own_valkey.url, SEEDS[ruleset]) as node:
        deaths = await moments(ruleset, part, INTO_THE_NEXT)
        kill = partial(kill_the_store, own_valkey, clock=node)
        await _killed_in_the_first_hand(node, ruleset, deaths, kill)


async def test_a_server_asked_to_stop_leaves_everything_to_the_next(
    valkey: Valkey
) -> None:
    async with outside(valkey.url, SEED) as node:

        async def stop_the_node(table: TableOfFour) -> None:
            stopping = asyncio.create_task(node.stop())
            codes = [await player.gone() for player in table.players]
            assert codes == [4009] * 4
            assert await stopping == 0
            await node.start()
            for player in table.players:
                await player.connect()

        assert await play(node, 60, stop_the_node) == await undisturbed_match(SEED)


async def test_a_new_guest_is_told_that_the_store_is_away(own_valkey: Valkey) -> None:
    async with outside(own_valkey.url) as node:
        table = TableOfFour(lambda: node.url)
        player = table.players[0]
        await player.connect("known")
        await asyncio.to_thread(own_valkey.kill)
        with pytest.raises(Refused) as caught:
            await player.create()
        assert caught.value.code == "store_down"
        await player.leave()
