"""Real processes of three nodes with players on all: one, or their store, is killed, or one is stopped.

The undisturbed run of the same deal says what every hand must come to. The moments of death are drawn once,
by a seeded generator; `make chaos` kills at every one of a hand, several times in each hand.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable

import pytest

from engine.rulesets.registry import RULESETS
from server.store import Owner, open_store
from tests.e2e.kills import PARTS, STEP_MS, UNTIMED, kill_the_store, moments, seen, undisturbed_hands
from tests.e2e.table import SEEDS, Spread, first_hand
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
        self.owner = NAMES[0]
        """Which has the test's table."""

    async def start(self, name: str) -> None:
        """Start a node anew; its clock is what the others' are."""
        await self.nodes[name].start()
        await self.nodes[name].jump(self.now)
        self.standing.discard(name)

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


async def at_play(three: Nodes, ruleset: str) -> Spread[str]:
    """Let four begin, the host and one more on node a, the others on b and c."""
    table = Spread(lambda name: three.nodes[name].url, "aabc")
    await table.sit(ruleset, **UNTIMED)
    await table.begin()
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


async def owner(three: Nodes, table: Spread[str]) -> str:
    """Return the name of the node that has the table."""
    room = table.players[0].mind.room
    opened = await open_store(three.store)
    heads = await opened.heads([room])
    await opened.close()
    return Owner.parse(heads[room].owner).node[0]


async def kill_a_node(three: Nodes, table: Spread[str], name: str) -> None:
    """Kill a node; its people go to another."""
    await three.nodes[name].kill()
    three.standing.add(name)
    for player in table.on(name):
        await player.gone()
        table.at[player] = "c" if name != "c" else "b"
        await player.connect()


async def kill_the_owner(three: Nodes, table: Spread[str]) -> None:
    """Kill the node that has the table, and start it again when another has it."""
    name = three.owner
    table.hold()
    await kill_a_node(three, table, name)
    while three.owner == name:
        await three.advance(STEP_MS)
        three.owner = await owner(three, table)
    await three.start(name)
    await table.go_on()


async def killed(
    store: Valkey,
    ruleset: str,
    deaths: Iterable[int],
    kill: Callable[[Nodes, Spread[str]], Awaitable[None]],
) -> None:
    """Let something be killed whenever the host has seen so many events, and play the hand to its end."""
    async with three_nodes(store, ruleset) as three:
        table = await at_play(three, ruleset)
        for moment in deaths:
            await seen(three, table, moment)
            await kill(three, table)
        assert await first_hand(table, three, STEP_MS) == await undisturbed(ruleset)
        # Nobody comes back by himself: whoever was at another node than the dead one saw a pause and no more.
        assert all(player.is_connected for player in table.players)
        await one_writer_per_epoch(three.store, table.players[0].mind.room)
        await table.leave()


@pytest.mark.parametrize(("ruleset", "moment"), MOMENTS)
async def test_a_killed_owner_leaves_the_same_hand(valkey: Valkey, ruleset: str, moment: int) -> None:
    await killed(valkey, ruleset, [moment], kill_the_owner)


@pytest.mark.parametrize(("ruleset", "moment"), MOMENTS[::2])
async def test_a_killed_node_of_others_leaves_the_same_hand(
    valkey: Valkey, ruleset: str, moment: int
) -> None:
    await killed(valkey, ruleset, [moment], lambda three, table: kill_a_node(three, table, "b"))


@pytest.mark.parametrize(("ruleset", "moment"), MOMENTS[1::2])
async def test_a_killed_store_of_three_nodes_leaves_the_same_hand(
    own_valkey: Valkey, ruleset: str, moment: int
) -> None:
    await killed(
        own_valkey, ruleset, [moment], lambda three, table: kill_the_store(own_valkey, table, three)
    )


@pytest.mark.chaos
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("ruleset", sorted(RULESETS))
async def test_owners_killed_at_any_moment_leave_the_same_hand(
    valkey: Valkey, ruleset: str, part: int
) -> None:
    await killed(valkey, ruleset, await moments(ruleset, part), kill_the_owner)


@pytest.mark.chaos
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("ruleset", sorted(RULESETS))
async def test_a_store_of_three_nodes_killed_at_any_moment_leaves_the_same_hand(
    own_valkey: Valkey, ruleset: str, part: int
) -> None:
    await killed(
        own_valkey,
        ruleset,
        await moments(ruleset, part),
        lambda three, table: kill_the_store(own_valkey, table, three),
    )


async def test_a_stopped_node_writes_nothing_and_its_people_play_on_when_it_wakes(three: Nodes) -> None:
    table = await at_play(three, "nanning")
    await seen(three, table, 40)
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
    table = await at_play(three, "nanning")
    await seen(three, table, 30)
    for name, other in zip(NAMES, "bca", strict=True):
        here = table.on(name)
        three.standing.add(name)
        ending = asyncio.create_task(three.nodes[name].stop())
        for player in here:
            assert await player.gone() == 4008
            table.at[player] = other
            await player.connect()
        assert await ending == 0
        await three.start(name)
        await three.advance(1000)
    assert await first_hand(table, three, STEP_MS) == await undisturbed("nanning")
    await one_writer_per_epoch(three.store, table.players[0].mind.room)
    await table.leave()
