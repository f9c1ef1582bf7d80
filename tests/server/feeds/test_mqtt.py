"""The feed against a real broker: what is retained, what comes in order, and a broker or a node that dies."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import shutil
from collections.abc import AsyncIterator, Callable
from itertools import pairwise
from pathlib import Path

import pytest

from protocol.feed import FeedEvent, FeedLobby, FeedNode, FeedState
from protocol.mqtt import LOBBY, events_topic, node_topic, state_topic
from protocol.to_client import Prompt
from protocol.to_server import Leave
from protocol.vocabulary import Action
from server.store import MemoryStore
from tests.harness.broker import Ear, Mosquitto, broker, ear, retained
from tests.harness.clock import ManualClock, settle, until
from tests.harness.inside import Inside, running
from tests.harness.outside import Outside, outside
from tests.harness.raw import RawPlayer, play_simply
from tests.harness.valkey import Valkey

pytestmark = pytest.mark.mosquitto

QUICK = {"hands": 4, "pause_floor": 0, "bot_pace": 0, "feed": True}
STATUS = node_topic("test-0")


async def soon(inside: Inside, holds: Callable[[], bool]) -> None:
    """Let the node's clock go on, slowly beside the sockets, until something is so."""
    while not holds():
        for _ in range(300):
            await asyncio.sleep(0)
        await inside.clock.advance(50)


async def soon_outside(node: Outside, holds: Callable[[], bool]) -> None:
    """As `soon`, with a node in a process of its own: a slow broker must not cost a table its patience."""
    while not holds():
        for _ in range(20):
            await node.advance(0)
        await node.advance(100)


@contextlib.asynccontextmanager
async def host_of(inside: Inside, **options: object) -> AsyncIterator[RawPlayer]:
    """Let somebody make a room with three bots; he is about to start the match."""
    host = RawPlayer(lambda: inside.url, hands_on=False)
    await host.connect("Ann")
    await host.create(bots=3, room_options={**QUICK, **options})
    yield host
    await host.leave()


async def play(inside: Inside, host: RawPlayer, hands: int = 1) -> None:
    """Play until so many hands are over."""
    if not host.mind.events:
        await host.start()
    await soon(inside, lambda: len(host.mind.results) >= hands)


def in_order(heard: list[FeedEvent]) -> list[int]:
    """Return the numbers of a room's events as a reader takes them: one that comes again is left out."""
    taken: dict[str, int] = {}
    for each in heard:
        if each.key not in taken:
            taken[each.key] = each.n
    return list(taken.values())


async def test_a_room_is_retained_and_its_events_come_in_order_with_their_keys(mosquitto: Mosquitto) -> None:
    async with running(mqtt=mosquitto.url) as inside, ear(mosquitto) as hearing, host_of(inside) as host:
        room = host.mind.room
        await play(inside, host)
        await soon(inside, lambda: any(state.table.phase == "hand_over" for state in hearing.of(FeedState)))
        events = hearing.of(FeedEvent)
        assert in_order(events) == list(range(1, events[-1].n + 1))
        assert [each.key for each in events] == [f"{room}/{each.inc}/{each.n}" for each in events]
        told = [each for each in hearing.heard if each.topic == events_topic(room)]
        assert len(told) == len(events) > 20
        assert {(each.qos, each.retained) for each in told} == {(1, False)}
        found = await retained(mosquitto)
        state, lobby = found[state_topic(room)], found[LOBBY]
        assert isinstance(state, FeedState) and state.about.names[0] == "Ann"
        assert isinstance(lobby, FeedLobby) and [each.room for each in lobby.rooms] == [room]
        assert found[STATUS] == FeedNode("test-0", "online")
        text = inside.node.metrics.text().decode()
        assert "sifang_feed_connected 1.0" in text and "sifang_feed_dropped_total 0.0" in text


async def test_a_room_without_the_option_never_appears(mosquitto: Mosquitto) -> None:
    async with running(mqtt=mosquitto.url) as inside, ear(mosquitto) as hearing:
        async with host_of(inside, feed=False) as host:
            await play(inside, host)
        await soon(inside, lambda: len(hearing.of(FeedLobby)) >= 2)
        assert {each.topic for each in hearing.heard} == {STATUS, LOBBY}
        assert all(each.rooms == () for each in hearing.of(FeedLobby))


