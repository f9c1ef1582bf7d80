"""The store fails over to a replica that was behind: what its rooms' owner has acknowledged is put back."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from protocol import to_server as ask
from protocol.events import HandEnded
from protocol.to_client import Accepted, Frame, Prompt
from server.effects import Attach, CloseRoom
from server.ports import Made
from server.store import Append, MemoryStore, OutcomeUnknown, StoreDown
from tests.harness.clock import settle
from tests.server.sites import Site, discard
from tests.server.tables import command_id

IDS = itertools.count(5000)


async def at_play() -> tuple[Site, Made]:
    """A table where p0 is asked for his first turn; the replica has all of it."""
    site = Site()
    await site.start()
    made = await site.make(turn=60, bank=0)
    await site.begin(made)
    site.store.replicate()
    return site, made


async def say_something(site: Site, made: Made) -> None:
    """Let p0 do something that is journaled, and be answered."""
    act = discard(site, made)
    await site.say(made, act)
    assert site.ear.last(Accepted).id == act.id


async def journal(store: MemoryStore, made: Made) -> list[tuple[int, bytes]]:
    return [(entry.position, entry.data) for entry in (await store.read(made.room)).entries]


async def test_a_journal_that_lost_its_end_gets_it_again_with_the_next_step() -> None:
    site, made = await at_play()
    await say_something(site, made)
    before = await journal(site.store, made)
    site.store.fail_over()
    assert len(await journal(site.store, made)) < len(before)
    await site.clock.advance(20_000)
    after = await journal(site.store, made)
    assert after[: len(before)] == before and len(after) > len(before)
    assert ("journal_mended", made.room) in [(name, more.get("room")) for name, more in site.reports]
    assert site.house.has(made.room)
    await site.house.stop()


async def test_a_store_that_is_back_is_looked_over_at_once() -> None:
    """Nobody need do anything for it: another might take over what the replica has."""
    site, made = await at_play()
    other = await site.make()
    await say_something(site, made)
    before = await journal(site.store, made), await journal(site.store, other)
    site.store.fail_over()
    assert await site.store.heads([other.room]) == {}
    site.house.store_changed(True)
    await settle()
    assert (await journal(site.store, made), await journal(site.store, other)) == before
    assert await site.store.find_code(other.code) == other.room
    assert other.room in await site.store.list_rooms()
    await site.house.stop()


async def test_a_room_that_lost_its_new_owner_is_his_again() -> None:
    first, made = await at_play()
    site = Site(first.store, first.clock)
    await site.start()
    site.house.post(made.room, Attach(7, "p0", "public"))
    await settle()
    await site.say(made, discard(site, made), connection=7)
    before = await journal(site.store, made)
    head = (await site.store.heads([made.room]))[made.room]
    site.store.fail_over()
    assert (await site.store.heads([made.room]))[made.room].epoch == 1
    site.house.store_changed(True)
    await settle()
    assert (await site.store.heads([made.room]))[made.room] == head
    assert await journal(site.store, made) == before
    await first.house.stop()
    await site.house.stop()


async def test_a_room_that_somebody_took_meanwhile_is_let_go() -> None:
    site, made = await at_play()
    await site.store.acquire(made.room, "other/1", 1)
    site.house.store_changed(True)
    await settle()
    assert not site.house.has(made.room) and site.ear.gone == [made.room]
    assert (await site.store.heads([made.room]))[made.room].owner == "other/1"
    await site.house.stop()


@pytest.mark.parametrize("taken_by", ["a rival that is longer", "a rival that differs"])
async def test_a_journal_that_is_longer_or_another_is_let_go_and_goes_on_as_it_is(taken_by: str) -> None:
    site, made = await at_play()
    kept = site.store._rooms[made.room].entries
    if taken_by == "a rival that is longer":
        kept.append(replace(kept[-1], position=kept[-1].position + 1))
    else:
        kept.pop()
        kept[-1] = replace(kept[-1], data=kept[0].data)
    site.house.audit()
    await site.clock.advance(1000)
    assert ("room_let_go", "JournalConflict") in [(name, more.get("reason")) for name, more in site.reports]
    assert not site.house.has(made.room)
    head = (await site.store.heads([made.room]))[made.room]
    assert (head.epoch, head.owner) == (2, "")
    await site.house.stop()


async def test_mending_goes_on_until_the_store_has_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    site, made = await at_play()
    await say_something(site, made)
    before = await journal(site.store, made)
    site.store.fail_over()
    restore, failures = site.store.restore, [StoreDown(), OutcomeUnknown()]

    async def failing(kept: Append, owner: str, meta: bytes) -> object:
        done = await restore(kept, owner, meta)
        if failures:
            raise failures.pop()
        return done

    monkeypatch.setattr(site.store, "restore", failing)
    site.house.store_changed(True)
    await site.clock.advance(2000)
    assert failures == [] and (await journal(site.store, made))[: len(before)] == before
    await site.house.stop()


async def test_a_room_lost_in_its_making_is_made_again() -> None:
    site = Site()
    await site.start()
    make = site.store.create_room

    async def and_fail_over(room: str, owner: str, meta: bytes) -> int:
        epoch = await make(room, owner, meta)
        site.store.fail_over()
        return epoch

    site.store.create_room = and_fail_over  # type: ignore[method-assign]  # the moment that matters
    made = await site.make()
    assert len(await journal(site.store, made)) == 1
    assert await site.store.find_code(made.code) == made.room
    await site.house.stop()


async def with_another(site: Site, name: str = "node-1") -> Site:
    """Another node beside one."""
    other = Site(site.store, site.clock, name)
    await other.start()
    await beats(1, site, other)
    return other


async def beats(count: int, *sites: Site) -> None:
    """Let nodes give so many signs of life."""
    for _ in range(count):
        for site in sites:
            await site.beat()
        await sites[0].clock.advance(500)


async def back_again(*sites: Site) -> None:
    """Let the store be another that has what was replicated, and all nodes find that it is back."""
    sites[0].store.fail_over()
    for site in sites:
        site.house.store_changed(True)
    await settle()


async def test_a_room_left_to_others_is_theirs_though_the_store_has_lost_that_it_was_let_go() -> None:
    """The emptied node lives on: no lease would ever free the room."""
    site, made = await at_play()
    other = await with_another(site)
    site.store.replicate()
    await say_something(site, made)
    before = await journal(site.store, made)
    await site.house.hand_over([other.owner.me])
    await site.clock.advance(5000)
    await back_again(site, other)
    assert (await site.store.heads([made.room]))[made.room].owner == str(site.owner.me)
    await beats(6, site, other)
    assert other.house.has(made.room) and not site.house.has(made.room)
    assert (await journal(site.store, made))[: len(before)] == before, "nothing acknowledged is lost"
    await other.house.stop()
    await site.house.stop()


async def test_a_room_that_is_free_and_named_nowhere_as_such_is_named_again() -> None:
    site, made = await at_play()
    other = await with_another(site)
    await site.house.hand_over([other.owner.me])
    site.store._free.clear()
    site.store.replicate()
    await back_again(site, other)
    await beats(6, site, other)
    assert other.house.has(made.room)
    await other.house.stop()
    await site.house.stop()


async def test_a_room_that_was_half_taken_and_given_up_stays_nobodys_though_that_is_lost() -> None:
    site, made = await at_play()
    other = await with_another(site)
    await site.store.acquire(made.room, str(other.owner.me), 1)
    site.store.replicate()
    other.house.leaving.give_up(made.room)
    await site.clock.advance(5000)
    await back_again(other)
    assert (await site.store.heads([made.room]))[made.room].owner == str(other.owner.me)
    await site.clock.advance(5000)
    assert (await site.store.heads([made.room]))[made.room].owner == ""
    await site.store.acquire(made.room, "third/1", (await site.store.heads([made.room]))[made.room].epoch)
    other.house.store_changed(True)
    await site.clock.advance(5000)
    assert not other.house.leaving._given_up
    await other.house.stop()
    await site.house.stop()


async def test_who_has_taken_a_room_keeps_it_though_all_that_is_lost() -> None:
    site, made = await at_play()
    other = await with_another(site)
    site.store.replicate()
    await site.house.hand_over([other.owner.me])
    await beats(1, site, other)
    await other.say(made, ask.Phrase(command_id(next(IDS)), made.room, 1))
    before, head = await journal(site.store, made), (await site.store.heads([made.room]))[made.room]
    third = await with_another(site, "node-2")
    await back_again(site)
    await beats(2, site, third)
    assert not third.house.has(made.room), "he had less of it"
    other.house.store_changed(True)
    await beats(8, site, other, third)
    assert (await site.store.heads([made.room]))[made.room] == head and other.house.has(made.room)
    assert (await journal(site.store, made))[: len(before)] == before
    assert (await site.store.signs()).free == frozenset()
    await third.house.stop()
    await other.house.stop()
    await site.house.stop()


async def test_a_room_left_to_others_and_closed_there_does_not_come_back() -> None:
    site, made = await at_play()
    other = await with_another(site)
    await site.house.hand_over([other.owner.me])
    await beats(1, site, other)
    other.house.post(made.room, CloseRoom("tidied away"))
    await settle()
    site.house.store_changed(True)
    await beats(6, site, other)
    assert await site.store.list_rooms() == []
    await other.house.stop()
    await site.house.stop()


async def test_what_is_put_back_folds_to_the_same_table() -> None:
    site, made = await at_play()
    await say_something(site, made)
    await site.clock.advance(3000)
    asked = site.ear.last(Prompt)
    site.store.fail_over()
    site.house.store_changed(True)
    await settle()
    again = Site(site.store, site.clock)
    await again.start()
    again.house.post(made.room, Attach(7, "p0", "public"))
    await settle()
    assert again.ear.last(Prompt).prompt == asked.prompt
    await again.say(made, ask.Phrase(command_id(next(IDS)), made.room, 1), connection=7)
    await site.house.stop()
    await again.house.stop()


async def test_a_deal_is_committed_to_only_when_a_replica_knows_it() -> None:
    site = Site()
    await site.start()
    made = await site.make()
    site.store.replicas = 1
    site.store.caught_up.clear()
    begin = ask.StartMatch(command_id(next(IDS)), made.room)
    await site.say(made, begin)
    await site.clock.advance(5000)
    assert (await journal(site.store, made))[-1][0] == 1, "it is in the journal"
    assert site.ear.last(Accepted).id != begin.id
    site.store.caught_up.set()
    await settle()
    assert site.ear.last(Accepted).id == begin.id
    await site.house.stop()


async def test_of_every_hand_its_commitment_and_its_result_wait_for_a_replica(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    site = Site()
    await site.start()
    made = await site.make(turn=3, bank=0, claim=3, hands=4, pause_floor=0)

    def results() -> int:
        own = [m.event for m in site.ear.messages() if isinstance(m, Frame) and m.view == "seat0"]
        return sum(isinstance(event, HandEnded) for event in own)

    waited: list[int] = []

    async def waiting() -> bool:
        waited.append(results())
        return True

    site.store.replicas = 1
    monkeypatch.setattr(site.store, "is_replicated", waiting)
    await site.say(made, ask.StartMatch(command_id(next(IDS)), made.room))
    while site.room(made).running is not None:
        await site.clock.advance(5000)
    assert results() == 4
    # The first commitment; then every result, in one step with the next commitment or with the match's end.
    assert [waited.count(number) for number in range(4)] == [2, 1, 1, 1]
    await site.house.stop()


async def test_where_the_replica_is_gone_play_goes_on_and_where_the_store_failed_over_it_is_mended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    site = Site()
    await site.start()
    made = await site.make()
    site.store.replicas = 1
    site.store.replicate()
    outcomes: list[str] = ["late", "failed over", "gone"]

    async def waiting() -> bool:
        outcome = outcomes.pop(0)
        if outcome == "failed over":
            site.store.fail_over()
            raise OutcomeUnknown("it died")
        if outcome == "gone":
            site.store.replicas = 0
        return False

    monkeypatch.setattr(site.store, "is_replicated", waiting)
    begin = ask.StartMatch(command_id(next(IDS)), made.room)
    await site.say(made, begin)
    await site.clock.advance(3000)
    assert outcomes == [] and site.ear.last(Accepted).id == begin.id
    assert [name for name, _ in site.reports] == ["replica_late", "replica_late", "journal_mended"]
    assert (await site.store.read(made.room)).length >= 2
    await site.house.stop()


async def test_a_record_that_a_failover_lost_is_kept_again() -> None:
    site = Site()
    await site.start()
    made = await site.make(turn=3, bank=0, claim=3, hands=4, pause_floor=0)
    site.store.replicas = 1
    kept: list[str] = []
    keep, failures = site._keep, [OutcomeUnknown("it died")]

    async def keeping(match: str, data: bytes, players: tuple[str, ...], public: bool) -> None:
        kept.append(match)
        await keep(match, data, players, public)

    replicated = site.store.is_replicated

    async def waiting() -> bool:
        if kept and failures:
            raise failures.pop()
        return await replicated()

    site.house._save_record = keeping
    site.store.is_replicated = waiting  # type: ignore[method-assign]  # it dies when the record is there
    await site.say(made, ask.StartMatch(command_id(next(IDS)), made.room))
    while site.room(made).running is not None:
        await site.clock.advance(5000)
    await site.clock.advance(3000)
    assert failures == [] and kept == ["match1", "match1"]
    await site.house.stop()
