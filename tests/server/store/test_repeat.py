"""The loop that repeats an append until it is answered."""

from __future__ import annotations

import itertools

import pytest

from server.store import (
    Append,
    JournalConflict,
    MemoryStore,
    OutcomeUnknown,
    StaleEpoch,
    StoreDown,
    append_until_answered,
)
from server.store.repeat import pauses


async def never(seconds: float) -> None:
    raise AssertionError("nothing to wait for")


async def test_pauses_double_up_to_a_cap() -> None:
    assert list(itertools.islice(pauses(0.5, 3.0), 5)) == [0.5, 1.0, 2.0, 3.0, 3.0]


async def test_an_append_waits_for_a_store_that_is_away_and_is_written_once() -> None:
    store = MemoryStore()
    await store.create_room("r", "a/1", b"")
    store.down = True
    troubles: list[Exception] = []

    async def sleep(seconds: float) -> None:
        if len(troubles) == 3:
            store.down, store.lose_answers = False, 2

    answer = await append_until_answered(
        store, Append("r", 1, 0, (b"a",)), sleep=sleep, on_trouble=troubles.append
    )
    assert answer.repeated and answer.length == 1
    assert [type(trouble) for trouble in troubles] == [StoreDown] * 3 + [OutcomeUnknown] * 2


async def test_a_refusal_is_an_answer() -> None:
    store = MemoryStore()
    await store.create_room("r", "a/1", b"")
    with pytest.raises(JournalConflict):
        await append_until_answered(store, Append("r", 1, 3, (b"a",)), sleep=never)
    with pytest.raises(StaleEpoch):
        await append_until_answered(store, Append("r", 2, 0, (b"a",)), sleep=never)
