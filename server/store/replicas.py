"""Waiting until a replica has what was written.

It has a connection of its own, since the store answers nothing else on one that waits; all who ask while
others wait are answered together.
"""

from __future__ import annotations

import asyncio

from server.store import keys
from server.store.link import Link
from server.tasks import end

WAIT_MS = 1000
"""How long a replica may take before it is said to be late."""


class Replicas:
    """The replicas of one store."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._next: asyncio.Task[bool] | None = None
        self._present: asyncio.Task[bool] | None = None

    async def have_all(self) -> bool:
        """Say whether one has everything that was acknowledged before this call, within a second.

        Raises: StoreDown, OutcomeUnknown, StoreFault.
        """
        if self._next is None:
            self._next = asyncio.get_running_loop().create_task(self._wait(self._present))
        return await asyncio.shield(self._next)

    async def _wait(self, before: asyncio.Task[bool] | None) -> bool:
        if before is not None:
            await asyncio.wait({before})
        self._present, self._next = self._next, None
        # A connection waits for what it wrote itself: this mark stands behind all that is waited for.
        _, have = await self._link.call(("SET", keys.MARK, ""), ("WAIT", 1, WAIT_MS))
        return int(have) >= 1

    async def close(self) -> None:
        """Close the connection; who waits gets an error."""
        await end([self._present, self._next])
        await self._link.close()
