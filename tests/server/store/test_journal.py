"""The contract of the journal, the same for every implementation."""

from __future__ import annotations

import asyncio

import pytest

from server.store import (
    Append,
    JournalConflict,
    Message,
    Publication,
    StaleEpoch,
    Store,
    keys,
)

ROOM = "r1"
PUBLIC = keys.channel(ROOM, "public")


async def made(store: Store, *entries: bytes) -> None:
    assert await store.create_room(ROOM, "a/1", b"meta") == 1
    if entries:
        await store.append(Append(ROOM, 1, 0, entries))


async def contents(store: Store) -> list[bytes]:
    return [entry.data for entry in (await store.read(ROOM)).entries]


async def test_an_append_at_the_length_is_written(store: Store) -> None:
    await made(store)
    first = await store.append(Append(ROOM, 1, 0, (b"a", b"b")))
    second = await store.append(Append(ROOM, 1, 2, (b"c",)))
    assert (first.length, first.repeated, second.length, second.repeated) == (2, False, 3, False)
    assert await contents(store) == [b"a", b"b", b"c"]


async def test_any_bytes_come_back_as_they_were(store: Store) -> None:
    odd = (b"", b":", b"1:2:3", b"\0\r\n\xff", b"12:", bytes(range(256)) * 40)
    await made(store, *odd)
    assert await contents(store) == list(odd)
    assert (await store.append(Append(ROOM, 1, 0, odd))).repeated


async def test_an_append_without_entries_or_before_the_beginning_cannot_be_written_down() -> None:
    with pytest.raises(ValueError):
        Append(ROOM, 1, 0, ())
    with pytest.raises(ValueError):
        Append(ROOM, 1, -1, (b"a",))


async def test_the_same_append_again_is_already_there(store: Store) -> None:
    await made(store)
    once = await store.append(Append(ROOM, 1, 0, (b"a", b"b")))
    again = await store.append(Append(ROOM, 1, 0, (b"a", b"b")))
    assert again.repeated and (again.length, again.at_ms) == (once.length, once.at_ms)
    assert await contents(store) == [b"a", b"b"]


async def test_a_late_repeat_of_an_older_append_changes_nothing(store: Store) -> None:
    await made(store, b"a", b"b", b"c")
    late = await store.append(Append(ROOM, 1, 1, (b"b",)))
    assert late.repeated and late.length == 3
    assert await contents(store) == [b"a", b"b", b"c"]


async def test_other_bytes_at_a_position_are_a_conflict(store: Store) -> None:
    await made(store, b"a", b"b")
    with pytest.raises(JournalConflict) as told:
        await store.append(Append(ROOM, 1, 1, (b"x",)))
    assert (told.value.position, told.value.length, told.value.base) == (1, 2, 0)
    assert await contents(store) == [b"a", b"b"]


async def test_a_hole_is_a_conflict(store: Store) -> None:
    await made(store, b"a")
    with pytest.raises(JournalConflict) as told:
        await store.append(Append(ROOM, 1, 2, (b"c",)))
    assert told.value.length == 1
    assert await contents(store) == [b"a"]


async def test_an_owner_whose_tail_was_lost_writes_it_again(store: Store) -> None:
    await made(store, b"a", b"b")
    answer = await store.append(Append(ROOM, 1, 1, (b"b", b"c", b"d")))
    assert (answer.length, answer.repeated) == (4, False)
    assert await contents(store) == [b"a", b"b", b"c", b"d"]


async def test_an_overlap_that_differs_writes_nothing_of_the_rest(store: Store) -> None:
    await made(store, b"a", b"b")
    with pytest.raises(JournalConflict):
        await store.append(Append(ROOM, 1, 0, (b"a", b"x", b"c")))
    assert await contents(store) == [b"a", b"b"]


async def test_a_stale_epoch_writes_and_publishes_nothing(store: Store) -> None:
    await made(store, b"a")
    listener = store.subscriber()
    await listener.listen(PUBLIC)
    assert await listener.next() == Message(PUBLIC, None)
    epoch = await store.acquire(ROOM, "b/1", 1)
    with pytest.raises(StaleEpoch) as told:
        await store.append(Append(ROOM, 1, 1, (b"b",), (Publication(PUBLIC, b"stale"),)))
    assert told.value.current == epoch
    await store.append(Append(ROOM, epoch, 1, (b"c",), (Publication(PUBLIC, b"fresh"),)))
    assert await listener.next() == Message(PUBLIC, b"fresh")
    assert await contents(store) == [b"a", b"c"]
    await listener.close()


async def test_even_a_repeat_needs_the_present_epoch(store: Store) -> None:
    await made(store, b"a")
    await store.acquire(ROOM, "b/1", 1)
    with pytest.raises(StaleEpoch):
        await store.append(Append(ROOM, 1, 0, (b"a",)))


async def test_a_room_that_is_not_there_takes_nothing(store: Store) -> None:
    with pytest.raises(StaleEpoch) as told:
        await store.append(Append("nowhere", 1, 0, (b"a",)))
    assert told.value.current == 0
    assert (await store.read("nowhere")).entries == ()
    with pytest.raises(StaleEpoch):
        await store.trim("nowhere", 1, 0)


