"""Rooms behind their mailboxes: save before send, a store that fails, rooms found again, the watchdog."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from engine.errors import InvariantBroken
from protocol import to_server as ask
from protocol.codes import RejectCode
from protocol.events import Discarded, HandEnded, MatchEnded
from protocol.to_client import Accepted, Frame, Notice, Prompt, Rejected, RoomClosed, RoomState
from protocol.vocabulary import Discard, StreamPoint
from server.app import Around, World
from server.config import Settings
from server.effects import (
    Attach,
    Detach,
    Enter,
    Input,
    Membership,
    RoomGone,
    Submit,
    ToConnection,
)  # fmt: skip
from server.inbox import MOST_WAITING
from server.ports import Made
from server.runner import make_house
from server.store import Append, Appended, Owner, StoreFault
from tests.harness.clock import settle
from tests.server.doubles import Tally
from tests.server.sites import IDS, Site, discard
from tests.server.tables import command_id


async def test_what_is_made_is_saved_before_it_is_known() -> None:
    """BUG-REPORTS N-18."""
    site = Site()
    await site.start()
    made = await site.make()
    journal = await site.store.read(made.room)
    assert journal.length == 1
    assert await site.store.find_code(made.code) == made.room
    assert isinstance(site.ear.last(Accepted), Accepted)
    await site.house.stop()


async def test_a_bad_option_is_answered_and_nothing_is_made() -> None:
    site = Site()
    await site.start()
    create = ask.CreateRoom(command_id(1), "nanning", {"codes": 99}, {}, 0)
    assert await site.house.create(Enter(1, "p0", "P", create.id, "player", "public"), create) is None
    refused = site.ear.last(Rejected)
    assert (refused.code, refused.field) == (RejectCode.BAD_OPTION, "options.codes")
    assert await site.store.list_rooms() == []
    await site.house.stop()


async def test_an_unknown_room_is_unknown() -> None:
    site = Site()
    await site.start()
    assert site.house.post("nowhere", Detach(1, "p0")) == "unknown"
    await site.house.stop()


async def test_nothing_is_told_before_it_is_saved() -> None:
    """BUG-REPORTS S-07: while the store is away the table stands, then all of it happens once."""
    site = Site()
    await site.start()
    made = await site.make()
    await site.begin(made)
    site.store.down = True
    site.house.store_changed(False)
    assert site.ear.last(Notice).code == "store_down"
    before = len(site.ear.heard)
    act = discard(site, made)
    await site.say(made, act)
    await site.clock.advance(5000)
    assert site.ear.heard[before:] == []
    site.store.down = False
    site.house.store_changed(True)
    await site.clock.advance(2000)
    told = site.ear.messages()
    assert sum(isinstance(message, Accepted) and message.id == act.id for message in told) == 1
    own = [message.event for message in told if isinstance(message, Frame) and message.view == "seat0"]
    assert [event.seat for event in own if isinstance(event, Discarded)].count(0) == 1
    await site.house.stop()


@pytest.mark.parametrize("is_saved_first", [False, True])
async def test_a_table_goes_on_from_what_was_done_while_the_store_was_away(is_saved_first: bool) -> None:
    """At once, and not when the watchdog finds it without a deadline: one such counts as overdue."""
    site = Site()
    await site.start()
    made = await site.make()
    await site.begin(made)
    site.store.down = True
    site.house.store_changed(False)
    await site.say(made, discard(site, made))
    site.store.down = False
    if is_saved_first:
        await site.clock.advance(900)
    site.house.store_changed(True)
    await site.clock.advance(0 if is_saved_first else 900)
    assert site.room(made).next_due is not None
    assert site.house.overdue() == 0
    assert "table_overdue" not in [name for name, _ in site.reports]
    await site.house.stop()


async def test_an_answer_that_is_lost_is_asked_for_again_and_nothing_happens_twice() -> None:
    site = Site()
    await site.start()
    made = await site.make()
    await site.begin(made)
    site.store.lose_answers = 3
    length = (await site.store.read(made.room)).length
    await site.say(made, discard(site, made))
    await site.clock.advance(1000)
    assert isinstance(site.ear.last(Accepted), Accepted)
    assert (await site.store.read(made.room)).length >= length + 1
    await site.house.stop()


async def test_no_more_than_thirty_two_commands_wait_at_a_table() -> None:
    site = Site()
    await site.start()
    made = await site.make()
    site.store.down = True
    posted = [
        site.house.post(made.room, Submit(1, "p0", ask.Sit(command_id(next(IDS)), made.room, 0)))
        for _ in range(MOST_WAITING + 5)
    ]  # fmt: skip
    assert posted == ["taken"] * MOST_WAITING + ["busy"] * 5
    assert site.house.post(made.room, Detach(9, "p0")) == "taken"
    site.store.down = False
    await site.clock.advance(2000)
    assert sum(isinstance(message, Accepted) for message in site.ear.messages()) == MOST_WAITING + 1
    await site.house.stop()


async def standing() -> tuple[Site, Made]:
    """A table in whose mailbox something waits for the store, p0 attached by connection 1."""
    site = Site()
    await site.start()
    made = await site.make()
    site.house.post(made.room, Attach(1, "p0", "public"))
    await settle()
    site.store.down = True
    for _ in range(2):
        await site.say(made, ask.SetOptions(command_id(next(IDS)), made.room, "nanning", {}, {}))
    return site, made


def waiting(site: Site, made: Made) -> list[Input]:
    return [each for each in site.house._rooms[made.room]._inbox.all() if not isinstance(each, Submit)]


async def back_at_last(site: Site) -> None:
    site.store.down = False
    await site.clock.advance(2000)


@pytest.mark.parametrize("player", ["p0", "watcher"])
async def test_who_comes_and_goes_while_the_store_is_away_fills_no_mailbox(player: str) -> None:
    site, made = await standing()
    for connection in range(2, 500):
        assert site.house.post(made.room, Attach(connection, player, "public")) == "taken"
        assert site.house.post(made.room, Attach(connection, player, "public")) == "taken"
        assert site.house.post(made.room, Detach(connection, player)) == "taken"
    enters = [Enter(each, player, "W", command_id(each), "watcher", "public") for each in range(500, 600)]
    posted = [site.house.post(made.room, enter) for enter in enters]
    for enter in enters:
        for _ in range(2):
            site.house.post(made.room, Detach(enter.connection, player))
    assert len(waiting(site, made)) == 2 * posted.count("taken") < 2 * MOST_WAITING
    await back_at_last(site)
    assert site.room(made).presence.connections() == [1]
    await site.house.stop()


async def test_who_is_there_in_the_end_is_there_though_he_came_and_went_while_the_store_was_away() -> None:
    site, made = await standing()
    back = Attach(2, "p0", "public", StreamPoint(made.room, "seat0", 1, 1))
    for given in (Detach(1, "p0"), Detach(1, "p0"), Attach(2, "p0", "public"), back):
        site.house.post(made.room, given)
    assert waiting(site, made) == [Detach(1, "p0"), back]
    for given in (Attach(3, "w", "public"), Detach(3, "w"), Attach(3, "w", "public")):
        site.house.post(made.room, given)
    await back_at_last(site)
    assert site.room(made).presence.connections() == [2, 3]
    assert not site.house._rooms[made.room]._inbox._coming
    await site.house.stop()


async def test_a_room_that_somebody_else_owns_is_let_go() -> None:
    site = Site()
    await site.start()
    made = await site.make()
    await site.store.acquire(made.room, "other/1", 1)
    await site.say(made, ask.Sit(command_id(next(IDS)), made.room, 0))
    assert site.house.post(made.room, Detach(1, "p0")) == "unknown"
    assert site.ear.gone == [made.room]
    assert ("room_let_go", {"room": made.room, "reason": "StaleEpoch"}) in site.reports
    await site.house.stop()


async def test_a_fault_of_the_store_is_reported_and_waited_out(monkeypatch: pytest.MonkeyPatch) -> None:
    site = Site()
    await site.start()
    made = await site.make()
    append, faults = site.store.append, [StoreFault("no memory")]

    async def faulty(batch: Any) -> Any:
        if faults:
            raise faults.pop()
        return await append(batch)

    monkeypatch.setattr(site.store, "append", faulty)
    act = ask.Sit(command_id(next(IDS)), made.room, 0)
    await site.say(made, act)
    assert site.reports[-1][0] == "store_fault"
    await site.clock.advance(1000)
    assert site.ear.last(Accepted).id == act.id
    await site.house.stop()


async def test_rooms_are_found_again_with_their_hands_and_prompts() -> None:
    site = Site()
    await site.start()
    made = await site.make()
    await site.begin(made)
    asked = site.ear.last(Prompt)
    again = Site(site.store, site.clock)
    await again.start()
    assert again.house.post(made.room, Attach(7, "p0", "public")) == "taken"
    await settle()
    prompt = again.ear.last(Prompt)
    assert (prompt.prompt, prompt.offers) == (asked.prompt, asked.offers)
    act = ask.Act(command_id(next(IDS)), made.room, prompt.prompt, Discard(prompt.offers.discard[0]))
    await again.say(made, act, connection=7)
    assert again.ear.last(Accepted).id == act.id
    await again.house.stop()
    await site.house.stop()


async def test_the_old_owner_can_write_nothing_any_more() -> None:
    site = Site()
    await site.start()
    made = await site.make()
    again = Site(site.store, site.clock)
    await again.start()
    await site.say(made, ask.RemoveBot(command_id(next(IDS)), made.room, 1))
    assert site.house.post(made.room, Detach(1, "p0")) == "unknown"
    assert again.room(made).members.chairs[1].level == "greedy"
    await again.house.stop()
    await site.house.stop()


async def test_a_room_whose_making_was_cut_short_is_swept_up() -> None:
    site = Site()
    await site.start()
    made = await site.make()
    await site.house.stop()
    await site.store.create_room("half", "node-0/old", b"\x91\xa6HALF22")
    await site.store.claim_code("HALF22", "half")
    again = Site(site.store, site.clock)
    await again.start()
    assert await site.store.list_rooms() == [made.room]
    assert await site.store.find_code("HALF22") is None
    await again.house.stop()


async def test_a_journal_that_does_not_read_is_left_alone_and_reported() -> None:
    site = Site()
    await site.start()
    await site.store.create_room("bad", "node-0/old", b"\x91\xa6BADBAD")
    await site.store.append(Append("bad", 1, 0, (b"\xc1",)))
    again = Site(site.store, site.clock)
    await again.start()
    assert ("table_fault", "bad") in [(name, more.get("room")) for name, more in again.reports]
    assert (await site.store.read("bad")).length == 1
    heads = await site.store.heads(["bad"])
    assert list(again.house.unreadable()) == ["bad"] and again.house.epoch("bad") == heads["bad"].epoch
    await again.house.stop()


@pytest.mark.parametrize("is_saved", [False, True], ids=["in memory", "in the journal too"])
async def test_books_that_are_wrong_stop_the_table_and_nothing_is_half_done(
    is_saved: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hand is void, the match ends as it stands, everybody is told, the alarm is raised.

    What only the whole look finds may be some steps old by then, and saved.
    """
    site = Site()
    await site.start()
    made = await site.make()
    await site.begin(made)
    room = site.room(made)
    broken = [True]

    def wrong(*args: object) -> None:
        if broken:
            if not is_saved:
                broken.pop()
            raise InvariantBroken("tiles are lost")

    monkeypatch.setattr("server.rooms.check", wrong)
    site.house.drain()
    act = discard(site, made)
    await site.say(made, act)
    assert ("table_fault", "InvariantBroken") in [(name, more.get("reason")) for name, more in site.reports]
    assert site.ear.last(Rejected).code is RejectCode.INTERNAL
    events = [m.event for m in site.ear.messages() if isinstance(m, Frame) and m.view == "seat0"]
    assert isinstance(events[-2], HandEnded) and events[-2].result.outcome == "void"
    assert isinstance(events[-1], MatchEnded) and events[-1].result.cause == "closed"
    assert site.ear.last(RoomState).phase == "match_over"
    assert site.room(made) is not room and site.room(made).draining
    await site.clock.advance(1000)
    assert list(site.records) == ["match1"]
    await site.house.stop()


