"""Whether the store answers, found out by asking again and again.

While it does not, tables stand and say so; who is told, and what he does, is not decided here. It owns no
clock.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from server.store.base import StoreError
from server.tasks import surviving

if TYPE_CHECKING:
    from server.ports import Report

EVERY = 0.5
"""Seconds between questions."""
PATIENCE = 1.0
"""Seconds an answer may take before the store counts as away."""


class Health:
    """A watcher of the store: `probe` asks it, `on_down` and `on_up` hear of each change once.

    `every` says how many seconds to wait before the next question. A fault of ours in any of them is reported
    and changes nothing: the store is asked on.

    It begins in the belief that the store is up.
    """

    def __init__(
        self,
        probe: Callable[[], Awaitable[object]],
        *,
        sleep: Callable[[float], Awaitable[None]],
        on_down: Callable[[], None],
        on_up: Callable[[], None],
        report: Report,
        every: Callable[[], float] = lambda: EVERY,
        patience: float = PATIENCE,
    ) -> None:
        self.up = True
        self._probe = probe
        self._sleep = sleep
        self._on_down = on_down
        self._on_up = on_up
        self._report = report
        self._every = every
        self._patience = patience

    async def run(self) -> None:
        """Ask until cancelled."""
        while True:
            await self.ask()
            await self._sleep(self._every())

    async def ask(self) -> bool:
        """Ask once, tell of a change, and return whether the store is up."""
        with surviving(self._report):
            try:
                async with asyncio.timeout(self._patience):
                    await self._probe()
            except (StoreError, TimeoutError):
                self._turn(False)
            else:
                self._turn(True)
        return self.up

    def _turn(self, up: bool) -> None:
        if up != self.up:
            self.up = up
            (self._on_up if up else self._on_down)()