async def test_publications_come_once_and_in_order(store: Store) -> None:
    await made(store)
    listener = store.subscriber()
    seat = keys.channel(ROOM, "seat-0")
    await listener.listen(PUBLIC, seat)
    assert {(await listener.next()).channel, (await listener.next()).channel} == {PUBLIC, seat}
    batch = Append(
        ROOM, 1, 0, (b"a",), (Publication(PUBLIC, b"1"), Publication(seat, b"2"), Publication(PUBLIC, b""))
    )
    await store.append(batch)
    await store.append(batch)
    await store.publish(Publication(PUBLIC, b"last"))
    heard = [await listener.next() for _ in range(4)]
    assert heard == [
        Message(PUBLIC, b"1"),
        Message(seat, b"2"),
        Message(PUBLIC, b""),
        Message(PUBLIC, b"last"),
    ]
    await listener.close()


async def test_a_channel_taken_off_is_not_heard(store: Store) -> None:
    listener = store.subscriber()
    other = keys.channel(ROOM, "seat-1")
    await listener.listen(PUBLIC)
    await listener.listen(other)
    assert [(await listener.next()).channel for _ in range(2)] == [PUBLIC, other]
    await listener.ignore(PUBLIC)
    await store.publish(Publication(PUBLIC, b"unheard"))
    await store.publish(Publication(other, b"heard"))
    assert await listener.next() == Message(other, b"heard")
    await listener.close()


async def test_a_range_is_read_by_position(store: Store) -> None:
    await made(store, *(b"%d" % i for i in range(10)))
    some = await store.read(ROOM, 3, 4)
    assert [(entry.position, entry.data) for entry in some.entries] == [
        (3, b"3"),
        (4, b"4"),
        (5, b"5"),
        (6, b"6"),
    ]
    assert (some.base, some.length) == (0, 10)
    assert [entry.position for entry in (await store.read(ROOM, 8)).entries] == [8, 9]
    assert (await store.read(ROOM, 10)).entries == ()
    assert (await store.read(ROOM, 99, 3)).entries == ()
    assert (await store.read(ROOM, 2, 0)).entries == ()


async def test_entries_tell_epoch_and_time(store: Store) -> None:
    await made(store, b"a")
    epoch = await store.acquire(ROOM, "b/1", 1)
    answer = await store.append(Append(ROOM, epoch, 1, (b"b", b"c")))
    entries = (await store.read(ROOM)).entries
    assert [entry.epoch for entry in entries] == [1, epoch, epoch]
    times = [entry.at_ms for entry in entries]
    assert times == sorted(times) and times[1] == times[2] == answer.at_ms


async def test_trimming_keeps_positions(store: Store) -> None:
    await made(store, b"a", b"b", b"checkpoint", b"d")
    await store.trim(ROOM, 1, 2)
    kept = await store.read(ROOM)
    assert (kept.base, kept.length) == (2, 4)
    assert [(entry.position, entry.data) for entry in kept.entries] == [(2, b"checkpoint"), (3, b"d")]
    assert (await store.append(Append(ROOM, 1, 4, (b"e",)))).length == 5
    assert [entry.position for entry in (await store.read(ROOM, 0, 1)).entries] == [2]
    assert (await store.heads([ROOM]))[ROOM].base == 2


async def test_trimming_twice_or_less_changes_nothing(store: Store) -> None:
    await made(store, b"a", b"b", b"c")
    await store.trim(ROOM, 1, 2)
    await store.trim(ROOM, 1, 2)
    await store.trim(ROOM, 1, 1)
    assert (await store.read(ROOM)).base == 2
    assert await contents(store) == [b"c"]


async def test_a_checkpoint_must_be_there_to_trim_to(store: Store) -> None:
    await made(store, b"a", b"b")
    with pytest.raises(JournalConflict) as told:
        await store.trim(ROOM, 1, 2)
    assert told.value.length == 2
    await store.acquire(ROOM, "b/1", 1)
    with pytest.raises(StaleEpoch):
        await store.trim(ROOM, 1, 1)
    assert await contents(store) == [b"a", b"b"]


async def test_what_was_trimmed_cannot_be_written_again(store: Store) -> None:
    await made(store, b"a", b"b", b"c")
    await store.trim(ROOM, 1, 1)
    with pytest.raises(JournalConflict) as told:
        await store.append(Append(ROOM, 1, 0, (b"a",)))
    assert (told.value.base, told.value.length) == (1, 3)


async def test_of_many_appends_at_once_each_gets_its_own_answer(store: Store) -> None:
    for i in range(20):
        await store.create_room(f"t{i}", "a/1", b"")
    await store.acquire("t7", "b/1", 1)
    answers = await asyncio.gather(
        *(store.append(Append(f"t{i}", 1, i % 2, (b"x",))) for i in range(20)), return_exceptions=True
    )
    for i, answer in enumerate(answers):
        if i == 7:
            assert isinstance(answer, StaleEpoch)
        elif i % 2:
            assert isinstance(answer, JournalConflict)
        else:
            assert not isinstance(answer, BaseException) and answer.length == 1


async def test_three_thousand_entries_come_back_in_order(store: Store) -> None:
    await made(store)
    for start in range(0, 3000, 500):
        await store.append(Append(ROOM, 1, start, tuple(b"%d" % i for i in range(start, start + 500))))
    assert await contents(store) == [b"%d" % i for i in range(3000)]