async def test_closing_a_room_clears_what_is_retained(mosquitto: Mosquitto) -> None:
    async with running(mqtt=mosquitto.url) as inside, ear(mosquitto) as hearing:
        async with host_of(inside) as host:
            topic = state_topic(host.mind.room)
            await soon(inside, lambda: any(each.topic == topic for each in hearing.heard))
            await host.say(Leave("", host.mind.room))
        await soon(inside, lambda: any((each.topic, each.told) == (topic, None) for each in hearing.heard))
        assert topic not in await retained(mosquitto)


async def test_a_broker_that_was_killed_gets_all_that_it_missed_and_the_state_again(
    mosquitto: Mosquitto,
) -> None:
    async with running(mqtt=mosquitto.url) as inside, host_of(inside) as host:
        async with ear(mosquitto) as hearing:
            await play(inside, host)
            await soon(inside, lambda: [each.n for each in hearing.of(FeedEvent)][-1:] == [host.mind.last])
            before = hearing.of(FeedEvent)
            mosquitto.kill()
            await play(inside, host, 2)
        await settle(1000)  # a try that is under way fails, and the next waits for the clock
        mosquitto.start()
        async with ear(mosquitto) as hearing:
            await soon(inside, lambda: bool(hearing.of(FeedState)) and len(hearing.of(FeedEvent)) > 20)
            numbers = in_order(before + hearing.of(FeedEvent))
            assert numbers == list(range(1, len(numbers) + 1))
        found = await retained(mosquitto)
        assert found[STATUS] == FeedNode("test-0", "online") and state_topic(host.mind.room) in found
        told = [report for report in inside.reports if report[0].startswith("feed")]
        assert {told[0][0], told[-1][0]} == {"feed_connected"} and "feed_down" in [event for event, _ in told]
        assert all(one != next_one for one, next_one in pairwise(told)), "the same is said once"


async def test_a_table_is_played_while_the_broker_is_there_and_answers_nothing(mosquitto: Mosquitto) -> None:
    async with running(mqtt=mosquitto.url) as inside, host_of(inside) as host, ear(mosquitto) as hearing:
        await soon(inside, lambda: bool(hearing.of(FeedState)))
        mosquitto.pause()
        await play(inside, host, 2)
        mosquitto.wake()
        await soon(inside, lambda: len(hearing.of(FeedEvent)) > 20)


async def test_without_a_broker_a_table_is_played_and_its_being_away_is_said_once(
    mosquitto: Mosquitto,
) -> None:
    mosquitto.kill()
    async with running(mqtt=mosquitto.url) as inside, host_of(inside) as host:
        await play(inside, host)
        assert "sifang_feed_connected 0.0" in inside.node.metrics.text().decode()
        assert [event for event, _ in inside.reports if event.startswith("feed")] == ["feed_down"]


async def test_a_password_that_is_refused_is_said_without_repeating_it() -> None:
    with broker("right") as mosquitto:
        async with running(mqtt=mosquitto.url.replace("right", "wrong")) as inside:
            await soon(inside, lambda: "feed_down" in [event for event, _ in inside.reports])
            assert "wrong" not in str(inside.reports)
        async with running(mqtt=mosquitto.url) as inside:
            await soon(inside, lambda: "feed_connected" in [event for event, _ in inside.reports])


def statuses(hearing: Ear) -> list[str]:
    """List what was told of the node."""
    return [each.status for each in hearing.of(FeedNode)]


async def test_a_node_that_stops_says_so_and_one_that_is_killed_has_it_said(
    mosquitto: Mosquitto, valkey: Valkey
) -> None:
    async with ear(mosquitto) as hearing, outside(valkey.url, mqtt=mosquitto.url) as node:
        for end in (node.kill, node.stop):
            while "online" not in statuses(hearing):
                await node.advance(50)
            hearing.heard.clear()
            await end()
            await until(lambda: "offline" in statuses(hearing))
            assert (await retained(mosquitto))[STATUS] == FeedNode("test-0", "offline")
            await node.start()


