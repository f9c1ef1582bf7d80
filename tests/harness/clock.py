"""A clock that moves when a test moves it."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class _Alarm:
    def __init__(self, callback: Callable[[], None]) -> None:
        self.callback: Callable[[], None] | None = callback

    def cancel(self) -> None:
        self.callback = None

    def ring(self) -> None:
        if self.callback is not None:
            self.callback()


class ManualClock:
    """A `Clock` that stands until it is told to go on."""

    def __init__(self, now: int = 0) -> None:
        self._now = now
        self._alarms: list[tuple[int, int, _Alarm]] = []
        self._order = itertools.count()

    def now(self) -> int:
        """See `Clock.now`."""
        return self._now

    def call_at(self, due_ms: int, callback: Callable[[], None]) -> _Alarm:
        """See `Clock.call_at`."""
        alarm = _Alarm(callback)
        if due_ms <= self._now:
            asyncio.get_running_loop().call_soon(alarm.ring)
            return alarm
        heapq.heappush(self._alarms, (due_ms, next(self._order), alarm))
        return alarm

    async def sleep(self, seconds: float) -> None:
        """See `Clock.sleep`."""
        woken = asyncio.get_running_loop().create_future()

        def wake() -> None:
            # A sleeper that was cancelled has not yet had his turn to put off the alarm.
            if not woken.done():
                woken.set_result(None)

        alarm = self.call_at(self._now + round(seconds * 1000), wake)
        try:
            await woken
        finally:
            alarm.cancel()

    @property
    def next_due(self) -> int | None:
        """When the next thing is due; None if nothing waits."""
        self._drop_cancelled()
        return self._alarms[0][0] if self._alarms else None

    def jump(self, to_ms: int) -> None:
        """Go on to a moment, calling what falls due before it, each at its own time."""
        while (due := self.next_due) is not None and due <= to_ms:
            _, _, alarm = heapq.heappop(self._alarms)
            self._now = max(self._now, due)
            alarm.ring()
        self._now = max(self._now, to_ms)

    async def advance(self, ms: int) -> None:
        """Go on by so much, stopping at everything that falls due and letting what it wakes have its turn."""
        end = self._now + ms
        await settle()
        while (due := self.next_due) is not None and due <= end:
            self.jump(due)
            await settle()
        self._now = end
        await settle()

    def _drop_cancelled(self) -> None:
        while self._alarms and self._alarms[0][2].callback is None:
            heapq.heappop(self._alarms)


class Moved(Protocol):
    """Time that a test moves: a clock, that of a node's process, or those of several nodes together."""

    async def advance(self, ms: int) -> None:
        """Go on by so much."""


async def pass_until(clock: Moved, holds: Callable[[], bool], step_ms: int) -> None:
    """Let time go on, step by step, until something is so."""
    while not holds():
        await clock.advance(step_ms)


async def pass_while(clock: Moved, doing: Coroutine[Any, Any, T], step_ms: int) -> T:
    """Let time go on, step by step, while something is done, and return what it returns."""
    task = asyncio.create_task(doing)
    await pass_until(clock, task.done, step_ms)
    return await task


async def settle(turns: int = 20) -> None:
    """Let everything that can go on do so, for some turns of the loop."""
    for _ in range(turns):
        await asyncio.sleep(0)


async def until(holds: Callable[[], bool]) -> None:
    """Let the loop run until something is so; the test's own timeout is the limit."""
    # An event would have to be set by the code under test.
    while not holds():  # noqa: ASYNC110
        await asyncio.sleep(0)
