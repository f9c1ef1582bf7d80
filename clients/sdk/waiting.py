"""Small things to wait with: a clock that another can stand in for, a bell, a queue of happenings."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import Generic, Protocol, Self, TypeVar

__all__ = ["Bell", "Clock", "RealClock", "Subscription"]

T = TypeVar("T")


class Clock(Protocol):
    """Tells the time and waits, in milliseconds of its own."""

    def now(self) -> int:
        """Tell the time."""

    async def wait(self, event: asyncio.Event, until: int | None) -> None:
        """Wait for the event, or until the time has come."""


class RealClock:
    """The machine's monotonic clock."""

    def now(self) -> int:
        """Tell the time."""
        return time.monotonic_ns() // 1_000_000

    async def wait(self, event: asyncio.Event, until: int | None) -> None:
        """Wait for the event, or until the time has come."""
        try:
            async with asyncio.timeout(None if until is None else max(0, until - self.now()) / 1000):
                await event.wait()
        except TimeoutError:
            pass


class Bell:
    """Wakes everybody who waits now. Look first, then wait: what rang before is not heard."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Future[None]] = set()

    def ring(self) -> None:
        """Wake them."""
        for future in self._waiting:
            if not future.done():
                future.set_result(None)
        self._waiting.clear()

    async def wait(self) -> None:
        """Wait for the next ring."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.add(future)
        try:
            await future
        finally:
            self._waiting.discard(future)


class Subscription(Generic[T]):
    """Happenings in order, from the moment it was made; ends when its source does, or with ``close``."""

    def __init__(self) -> None:
        self._items: deque[T] = deque()
        self._bell = Bell()
        self.closed = False

    def put(self, item: T) -> None:
        """Hand one in."""
        if not self.closed:
            self._items.append(item)
            self._bell.ring()

    def close(self) -> None:
        """End it: what is in it can still be read."""
        self.closed = True
        self._bell.ring()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> T:
        while not self._items:
            if self.closed:
                raise StopAsyncIteration
            await self._bell.wait()
        return self._items.popleft()
