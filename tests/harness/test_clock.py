"""The clock that tests move."""

from __future__ import annotations

import asyncio

from tests.harness.clock import ManualClock, settle


async def test_a_sleeper_that_is_being_cancelled_is_not_woken() -> None:
    clock = ManualClock()
    sleeper = asyncio.create_task(clock.sleep(1))
    await settle()
    sleeper.cancel()
    clock.jump(1000)
    await settle()
    assert sleeper.cancelled()
