"""What the stand-in alone can do: run out of time, and fail as the real store fails."""

from __future__ import annotations

import pytest

from server.store import Append, MemoryStore, OutcomeUnknown, StoreDown


class Clock:
    def __init__(self) -> None:
        self.ms = 1_000

    def __call__(self) -> int:
        return self.ms


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def memory(clock: Clock) -> MemoryStore:
    return MemoryStore(clock)


async def test_what_has_run_out_is_gone(memory: MemoryStore, clock: Clock) -> None:
    await memory.put_player("p", b"x", 10)
    await memory.put_once("c", b"x", 5)
    await memory.save_record("m1", b"x", keep=None, ttl_s=8)
    await memory.save_record("m2", b"x", keep=None, ttl_s=None)
    clock.ms += 4_999
    assert await memory.take_once("c") == b"x"
    await memory.put_once("c", b"x", 5)
    clock.ms += 5_001
    assert await memory.take_once("c") is None
    assert await memory.list_records(9) == ["m2"]
    assert await memory.get_player("p") is None


async def test_entries_bear_the_clocks_time(memory: MemoryStore, clock: Clock) -> None:
    await memory.create_room("r", "a/1", b"")
    await memory.append(Append("r", 1, 0, (b"a",)))
    clock.ms += 250
    assert (await memory.append(Append("r", 1, 1, (b"b",)))).at_ms == 1_250
    assert [entry.at_ms for entry in (await memory.read("r")).entries] == [1_000, 1_250]


async def test_a_store_that_is_down_takes_nothing(memory: MemoryStore) -> None:
    await memory.create_room("r", "a/1", b"")
    memory.down = True
    with pytest.raises(StoreDown):
        await memory.append(Append("r", 1, 0, (b"a",)))
    with pytest.raises(StoreDown):
        await memory.ping()
    memory.down = False
    assert (await memory.read("r")).length == 0


async def test_an_answer_that_is_lost_hides_a_write_that_was_done(memory: MemoryStore) -> None:
    await memory.create_room("r", "a/1", b"")
    memory.lose_answers = 1
    with pytest.raises(OutcomeUnknown):
        await memory.append(Append("r", 1, 0, (b"a",)))
    assert (await memory.append(Append("r", 1, 0, (b"a",)))).repeated


async def test_a_lost_tail_is_gone(memory: MemoryStore) -> None:
    await memory.create_room("r", "a/1", b"")
    await memory.append(Append("r", 1, 0, (b"a", b"b", b"c")))
    await memory.trim("r", 1, 1)
    memory.lose_tail("r", 2)
    assert [entry.data for entry in (await memory.read("r")).entries] == [b"b"]
