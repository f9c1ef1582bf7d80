"""Real processes of three nodes: one killed, or stopped for a while, with players on all of them.

The undisturbed run of the same deal says what every hand must come to.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Callable

import pytest

from engine.rulesets.registry import RULESETS
from server.store import open_store
from tests.e2e.table import TableOfFour, told
from tests.harness.inside import running
from tests.harness.outside import Outside
from tests.harness.raw import RawPlayer
from tests.harness.stacked import fixed_deals
from tests.harness.valkey import Valkey

SEED = "kill nodes"
NAMES = "abc"
STEP_MS = 100


class Nodes:
    """Three nodes on one store, each a process; their clocks go together."""

    def __init__(self, store: str) -> None:
        self.store = store
        self.nodes = {name: Outside(store, SEED, f"{name}-0") for name in NAMES}
        self.now = 0
        self.standing: set[str] = set()

    async def advance(self, ms: int) -> None:
        for _ in range(0, ms, STEP_MS):
            self.now += STEP_MS
            moving = [node for name, node in self.nodes.items() if name not in self.standing]
            await asyncio.gather(*[node.advance(STEP_MS) for node in moving])

    async def until(self, holds: Callable[[], bool]) -> None:
        while not holds():
            await self.advance(STEP_MS)


@contextlib.asynccontextmanager
async def three_nodes(valkey: Valkey) -> AsyncIterator[Nodes]:
    nodes = Nodes(valkey.url)
    async with contextlib.AsyncExitStack() as stack:
        for node in nodes.nodes.values():
            stack.push_async_callback(node.kill)
        await asyncio.gather(*[node.start() for node in nodes.nodes.values()])
        await nodes.advance(500)
        yield nodes


@pytest.fixture
async def three(valkey: Valkey) -> AsyncIterator[Nodes]:
    async with three_nodes(valkey) as nodes:
        yield nodes


class Spread(TableOfFour):
    """The host and one more on node a, the others on b and c."""

    def __init__(self, nodes: Nodes) -> None:
        super().__init__(lambda: "")
        self.at = dict(zip(self.players, "aabc", strict=True))
        for player in self.players:
            player._url = lambda player=player: nodes.nodes[self.at[player]].url  # type: ignore[misc]  # bound now

    def on(self, name: str) -> list[RawPlayer]:
        return [player for player, where in self.at.items() if where == name]


async def at_play(three: Nodes, ruleset: str, moment: int) -> Spread:
    """Let four play until the host has seen so many events."""
    table = Spread(three)
    await table.sit(ruleset)
    await table.begin()
    host = table.players[0]
    await host.until(lambda: len(host.mind.events) >= moment)
    assert host.mind.match is None, "the match was over before anything died"
    return table


async def first_hand(three: Nodes, table: Spread) -> list[object]:
    """Play the first hand to its end, and return what it came to."""
    ending = asyncio.create_task(table.play_hands(1))
    while not ending.done():
        await three.advance(STEP_MS)
    await ending
    results = [told(player, 1) for player in table.players]
    assert results == results[:1] * 4
    return results[0]


async def undisturbed(ruleset: str) -> list[object]:
    async with running(deal=fixed_deals(SEED)) as inside:
        table = TableOfFour(lambda: inside.url)
        await table.sit(ruleset)
        await table.begin()
        await table.play_hands(1)
        result = told(table.players[0], 1)
        await table.leave()
        return result


async def one_writer_per_epoch(store: str, room: str) -> None:
    """Look whether the epochs of the journal's entries only rise."""
    opened = await open_store(store)
    epochs = [entry.epoch for entry in (await opened.read(room)).entries]
    await opened.close()
    assert epochs == sorted(epochs)


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
async def test_a_killed_nodes_table_goes_on_with_the_same_hand(three: Nodes, ruleset: str) -> None:
    await kill_at(three, ruleset, 40)


@pytest.mark.chaos
@pytest.mark.parametrize("ruleset", sorted(RULESETS))
async def test_a_node_killed_at_any_moment_leaves_the_same_hand(valkey: Valkey, ruleset: str) -> None:
    for moment in range(2, 60):
        async with three_nodes(valkey) as nodes:
            await kill_at(nodes, ruleset, moment)


async def kill_at(three: Nodes, ruleset: str, moment: int) -> None:
    """Kill the table's own node when the host has seen so many events, and play the hand to its end."""
    table = await at_play(three, ruleset, moment)
    await three.nodes["a"].kill()
    three.standing.add("a")
    elsewhere = table.on("b")[0]
    for player in table.on("a"):
        await player.gone()
        table.at[player] = "c"
        await player.connect()
    seen = len(elsewhere.mind.events)
    await three.until(lambda: len(elsewhere.mind.events) > seen)
    assert elsewhere.is_connected, "who was elsewhere sees a pause and no more"
    assert await first_hand(three, table) == await undisturbed(ruleset)
    await one_writer_per_epoch(three.store, table.players[0].mind.room)
    await table.leave()


async def test_a_stopped_node_writes_nothing_and_its_people_play_on_when_it_wakes(three: Nodes) -> None:
    table = await at_play(three, "nanning", 40)
    a, room = three.nodes["a"], table.players[0].mind.room
    a.send_signal(signal.SIGSTOP)
    three.standing.add("a")
    before = three.now
    await three.advance(10_000)
    a.send_signal(signal.SIGCONT)
    await a.jump(three.now - before)
    three.standing.clear()
    assert await first_hand(three, table) == await undisturbed("nanning")
    assert all(player.is_connected for player in table.players)
    await one_writer_per_epoch(three.store, room)
    await table.leave()


async def test_nodes_told_to_end_one_by_one_lose_no_hand(three: Nodes) -> None:
    """A rolling restart: each ends, its people go to another, it comes back under its name."""
    table = await at_play(three, "nanning", 30)
    for name, other in zip(NAMES, "bca", strict=True):
        here = table.on(name)
        three.standing.add(name)
        ending = asyncio.create_task(three.nodes[name].stop())
        for player in here:
            assert await player.gone() == 4008
            table.at[player] = other
            await player.connect()
        assert await ending == 0
        await three.nodes[name].start()
        three.standing.discard(name)
        await three.advance(1000)
    assert await first_hand(three, table) == await undisturbed("nanning")
    await one_writer_per_epoch(three.store, table.players[0].mind.room)
    await table.leave()
