"""A storm of reconnects: everybody at so many tables is cut off, and comes back within one second.

Each comes back by hello, with his token and the point he had; he is back when his room's state has come. They
are told to come back evenly over the second; how long the last took is counted from its beginning.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from dataclasses import dataclass, field

import msgspec

from clients.address import read_address
from clients.load import SETTINGS
from clients.load_wire import LoadWire, open_load_wire
from clients.private import private_server
from protocol import to_client as told
from protocol import to_server as say
from protocol.answers import Entered
from protocol.codec import Codec, encode
from protocol.vocabulary import LEVEL, StreamPoint

__all__ = ["report"]

WITHIN_S = 1.0
"""How long the storm lasts."""
ALL_BACK_S = 5.0
"""When everybody is to be back."""

_read = msgspec.msgpack.Decoder(told.Message).decode


@dataclass
class _Person:
    """Somebody at a table, over two connections."""

    url: str
    name: str
    token: str | None = None
    point: StreamPoint | None = None
    code: str = ""
    wire: LoadWire | None = None
    seated: asyncio.Event = field(default_factory=asyncio.Event)

    async def come(self) -> None:
        """Open a connection and say hello; return when welcome, or, at a table, when its state has come."""
        wire = self.wire = await open_load_wire(self.url)
        there: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def heard(data: bytes) -> None:
            message = _read(data)
            if isinstance(message, told.Welcome):
                self.token = message.token
            elif isinstance(message, told.Snapshot):
                self.point = StreamPoint(message.room, message.view, message.inc, message.n)
            elif isinstance(message, told.Accepted) and isinstance(message.result, Entered):
                self.code = message.result.code
            if self.code and self.point:
                self.seated.set()
            is_there = isinstance(message, told.RoomState if self.point else told.Welcome)
            if is_there and not there.done():
                there.set_result(None)

        wire.heard = heard
        resume = (self.point,) if self.point else ()
        wire.write(encode(say.Hello((LEVEL,), self.token, name=self.name, resume=resume), Codec.MSGPACK))
        await there

    async def enter(self, command: say.CreateRoom | say.JoinRoom) -> None:
        """Go to a table, and wait until it is there."""
        assert self.wire is not None
        self.wire.write(encode(command, Codec.MSGPACK))
        await self.seated.wait()

    def cut(self) -> None:
        """Be cut off."""
        assert self.wire is not None
        self.wire.transport.abort()


async def _table(url: str) -> list[_Person]:
    host, *others = four = [_Person(url, f"storm {seat}") for seat in range(4)]
    await host.come()
    await host.enter(say.CreateRoom(secrets.token_hex(16), "nanning"))
    for person in others:
        await person.come()
        await person.enter(say.JoinRoom(secrets.token_hex(16), host.code))
    return four


async def _back(person: _Person, after: float) -> float:
    """Come back after so long, and return how long after that one is."""
    await asyncio.sleep(after)
    began = time.perf_counter()
    await person.come()
    return time.perf_counter() - began


async def _run(tables: int) -> list[str]:
    settings = [f"--{name.replace('_', '-')}={value}" for name, value in SETTINGS.items()]
    async with private_server(*settings) as address:
        url = read_address(address).url
        people: list[_Person] = []
        for _ in range(tables):
            people += await _table(url)
        for person in people:
            person.cut()
        began = time.perf_counter()
        took = await asyncio.gather(
            *(_back(person, WITHIN_S * number / len(people)) for number, person in enumerate(people))
        )
        all_back = time.perf_counter() - began
        for person in people:
            person.cut()
    took.sort()
    verdict = "ok" if all_back <= ALL_BACK_S else "MISSED"
    return [
        f"{tables} tables, {len(people)} clients within {WITHIN_S:.0f} s: all back after {all_back:.2f} s,"
        f" bar {ALL_BACK_S:.0f} s, {verdict}",
        f"one comes back in {took[len(took) // 2] * 1000:.0f} ms (p50),"
        f" {took[int(len(took) * 0.99)] * 1000:.0f} ms (p99)",
    ]


def report(tables: int) -> list[str]:
    """Measure and give the lines to print."""
    return asyncio.run(_run(tables))
