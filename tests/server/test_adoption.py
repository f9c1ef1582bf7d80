"""A node dies: those that live take its rooms, each once, and the tables go on (DESIGN §4)."""

from __future__ import annotations

import asyncio

import pytest

from protocol.to_client import Accepted, Prompt
from protocol.to_server import RemoveBot
from server.effects import Attach, Drain, Input
from server.journal import SCHEMA, Entry, SeatTaken, write_entry
from server.ownership import LEASE
from server.ports import Made
from server.recovery import recover
from server.store import Append, Journal, MemoryStore, OutcomeUnknown, StoreDown
from tests.harness.clock import ManualClock, settle
from tests.server.sites import Site, discard
from tests.server.tables import command_id

BEAT_MS = 500


class Town:
    """Some nodes on one store; `beat` lets half a second pass in which those named give their sign."""

    def __init__(self, *names: str) -> None:
        self.clock = ManualClock(1000)
        self.store = MemoryStore(self.clock.now)
        self.sites = {name: Site(self.store, self.clock, name) for name in names}

    async def start(self) -> None:
        for site in self.sites.values():
            await site.start()

    async def beat(self, *names: str, seconds: float = BEAT_MS / 1000) -> None:
        for _ in range(round(seconds * 1000 / BEAT_MS)):
            await self.clock.advance(BEAT_MS)
            for name in names:
                await self.sites[name].beat()

    async def stop(self) -> None:
        for site in self.sites.values():
            await site.house.stop()


def has(site: Site, made: Made) -> bool:
    return site.house.has(made.room)


async def test_a_dead_nodes_room_is_taken_after_a_lease_and_goes_on() -> None:
    town = Town("a", "b")
    await town.start()
    a, b = town.sites["a"], town.sites["b"]
    made = await a.make()
    await a.begin(made)
    await town.beat("a", "b")
    asked = a.ear.last(Prompt)
    await town.beat("b", seconds=LEASE - 0.5)
    assert not has(b, made)
    await town.beat("b")
    assert has(b, made)
    assert b.house.post(made.room, Attach(7, "p0", "public")) == "taken"
    await settle()
    prompt = b.ear.last(Prompt)
    assert (prompt.prompt, prompt.offers) == (asked.prompt, asked.offers)
    act = discard(b, made)
    await b.say(made, act, connection=7)
    assert b.ear.last(Accepted).id == act.id
    await town.stop()


async def test_a_node_that_beats_keeps_its_rooms() -> None:
    town = Town("a", "b")
    await town.start()
    made = await town.sites["a"].make()
    await town.beat("a", "b", seconds=10)
    assert has(town.sites["a"], made) and not has(town.sites["b"], made)
    await town.stop()


async def test_a_store_that_was_away_has_killed_nobody() -> None:
    """BUG-REPORTS N: a stalled store is not a dead node."""
    town = Town("a", "b")
    await town.start()
    made = await town.sites["a"].make()
    await town.beat("a", "b")
    town.store.down = True
    for _ in range(20):
        await town.clock.advance(BEAT_MS)
        with pytest.raises(StoreDown):
            await town.sites["b"].beat()
    town.store.down = False
    await town.beat("b", seconds=LEASE)
    assert not has(town.sites["b"], made)
    await town.beat("a", "b", seconds=10)
    assert not has(town.sites["b"], made)
    await town.stop()


async def test_of_two_that_live_each_takes_a_part_and_no_room_is_had_twice() -> None:
    town = Town("a", "b", "c")
    await town.start()
    a, b, c = (town.sites[name] for name in "abc")
    rooms = [await a.make() for _ in range(70)]
    await town.beat("a", "b", "c")
    for _ in range(int(LEASE * 2) + 1):
        await town.clock.advance(BEAT_MS)
        await b.owner.beat()
        await c.owner.beat()
        b.house.beaten()
        c.house.beaten()
        await settle(4)
    await settle(2000)
    assert [has(b, made) + has(c, made) for made in rooms] == [1] * 70
    assert any(has(b, made) for made in rooms) and any(has(c, made) for made in rooms)
    assert not [report for site in (b, c) for report in site.reports]
    heads = await town.store.heads([made.room for made in rooms])
    assert {head.owner for head in heads.values()} == {str(b.owner.me), str(c.owner.me)}
    await town.stop()


async def test_a_store_that_fails_in_the_middle_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    town = Town("a", "b")
    await town.start()
    a, b = town.sites["a"], town.sites["b"]
    rooms = [await a.make() for _ in range(20)]
    heads, acquire, failures = town.store.heads, town.store.acquire, [StoreDown(), OutcomeUnknown()]
    downs = [StoreDown()]

    async def failing_heads(names: list[str]) -> object:
        if downs:
            raise downs.pop()
        return await heads(names)

    async def failing_acquire(*args: object) -> int:
        epoch = await acquire(*args)  # type: ignore[arg-type]  # passed on as they are
        if failures:
            raise failures.pop()
        return epoch

    monkeypatch.setattr(town.store, "heads", failing_heads)
    monkeypatch.setattr(town.store, "acquire", failing_acquire)
    await town.beat("a", "b")
    await town.beat("b", seconds=LEASE + 3)
    assert all(has(b, made) for made in rooms)
    assert not downs and not failures
    await town.stop()


