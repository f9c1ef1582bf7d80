"""A store killed in mid-stream: nothing acknowledged is lost, and repeats write nothing twice."""

from __future__ import annotations

import asyncio
import random

import pytest

from server.store import Append, Appended, OutcomeUnknown, RedisStore, StoreDown, open_store
from tests.harness.valkey import running

TABLES = 8


class Table:
    """A writer that goes on until told, and remembers what was acknowledged."""

    def __init__(self, store: RedisStore, room: str) -> None:
        self.store = store
        self.room = room
        self.acknowledged: list[bytes] = []
        self.repeats = 0
        self.troubles = 0
        self.stop = False
        self.moved = asyncio.Event()

    async def play(self, back: asyncio.Event) -> None:
        while not self.stop:
            position = len(self.acknowledged)
            entries = tuple(b"%s:%d:%d" % (self.room.encode(), position, i) for i in range(1 + position % 3))
            answer = await self._append(Append(self.room, 1, position, entries), back)
            assert answer.length == position + len(entries)
            self.repeats += answer.repeated
            self.acknowledged += entries
            self.moved.set()

    async def _append(self, batch: Append, back: asyncio.Event) -> Appended:
        while True:
            try:
                return await self.store.append(batch)
            except (StoreDown, OutcomeUnknown):
                self.troubles += 1
                await back.wait()


async def reached(tables: list[Table], entries: int) -> None:
    for table in tables:
        while len(table.acknowledged) < entries:
            table.moved.clear()
            await table.moved.wait()


@pytest.mark.parametrize("seed", range(3))
async def test_a_kill_in_mid_stream_loses_nothing_acknowledged(seed: int) -> None:
    chance = random.Random(seed)
    with running() as server:
        store = await open_store(server.url)
        tables = [Table(store, f"t{i}") for i in range(TABLES)]
        for table in tables:
            await store.create_room(table.room, "a/1", b"")
        back = asyncio.Event()
        back.set()
        async with asyncio.TaskGroup() as group:
            for table in tables:
                group.create_task(table.play(back))
            for round_ in range(3):
                await reached(tables, (round_ + 1) * 20 + chance.randrange(20))
                back.clear()
                server.kill()
                server.start()
                back.set()
            await reached(tables, 100)
            for table in tables:
                table.stop = True
        for table in tables:
            journal = await store.read(table.room)
            assert [entry.data for entry in journal.entries] == table.acknowledged
            assert [entry.position for entry in journal.entries] == list(range(len(table.acknowledged)))
        assert sum(table.troubles for table in tables) > 0
        await store.close()
