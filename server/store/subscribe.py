"""A reader of channels that looks after itself.

It has a connection of its own, asks for a sign of life when nothing comes, connects anew when none does, and
confirms every channel again after that, because what was published meanwhile is gone. Channels are sharded
ones, so that in a cluster they lie where their room's keys lie.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator

from redis.asyncio.connection import AbstractConnection
from redis.exceptions import RedisError, ResponseError

from server.store.base import Message, StoreDown, StoreFault
from server.store.link import Link
from server.store.repeat import pauses

QUIET = 5.0
"""Seconds of silence after which the store is asked for a sign of life, and again that long to give it."""


class RedisSubscriber:
    """A `Subscriber` on a server; one task at a time may wait in `next`."""

    def __init__(
        self, url: str, *, quiet: float = QUIET, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._link = Link(url, connections=1)
        self._quiet = quiet
        self._sleep = sleep
        self._wanted: set[str] = set()
        self._connection: AbstractConnection | None = None
        self._asked = False
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
                message = await self._hear(self._connection or await self._connect())
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
        self._asked = False
        await self._tell("SSUBSCRIBE", sorted(self._wanted))
        return self._connection

    async def _hear(self, connection: AbstractConnection) -> Message | None:
        heard = await connection.read_response(
            disable_decoding=True, timeout=self._quiet, push_request=True, disconnect_on_error=False
        )
        if heard is None:
            if self._asked:
                raise StoreDown("the store gives no sign of life")
            self._asked = True
            await connection.send_command("PING")
            return None
        self._asked = False
        self._pauses = pauses()
        match heard:
            case [b"smessage", channel, payload]:
                return Message(channel.decode(), bytes(payload))
            case [b"ssubscribe", channel, _]:
                return Message(channel.decode(), None)
        return None

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
