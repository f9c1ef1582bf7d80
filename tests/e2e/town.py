"""Nodes on machines of their own, each with its clock, over one store in the test's own process."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable

import pytest

from server.store import MemoryStore
from tests.harness.clock import ManualClock, pass_until, pass_while
from tests.harness.inside import Inside, running
from tests.harness.stacked import fixed_deals

SEED = "nodes"
STEP_MS = 50


class Town:
    """Nodes `a-0`, `b-0` … on machines of their own, on one store; a clock for each, moved together."""

    def __init__(self) -> None:
        self.store = MemoryStore(lambda: self.now)
        self.now = 1_000_000
        self.nodes: dict[str, Inside] = {}
        self.stopped: set[str] = set()
        self._stacks: dict[str, contextlib.AsyncExitStack] = {}

    async def start(self, *names: str) -> None:
        for name in names:
            stack = self._stacks[name] = contextlib.AsyncExitStack()
            self.nodes[name] = await stack.enter_async_context(
                running(
                    self.store, seed=name, clock=ManualClock(self.now), deal=fixed_deals(SEED),
                    named=f"{name}-0",
                )
            )  # fmt: skip

    async def end(self, name: str) -> None:
        """Let a node end in good order, as SIGTERM does, while time goes on for the others."""
        await pass_while(self, self._stacks.pop(name).aclose(), 10)

    async def advance(self, ms: int) -> None:
        """Let time go on, in steps so small that all clocks go together."""
        end = self.now + ms
        while self.now < end:
            self.now = min(self.now + STEP_MS, end)
            for name, node in self.nodes.items():
                if name not in self.stopped:
                    await node.clock.advance(self.now - node.clock.now())

    def wake(self, name: str) -> None:
        """Let a node that was stopped find that it is later than it thought."""
        self.stopped.discard(name)
        self.nodes[name].clock.jump(self.now)

    async def until(self, holds: Callable[[], bool]) -> None:
        await pass_until(self, holds, STEP_MS)

    async def close(self) -> None:
        for name in list(self.stopped):
            self.wake(name)
        for name in list(self._stacks):
            await self.end(name)

    def owner(self, room: str) -> list[str]:
        """Return which nodes believe that they have a room."""
        return [name for name, node in self.nodes.items() if node.node.house.epoch(room) is not None]


@pytest.fixture
async def town() -> AsyncIterator[Town]:
    town = Town()
    await town.start("a", "b", "c")
    await town.advance(500)
    yield town
    await town.close()
