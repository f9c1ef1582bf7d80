"""Nodes in the test's own process, over one store and on one clock that the test moves."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence

from protocol.codec import Codec
from protocol.to_server import Watch
from server.store import MemoryStore, Store
from tests.harness.clock import ManualClock, pass_until, settle
from tests.harness.inside import Inside, running
from tests.harness.raw import RawPlayer


class Cluster:
    """Nodes over one store, on one clock that the test moves."""

    def __init__(self, clock: ManualClock, nodes: list[Inside]) -> None:
        self.clock = clock
        self.nodes = nodes

    def url(self, node: int) -> str:
        """Where a node's socket is; they are numbered from 0."""
        return self.nodes[node].url

    def player(self, node: int, codec: Codec = Codec.MSGPACK) -> RawPlayer:
        """Make a player who connects to a node."""
        return RawPlayer(lambda: self.url(node), codec)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Let time pass until something is so."""
        await pass_until(self.clock, holds, 50)

    @contextlib.asynccontextmanager
    async def passing(self) -> AsyncIterator[None]:
        """Let time pass meanwhile, slowly beside what sockets bring."""

        async def run() -> None:
            while True:
                await self.clock.advance(20)
                await settle(50)

        time = asyncio.create_task(run())
        try:
            yield
        finally:
            time.cancel()

    def faults(self) -> list[object]:
        """What the nodes have reported that must not be."""
        return [one for node in self.nodes for one in node.reports if "fault" in one[0]]


@contextlib.asynccontextmanager
async def cluster(
    size: int, store: Store | Sequence[Store] | None = None, clock: ManualClock | None = None
) -> AsyncIterator[Cluster]:
    """Run so many nodes over one store, or each over its own way to it."""
    clock = clock or ManualClock(1_000_000)
    ways = store if isinstance(store, Sequence) else [store or MemoryStore(clock.now)] * size
    async with contextlib.AsyncExitStack() as stack:
        nodes = [
            await stack.enter_async_context(
                running(ways[number], seed=f"seed {number}", clock=clock, named=f"node-{number}")
            )
            for number in range(size)
        ]
        together = Cluster(clock, nodes)
        yield together
        assert together.faults() == []


async def watching(together: Cluster, node: int, room: str, codec: Codec = Codec.MSGPACK) -> RawPlayer:
    """Let somebody at a node watch a room."""
    watcher = together.player(node, codec)
    await watcher.connect(f"{codec.value} {node}")
    await watcher.say(Watch("", room))
    return watcher
