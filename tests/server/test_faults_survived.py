"""A fault of ours in one round of what a node does again and again is reported, and ends nothing."""

from __future__ import annotations

import asyncio
import errno
import os
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from protocol import to_server as ask
from protocol.to_client import Notice
from server.desk import Desk
from server.effects import Enter, Input
from server.faraway import Faraway
from server.gateway import Gateway
from server.hub import Hub
from server.lobby import Listings
from server.oversight import Standstill
from server.ownership import Ownership
from server.runner import Rooms
from server.store import MemoryStore
from server.store.base import RoomHead
from server.store.memory import _MemorySubscriber
from server.tasks import hear_faults
from server.whereabouts import Whereabouts
from tests.harness.clock import ManualClock, settle
from tests.harness.inside import Inside, running
from tests.server.sites import Site
from tests.server.tables import command_id
from tests.server.test_faraway import OWNER, Caller
from tests.server.test_hub import Bench

ROUNDS: dict[str, tuple[type, str]] = {
    "signs of life": (Ownership, "beat"),
    "what the rooms do at a sign of life": (Rooms, "beaten"),
    "what calls do at a sign of life": (Faraway, "beaten"),
    "the rooms hear of the store": (Rooms, "store_changed"),
    "calls hear of the store": (Faraway, "store_changed"),
    "people in no room hear of the store": (Hub, "say_outside"),
    "notes of members": (Whereabouts, "retry"),
    "heads of calls": (Faraway, "pulse"),
    "quick matches": (Desk, "pulse"),
    "listings": (Listings, "pulse"),
    "pings": (Gateway, "pulse"),
    "watchers left behind": (Hub, "catch_up"),
    "the watchdog": (Standstill, "look"),
    "the line from other nodes": (_MemorySubscriber, "next"),
    "the line's channels": (_MemorySubscriber, "listen"),
}
"""What the long-lived tasks of a node do in each round, as far as one may fail by itself."""


