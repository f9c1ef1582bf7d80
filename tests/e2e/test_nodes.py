"""Several nodes over one store: wherever one sits, one plays and watches as at the table's own node."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from random import Random
from typing import cast

import pytest
import redis.asyncio

from protocol.answers import Entered, Lobby
from protocol.codec import Codec
from protocol.codes import CloseCode, RejectCode
from protocol.to_client import Accepted, Rejected
from protocol.to_server import CreateRoom, GetLobby, Leave, QuickMatch, Watch
from server.store import MemoryStore, Publication, Store, StoreDown, Subscriber, open_store
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

    @contextlib.asynccontextmanager
    async def passing(self) -> AsyncIterator[None]:
        """Let time pass meanwhile, slowly beside what sockets bring."""

        async def run() -> None:
            while True:
                await self.clock.advance(20)
                await settle(50)

        time = asyncio.create_task(run())
        try:
            yield
        finally:
            time.cancel()

    def faults(self) -> list[object]:
        return [one for node in self.nodes for one in node.reports if "fault" in one[0]]


@contextlib.asynccontextmanager
async def cluster(
    size: int, store: Store | Sequence[Store] | None = None, clock: ManualClock | None = None
) -> AsyncIterator[Cluster]:
    clock = clock or ManualClock(1_000_000)
    ways = store if isinstance(store, Sequence) else [store or MemoryStore(clock.now)] * size
    async with contextlib.AsyncExitStack() as stack:
        nodes = [
            await stack.enter_async_context(
                running(ways[number], seed=f"seed {number}", clock=clock, named=f"node-{number}")
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


async def test_the_lobby_lists_what_is_open_on_every_node(two: Cluster) -> None:
    host, guest = two.player(0), two.player(1)
    await host.connect("host")
    await guest.connect("guest")
    made = await host.create(room_options={"listed": True})
    await two.clock.advance(2500)

    async def listed(player: RawPlayer) -> list[str]:
        found = await player.say(GetLobby(""))
        assert isinstance(found, Lobby)
        return [room.room for room in found.rooms]

    assert await listed(guest) == [made.room]
    assert await listed(host) == [made.room]
    await host.say(Leave("", made.room))
    await two.clock.advance(2500)
    assert await listed(guest) == []
    for player in (host, guest):
        await player.leave()


async def test_four_on_two_nodes_find_each_other_for_a_quick_match(two: Cluster) -> None:
    players = [two.player(node) for node in (0, 1, 0, 1)]
    for number, player in enumerate(players):
        await player.connect(f"player {number}")
        await player.say(QuickMatch("", "nanning"))
    for player in players:
        await player.until(lambda player=player: player.mind.state is not None)  # type: ignore[misc]  # bound now
    host = players[0]
    await host.until(lambda: all(seat.player for seat in host.mind.state.seats))  # type: ignore[union-attr]  # it is there
    assert host.mind.state is not None
    assert {seat.player for seat in host.mind.state.seats} == {player.mind.player for player in players}
    assert len({player.mind.room for player in players}) == 1
    for player in players:
        await player.leave()


async def test_a_room_asked_for_again_by_another_node_is_made_once(two: Cluster) -> None:
    """The connection is cut while the room is being made; the client comes back elsewhere and asks again."""
    host = two.player(0)
    await host.connect("host")
    first = await host.send(CreateRoom("", "nanning"))
    again = two.player(1)
    again.mind.token, again.mind.pending = host.mind.token, dict(host.mind.pending)
    async with two.passing():
        await again.connect(resume=False)
        answer = await again.answer(first)
    assert isinstance(answer, Accepted)
    assert isinstance(answer.result, Entered)
    rooms = [node.node.house.epoch(answer.result.room) for node in two.nodes]
    assert sorted(each is not None for each in rooms) == [False, True]
    assert len(await two.nodes[0].store.list_rooms()) == 1
    await again.leave()
    await host.gone()


async def test_who_is_revoked_on_one_node_is_closed_on_the_other(two: Cluster) -> None:
    player = two.player(1)
    await player.connect("player")
    reception = two.nodes[0].node._gateway._reception  # type: ignore[union-attr]  # a look inside
    await reception.revoke(player.mind.player)
    assert await player.gone() == CloseCode.REVOKED.value


class Counted(MemoryStore):
    """A store that counts what is published."""

    def __init__(self, clock: Callable[[], int]) -> None:
        super().__init__(clock)
        self.published = 0

    def publish(self, publication: Publication) -> asyncio.Future[int]:
        self.published += 1
        return super().publish(publication)


async def test_nothing_is_published_while_nobody_listens_elsewhere() -> None:
    clock = ManualClock(1_000_000)
    store = Counted(clock.now)
    async with cluster(2, store, clock) as together:
        table = Spread(together, 0, 0, 0, 0)
        await table.sit()
        watcher = await watching(together, 0, table.players[0].mind.room)
        await table.begin()
        await table.finish()
        await clock.advance(3000)
        assert store.published == 0
        far = await watching(together, 1, table.players[0].mind.room)
        assert store.published > 0
        for player in (*table.players, watcher, far):
            await player.leave()


async def test_who_asks_for_a_room_that_is_nowhere_is_told_so(two: Cluster) -> None:
    player = two.player(0)
    await player.connect("player")
    answer = await player.ask(Leave("", "no such room"))
    assert isinstance(answer, Rejected)
    assert answer.code is RejectCode.UNKNOWN_ROOM
    await player.leave()


async def test_who_comes_back_to_a_room_that_is_no_more_is_told_so(two: Cluster) -> None:
    """The hint may be left over: the room was deleted by an owner that died before it could say so."""
    host, guest = two.player(0), two.player(1)
    await host.connect("host")
    await guest.connect("guest")
    made = await host.create()
    await guest.join(made.code)
    await guest.leave()
    await host.say(Leave("", made.room))
    store = two.nodes[0].store
    await store.delete_room(made.room, two.nodes[0].node.house.epoch(made.room) or 0)
    two.nodes[0].node.house._rooms.clear()  # type: ignore[attr-defined]  # as if it had died with its node
    await guest.connect()
    await guest.until(lambda: guest.mind.closed == ["closed"])
    assert (await guest.create()).room != made.room
    await guest.leave()
    await host.leave()


# ---------------------------------------------------------------- what is lost on the way


class Lossy(MemoryStore):
    """A store of whose publications a part is never heard, though their senders believe it."""

    def __init__(self, clock: Callable[[], int], seed: int, share: float) -> None:
        super().__init__(clock)
        self.lost = 0
        self._share = share
        self._random = Random(seed)

    def publish(self, publication: Publication) -> asyncio.Future[int]:
        if self._random.random() >= self._share:
            return super().publish(publication)
        self.lost += 1
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        done.set_result(1)
        return done


SHARES = [
    (0.02, 0), (0.1, 1),
    *[pytest.param(share, seed, marks=pytest.mark.chaos) for share in (0.05, 0.3) for seed in range(2, 8)],
]  # fmt: skip


@pytest.mark.parametrize(("share", "seed"), SHARES)
async def test_whatever_is_lost_on_the_way_everybody_hears_the_whole_story(share: float, seed: int) -> None:
    """Each stream has no hole (the players look at that), and is what a local player's is."""
    clock = ManualClock(1_000_000)
    store = Lossy(clock.now, seed, share)
    async with cluster(3, store, clock) as together:
        table = Spread(together, *Random(seed).sample((0, 1, 2, 1, 2), 4))
        async with together.passing():
            await table.sit()
            room = table.players[0].mind.room
            watchers = [await watching(together, node, room) for node in range(3)]
            await table.begin()
            await table.finish()
            for watcher in watchers:
                await watcher.until(lambda watcher=watcher: watcher.mind.match is not None)  # type: ignore[misc]  # bound now
        assert agree(table.players)
        assert store.lost > 10
        for player in (*table.players, *watchers):
            assert player.fault is None
            await player.leave()


