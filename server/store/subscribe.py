"""A reader of channels that looks after itself.

It has a connection of its own, asks for a sign of life when nothing comes, connects anew when none does, and
confirms every channel again after that, because what was published meanwhile is gone. Channels are sharded
ones, so that in a cluster they lie where their room's keys lie.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Iterator

from redis.asyncio.connection import AbstractConnection
from redis.exceptions import RedisError, ResponseError

from server.store.base import Message, StoreDown, StoreFault
from server.store.link import Answer, Link, read_error
from server.store.repeat import pauses

QUIET = 5.0
"""Seconds of silence after which the store is asked for a sign of life, and again that long to give it."""

_PIECE = 65_536

Heard = Answer | list["Heard"]
"""What comes on a subscriber's connection: a push is a list."""


def read_pushes(data: bytes) -> tuple[list[Heard], bytes]:
    """Read off what has come whole, and give what is left: the beginning of the next. Raises: RedisError."""
    found: list[Heard] = []
    at = 0
    try:
        while (one := _read_one(data, at)) is not None:
            found.append(one[0])
            at = one[1]
    except ValueError as error:  # no number where one must be: what comes after it is out of step
        raise RedisError("something that nothing here asks for") from error
    return found, data[at:]


def _read_one(data: bytes, at: int) -> tuple[Heard, int] | None:
    """Read what begins at a place, and say where it ends; None if it has not come whole."""
    end = data.find(b"\r\n", at)
    if end < 0:
        return None
    kind, head, after = data[at : at + 1], data[at + 1 : end], end + 2
    if kind == b"$":
        stop = after + int(head)
        return (data[after:stop], stop + 2) if len(data) >= stop + 2 else None
    if kind in (b">", b"*"):
        parts: list[Heard] = []
        for _ in range(int(head)):
            one = _read_one(data, after)
            if one is None:
                return None
            parts.append(one[0])
            after = one[1]
        return parts, after
    if kind == b":":
        return int(head), after
    if kind == b"-":
        return read_error(head.decode("utf-8", "replace")), after
    if kind in (b"+", b"_"):
        return head, after
    raise RedisError("something that nothing here asks for")


class RedisSubscriber:
    """A `Subscriber` on a server; one task at a time may wait in `next`."""

    def __init__(
        self, url: str, *, quiet: float = QUIET, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        link: Link | None = None,
    ) -> None:  # fmt: skip
        self._link = link or Link(url, connections=1)
        self._quiet = quiet
        self._sleep = sleep
        self._wanted: set[str] = set()
        self._connection: AbstractConnection | None = None
        self._asked = False
        self._heard: deque[Heard] = deque()
        self._rest = b""
        self._pauses: Iterator[float] = pauses()

    async def listen(self, *channels: str) -> None:
        """See `Subscriber.listen`."""
        fresh = [channel for channel in channels if channel not in self._wanted]
        self._wanted.update(fresh)
        await self._tell("SSUBSCRIBE", fresh)

    async def ignore(self, *channels: str) -> None:
        """See `Subscriber.ignore`."""
        known = [channel for channel in channels if channel in self._wanted]
        self._wanted.difference_update(known)
        await self._tell("SUNSUBSCRIBE", known)

    async def next(self) -> Message:
        """See `Subscriber.next`. Raises: StoreFault, when the store forbids a channel."""
        while True:
            try:
                message = await self._hear()
            except ResponseError as error:
                raise StoreFault(f"the store answers a subscription with an error: {error}") from error
            except (RedisError, OSError, StoreDown):
                await self._drop()
                await self._sleep(next(self._pauses))
            else:
                if message is not None and message.channel in self._wanted:
                    return message

    async def close(self) -> None:
        """See `Subscriber.close`."""
        self._wanted.clear()
        await self._drop()
        await self._link.close()

    async def _connect(self) -> AbstractConnection:
        self._connection = await self._link.connection()
        self._asked, self._rest = False, b""
        connection = self._connection
        await self._tell("SSUBSCRIBE", sorted(self._wanted))
        return connection

    async def _hear(self) -> Message | None:
        if not self._heard:
            await self._read(self._connection or await self._connect())
            return None
        heard = self._heard.popleft()
        match heard:
            case [b"smessage", bytes(channel), bytes(payload)]:
                return Message(channel.decode(), payload)
            case [b"ssubscribe", bytes(channel), _]:
                return Message(channel.decode(), None)
            case RedisError():
                raise heard
        return None

    async def _read(self, connection: AbstractConnection) -> None:
        """Read what has come, in whole pieces: the library takes ten coroutines for every message."""
        reader = connection._reader
        if reader is None:
            raise StoreDown("the connection broke as it was opened")
        try:
            async with asyncio.timeout(self._quiet):
                data = await reader.read(_PIECE)
        except TimeoutError:
            if self._asked:
                raise StoreDown("the store gives no sign of life") from None
            self._asked = True
            await connection.send_command("PING")
            return
        if not data:
            raise StoreDown("the store closed the connection")
        self._asked = False
        found, self._rest = read_pushes(self._rest + data)
        self._heard.extend(found)
        self._pauses = pauses()  # not before: whoever answers nonsense is asked again less and less often

    async def _tell(self, command: str, channels: Iterable[str]) -> None:
        """Send one command for each channel: in a cluster they may not be in one."""
        if self._connection is None:
            return
        commands = [(command, channel) for channel in channels]
        try:
            await self._connection.send_packed_command(self._connection.pack_commands(commands))
        except (RedisError, OSError):
            await self._drop()

    async def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await self._link.release(connection, broken=True)
