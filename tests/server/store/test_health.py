"""Whether the store answers: told once at each change."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from server.store import Health, MemoryStore


class Told:
    def __init__(self) -> None:
        self.words: list[str] = []

    def down(self) -> None:
        self.words.append("down")

    def up(self) -> None:
        self.words.append("up")

    def report(self, event: str, particulars: Mapping[str, object]) -> None:
        self.words.append(event)


async def test_each_change_is_told_once() -> None:
    store, told = MemoryStore(), Told()
    answers = iter([True, False, False, True, True, False])
    pauses = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        answer = next(answers, None)
        if answer is None:
            raise asyncio.CancelledError
        store.down = not answer

    health = Health(
        store.ping, sleep=sleep, on_down=told.down, on_up=told.up, report=told.report, every=lambda: 0.25
    )
    assert health.up
    await asyncio.gather(health.run(), return_exceptions=True)
    assert told.words == ["down", "up", "down"]
    assert set(pauses) == {0.25}


async def test_a_store_that_takes_too_long_is_down() -> None:
    told = Told()
    never = asyncio.Event()

    health = Health(
        never.wait, sleep=asyncio.sleep, on_down=told.down, on_up=told.up, report=told.report, patience=0.01
    )
    first = await health.ask()
    never.set()
    assert [first, await health.ask()] == [False, True]
    assert told.words == ["down", "up"]
