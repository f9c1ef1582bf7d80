"""Several nodes over one store: wherever one sits, one plays and watches as at the table's own node."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest
import redis.asyncio

from protocol.answers import Entered, Lobby
from protocol.codec import Codec
from protocol.codes import CloseCode, RejectCode
from protocol.to_client import Accepted, Rejected
from protocol.to_server import CreateRoom, GetLobby, Leave, QuickMatch
from server.store import MemoryStore, Publication, open_store
from tests.e2e.nodes import Cluster, cluster, watching
from tests.e2e.table import Spread, agree
from tests.harness.clock import ManualClock, settle
from tests.harness.raw import RawPlayer


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
    table = Spread(two.url, (0, 1, 1, 0))
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
        table = Spread(together.url, (0, 0, 0, 0))
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