class Broken:
    """Lets a method fail while it is told to, and counts how often it did and did not."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, kind: type, name: str) -> None:
        self.now = False
        self.failed = self.done = 0
        original: Callable[..., Any] = getattr(kind, name)

        def called(*args: Any, **more: Any) -> Any:
            if self.now:
                self.failed += 1
                raise ArithmeticError
            self.done += 1
            return original(*args, **more)

        monkeypatch.setattr(kind, name, called)


async def go_through_everything(inside: Inside, store: MemoryStore) -> None:
    """Let the store go away and come back, a channel be listened to, and every task have some rounds."""
    inside.node.relay.hear("channel", lambda data: None)
    for store.down in (True, False):
        await inside.clock.advance(2000)


@pytest.mark.parametrize("which", ROUNDS)
async def test_a_fault_in_one_round_ends_no_task_of_a_node(
    which: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = Broken(monkeypatch, *ROUNDS[which])
    clock = ManualClock(1_000_000)
    store = MemoryStore(clock.now)
    others = asyncio.all_tasks()
    async with running(store, clock=clock) as inside:
        create = ask.CreateRoom(command_id(1), "nanning", {}, {}, 3)
        await inside.node.house.create(Enter(1, "p0", "P", create.id, "player", "public"), create)
        await settle()
        tasks = asyncio.all_tasks() - others
        broken.now = True
        await go_through_everything(inside, store)
        assert broken.failed
        told = [more for event, more in inside.reports if "fault" in event]
        assert told and {"ArithmeticError"} == {more.get("error", more.get("reason")) for more in told}
        broken.now, broken.done = False, 0
        inside.node.relay.ignore("channel")
        inside.reports.clear()
        await go_through_everything(inside, store)
        assert broken.done and not [task for task in tasks if task.done()]
        assert [event for event, _ in inside.reports] == ["store_down", "store_back"]


async def test_a_fault_in_one_room_keeps_no_other_from_the_watchdog(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    site = Site()
    await site.start()
    first, _ = await site.make(), await site.make()
    looked = Broken(monkeypatch, Standstill, "look")
    monkeypatch.setattr(site.house._rooms[first.room], "stood", None)
    await site.clock.advance(1000)
    assert looked.done == 1
    assert [more["room"] for event, more in site.reports if event == "table_fault"] == [first.room]
    await site.house.stop()


async def test_a_fault_in_taking_a_room_is_made_good_at_the_next_sign_of_life(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    site = Site()
    await site.start()
    made = await site.make()
    two = Site(site.store, site.clock, "node-1")
    await two.start()
    await site.house.hand_over([])
    broken = Broken(monkeypatch, MemoryStore, "heads")
    broken.now = True
    await two.beat()
    assert broken.failed and not two.house.has(made.room)
    assert [event for event, _ in two.reports] == ["fault"]
    broken.now = False
    await two.beat()
    assert two.house.has(made.room)
    await two.house.stop()


async def test_a_fault_in_looking_for_a_rooms_owner_is_survived(monkeypatch: pytest.MonkeyPatch) -> None:
    at = await Caller().made()
    broken = Broken(monkeypatch, MemoryStore, "heads")
    broken.now = True
    at.post()
    await settle()
    assert broken.failed and at.reports == ["fault"] and at.relay.take() == []
    broken.now = False
    await at.clock.advance(1000)
    assert [to for to, _ in at.relay.take()] == [OWNER]
    await at.faraway.stop()


@pytest.mark.parametrize("member", [True, False], ids=["players", "watchers"])
def test_a_fault_in_writing_to_one_keeps_nothing_from_those_after_him(
    member: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = Bench()
    first, second = [bench.listener(player, "public", member) for player in "pq"]

    def wrong(frames: object) -> None:
        raise ArithmeticError

    monkeypatch.setattr(bench.wires[first.id], "write", wrong)
    for peer in (first, second):
        bench.hub.send(peer, Notice("store_down"))
    with pytest.raises(ArithmeticError):
        bench.turn()
    bench.run()
    assert bench.wires[second.id].take() == [Notice("store_down")]


async def test_a_fault_over_one_room_that_is_handed_over_keeps_no_other_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    site = Site()
    await site.start()
    rooms = [(await site.make()).room for _ in range(40)]
    lost = site.ear.lost

    def wrong(room: str, inputs: Sequence[Input] = ()) -> None:
        if room == rooms[0]:
            raise ArithmeticError
        lost(room, inputs)

    monkeypatch.setattr(site.ear, "lost", wrong)
    await site.house.hand_over([])
    assert site.house.names() == [] and sorted(site.ear.gone) == sorted(rooms[1:])
    assert [event for event, _ in site.reports] == ["fault"]
    await site.house.stop()


async def test_a_fault_over_one_room_that_was_let_go_keeps_no_other_from_being_looked_after(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    site = Site()
    await site.start()
    rooms = [await site.make(), await site.make()]
    site.store.replicate()
    await site.house.hand_over([])
    site.store.fail_over()
    heads = site.store.heads

    async def wrong(names: Sequence[str]) -> dict[str, RoomHead]:
        if rooms[0].room in names:
            raise ArithmeticError
        return await heads(names)

    monkeypatch.setattr(site.store, "heads", wrong)
    site.house.store_changed(True)
    await site.clock.advance(5000)
    assert [event for event, _ in site.reports] == ["fault"]
    assert (await heads([rooms[1].room]))[rooms[1].room].owner == ""
    await site.house.stop()


async def test_what_nobody_waits_for_is_reported_by_its_place_and_without_its_words() -> None:
    told: list[dict[str, object]] = []
    hear_faults(lambda event, more: told.append(dict(more)))

    async def fails() -> None:
        raise KeyError("123m")

    left = asyncio.create_task(fails())
    await settle()
    del left
    hear = asyncio.get_running_loop().call_exception_handler
    hear({"message": "a task was left"})
    hear({"message": "socket.accept()", "exception": OSError(errno.EMFILE, "a word")})
    assert [more.get("error") for more in told] == ["KeyError", None, "OSError"]
    assert [more.get("reason") for more in told] == [None, "a task was left", os.strerror(errno.EMFILE)]
    assert str(told[0]["where"]).startswith("test_faults_survived.py:") and "123m" not in str(told)
