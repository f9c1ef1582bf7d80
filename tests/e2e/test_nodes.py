"""Several nodes over one store: wherever one sits, one plays and watches as at the table's own node."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Iterator

import pytest
import redis.asyncio

from protocol.codec import Codec
from protocol.codes import CloseCode
from protocol.to_server import Leave, Watch
from server.store import MemoryStore, Store, open_store
from tests.e2e.table import TableOfFour, agree
from tests.harness.clock import ManualClock, settle
from tests.harness.inside import Inside, running
from tests.harness.raw import RawPlayer
from tests.harness.valkey import Valkey
from tests.harness.valkey import running as valkey_running


@pytest.fixture(scope="module")
def valkey() -> Iterator[Valkey]:
    with valkey_running() as server:
        yield server


class Cluster:
    """Nodes over one store, on one clock that the test moves."""

    def __init__(self, clock: ManualClock, nodes: list[Inside]) -> None:
        self.clock = clock
        self.nodes = nodes

    def player(self, node: int, codec: Codec = Codec.MSGPACK) -> RawPlayer:
        return RawPlayer(lambda: self.nodes[node].url, codec)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Let time pass until something is so."""
        while not holds():
            await self.clock.advance(50)

    def faults(self) -> list[object]:
        return [one for node in self.nodes for one in node.reports if one[0] not in ("listening", "silent")]


@contextlib.asynccontextmanager
async def cluster(size: int, store: Store | None = None) -> AsyncIterator[Cluster]:
    clock = ManualClock(1_000_000)
    shared = store or MemoryStore(clock.now)
    async with contextlib.AsyncExitStack() as stack:
        nodes = [
            await stack.enter_async_context(
                running(shared, seed=f"seed {number}", clock=clock, named=f"node-{number}")
            )
            for number in range(size)
        ]
        together = Cluster(clock, nodes)
        yield together
        assert together.faults() == []


class Spread(TableOfFour):
    """Four players, each on a node of his own choice."""

    def __init__(self, together: Cluster, *nodes: int) -> None:
        super().__init__(lambda: together.nodes[0].url)
        for player, node in zip(self.players, nodes, strict=True):
            player._url = lambda node=node: together.nodes[node].url  # type: ignore[misc]  # bound as it is now


async def watching(together: Cluster, node: int, room: str, codec: Codec = Codec.MSGPACK) -> RawPlayer:
    watcher = together.player(node, codec)
    await watcher.connect(f"{codec.value} {node}")
    await watcher.say(Watch("", room))
    return watcher


@pytest.fixture(params=["memory", "valkey"])
async def two(request: pytest.FixtureRequest) -> AsyncIterator[Cluster]:
    if request.param == "memory":
        async with cluster(2) as together:
            yield together
        return
    url = request.getfixturevalue("valkey").url
    async with redis.asyncio.Redis.from_url(url) as raw:
        await raw.flushall()
    store = await open_store(url)
    try:
        async with cluster(2, store) as together:
            yield together
    finally:
        await store.close()


async def test_a_match_is_played_by_four_on_two_nodes(two: Cluster) -> None:
    table = Spread(two, 0, 1, 1, 0)
    await table.sit()
    room = table.players[0].mind.room
    watchers = [await watching(two, node, room, codec) for node in (0, 1) for codec in Codec]
    await table.begin()
    await table.finish()
    for watcher in watchers:
        await watcher.until(lambda watcher=watcher: watcher.mind.match is not None)  # type: ignore[misc]  # bound now
    assert agree(table.players)
    assert len(table.players[0].mind.results) == 4
    first, *others = watchers
    for other in others:
        assert other.mind.events == first.mind.events
    for player in (*table.players, *watchers):
        await player.leave()


async def test_who_leaves_a_room_elsewhere_may_go_into_another(two: Cluster) -> None:
    host, guest = two.player(0), two.player(1)
    await host.connect("host")
    await guest.connect("guest")
    made = await host.create()
    await guest.join(made.code)
    assert two.nodes[1].node.hub.room_of(guest.mind.player) == made.room
    await guest.say(Leave("", made.room))
    own = await guest.create()
    assert own.room != made.room
    assert two.nodes[1].node.house.epoch(own.room) == 1
    for player in (host, guest):
        await player.leave()


async def test_a_player_comes_back_by_another_node_and_the_old_connection_goes(two: Cluster) -> None:
    host, guest = two.player(0), two.player(1)
    await host.connect("host")
    await guest.connect("guest")
    made = await host.create(bots=2)
    await guest.join(made.code)
    again = two.player(0)
    again.mind.token = guest.mind.token
    welcome = await again.connect(resume=False)
    assert welcome.running is not None
    assert (welcome.running.room, welcome.running.seat) == (made.room, 3)
    assert await guest.gone() == CloseCode.SUPERSEDED.value
    await again.until(lambda: again.mind.state is not None)
    await settle()
    room = two.nodes[0].node.house._rooms[made.room].room  # type: ignore[attr-defined]  # a look inside
    assert room.presence.is_here(guest.mind.player)
    await host.leave()
    await again.leave()
    await two.until(lambda: not room.presence.is_here(guest.mind.player))


async def test_who_drops_elsewhere_is_away(two: Cluster) -> None:
    host, guest = two.player(0), two.player(1)
    await host.connect("host")
    await guest.connect("guest")
    made = await host.create(bots=2)
    await guest.join(made.code)
    room = two.nodes[0].node.house._rooms[made.room].room  # type: ignore[attr-defined]  # a look inside
    assert room.presence.is_here(guest.mind.player)
    guest.drop()
    await two.until(lambda: not room.presence.is_here(guest.mind.player))
    await host.leave()