async def test_a_room_that_cannot_be_helped_is_left_in_the_store_until_an_operator_deletes_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    site = Site()
    await site.start()
    made = await site.make()
    await site.begin(made)

    def wrong(*args: object) -> None:
        raise InvariantBroken("tiles are lost, and lost again")

    monkeypatch.setattr("server.rooms.check", wrong)
    monkeypatch.setattr("server.mailbox.recover", wrong)
    await site.say(made, discard(site, made))
    assert not site.house.has(made.room) and site.house.look(made.room) is None
    (why,) = site.house.unreadable().values()
    assert why.epoch == 1 and why.reason.startswith("InvariantBroken at test_runner.py:")
    assert (await site.store.read(made.room)).length > 0
    assert site.house.discard(made.room) and not site.house.discard(made.room)
    await settle()
    assert await site.store.list_rooms() == [] and await site.store.find_code(made.code) is None
    await site.house.stop()


async def test_a_room_that_was_set_aside_is_the_others_when_they_have_taken_it() -> None:
    site = Site()
    await site.start()
    await site.store.create_room("bad", "node-0/old", b"\x91\xa6BADBAD")
    await site.store.append(Append("bad", 1, 0, (b"\xc1",)))
    again = Site(site.store, site.clock)
    await again.start()
    taken = again.house.epoch("bad")
    assert taken is not None
    again.house.audit()
    await settle()
    assert again.house.post("bad", Attach(1, "p1", "public")) == "taken"
    await settle()
    assert again.ear.last(RoomClosed) == RoomClosed("bad", "unreadable")
    await site.store.acquire("bad", "node-1/new", taken)
    again.house.audit()
    await settle()
    assert again.house.unreadable() == {} and again.house.epoch("bad") is None
    assert again.house.post("bad", Attach(1, "p1", "public")) == "unknown"
    await again.house.stop()