async def test_a_subscriber_that_loses_its_connection_again_and_again_misses_nothing(valkey: Valkey) -> None:
    async with redis.asyncio.Redis.from_url(valkey.url) as raw:
        await raw.flushall()
        store = await open_store(valkey.url)
        try:
            async with cluster(2, store) as together:
                table = Spread(together, 0, 1, 1, 0)
                async with together.passing():
                    await table.sit()
                    watcher = await watching(together, 1, table.players[0].mind.room)
                    await table.begin()
                    far = table.players[1]
                    for hand in range(1, 4):
                        await far.until(lambda hand=hand: len(far.mind.results) >= hand)  # type: ignore[misc]  # bound now
                        killed = await raw.client_kill_filter(_type="pubsub")
                        assert killed == 2
                    await table.finish()
                    await watcher.until(lambda: watcher.mind.match is not None)
                assert agree(table.players)
                for player in (*table.players, watcher):
                    assert player.close_code is None
                    await player.leave()
        finally:
            await store.close()


# ---------------------------------------------------------------- owners that go and come back


class Cut:
    """One node's way to the store, which can be cut: then it reaches nothing and hears nothing."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self._ears: list[tuple[Subscriber, set[str]]] = []
        self.is_cut = False

    def __getattr__(self, name: str) -> object:
        asked = getattr(self._store, name)

        def ask(*args: object, **more: object) -> object:
            down, self._store.down = self._store.down, self.is_cut
            try:
                return asked(*args, **more)
            finally:
                self._store.down = down

        async def wait(*args: object, **more: object) -> object:
            if self.is_cut:
                raise StoreDown("cut off")
            return await asked(*args, **more)

        return wait if asyncio.iscoroutinefunction(asked) else ask

    def subscriber(self) -> Subscriber:
        ear = self._store.subscriber()
        wanted: set[str] = set()
        listen, ignore = ear.listen, ear.ignore

        async def to_listen(*channels: str) -> None:
            wanted.update(channels)
            if not self.is_cut:
                await listen(*channels)

        async def to_ignore(*channels: str) -> None:
            wanted.difference_update(channels)
            await ignore(*channels)

        ear.listen, ear.ignore = to_listen, to_ignore  # type: ignore[method-assign]  # what is cut hears nothing
        self._ears.append((ear, wanted))
        return ear

    async def cut(self) -> None:
        for ear, wanted in self._ears:
            await type(ear).ignore(ear, *wanted)
        self.is_cut = True

    async def mend(self) -> None:
        self.is_cut = False
        for ear, wanted in self._ears:
            await type(ear).listen(ear, *wanted)


@pytest.mark.parametrize("at", [3, 40, 120])
async def test_a_table_goes_on_elsewhere_and_nobody_has_to_come_anew(at: int) -> None:
    """Its owner is cut off in the middle: those elsewhere play on, and its own follow when it is back."""
    clock = ManualClock(1_000_000)
    store = MemoryStore(clock.now)
    ways = [Cut(store) for _ in range(3)]
    async with cluster(3, cast(Sequence[Store], ways), clock) as together:
        table = Spread(together, 0, 1, 2, 0)
        async with together.passing():
            await table.sit()
            room = table.players[0].mind.room
            watchers = [await watching(together, node, room) for node in range(3)]
            await table.begin()
            everybody = [*table.players, *watchers]
            await table.players[1].until(lambda: table.players[1].mind.last >= at)
            await ways[0].cut()
            heard = table.players[1].mind.last
            await table.players[1].until(lambda: table.players[1].mind.last > heard + 10)
            assert any((together.nodes[node].node.house.epoch(room) or 0) > 1 for node in (1, 2))
            await ways[0].mend()
            await table.finish()
            for watcher in watchers:
                await watcher.until(lambda watcher=watcher: watcher.mind.match is not None)  # type: ignore[misc]  # bound now
        assert agree(table.players)
        assert all(player.is_connected and player.close_code is None for player in everybody)
        for player in everybody:
            await player.leave()
