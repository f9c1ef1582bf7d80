"""A network in memory and a clock that the test moves: the client's shell without sockets or waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from clients.sdk.errors import Unreachable
from clients.sdk.waiting import Bell
from clients.sdk.wire import Wire, WireClosed
from protocol.codec import Codec, Refused, decode_command, encode
from protocol.to_client import Message
from protocol.to_server import Message as Sent

__all__ = ["FakeClock", "Network", "ServerEnd"]

T = TypeVar("T")


class FakeClock:
    """Time stands until ``pass_on``; ``pause`` tells for how long somebody means to wait."""

    def __init__(self) -> None:
        self._now = 1000
        self._bell = Bell()
        self._sleepers: dict[asyncio.Future[None], int] = {}

    def now(self) -> int:
        return self._now

    async def wait(self, event: asyncio.Event, until: int | None) -> None:
        if until is None:
            await event.wait()
            return
        if until <= self._now:
            await asyncio.sleep(0)
            return
        due: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sleepers[due] = until
        self._bell.ring()
        woken: asyncio.Future[Any] = asyncio.ensure_future(event.wait())
        both: set[asyncio.Future[Any]] = {due, woken}
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            woken.cancel()
            self._sleepers.pop(due, None)

    async def pause(self) -> int:
        """Wait until somebody waits for a time, and say how long he means to."""
        while not self._sleepers:
            await self._bell.wait()
        return min(self._sleepers.values()) - self._now

    def pass_on(self, ms: int) -> None:
        """Let time pass."""
        self._now += ms
        for due, until in list(self._sleepers.items()):
            if until <= self._now and not due.done():
                due.set_result(None)


class ServerEnd:
    """The server's end of one connection."""

    def __init__(self, codec: Codec) -> None:
        self.codec = codec
        self.inbox: asyncio.Queue[bytes] = asyncio.Queue()
        self.outbox: asyncio.Queue[bytes | str | WireClosed] = asyncio.Queue()
        self.closed: WireClosed | None = None

    async def hear(self, kind: type[T]) -> T:
        """Wait for the client's next message, which must be of this kind."""
        message = await self.next()
        assert isinstance(message, kind), message
        return message

    async def next(self) -> Sent:
        """Wait for the client's next message."""
        data = await self.inbox.get()
        message = decode_command(data.decode() if self.codec.is_text else data, self.codec)
        assert not isinstance(message, Refused), message
        return message

    def say(self, *messages: Message) -> None:
        """Say something to the client."""
        for message in messages:
            data = encode(message, self.codec)
            self.outbox.put_nowait(data.decode() if self.codec.is_text else data)

    def hang_up(self, code: int | None, reason: str = "") -> None:
        """End the connection: with a close code, or (``None``) by losing it."""
        if self.closed is None:
            self.closed = WireClosed(code, reason)
            self.outbox.put_nowait(self.closed)


class _PipeWire:
    """The client's end."""

    def __init__(self, end: ServerEnd) -> None:
        self._end = end

    @property
    def codec(self) -> Codec:
        return self._end.codec

    async def send(self, data: bytes) -> None:
        if self._end.closed is not None:
            raise self._end.closed
        self._end.inbox.put_nowait(data)

    async def receive(self) -> bytes | str:
        data = await self._end.outbox.get()
        if isinstance(data, WireClosed):
            raise data
        return data

    async def close(self) -> None:
        self._end.hang_up(1000)

    def cut(self) -> None:
        self._end.hang_up(None, "cut")


class Network:
    """Where clients connect to; every connection comes out of ``accept``."""

    def __init__(self, codec: Codec = Codec.MSGPACK) -> None:
        self._codec = codec
        self._waiting: asyncio.Queue[ServerEnd] = asyncio.Queue()
        self.tries = 0
        self.refusing: Callable[[], Exception] | None = None

    async def connect(self, url: str, codecs: tuple[Codec, ...]) -> Wire:
        """Stand in for ``connect_websocket``."""
        self.tries += 1
        if self.refusing is not None:
            raise self.refusing()
        end = ServerEnd(self._codec)
        self._waiting.put_nowait(end)
        return _PipeWire(end)

    async def accept(self) -> ServerEnd:
        """Wait for the next connection."""
        return await self._waiting.get()

    def down(self) -> None:
        """Let nobody in."""
        self.refusing = lambda: Unreachable("nobody there")

    def up(self) -> None:
        """Let clients in again."""
        self.refusing = None
