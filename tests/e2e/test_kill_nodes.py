"""Real processes of three nodes with players on all: one, or their store, is killed, or one is stopped.

The undisturbed run of the same deal says what every hand must come to. The moments of death are drawn once,
by a seeded generator; `make chaos` kills at every one of a hand.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from engine.rulesets.registry import RULESETS
from server.store import open_store
from tests.e2e.kills import PARTS, STEP_MS, UNTIMED, kill_the_store, moments, undisturbed_hands
from tests.e2e.table import SEEDS, Spread, first_hand
from tests.harness.clock import pass_until
from tests.harness.outside import Outside
from tests.harness.valkey import Valkey

NAMES = "abc"
_drawn = random.Random(4)
MOMENTS = [(ruleset, moment) for ruleset in sorted(RULESETS) for moment in _drawn.sample(range(2, 100), 2)]
"""Numbers of events after which something dies, of the hundred and more that each game's first hand has."""


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


async def at_play(three: Nodes, ruleset: str, moment: int) -> Spread[str]:
    """Let the host and one more play on node a, the others on b and c, until the host has seen so much."""
    table = Spread(lambda name: three.nodes[name].url, "aabc")
    await table.sit(ruleset, **UNTIMED)
    await table.begin()
    host = table.players[0]
    await host.until(lambda: len(host.mind.events) >= moment)
    assert host.mind.match is None, "the match was over before anything died"
    return table


async def undisturbed(ruleset: str) -> list[object]:
    """Return what the first hand comes to when nothing dies."""
    return (await undisturbed_hands(ruleset)).told[:1]


async def one_writer_per_epoch(store: str, room: str) -> None:
    """Look whether the epochs of the journal's entries only rise."""
    opened = await open_store(store)
    epochs = [entry.epoch for entry in (await opened.read(room)).entries]
    await opened.close()
    assert epochs == sorted(epochs)


async def kill_a_node(three: Nodes, table: Spread[str], name: str) -> None:
    """Kill a node; its people go to another, and the others see a pause and no more."""
    elsewhere = [player for player, where in table.at.items() if where != name]
    other = "c" if name != "c" else "b"
    await three.nodes[name].kill()
    three.standing.add(name)
    for player in table.on(name):
        await player.gone()
        table.at[player] = other
        await player.connect()
    await pass_until(three, lambda: all(player.mind.results for player in elsewhere), STEP_MS)
    assert all(player.is_connected for player in elsewhere), "who was elsewhere sees a pause and no more"


async def killed(
    store: Valkey, ruleset: str, moment: int, kill: Callable[[Nodes, Spread[str]], Awaitable[None]]
) -> None:
    """Let something be killed when the host has seen so many events, and play the hand to its end."""
    async with three_nodes(store, ruleset) as three:
        table = await at_play(three, ruleset, moment)
        await kill(three, table)
        assert await first_hand(table, three, STEP_MS) == await undisturbed(ruleset)
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
        own_valkey, ruleset, moment, lambda three, table: kill_the_store(own_valkey, table, three)
    )


@pytest.mark.chaos
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("ruleset", sorted(RULESETS))
async def test_an_owner_killed_at_any_moment_leaves_the_same_hand(
    valkey: Valkey, ruleset: str, part: int
) -> None:
    for moment in await moments(ruleset, part):
        await test_a_killed_owner_leaves_the_same_hand(valkey, ruleset, moment)


@pytest.mark.chaos
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("ruleset", sorted(RULESETS))
async def test_a_store_of_three_nodes_killed_at_any_moment_leaves_the_same_hand(
    own_valkey: Valkey, ruleset: str, part: int
) -> None:
    for moment in await moments(ruleset, part):
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
    assert await first_hand(table, three, STEP_MS) == await undisturbed("nanning")
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
    assert await first_hand(table, three, STEP_MS) == await undisturbed("nanning")
    await one_writer_per_epoch(three.store, table.players[0].mind.room)
    await table.leave()
