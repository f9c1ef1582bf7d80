"""A task that is ended has ended, whatever became of the first word."""

from __future__ import annotations

import asyncio

from server.tasks import end


async def test_a_loop_that_once_did_not_hear_is_told_again() -> None:
    """As `asyncio.wait_for` before Python 3.12 keeps a cancellation that comes as its wait is over."""
    told = []

    async def deaf() -> None:
        while True:
            try:
                await asyncio.get_running_loop().create_future()
            except asyncio.CancelledError:
                told.append(True)
                if len(told) > 1:
                    raise

    task = asyncio.create_task(deaf())
    await asyncio.sleep(0)
    await end([task, None])
    assert task.cancelled() and len(told) == 2


async def test_a_task_that_has_failed_has_ended() -> None:
    async def fails() -> None:
        raise ValueError

    task = asyncio.create_task(fails())
    await asyncio.sleep(0)
    await end([task])
    assert isinstance(task.exception(), ValueError)
