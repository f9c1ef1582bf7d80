"""Real processes killed with `kill -9` in the middle of a hand: nothing acknowledged is lost, play goes on.

The undisturbed run of the same deal says what every hand must come to. The moments of death are drawn once,
by a seeded generator; `make chaos` kills at every one of a hand, in every ruleset.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeAlias

import pytest

from engine.rulesets.registry import RULESETS
from protocol.to_server import GetLobby
from tests.e2e.table import SEEDS, TableOfFour, agree, story, told
from tests.harness.inside import running
from tests.harness.outside import Outside, outside
from tests.harness.raw import Refused
from tests.harness.stacked import fixed_deals
from tests.harness.valkey import Valkey

SEED = "kill"
MOMENTS = sorted(random.Random(20).sample(range(1, 600), 6))
"""Numbers of events after which something dies, of the some 700 that the match has."""
PARTS = 8
"""In how many tests all moments of a hand are tried."""


Disturbance: TypeAlias = Callable[[TableOfFour], Awaitable[None]]


@pytest.fixture(scope="module")
def undisturbed() -> list[object]:
    """What the match comes to when nothing dies."""
    return asyncio.run(_undisturbed())


async def _undisturbed() -> list[object]:
    async with running(deal=fixed_deals(SEED)) as inside:
        table = TableOfFour(lambda: inside.url)
        await table.sit()
        await table.begin()
        await table.finish()
        await table.leave()
        return story(table.players[0])


async def play(node: Outside, moment: int, disturb: Disturbance) -> list[object]:
    """Play a match, disturb it when the host has seen so many events, and return what it came to."""
    table = TableOfFour(lambda: node.url)
    await table.sit()
    await table.begin()
    host = table.players[0]
    await host.until(lambda: len(host.mind.events) >= moment or host.mind.match is not None)
    assert host.mind.match is None, "the match was over before anything died"
    await disturb(table)
    await table.finish()
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


def killing_the_store(node: Outside, store: Valkey) -> Disturbance:
    """Kill a node's store, let the players hear of it, and start it again."""

    async def kill_the_store(table: TableOfFour) -> None:
        await asyncio.to_thread(store.kill)
        while not all("store_down" in player.mind.notices for player in table.players):
            await node.advance(500)
        # Whoever asks for something that needs no store is answered meanwhile.
        await table.players[0].say(GetLobby(""))
        await asyncio.to_thread(store.start)
        while not all("store_back" in player.mind.notices for player in table.players):
            await node.advance(500)
        # An append that waits for its next try waits no longer than this.
        await node.advance(1_100)

    return kill_the_store


@pytest.mark.parametrize("moment", MOMENTS)
async def test_a_killed_server_goes_on_with_the_same_hand(
    moment: int, undisturbed: list[object], valkey: Valkey
) -> None:
    async with outside(valkey.url, SEED) as node:
        assert await play(node, moment, killing_the_node(node)) == undisturbed


@pytest.mark.parametrize("moment", MOMENTS)
async def test_a_killed_store_stops_the_table_and_it_goes_on_by_itself(
    moment: int, undisturbed: list[object], own_valkey: Valkey
) -> None:
    async with outside(own_valkey.url, SEED) as node:
        assert await play(node, moment, killing_the_store(node, own_valkey)) == undisturbed


class FirstHand(NamedTuple):
    """What the first two hands come to when nothing dies, and how many events there are until the second's
    first discards."""

    told: list[object]
    moments: int


_first_hands: dict[str, FirstHand] = {}


async def first_hand(ruleset: str) -> FirstHand:
    """Play two hands of a ruleset undisturbed, once."""
    if ruleset not in _first_hands:
        async with running(deal=fixed_deals(SEEDS[ruleset])) as inside:
            table = TableOfFour(lambda: inside.url)
            await table.sit(ruleset)
            await table.begin()
            await table.play_hands(1)
            moments = len(table.players[0].mind.events) + 10
            await table.play_hands(2)
            await table.leave()
            assert table.players[0].mind.results[0].result.winners, f"nobody wins with {SEEDS[ruleset]}"
            _first_hands[ruleset] = FirstHand(told(table.players[0], 2), moments)
    return _first_hands[ruleset]


async def _killed_in_the_first_hand(
    node: Outside, ruleset: str, moment: int, disturb: Disturbance
) -> None:
    """Play two hands, disturbed when the host has seen so many events: they come to what they came to."""
    table = TableOfFour(lambda: node.url)
    await table.sit(ruleset)
    await table.begin()
    await table.players[0].until(lambda: len(table.players[0].mind.events) >= moment)
    await disturb(table)
    await table.play_hands(2)
    expected = (await first_hand(ruleset)).told
    assert all(told(player, 2) == expected for player in table.players), f"killed at event {moment}"
    await table.leave()


@pytest.mark.chaos
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("ruleset", RULESETS)
async def test_a_server_killed_at_any_moment_of_a_hand_goes_on(
    ruleset: str, part: int, valkey: Valkey
) -> None:
    for moment in range(1 + part, (await first_hand(ruleset)).moments, PARTS):
        async with outside(valkey.url, SEEDS[ruleset]) as node:
            await _killed_in_the_first_hand(node, ruleset, moment, killing_the_node(node))


@pytest.mark.chaos
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("ruleset", RULESETS)
async def test_a_store_killed_at_any_moment_of_a_hand_stops_the_table_and_it_goes_on(
    ruleset: str, part: int, own_valkey: Valkey
) -> None:
    for moment in range(1 + part, (await first_hand(ruleset)).moments, PARTS):
        async with outside(own_valkey.url, SEEDS[ruleset]) as node:
            await _killed_in_the_first_hand(node, ruleset, moment, killing_the_store(node, own_valkey))


async def test_a_server_asked_to_stop_leaves_everything_to_the_next(
    undisturbed: list[object], valkey: Valkey
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

        assert await play(node, 60, stop_the_node) == undisturbed


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
