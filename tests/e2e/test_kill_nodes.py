"""Real processes of three nodes with players on all: one, or their store, is killed, or one is stopped.

The undisturbed run of the same deal says what every hand must come to. The moments of death are drawn once,
by a seeded generator; `make chaos` kills at every one of a hand. No clock runs for the players: the nodes'
clocks are moved faster than a connection to the store is made anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import NamedTuple

import pytest

from engine.rulesets.registry import RULESETS
from protocol.events import HandEnded
from server.store import open_store
from tests.e2e.table import SEEDS, TableOfFour, told
from tests.harness.inside import running
from tests.harness.outside import Outside
from tests.harness.raw import RawPlayer
from tests.harness.stacked import fixed_deals
from tests.harness.valkey import Valkey

NAMES = "abc"
STEP_MS = 100
_drawn = random.Random(4)
MOMENTS = [(ruleset, moment) for ruleset in sorted(RULESETS) for moment in _drawn.sample(range(2, 100), 2)]
"""Numbers of events after which something dies, of the hundred and more that each game's first hand has."""
PARTS = 8
"""In how many tests all moments of a hand are tried."""


class Nodes:
    """Three nodes on one store, each a process; their clocks go together."""

    def __init__(self, store: str, seed: str) -> None:
        self.store = store
        self.nodes = {name: Outside(store, seed, f"{name}-0") for name in NAMES}
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
async def three_nodes(store: Valkey, ruleset: str) -> AsyncIterator[Nodes]:
    nodes = Nodes(store.url, SEEDS[ruleset])
    async with contextlib.AsyncExitStack() as stack:
        for node in nodes.nodes.values():
            stack.push_async_callback(node.kill)
        await asyncio.gather(*[node.start() for node in nodes.nodes.values()])
        await nodes.advance(500)
        yield nodes


@pytest.fixture
async def three(valkey: Valkey) -> AsyncIterator[Nodes]:
    async with three_nodes(valkey, "nanning") as nodes:
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
    await table.sit(ruleset, turn=0, claim=0)
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


class FirstHand(NamedTuple):
    """What the first hand comes to when nothing dies, and how many events it has."""

    told: list[object]
    moments: int


_undisturbed: dict[str, FirstHand] = {}


async def undisturbed(ruleset: str) -> FirstHand:
    """Play the first hand of a ruleset on one node, once."""
    if ruleset not in _undisturbed:
        async with running(deal=fixed_deals(SEEDS[ruleset])) as inside:
            table = TableOfFour(lambda: inside.url)
            await table.sit(ruleset)
            await table.begin()
            await table.play_hands(1)
            host = table.players[0]
            end = next(n for n, event in enumerate(host.mind.events) if isinstance(event, HandEnded))
            _undisturbed[ruleset] = FirstHand(told(host, 1), end)
            await table.leave()
    return _undisturbed[ruleset]


async def one_writer_per_epoch(store: str, room: str) -> None:
    """Look whether the epochs of the journal's entries only rise."""
    opened = await open_store(store)
    epochs = [entry.epoch for entry in (await opened.read(room)).entries]
    await opened.close()
    assert epochs == sorted(epochs)


async def kill_a_node(three: Nodes, table: Spread, name: str) -> None:
    """Kill a node; its people go to another, and the others see a pause and no more."""
    elsewhere = [player for player, where in table.at.items() if where != name]
    other = "c" if name != "c" else "b"
    await three.nodes[name].kill()
    three.standing.add(name)
    for player in table.on(name):
        await player.gone()
        table.at[player] = other
        await player.connect()
    await three.until(lambda: all(player.mind.results for player in elsewhere))
    assert all(player.is_connected for player in elsewhere), "who was elsewhere sees a pause and no more"


async def kill_the_store(three: Nodes, table: Spread, store: Valkey) -> None:
    """Kill the store, let all hear of it, and start it again."""
    await asyncio.to_thread(store.kill)
    await three.until(lambda: all("store_down" in player.mind.notices for player in table.players))
    await asyncio.to_thread(store.start)
    await three.until(lambda: all("store_back" in player.mind.notices for player in table.players))
    # An append that waits for its next try waits no longer than this.
    await three.advance(1_100)


async def killed(
    store: Valkey, ruleset: str, moment: int, kill: Callable[[Nodes, Spread], Awaitable[None]]
) -> None:
    """Let something be killed when the host has seen so many events, and play the hand to its end."""
    async with three_nodes(store, ruleset) as three:
        table = await at_play(three, ruleset, moment)
        await kill(three, table)
        assert await first_hand(three, table) == (await undisturbed(ruleset)).told
        await one_writer_per_epoch(three.store, table.players[0].mind.room)
        await table.leave()


@pytest.mark.parametrize(("ruleset", "moment"), MOMENTS)
async def test_a_killed_owner_leaves_the_same_hand(valkey: Valkey, ruleset: str, moment: int) -> None:
    await killed(valkey, ruleset, moment, lambda three, table: kill_a_node(three, table, "a"))


@pytest.mark.parametrize(("ruleset", "moment"), MOMENTS[::2])
async def test_a_killed_node_of_others_leaves_the_same_hand(
    valkey: Valkey, ruleset: str, moment: int
) -> None:
    await killed(valkey, ruleset, moment, lambda three, table: kill_a_node(three, table, "b"))


@pytest.mark.parametrize(("ruleset", "moment"), MOMENTS[1::2])
async def test_a_killed_store_of_three_nodes_leaves_the_same_hand(
    own_valkey: Valkey, ruleset: str, moment: int
) -> None:
    await killed(
        own_valkey, ruleset, moment, lambda three, table: kill_the_store(three, table, own_valkey)
    )


@pytest.mark.chaos
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("ruleset", sorted(RULESETS))
async def test_an_owner_killed_at_any_moment_leaves_the_same_hand(
    valkey: Valkey, ruleset: str, part: int
) -> None:
    for moment in range(1 + part, (await undisturbed(ruleset)).moments, PARTS):
        await test_a_killed_owner_leaves_the_same_hand(valkey, ruleset, moment)


@pytest.mark.chaos
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("ruleset", sorted(RULESETS))
async def test_a_store_of_three_nodes_killed_at_any_moment_leaves_the_same_hand(
    own_valkey: Valkey, ruleset: str, part: int
) -> None:
    for moment in range(1 + part, (await undisturbed(ruleset)).moments, PARTS):
        await test_a_killed_store_of_three_nodes_leaves_the_same_hand(own_valkey, ruleset, moment)


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
    assert await first_hand(three, table) == (await undisturbed("nanning")).told
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
    assert await first_hand(three, table) == (await undisturbed("nanning")).told
    await one_writer_per_epoch(three.store, table.players[0].mind.room)
    await table.leave()
