"""A node ends, stops for a while, or is emptied: the table goes on elsewhere, with the same hand."""

from __future__ import annotations

import asyncio

import pytest

from protocol.codes import CloseCode
from tests.e2e.kills import undisturbed_match
from tests.e2e.table import Spread, agree, story
from tests.e2e.town import SEED, STEP_MS, Town
from tests.harness.clock import pass_while

LONGEST_PAUSE_MS = 3000


async def under_way(town: Town, nodes: str) -> tuple[Spread[str], str]:
    """Let four play until the first hand is well under way; return them and their room."""
    table = Spread(lambda name: town.nodes[name].url, nodes)
    # With a pause the match goes no faster than the clock.
    await table.sit(pause_floor=100)
    await table.begin()
    await town.until(lambda: all(len(player.mind.events) >= 60 for player in table.players))
    return table, table.players[0].mind.room


@pytest.mark.parametrize("nodes", ["aabc", "bbbc"])
async def test_a_node_that_is_told_to_end_leaves_its_tables_to_the_others(town: Town, nodes: str) -> None:
    table, room = await under_way(town, nodes)
    (owner,) = town.owner(room)
    before = town.now
    here = table.on(owner)
    ended = asyncio.create_task(town.end(owner))
    codes = [await player.gone() for player in here]
    assert codes == [CloseCode.DRAINING.value] * len(here)
    await ended
    for player in here:
        table.at[player] = "c"
        await player.connect()
    seen = len(here[0].mind.events)
    await town.until(lambda: len(here[0].mind.events) > seen)
    assert town.now - before <= LONGEST_PAUSE_MS
    assert town.owner(room) and owner not in town.owner(room)
    await pass_while(town, table.finish(), STEP_MS)
    assert agree(table.players) and story(table.players[0]) == await undisturbed_match(SEED)
    await table.leave()


async def test_a_node_that_is_emptied_goes_on_without_tables_and_people(town: Town) -> None:
    table, room = await under_way(town, "aabc")
    town.nodes["a"].node.drain()
    here = table.on("a")
    assert [await player.gone() for player in here] == [CloseCode.DRAINING.value] * 2
    for player in here:
        table.at[player] = "b"
        await player.connect()
    await pass_while(town, table.finish(), STEP_MS)
    assert town.owner(room) in (["b"], ["c"])
    assert agree(table.players) and story(table.players[0]) == await undisturbed_match(SEED)
    await table.leave()


async def test_a_node_that_ends_leaves_nothing_to_one_that_is_being_emptied(town: Town) -> None:
    table, room = await under_way(town, "aabc")
    town.nodes["b"].node.drain()
    assert [await player.gone() for player in table.on("b")] == [CloseCode.DRAINING.value]
    await town.advance(500)
    here = [*table.on("a"), *table.on("b")]
    ended = asyncio.create_task(town.end("a"))
    assert [await player.gone() for player in table.on("a")] == [CloseCode.DRAINING.value] * 2
    await ended
    for player in here:
        table.at[player] = "c"
        await player.connect()
    await town.until(lambda: bool(town.owner(room)))
    assert town.owner(room) == ["c"]
    await pass_while(town, table.finish(), STEP_MS)
    assert town.owner(room) == ["c"]
    assert agree(table.players) and story(table.players[0]) == await undisturbed_match(SEED)
    await table.leave()


async def test_where_all_others_are_being_emptied_a_node_says_so_and_ends_as_if_alone(town: Town) -> None:
    """The table goes on there when the lease is over, and moves on when a node comes that takes it."""
    table, room = await under_way(town, "aaaa")
    for name in "bc":
        town.nodes[name].node.drain()
    await town.advance(1000)
    ended = asyncio.create_task(town.end("a"))
    assert [await player.gone() for player in table.players] == [CloseCode.RESTARTING.value] * 4
    await ended
    assert ("no_takers", {"rooms": 1}) in town.nodes["a"].reports
    await town.until(lambda: bool(town.owner(room)))
    (owner,) = town.owner(room)
    assert owner in "bc"
    for player in table.players:
        table.at[player] = owner
        await player.connect()
    seen = len(table.players[0].mind.events)
    await town.until(lambda: len(table.players[0].mind.events) > seen)
    await town.start("d")
    await town.until(lambda: not any(player.is_connected for player in table.players))
    assert [await player.gone() for player in table.players] == [CloseCode.DRAINING.value] * 4
    for player in table.players:
        table.at[player] = "d"
        await player.connect()
    await pass_while(town, table.finish(), STEP_MS)
    assert town.owner(room) == ["d"]
    assert agree(table.players) and story(table.players[0]) == await undisturbed_match(SEED)
    await table.leave()


async def test_a_node_that_stood_still_writes_nothing_and_its_people_play_on_elsewhere(town: Town) -> None:
    """SIGSTOP: for the others it is dead; when it wakes its connections are still there, and follow."""
    table, room = await under_way(town, "aabc")
    town.stopped.add("a")
    before = await town.store.heads([room])
    await town.until(lambda: "b" in town.owner(room) or "c" in town.owner(room))
    head = (await town.store.heads([room]))[room]
    assert head.epoch > before[room].epoch
    await town.advance(7000)
    epochs = [entry.epoch for entry in (await town.store.read(room)).entries]
    assert town.owner(room)[0] == "a" and epochs == sorted(epochs)
    town.wake("a")
    await pass_while(town, table.finish(), STEP_MS)
    assert town.owner(room) in (["b"], ["c"])
    assert all(player.is_connected for player in table.players)
    assert agree(table.players) and story(table.players[0]) == await undisturbed_match(SEED)
    await table.leave()


async def test_the_last_node_keeps_its_tables_for_its_next_start(town: Town) -> None:
    table, room = await under_way(town, "aaaa")
    await town.end("b")
    await town.end("c")
    await town.advance(500)
    ended = asyncio.create_task(town.end("a"))
    assert [await player.gone() for player in table.players] == [CloseCode.RESTARTING.value] * 4
    await ended
    await town.start("a")
    for player in table.players:
        await player.connect()
    await pass_while(town, table.finish(), STEP_MS)
    assert town.owner(room) == ["a"] and story(table.players[0]) == await undisturbed_match(SEED)
    await table.leave()