async def test_a_finished_match_stays_in_the_journal_until_its_record_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else who kills the node between the two loses it, with its room deleted or its journal cut."""
    site = Site()
    kept = asyncio.Event()

    async def slow(match: str, data: bytes, players: tuple[str, ...], public: bool) -> None:
        await kept.wait()

    monkeypatch.setattr(site.house, "_save_record", slow)
    await site.start()
    made = await site.make()
    await site.begin(made)
    mailbox = site.house._rooms[made.room]
    await site.say(made, ask.Leave(command_id(next(IDS)), made.room, confirm=True))
    await settle()
    assert any(isinstance(effect, RoomGone) for effect in site.ear.heard)
    journal = await site.store.read(made.room)
    site.house.trim(mailbox, journal.base + 1)
    await settle()
    assert journal.length > 1 and await site.store.read(made.room) == journal
    kept.set()
    await settle()
    assert await site.store.list_rooms() == [] and await site.store.find_code(made.code) is None
    await site.house.stop()


async def test_what_waits_behind_the_end_of_a_room_is_answered() -> None:
    site = Site()
    await site.start()
    made = await site.make()
    late = ask.AddBot(command_id(next(IDS)), made.room, 2)
    for command in (ask.Leave(command_id(next(IDS)), made.room), late):
        assert site.house.post(made.room, Submit(1, "p0", command)) == "taken"
    for given in (Attach(7, "p7", "public"), Detach(8, "p8")):
        assert site.house.post(made.room, given) == "taken"
    await settle()
    assert not site.house.has(made.room)
    refused = site.ear.last(Rejected)
    assert (refused.id, refused.code) == (late.id, RejectCode.UNKNOWN_ROOM)
    assert ToConnection(7, RoomClosed(made.room, "closed")) in site.ear.heard
    await site.house.stop()


async def test_an_empty_room_is_deleted_with_its_code() -> None:
    site = Site()
    await site.start()
    made = await site.make()
    await site.say(made, ask.Leave(command_id(next(IDS)), made.room))
    await settle()
    assert any(isinstance(effect, RoomGone) for effect in site.ear.heard)
    assert await site.store.list_rooms() == []
    assert await site.store.find_code(made.code) is None
    assert site.house._rooms == {}
    await site.house.stop()


async def test_a_match_played_by_timers_alone_goes_on_and_nothing_is_overdue() -> None:
    """BUG-REPORTS E-05: with nobody answering, every deadline is acted upon."""
    site = Site()
    await site.start()
    made = await site.make(turn=3, bank=0, claim=3)
    await site.begin(made)
    for _ in range(60):
        await site.clock.advance(1000)
        assert site.house.overdue() == 0
    assert any(isinstance(m, Frame) and isinstance(m.event, Discarded) for m in site.ear.messages())
    await site.house.stop()


async def test_a_deadline_that_nobody_heard_is_acted_upon_by_the_watchdog() -> None:
    """BUG-REPORTS Z-14: the timer is lost; the table counts as overdue, then moves."""
    site = Site()
    await site.start()
    made = await site.make(turn=3, bank=0)
    await site.begin(made)
    timer = site.house._rooms[made.room]._timer
    assert timer is not None
    timer.cancel()
    before = len(site.ear.heard)
    site.clock.jump(site.clock.now() + 5500)
    assert site.house.overdue() == 1
    seen = site.house.look(made.room)
    assert seen is not None and seen.overdue
    await site.clock.advance(1000)
    assert site.house.overdue() == 0
    assert len(site.ear.heard) > before
    assert "table_overdue" in [name for name, _ in site.reports]
    await site.house.stop()


async def test_listed_rooms_and_live_games() -> None:
    site = Site()
    await site.start()
    await site.make()
    assert site.house.open_rooms() == []
    made = await site.make(bots=1, listed=True, hands=4)
    (listed,) = site.house.open_rooms()
    assert (listed.room, listed.code, listed.host, listed.hands) == (made.room, made.code, "Player 0", 4)
    assert listed.seats == ("player", "bot", "free", "free")
    assert site.house.open_rooms()[0] is listed, "worked out anew though nothing has changed"
    for seat in (2, 3):
        await site.say(made, ask.AddBot(command_id(next(IDS)), made.room, seat))
    assert site.house.open_rooms() == []
    await site.say(made, ask.StartMatch(command_id(next(IDS)), made.room))
    (live,) = site.house.live_games()
    assert (live.room, live.hands, live.hand, live.watchers) == (made.room, 4, 1, 0)
    await site.house.stop()


async def test_the_lobby_lists_what_is_saved_and_no_step_before_it_is() -> None:
    site = Site()
    await site.start()
    made = await site.make(bots=3, listed=True)
    assert site.house.live_games() == []
    site.store.down = True
    site.house.store_changed(False)
    await site.say(made, ask.StartMatch(command_id(next(IDS)), made.room))
    assert site.room(made).running is not None
    await site.clock.advance(3000)
    assert site.house.live_games() == []
    site.store.down = False
    site.house.store_changed(True)
    await site.clock.advance(2000)
    (live,) = site.house.live_games()
    assert live.room == made.room
    open_one = await site.make(bots=1, listed=True)
    (before,) = site.house.open_rooms()
    site.store.down = True
    site.house.store_changed(False)
    await site.say(open_one, ask.AddBot(command_id(next(IDS)), open_one.room, 2))
    await site.clock.advance(3000)
    assert site.house.open_rooms() == [before]
    site.store.down = False
    site.house.store_changed(True)
    await site.clock.advance(2000)
    (after,) = site.house.open_rooms()
    assert (before.seats[2], after.seats[2]) == ("free", "bot")
    await site.house.stop()


async def test_no_room_is_made_on_a_node_that_is_being_emptied() -> None:
    site = Site()
    await site.start()
    made = await site.make()
    site.house.drain()
    await settle()
    await site.say(made, ask.StartMatch(command_id(next(IDS)), made.room))
    assert site.ear.last(Rejected).code is RejectCode.DRAINING
    create = ask.CreateRoom(command_id(next(IDS)), "nanning")
    assert await site.house.create(Enter(1, "p1", "P", create.id, "player", "public"), create) is None
    refused = site.ear.last(Rejected)
    assert (refused.id, refused.code) == (create.id, RejectCode.DRAINING)
    await site.house.stop()


@pytest.mark.parametrize("heirs", [False, True], ids=["alone", "beside another"])
async def test_a_room_that_was_being_made_when_its_node_is_emptied_does_not_stay(
    monkeypatch: pytest.MonkeyPatch, heirs: bool
) -> None:
    """The emptying saw it nowhere: it is left to the others, or begins no match, like all the rest."""
    site = Site()
    await site.start()
    hold, create_room = asyncio.Event(), site.store.create_room

    async def slow(room: str, owner: str, meta: bytes) -> int:
        await hold.wait()
        return await create_room(room, owner, meta)

    monkeypatch.setattr(site.store, "create_room", slow)
    making = asyncio.create_task(site.make())
    await settle()
    if heirs:
        await site.house.hand_over([Owner("node-1", "1")])
    else:
        site.house.drain()
    hold.set()
    made = await making
    if heirs:
        assert site.house.names() == []
        assert (await site.store.heads([made.room]))[made.room].owner == ""
    else:
        await site.say(made, ask.StartMatch(command_id(next(IDS)), made.room))
        assert site.ear.last(Rejected).code is RejectCode.DRAINING
    await site.house.stop()


async def test_rooms_come_and_go_without_leaving_anything_behind() -> None:
    """BUG-REPORTS Z-18, Z-19, I-19."""
    site = Site()
    await site.start()
    for _ in range(50):
        made = await site.make()
        await site.begin(made)
        await site.say(made, ask.Leave(command_id(next(IDS)), made.room, confirm=True))
        await site.clock.advance(100)
    assert site.house._rooms == {}
    assert site.house._background == set()
    await site.house.stop()
    assert site.clock.next_due is None


async def test_the_real_house_is_made_of_real_chance() -> None:
    """BUG-REPORTS L-16: secrets come from what the node draws its random bytes from."""
    site = Site()
    drawn: list[int] = []

    def random(size: int) -> bytes:
        drawn.append(size)
        return bytes(size)

    world = World(site.store, site.clock, random)
    settings = Settings(watchers_per_room=3)
    house = make_house(Around(world, settings, site.owner, site.ear, site.relay, Tally(), site._keep))
    assert house.kit.most_watchers == 3
    assert house.kit.chance.secret() == bytes(32)
    assert sorted(house.kit.chance.order()) == [0, 1, 2, 3]
    assert drawn[0] == 32


async def test_an_append_that_fails_as_nothing_should_leaves_no_table_standing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever takes the room goes on from what is saved, and the command is asked there again."""
    site = Site()
    await site.start()
    made = await site.make()
    await site.begin(made)

    async def append(batch: Append) -> Appended:
        raise ValueError("an answer that does not read")

    with monkeypatch.context() as broken:
        broken.setattr(site.store, "append", append)
        await site.say(made, discard(site, made))
    assert ("table_fault", "ValueError") in [(name, more.get("reason")) for name, more in site.reports]
    assert site.ear.gone == [made.room] and not site.house.has(made.room)
    await site.beat()
    assert site.house.has(made.room)
    assert site.house.post(made.room, Attach(2, "p0", "public")) == "taken"
    await settle()
    act = discard(site, made)
    await site.say(made, act, connection=2)
    assert site.ear.last(Accepted).id == act.id
    await site.house.stop()