def all_is_told(hearing: Ear, last: int) -> bool:
    """Tell whether the last event was told, and a state that holds it."""
    events, states = hearing.of(FeedEvent), hearing.of(FeedState)
    return bool(events and states) and (states[-1].n, events[-1].n) == (last, last)


def play_for_a_while(prompt: Prompt) -> Action | None:
    """Play simply, and at some point no more."""
    return play_simply(prompt) if prompt.n < 15 else None


async def test_what_was_told_before_a_node_was_killed_has_the_same_keys_after(
    mosquitto: Mosquitto, valkey: Valkey
) -> None:
    async with ear(mosquitto) as hearing, outside(valkey.url, mqtt=mosquitto.url) as node:
        host = RawPlayer(lambda: node.url, choose=play_for_a_while)
        await host.connect("Ann")
        await host.create(bots=3, room_options={**QUICK, "turn": 300})
        await host.start()
        await soon_outside(node, lambda: host.mind.prompt is not None and host.mind.prompt.n >= 15)
        await soon_outside(node, lambda: all_is_told(hearing, host.mind.last))
        before = {each.key: each for each in hearing.of(FeedEvent)}
        await node.kill()
        hearing.heard.clear()
        await node.start()
        await soon_outside(node, lambda: all_is_told(hearing, host.mind.last))
        again = hearing.of(FeedEvent)
        assert len(again) >= 15 and [before[each.key] for each in again] == again
        await host.leave()


async def test_the_next_owner_of_a_room_goes_on_where_the_last_one_ended(mosquitto: Mosquitto) -> None:
    clock = ManualClock(1_000_000)
    store, url = MemoryStore(clock.now), mosquitto.url
    async with ear(mosquitto) as hearing, running(store, clock=clock, named="south", mqtt=url) as south:
        async with running(store, clock=clock, named="north", mqtt=url) as north:
            where = north
            host = RawPlayer(lambda: where.url, choose=play_for_a_while, hands_on=False)
            await host.connect("Ann")
            await host.create(bots=3, room_options={**QUICK, "turn": 300})
            await host.start()
            await soon(north, lambda: host.mind.prompt is not None and host.mind.prompt.n >= 15)
            await soon(north, lambda: all_is_told(hearing, host.mind.last))
            assert {state.node for state in hearing.of(FeedState)} == {"north"}
        where = south
        await soon(south, lambda: hearing.of(FeedState)[-1].node == "south")
        host.choose = play_simply
        await host.connect("Ann")
        await soon(south, lambda: any(s.table.phase == "hand_over" for s in hearing.of(FeedState)))
        numbers = in_order(hearing.of(FeedEvent))
        assert numbers == list(range(1, len(numbers) + 1))
        found = await retained(mosquitto)
        assert found[node_topic("north")] == FeedNode("north", "offline")
        state = found[state_topic(host.mind.room)]
        assert isinstance(state, FeedState) and state.node == "south"
        await host.leave()


# paho leaves a socket to the collector when the handshake fails: it is to be heard of here, not later.
@pytest.mark.filterwarnings("ignore:unclosed <ssl.SSLSocket:ResourceWarning")
async def test_the_feed_speaks_tls_with_a_broker_whose_certificate_it_trusts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one that it does not trust it says so, once, and goes on trying; the tables feel nothing of it."""
    trusted = tmp_path / "trusted.crt"
    monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
    with broker(tls=True) as secured:
        assert secured.certificate is not None
        async with running(mqtt=secured.url) as inside, host_of(inside) as host:
            await play(inside, host)
            await soon(inside, lambda: any(name == "feed_down" for name, _ in inside.reports))
            (why,) = [more["reason"] for name, more in inside.reports if name == "feed_down"]
            assert "certificate verify failed: self" in str(why)
            assert not any(name == "feed_connected" for name, _ in inside.reports)
            shutil.copy(secured.certificate, trusted)
            async with ear(secured) as hearing:
                await soon(inside, lambda: bool(hearing.of(FeedState)))
                assert hearing.of(FeedState)[0].about.room == host.mind.room
            assert len([name for name, _ in inside.reports if name == "feed_down"]) == 1
            assert not any("fault" in name for name, _ in inside.reports)
    gc.collect()
