"""The connections to the store, and what their failures mean.

One place decides which failure is which: what was refused or never sent is `StoreDown`, what was sent and not
answered is `OutcomeUnknown`, and an answer that only a fault of ours explains is `StoreFault`. The client
library never repeats a command by itself; who may repeat what is known only above.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from redis._parsers.base import BaseParser
from redis.asyncio.connection import AbstractConnection, BlockingConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import (
    AuthenticationError,
    BusyLoadingError,
    ClusterDownError,
    MasterDownError,
    NoPermissionError,
    NoScriptError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    ResponseError,
    TryAgainError,
)
from redis.maint_notifications import MaintNotificationsConfig

from server.store.base import OutcomeUnknown, StoreDown, StoreError, StoreFault, StoreRefused
from server.store.scripts import Command, in_full
from server.store.sentinel import SCHEME, MasterConnection, Place, Sentinels

CONNECT_TIMEOUT = 2.0
"""Seconds to reach the store."""
ANSWER_TIMEOUT = 5.0
"""Seconds to wait for an answer before the connection is given up."""

_PASSING = (
    AuthenticationError,
    BusyLoadingError,
    ClusterDownError,
    MasterDownError,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    TryAgainError,
)
_PASSING_CODES = frozenset({"BUSY", "MISCONF", "NOREPLICAS", "FAILOVER", "UNBLOCKED"})
_QUERY = {
    "redis": frozenset({"db"}),
    "rediss": frozenset({"db", "ssl_ca_certs", "ssl_certfile", "ssl_keyfile", "ssl_check_hostname"}),
    "unix": frozenset({"db", "password"}),
}


def shown(url: str) -> str:
    """Return the address of a link as it may be shown: without name, password and query."""
    parts = urlsplit(url)
    if parts.scheme == SCHEME:
        return str(Place.parse(url))
    if parts.scheme == "unix":
        return f"unix://{parts.path}"
    return f"{parts.scheme}://{parts.hostname or ''}{f':{parts.port}' if parts.port else ''}{parts.path}"


def check_url(url: str) -> None:
    """Refuse an address that the client library would quietly read as another. Raises: StoreRefused."""
    try:
        parts = urlsplit(url)
        if parts.scheme == SCHEME:
            Place.parse(url)
            return
        query = parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query))
        fits = (
            parts.scheme in _QUERY
            and bool(parts.path and not parts.hostname if parts.scheme == "unix" else parts.hostname)
            and (parts.scheme == "unix" or parts.path in ("", "/") or parts.path[1:].isdecimal())
            and {name for name, _ in query} <= _QUERY[parts.scheme]
            and all(value.isdecimal() for name, value in query if name == "db")
            and parts.port != 0
        )
    except ValueError:
        fits = False
    if not fits:
        raise StoreRefused(
            "store_url",
            "the store's address must be redis://, rediss:// (with host, port and /database), unix://path,"
            " or sentinel://host:port,host:port/MASTER",
        )


def make_pool(
    url: str, connections: int, answer_timeout: float, sentinels: Sentinels | None = None
) -> BlockingConnectionPool:
    """Return a pool that never repeats a command and waits for a free connection instead of raising.

    Raises: StoreRefused.
    """
    check_url(url)
    options: dict[str, Any] = {
        "max_connections": connections,
        "timeout": answer_timeout,
        "retry": Retry(NoBackoff(), 0),
        "protocol": 3,
        "socket_timeout": answer_timeout,
        "socket_connect_timeout": CONNECT_TIMEOUT,
        "maint_notifications_config": MaintNotificationsConfig(enabled=False),
    }
    if not url.startswith(f"{SCHEME}:"):
        return BlockingConnectionPool.from_url(url, **options)
    place = Place.parse(url)
    return BlockingConnectionPool(
        connection_class=MasterConnection, sentinels=sentinels or Sentinels(place), db=place.db,
        username=place.username, password=place.password, **options,
    )  # fmt: skip


def refusal(error: RedisError) -> StoreError:
    """Return what an error answer means: nothing was done, for a reason that will pass or by a fault."""
    if isinstance(error, _PASSING) or str(error).partition(" ")[0] in _PASSING_CODES:
        return StoreDown(f"the store refuses: {error}")
    return StoreFault(f"the store answers with an error: {error}")


read_error: Callable[[str], RedisError] = BaseParser.parse_error
Answer = bytes | int | RedisError
"""An answer of the store to what a pipe asks; one that is an error is kept as one."""


class Link:
    """A pool of connections, and calls over it that are sent once."""

    def __init__(
        self, url: str, connections: int = 8, answer_timeout: float = ANSWER_TIMEOUT,
        sentinels: Sentinels | None = None,
    ) -> None:  # fmt: skip
        self.url = url
        self.answer_timeout = answer_timeout
        self._pool = make_pool(url, connections, answer_timeout, sentinels)
        self.sentinels: Sentinels | None = self._pool.connection_kwargs.get("sentinels")
        """Who says where the store is; None where its address says it."""
        self._take: Callable[[], Awaitable[AbstractConnection]] = self._pool.get_connection

    def beside(self) -> Link:
        """Return a link of one connection to the same store, which leaves a master together with this one."""
        return Link(self.url, 1, self.answer_timeout, self.sentinels)

    async def connection(self) -> AbstractConnection:
        """Take a connection that is up; give it back with `release`. Raises: StoreDown."""
        try:
            return await self._take()
        except (RedisError, OSError) as error:
            raise StoreDown(f"the store cannot be reached: {error}") from error

    async def release(self, connection: AbstractConnection, *, broken: bool) -> None:
        """Give a connection back, closed if its answers can no longer be trusted to be in step."""
        if broken:
            await connection.disconnect(nowait=True)
        await self._pool.release(connection)

    async def call(self, *commands: Command) -> list[Any]:
        """Send commands in one go and return their answers.

        Raises: StoreDown, OutcomeUnknown, StoreFault; the commands before the one that failed may have been
        done.
        """
        answers = await self._exchange(commands)
        if any(isinstance(answer, NoScriptError) for answer in answers):
            answers = await self._exchange([in_full(command) for command in commands])
        for answer in answers:
            if isinstance(answer, RedisError):
                raise refusal(answer) from answer
        return answers

    async def _exchange(self, commands: Sequence[Command]) -> list[Any]:
        connection = await self.connection()
        broken = True
        try:
            await connection.send_packed_command(connection.pack_commands(commands))
            answers = [await read_answer(connection) for _ in commands]
            # A replica takes no writes however often it is asked; whoever is master now is found anew.
            broken = any(isinstance(answer, ReadOnlyError) for answer in answers)
            return answers
        except (RedisError, OSError) as error:
            raise OutcomeUnknown(f"the store's answer was lost: {error}") from error
        finally:
            await self.release(connection, broken=broken)

    async def close(self) -> None:
        """Close all connections."""
        await self._pool.aclose()


def read_answers(data: bytes) -> tuple[list[Answer], bytes]:
    """Read whole answers off what has come, and give what is left: the beginning of the next.

    Only the kinds that appends and publications are answered with; an error is returned, not raised.

    Raises: RedisError, for anything else.
    """
    answers: list[Answer] = []
    at = 0
    while (end := data.find(b"\r\n", at)) >= 0:
        kind, after = data[at : at + 1], end + 2
        if kind == b"$":
            begin = after
            after = begin + int(data[at + 1 : end]) + 2
            if len(data) < after:
                break
            answers.append(data[begin : after - 2])
        elif kind == b"+":
            answers.append(data[at + 1 : end])
        elif kind == b":":
            answers.append(int(data[at + 1 : end]))
        elif kind == b"-":
            answers.append(read_error(data[at + 1 : end].decode("utf-8", "replace")))
        else:
            raise RedisError("an answer that nothing here asks for")
        at = after
    return answers, data[at:]


async def read_answer(connection: AbstractConnection, timeout: float | None = None) -> Any:
    """Return the next answer; one that is an error is returned, not raised. `timeout` is in seconds."""
    try:
        return await connection.read_response(
            disable_decoding=True, timeout=timeout, disconnect_on_error=False
        )
    except (ResponseError, BusyLoadingError, AuthenticationError) as error:
        return error
