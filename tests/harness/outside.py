"""A whole node in a process of its own, to be killed: `python -m tests.harness.outside FD`.

It is the same node as the shipped one, but its clock stands until the test moves it, over a private pipe that
only a child of the test has (`FD`), and its deals are the test's. The shipped command has no such switch.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from server.app import Node, World
from server.chance import committed_deal
from server.config import Settings
from server.store import open_store
from server.store.link import ANSWER_TIMEOUT
from tests.harness.clock import ManualClock
from tests.harness.inside import TEST_SETTINGS
from tests.harness.stacked import fixed_deals, house_with

ROOT = Path(__file__).parent.parent.parent


class Outside:
    """A node's process on a store, `named` so; it may be killed and started again, stopped and woken.

    Its deals follow from `seed`; with an empty one they are as in earnest.
    """

    def __init__(
        self, store: str, seed: str = "seed", named: str = "test-0", **settings: int | str
    ) -> None:
        self.port = 0
        self.answer_timeout = ANSWER_TIMEOUT
        """How many seconds the next run waits for an answer of the store."""
        self.reports: list[dict[str, Any]] = []
        self._orders = {
            "store": store, "seed": seed, "named": named, "settings": {**TEST_SETTINGS, **settings},
        }  # fmt: skip
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    @property
    def url(self) -> str:
        """Where the socket is."""
        return f"ws://127.0.0.1:{self.port}/ws"

    async def start(self) -> None:
        """Start a run, and return when it listens."""
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.harness.outside", str(theirs.fileno()),
                pass_fds=[theirs.fileno()], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
            )  # fmt: skip
        self._reader, self._writer = await asyncio.open_connection(sock=ours)
        await self._tell({**self._orders, "answer_timeout": self.answer_timeout})
        self.port = (await self._hear("port"))["port"]

    async def advance(self, ms: int) -> None:
        """Let the node's clock go on, and return when what falls due has had its turn."""
        await self._tell({"advance": ms})
        await self._hear("now")

    async def jump(self, ms: int) -> None:
        """Let the node's clock be later at once, as after a stop."""
        await self._tell({"jump": ms})
        await self._hear("now")

    def send_signal(self, number: signal.Signals) -> None:
        """Send the run a signal."""
        assert self._process is not None
        self._process.send_signal(number)

    async def kill(self) -> None:
        """End the run as `kill -9` does."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """End the run in good order and return its exit code."""
        return await self._end(signal.SIGTERM)

    async def _end(self, how: signal.Signals) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(how)
        code = await process.wait()
        if self._writer is not None:
            self._writer.close()
        return code

    async def _tell(self, what: Mapping[str, Any]) -> None:
        assert self._writer is not None
        self._writer.write(json.dumps(what).encode() + b"\n")
        await self._writer.drain()

    async def _hear(self, key: str) -> dict[str, Any]:
        assert self._reader is not None
        while line := await self._reader.readline():
            heard: dict[str, Any] = json.loads(line)
            if key in heard:
                return heard
            self.reports.append(heard)
        raise AssertionError(f"the node ended: {self.reports}")


@contextlib.asynccontextmanager
async def outside(
    store: str, seed: str = "seed", named: str = "test-0", **settings: int | str
) -> AsyncIterator[Outside]:
    """Run a node in a process of its own; it is killed at the end."""
    node = Outside(store, seed, named, **settings)
    await node.start()
    try:
        yield node
    finally:
        await node.kill()


async def _main(descriptor: int) -> None:
    reader, writer = await asyncio.open_connection(sock=socket.socket(fileno=descriptor))
    orders = json.loads(await reader.readline())

    def tell(what: Mapping[str, object]) -> None:
        writer.write(json.dumps(what, default=str).encode() + b"\n")

    clock = ManualClock(1_000_000)
    store = await open_store(orders["store"], answer_timeout=orders["answer_timeout"])
    world = World(store, clock, report=lambda event, more: tell({"event": event, **more}))
    settings = msgspec.convert(orders["settings"], Settings)
    deal = fixed_deals(orders["seed"]) if orders["seed"] else committed_deal
    node = Node(settings, world, house_with(deal), node=orders["named"])
    await node.start()
    tell({"port": node.port})
    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    moving = asyncio.create_task(_move(clock, reader, tell))
    ending = asyncio.create_task(ended.wait())
    await asyncio.wait({moving, ending}, return_when=asyncio.FIRST_COMPLETED)
    await node.stop()
    await store.close()
    writer.close()


async def _move(clock: ManualClock, reader: asyncio.StreamReader, tell: Any) -> None:
    """Move the clock as told, until the test is gone."""
    while line := await reader.readline():
        told = json.loads(line)
        if "jump" in told:
            clock.jump(clock.now() + told["jump"])
        await clock.advance(told.get("advance", 0))
        tell({"now": clock.now()})


if __name__ == "__main__":
    asyncio.run(_main(int(sys.argv[1])))
