"""How long a table stands when its node dies, against how many tables die with it.

Two nodes over one store, each a `sifang serve` of its own. Every table is the first node's, its player sits
on the second and has been asked for a move; then the first is killed. What is measured is the time until he
has been asked again, by whoever has taken the table over.
"""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Sequence

from protocol.to_client import Message, Prompt
from server.embedded.binary import find_binary
from tests.harness.raw import RawPlayer
from tests.harness.serve import Serve
from tests.harness.valkey import running

__all__ = ["report"]

_FLAGS = (
    "--port", "0", "--commands-per-s", "100000", "--burst", "200000", "--connections-per-address", "100000",
    "--rooms-per-minute", "100000", "--players-per-minute", "1000000",
)  # fmt: skip
_ROOM = {"pause_floor": 0, "turn": 0, "claim": 0}
_AT_ONCE = 20


class _Waiting(RawPlayer):
    """A player who thinks for ever, and notes when he was last asked."""

    def __init__(self) -> None:
        super().__init__(lambda: self.at.url, choose=lambda prompt: None)
        self.at: Serve
        self.asked_at = 0.0

    async def _hear(self, message: Message) -> None:
        await super()._hear(message)
        if isinstance(message, Prompt):
            self.asked_at = time.monotonic()


async def _seat(first: Serve, other: Serve) -> _Waiting:
    """Let somebody begin a match on one node, go to the other, and be asked for a move there."""
    player = _Waiting()
    player.at = first
    await player.connect("player")
    await player.create(bots=3, room_options=_ROOM)
    await player.start()
    await player.until(lambda: player.mind.prompt is not None)
    await player.leave()
    player.at, moved = other, time.monotonic()
    await player.connect()
    await player.until(lambda: player.asked_at > moved)
    return player


async def _kill(tables: int) -> list[float]:
    """Kill a node with so many tables, and return after how many seconds each player was asked again."""
    with running(binary=find_binary()) as store:
        nodes = [Serve("--redis", store.url, "--node", name, *_FLAGS) for name in ("first", "other")]
        players: list[_Waiting] = []
        try:
            for node in nodes:
                await node.start()
                await node.logs("listening")
            for start in range(0, tables, _AT_ONCE):
                some = range(min(_AT_ONCE, tables - start))
                players += await asyncio.gather(*[_seat(*nodes) for _ in some])
            killed = time.monotonic()
            nodes[0].signal(signal.SIGKILL)
            await asyncio.gather(*[
                player.until(lambda player=player: player.asked_at > killed)  # type: ignore[misc]  # bound now
                for player in players
            ])  # fmt: skip
            return sorted(player.asked_at - killed for player in players)
        finally:
            await asyncio.gather(*[player.leave() for player in players], return_exceptions=True)
            for node in nodes:
                node.signal(signal.SIGTERM)
                await node.ended()


def report(sizes: Sequence[int]) -> list[str]:
    """Measure for each number of tables, and return a line each."""
    lines = []
    for tables in sizes:
        waits = asyncio.run(_kill(tables))
        median, last = waits[len(waits) // 2], waits[-1]
        lines.append(
            f"{tables:5d} tables: asked again after {waits[0]:.2f} s at the earliest, {median:.2f} s in the"
            f" median, {last:.2f} s at the latest"
        )
    return [*lines, "the lease is 2.0 s of these; players, both nodes and the store share this machine"]
