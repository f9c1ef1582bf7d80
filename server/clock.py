"""The real clock: the event loop's own time, which is the system's monotonic one, in milliseconds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic


class LoopClock:
    """A `Clock` on the running event loop."""

    def now(self) -> int:
        """See `Clock.now`."""
        return int(monotonic() * 1000)

    def call_at(self, due_ms: int, callback: Callable[[], None]) -> asyncio.TimerHandle:
        """See `Clock.call_at`."""
        return asyncio.get_running_loop().call_at(due_ms / 1000, callback)

    async def sleep(self, seconds: float) -> None:
        """See `Clock.sleep`."""
        await asyncio.sleep(seconds)
