"""A whole node in the test's own process: real sockets, a clock the test moves, chance it chooses."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import itertools
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path

from server.app import Node, World
from server.chance import Dealer, committed_deal
from server.config import Settings
from server.store.base import Store
from server.store.memory import MemoryStore
from tests.harness.clock import ManualClock, pass_until
from tests.harness.stacked import house_with

_PATIENCE_S = 2.0
TEST_SETTINGS = {
    "host": "127.0.0.1", "port": 0, "page": str(Path(__file__).parent), "stop_s": 1,
    "commands_per_s": 1_000_000, "burst": 1_000_000, "players_per_minute": 1000, "rooms_per_minute": 1000,
}  # fmt: skip
"""A clock that stands refills no allowance: what is not about rates is tried without them."""


def fixed_chance(seed: str) -> Callable[[int], bytes]:
    """Return chance that is the same in every run of one seed."""
    count = itertools.count()
    return lambda size: hashlib.shake_256(f"{seed}/{next(count)}".encode()).digest(size)


class Inside:
    """A node and what it was given."""

    def __init__(
        self, store: Store, seed: str, settings: Settings, clock: ManualClock, deal: Dealer, named: str
    ) -> None:
        self.reports: list[tuple[str, Mapping[str, object]]] = []
        self.clock = clock
        self.store = store
        self.world = World(
            store, clock, fixed_chance(seed), lambda event, more: self.reports.append((event, more))
        )
        self.node = Node(settings, self.world, house_with(deal), node=named)

    @property
    def url(self) -> str:
        """Where the socket is."""
        return f"ws://127.0.0.1:{self.node.port}/ws"


@contextlib.asynccontextmanager
async def running(
    store: Store | None = None,
    *,
    seed: str = "seed",
    clock: ManualClock | None = None,
    deal: Dealer = committed_deal,
    named: str = "test-0",
    shares_port: bool = False,
    **settings: int | str | tuple[str, ...],
) -> AsyncIterator[Inside]:
    """Run a node, `named` so among others; it is stopped in good order at the end.

    With `shares_port` the port must be named: the node is a worker beside others of its name.
    """
    clock = clock or ManualClock(1_000_000)
    use = {**TEST_SETTINGS, **settings}
    made = Settings(**use)  # type: ignore[arg-type]  # tests know them
    inside = Inside(store or MemoryStore(clock.now), seed, made, clock, deal, named)
    await inside.node.start(reuse_port=shares_port)
    try:
        yield inside
    finally:
        await stop(inside)


async def stop(inside: Inside) -> None:
    """Stop a node in good order; where a client does not do its part, let its time for it be over."""
    stopping = asyncio.create_task(inside.node.stop())
    await asyncio.wait({stopping}, timeout=_PATIENCE_S)
    await pass_until(inside.clock, stopping.done, 1000)
    await stopping