async def test_a_room_taken_without_an_answer_before_the_store_went_away_is_let_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It was ours by its head and in nobody's house: while this node lived nobody else would take it."""
    town = Town("a", "b")
    await town.start()
    a, b = town.sites["a"], town.sites["b"]
    made = await a.make()
    acquire, failures = town.store.acquire, [StoreDown(), OutcomeUnknown()]

    async def failing(room: str, owner: str, over: int) -> int:
        if not failures:
            return await acquire(room, owner, over)
        if len(failures) == 2:
            await acquire(room, owner, over)
        raise failures.pop()

    monkeypatch.setattr(town.store, "acquire", failing)
    await town.beat("a", "b")
    await town.beat("b", seconds=LEASE + 3)
    assert has(b, made) and not failures
    await town.stop()


async def test_a_room_that_was_let_go_is_taken_at_the_next_beat() -> None:
    town = Town("a", "b")
    await town.start()
    a, b = town.sites["a"], town.sites["b"]
    made = await a.make()
    await town.beat("a", "b")
    await town.store.free_room(made.room, 1)
    await town.beat("b")
    assert has(b, made)
    (head,) = (await town.store.heads([made.room])).values()
    assert (head.owner, head.freed_ms) == (str(b.owner.me), 0)
    await a.say(made, RemoveBot(command_id(9), made.room, 1))
    assert not has(a, made)
    await town.stop()


async def test_a_prompt_gets_what_was_left_at_the_owners_last_sign_of_life() -> None:
    """Whoever dies late has used up the time until then; nobody pays for the time it lay dead."""
    town = Town("a", "b")
    await town.start()
    a, b = town.sites["a"], town.sites["b"]
    made = await a.make(turn=60, bank=0)
    await a.begin(made)
    room = a.room(made)
    asked = room.clocks.next_due
    assert asked is not None
    await town.beat("a", "b", seconds=20)
    left = asked - town.clock.now()
    await town.beat("b", seconds=LEASE)
    assert has(b, made)
    again = b.room(made).clocks.next_due
    assert again is None, "nobody is at the table yet, so its clocks stand"
    b.house.post(made.room, Attach(7, "p0", "public"))
    await settle()
    due = b.room(made).clocks.next_due
    assert due is not None
    # The entry's time is the store's, a step before the prompt was told: some milliseconds at most.
    assert abs(due - town.clock.now() - left) <= 5
    await town.stop()


async def test_rooms_of_a_node_that_left_without_letting_them_go_are_taken_after_a_lease() -> None:
    town = Town("a", "b")
    await town.start()
    a, b = town.sites["a"], town.sites["b"]
    made = await a.make()
    await town.beat("a", "b")
    await a.house.stop()
    await a.owner.leave()
    await town.beat("b", seconds=LEASE)
    assert not has(b, made)
    await town.beat("b", seconds=1)
    assert has(b, made)
    await town.stop()


async def test_rooms_of_an_owner_nobody_has_heard_of_are_taken_after_a_lease() -> None:
    town = Town("a", "b")
    made = await town.sites["a"].make()
    await town.sites["b"].start()
    await town.beat("b", seconds=LEASE - 0.5)
    assert not has(town.sites["b"], made)
    await town.beat("b", seconds=1)
    assert has(town.sites["b"], made)
    await town.stop()


async def test_a_node_that_is_being_emptied_takes_no_rooms_while_another_can() -> None:
    town = Town("a", "b", "c")
    await town.start()
    made = [await town.sites["a"].make() for _ in range(4)]
    await town.beat("a", "b", "c")
    town.sites["b"].house.drain()
    await town.beat("b", "c", seconds=LEASE + 2)
    assert not any(has(town.sites["b"], each) for each in made)
    assert all(has(town.sites["c"], each) for each in made)
    await town.stop()


async def test_where_all_are_being_emptied_one_of_them_takes_a_dead_nodes_rooms() -> None:
    town = Town("a", "b", "c")
    await town.start()
    dead, let_go = await town.sites["a"].make(), await town.sites["b"].make()
    await town.beat("a", "b", "c")
    town.sites["b"].house.drain()
    town.sites["c"].house.drain()
    await town.beat("b", "c")
    await town.sites["b"].house.hand_over([])
    await town.beat("b", "c", seconds=LEASE + 2)
    for made in (dead, let_go):
        assert has(town.sites["b"], made) != has(town.sites["c"], made)
    await town.stop()


