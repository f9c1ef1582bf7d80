"""A room that cannot be helped: whoever is in it, or comes back to it, is told so and may go elsewhere."""

from __future__ import annotations

import pytest

from protocol.codes import RejectCode
from protocol.to_client import Rejected
from protocol.to_server import JoinRoom, Watch
from server.journal import JournalFault
from server.oversight import NotRead
from tests.e2e.table import Spread
from tests.e2e.town import Town
from tests.harness.raw import RawPlayer

NEWER = "an entry of schema 9 is newer than this program (3)"


def newer(*args: object) -> None:
    raise JournalFault(NEWER)


async def told(town: Town, players: list[RawPlayer]) -> None:
    """Wait until these have heard it once, no more."""
    await town.until(lambda: all(player.mind.closed for player in players))
    await town.advance(3000)
    assert [player.mind.closed for player in players] == [["unreadable"]] * len(players)


async def test_all_are_told_when_a_room_cannot_go_on_and_may_make_another(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Spread(lambda name: town.nodes[name].url, "aabb")
    code = await table.sit()
    first, second, third, fourth = table.players
    room = first.mind.room
    watcher = RawPlayer(lambda: town.nodes["c"].url)
    await watcher.connect("watcher")
    await watcher.say(Watch("", room))
    await watcher.until(lambda: watcher.mind.state is not None)
    with monkeypatch.context() as broken:
        broken.setattr("server.rooms.Room.step", newer)
        broken.setattr("server.mailbox.recover", newer)
        refused = await first.ask(JoinRoom("", code))
    assert isinstance(refused, Rejected) and refused.code is RejectCode.INTERNAL
    await told(town, [*table.players, watcher])
    seen = await town.nodes["c"].node.overseer.room(room)
    assert isinstance(seen, dict) and (seen["state"], seen["reason"]) == ("unreadable", NEWER)
    for player in (first, third):
        made = await player.create("nanning")
        assert made.room != room
    for player in (second, fourth):
        answer = await player.ask(JoinRoom("", code))
        assert isinstance(answer, Rejected) and answer.code is RejectCode.UNREADABLE
        await player.create("nanning")
    for player in (*table.players, watcher):
        await player.leave()


async def test_players_of_a_dead_nodes_room_that_nobody_can_read_are_told_when_they_come(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Spread(lambda name: town.nodes[name].url, "aabc")
    await table.sit()
    first, second, third, fourth = table.players
    room = first.mind.room
    monkeypatch.setattr("server.adoption.recover", newer)
    town.stopped.add("a")
    await told(town, [third, fourth])
    owner = Town.owner(town, room)[-1]
    seen = await town.nodes[owner].node.overseer.room(room)
    assert isinstance(seen, NotRead) and seen.reason == NEWER
    await second.leave()
    table.at[second] = "c"
    welcome = await second.connect()
    assert welcome.running is not None and welcome.running.room == room
    town.wake("a")
    await told(town, [first, second])
    for player in table.players:
        assert (await player.create("nanning")).room != room
        await player.leave()
