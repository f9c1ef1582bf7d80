"""Workers on one port, some of which drain: who comes there comes to one that takes him, if there is one."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest

from protocol.codes import CloseCode
from server.store import MemoryStore
from tests.harness.clock import ManualClock, pass_until
from tests.harness.inside import Inside, running
from tests.harness.raw import RawPlayer
from tests.harness.sentinels import free_port

MANY = 16
"""The system spreads connections over workers by chance: of so many each gets some."""
BEAT_MS = 500


class Parent:
    """Workers over one store, on one port and one clock."""

    def __init__(self) -> None:
        self.clock = ManualClock(1_000_000)
        self.port = free_port()
        self._store = MemoryStore(self.clock.now)

    @contextlib.asynccontextmanager
    async def worker(self, number: int) -> AsyncIterator[Inside]:
        made = running(
            self._store, clock=self.clock, seed=f"seed {number}", named=f"play-{number}", shares_port=True,
            port=self.port, connections_per_address=1000,
        )  # fmt: skip
        async with made as inside:
            yield inside

    async def readiness(self) -> set[str]:
        """Ask who is there, many times, whether he is ready; return what was said."""
        return set(await asyncio.gather(*[self._ready() for _ in range(MANY)]))

    async def _ready(self) -> str:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(b"GET /readyz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        answer = (await reader.read()).decode()
        writer.close()
        await writer.wait_closed()
        return f"{answer.split()[1]} {answer.splitlines()[-1]}"


async def test_who_comes_to_workers_one_of_which_drains_comes_to_another() -> None:
    parent = Parent()
    async with parent.worker(0) as drained, parent.worker(1) as other:
        await parent.clock.advance(BEAT_MS)
        before: list[RawPlayer] = []
        while not (drained.node.hub.peers and other.node.hub.peers):
            player = RawPlayer(lambda: drained.url)
            await player.connect(f"p{len(before)}")
            before.append(player)
        cut_off = len(drained.node.hub.peers)
        drained.node.drain()
        assert await parent.readiness() == {"200 ready"}
        await pass_until(parent.clock, lambda: not drained.node.hub.peers, 50)
        gone = [player for player in before if not player.is_connected]
        assert len(gone) == cut_off
        for player in gone:
            assert await player.gone() == CloseCode.DRAINING.value
            await player.connect()
            await player.create(bots=3)
        for player in before:
            await player.leave()


async def test_where_all_workers_drain_they_say_so_until_one_is_started_again() -> None:
    parent = Parent()
    async with parent.worker(0) as first:
        async with parent.worker(1) as second:
            await parent.clock.advance(BEAT_MS)
            first.node.drain()
            await parent.clock.advance(BEAT_MS)
            second.node.drain()
            await parent.clock.advance(2 * BEAT_MS)
            assert await parent.readiness() == {"503 draining"}
        await parent.clock.advance(2 * BEAT_MS)
        assert await parent.readiness() == {"503 draining"}
        async with parent.worker(1):
            await parent.clock.advance(2 * BEAT_MS)
            assert await parent.readiness() == {"200 ready"}
            assert not any("fault" in event for event, _ in first.reports)


async def test_a_port_that_cannot_be_had_again_is_tried_for_until_it_can(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parent = Parent()
    async with parent.worker(0) as first:
        async with parent.worker(1):
            await parent.clock.advance(BEAT_MS)
            first.node.drain()
        with monkeypatch.context() as patch:
            async def taken(*args: object, **more: object) -> None:
                raise OSError("taken")

            patch.setattr("server.gateway.serve", taken)
            await parent.clock.advance(2 * BEAT_MS)
        assert ("fault", {"where": "listen", "error": "OSError"}) in first.reports
        await parent.clock.advance(2 * BEAT_MS)
        assert await parent.readiness() == {"503 draining"}