async def test_a_room_that_fails_when_the_store_is_away_keeps_no_other_from_hearing_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    site = Site()
    await site.start()
    rooms = [await site.make() for _ in range(2)]

    def wrong(*args: object) -> None:
        raise KeyError("seat0")

    monkeypatch.setattr(site.room(rooms[0]), "step", wrong)
    site.house.store_changed(False)
    assert [m.room for m in site.ear.messages() if isinstance(m, Notice)] == [rooms[1].room]
    assert [more["reason"] for name, more in site.reports if name == "table_fault"] == ["KeyError"]
    await site.house.stop()


async def test_nothing_is_told_of_a_room_before_its_founding_is_saved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    site = Site()
    await site.start()
    hold, append = asyncio.Event(), site.store.append

    async def slow(batch: Append) -> Appended:
        await hold.wait()
        return await append(batch)

    monkeypatch.setattr(site.store, "append", slow)
    making = asyncio.create_task(site.make())
    await settle()
    site.house.store_changed(True)
    await settle()
    inside = Membership("p0", inside=True, seat=0, view="seat0")
    assert inside not in site.ear.heard
    hold.set()
    made = await making
    assert inside in site.ear.heard
    assert site.house.names() == [made.room] and not site.reports
    await site.house.stop()


async def test_a_room_whose_founding_cannot_be_saved_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    site = Site()
    await site.start()

    async def wrong(batch: Append) -> Appended:
        raise ArithmeticError

    with monkeypatch.context() as patched, pytest.raises(ArithmeticError):
        patched.setattr(site.store, "append", wrong)
        await site.make()
    await settle()
    assert site.house.names() == []
    again = Site(site.store, site.clock)
    await again.start()
    assert await site.store.list_rooms() == []
    await again.house.stop()
    await site.house.stop()