async def test_a_journal_that_does_not_fold_keeps_no_other_room_from_being_found() -> None:
    """It reads, and is one that no room can have written: a seat taken where there is no table."""
    town = Town("a")
    a = town.sites["a"]
    await a.start()
    rooms = [await a.make() for _ in range(20)]
    await a.house.stop()
    wrong = write_entry(Entry(SCHEMA, (0,) * 5, {}, [SeatTaken("p9", 0, {})]))
    for made in rooms[:10]:
        head = (await town.store.heads([made.room]))[made.room]
        await town.store.append(Append(made.room, head.epoch, head.length, (wrong,)))
    again = Site(town.store, town.clock, "a")
    await again.start()
    assert [has(again, made) for made in rooms] == [False] * 10 + [True] * 10
    assert set(again.house.unreadable()) == {made.room for made in rooms[:10]}
    assert {more["room"] for name, more in again.reports if name == "table_fault"} == set(
        again.house.unreadable()
    )
    await again.house.stop()


async def test_who_is_emptied_in_the_middle_of_taking_rooms_leaves_none_half_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Half taken it would be owned by a node that lives and does not have it."""
    town = Town("a", "b", "c")
    await town.start()
    a, b, c = (town.sites[name] for name in "abc")
    rooms = [await a.make() for _ in range(20)]
    await town.beat("a", "b", "c")
    answer = asyncio.Event()
    read = b.house.read

    async def slowly(room: str) -> Journal:
        await answer.wait()
        return await read(room)

    monkeypatch.setattr(b.house, "read", slowly)
    await town.beat("b", seconds=LEASE)
    emptied = asyncio.create_task(b.house.hand_over([c.owner.me]))
    await settle()
    answer.set()
    await emptied
    heads = await town.store.heads([made.room for made in rooms])
    assert {head.owner for head in heads.values()} == {"", str(a.owner.me)}
    await town.beat("c", "b", seconds=2 * LEASE)
    assert all(has(c, made) for made in rooms)
    await town.stop()


async def test_a_room_whose_taking_is_broken_off_before_the_answer_is_let_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The store has done it, and the node that lives on does not know."""
    town = Town("a", "b", "c")
    await town.start()
    made = await town.sites["a"].make()
    await town.beat("a", "b", "c")
    b, c = town.sites["b"], town.sites["c"]
    acquire = town.store.acquire

    async def unanswered(room: str, owner: str, over: int) -> int:
        await acquire(room, owner, over)
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(town.store, "acquire", unanswered)
    monkeypatch.setattr("server.adoption._GIVE_UP_S", 0)
    await town.beat("b", seconds=LEASE)
    await b.house.hand_over([c.owner.me])
    assert (await town.store.heads([made.room]))[made.room].owner == str(b.owner.me)
    monkeypatch.setattr(town.store, "acquire", acquire)
    await town.beat("c", "b", seconds=LEASE)
    assert has(c, made) and not has(b, made)
    await town.stop()


async def test_a_room_hears_that_its_new_node_is_emptied_before_what_waits_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A match might begin by it."""
    town = Town("a", "b")
    await town.start()
    made, b = await town.sites["a"].make(), town.sites["b"]
    await town.beat("a", "b")
    b.house.drain()
    waits: list[Input] = []
    monkeypatch.setattr(b.ear, "come", lambda room: waits.extend(b.house._rooms[room]._inbox.all()))
    await town.beat("b", seconds=2 * LEASE)
    assert waits == [Drain()] and b.room(made).draining
    await town.stop()


async def test_no_two_rooms_are_folded_in_one_turn_of_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    town = Town("a", "b")
    await town.start()
    rooms = [await town.sites["a"].make() for _ in range(30)]
    turn, folded = 0, []

    async def count() -> None:
        nonlocal turn
        while True:
            await asyncio.sleep(0)
            turn += 1

    def noted(*args: object, **more: object) -> object:
        folded.append(turn)
        return recover(*args, **more)  # type: ignore[arg-type]  # passed on as they are

    monkeypatch.setattr("server.adoption.recover", noted)
    await town.beat("a", "b")
    counting = asyncio.create_task(count())
    await town.beat("b", seconds=LEASE)
    await settle(500)
    counting.cancel()
    assert len(folded) == len(set(folded)) == len(rooms)
    await town.stop()


async def test_a_room_that_could_not_be_let_go_at_once_is_let_go_when_the_store_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An operator empties a node that goes on living: nothing else would ever free the room."""
    town = Town("a", "b")
    await town.start()
    a, b = town.sites["a"], town.sites["b"]
    made = await a.make()
    await town.beat("a", "b")

    async def lost(room: str, epoch: int) -> None:
        raise OutcomeUnknown("the store's answer was lost")

    with monkeypatch.context() as away:
        away.setattr(town.store, "free_room", lost)
        await a.house.hand_over([b.owner.me])
        await settle()
    assert not has(a, made)
    await town.beat("a", "b", seconds=2)
    assert has(b, made)
    await town.stop()
