"""Three nodes restarted one by one under load: no hand is lost, and nobody waits longer than 3 s."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import time

import pytest

from protocol.to_client import Frame, Message
from tests.e2e.table import TableOfFour, agree
from tests.harness.raw import RawPlayer
from tests.harness.sentinels import free_port
from tests.harness.serve import FAST, Serve
from tests.harness.valkey import Valkey

TABLES = 8
LONGEST_PAUSE_S = 3.0
NAMES = ("one", "two", "three")


class Roamer(RawPlayer):
    """A player who goes to the next node when his own is gone, and notes his longest wait for anything."""

    def __init__(self, ports: list[int], first: int) -> None:
        self.ports, self.at = ports, first
        super().__init__(lambda: f"ws://127.0.0.1:{ports[self.at]}/ws")
        self.longest = 0.0
        self.last = 0.0
        self.codes: set[int | None] = set()

    async def _hear(self, message: Message) -> None:
        if isinstance(message, Frame):
            now = time.monotonic()
            if self.last:
                self.longest = max(self.longest, now - self.last)
            self.last = now
        await super()._hear(message)

    async def roam(self) -> None:
        """Come back, by another node, whenever the connection ends."""
        while True:
            self.codes.add(await self.gone())
            connected = False
            while not connected:
                self.at = (self.at + 1) % len(self.ports)
                with contextlib.suppress(OSError):
                    await self.connect()
                    connected = True


class Spread(TableOfFour):
    """Four of them, on all nodes."""

    def __init__(self, ports: list[int], first: int) -> None:
        super().__init__(lambda: "")
        self.roamers = [Roamer(ports, (first + seat) % len(ports)) for seat in range(4)]
        self.players = list(self.roamers)


@pytest.mark.chaos
async def test_a_rolling_restart_under_load_loses_no_hand(valkey: Valkey) -> None:
    ports = [free_port() for _ in NAMES]
    flags = [
        ("--redis", valkey.url, "--node", name, "--port", str(port), *FAST, "--rooms-per-minute", "1000")
        for name, port in zip(NAMES, ports, strict=True)
    ]
    nodes = [Serve(*one) for one in flags]
    for node in nodes:
        await node.start()
        await node.logs("listening")
    tables = [Spread(ports, number) for number in range(TABLES)]
    for table in tables:
        await table.sit(pause_floor=200)
    roaming = [asyncio.create_task(player.roam()) for table in tables for player in table.roamers]
    for table in tables:
        await table.begin()
    for number in range(len(nodes)):
        for table in tables:
            aim = 30 * (number + 1)
            await table.until(lambda player, aim=aim: len(player.mind.events) > aim)  # type: ignore[misc]  # bound now
        nodes[number].signal(signal.SIGTERM)
        assert await nodes[number].ended() == 0
        nodes[number] = Serve(*flags[number])
        await nodes[number].start()
        await nodes[number].logs("listening")
    for table in tables:
        await table.finish()
        assert agree(table.players)
    for task in roaming:
        task.cancel()
    await asyncio.gather(*roaming, return_exceptions=True)
    everybody = [player for table in tables for player in table.roamers]
    assert set.union(*[player.codes for player in everybody]) == {4008}
    assert max(player.longest for player in everybody) <= LONGEST_PAUSE_S
    for player in everybody:
        await player.leave()
    for node in nodes:
        node.signal(signal.SIGTERM)
        await node.ended()
