"""The store behind Sentinels: who is its master now is asked anew for every connection.

A Sentinel that is asked alone may name an old master; so whoever it names must say himself that he is one. A
connection to a master that has become a replica ends with its first refusal (``link.py``). But Sentinels that
were told to fail over leave the old master a master for some ten seconds, and what it acknowledges is lost
then: so they are asked again and again, and connections to one whom most of them no longer name are broken.
But not for one who says himself that he is a replica: Sentinels that were started anew on an old
configuration name such a one, and nobody would take what is written.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias
from urllib.parse import parse_qsl, unquote, urlsplit
from weakref import WeakSet

from redis.asyncio.connection import Connection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as Unusable
from redis.exceptions import RedisError

from server.tasks import end

SCHEME: Final = "sentinel"
PORT: Final = 26_379
"""Where a Sentinel listens if its address does not say."""
ASK_TIMEOUT: Final = 1.0
"""Seconds a Sentinel may take to be reached, and to answer, before the next one is asked."""
_QUERY: Final = frozenset({"db", "sentinel_username", "sentinel_password"})


Address: TypeAlias = tuple[str, int]
"""A host and a port."""


class UnknownMaster(Exception):
    """Say that Sentinels answer and none knows a master of that name."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the store is: `sentinel://[user:password@]host[:port],…/MASTER[?db=…&sentinel_password=…]`.

    User and password are the store's own; the Sentinels' stand in the query.
    """

    sentinels: tuple[Address, ...]
    master: str
    db: int = 0
    username: str | None = None
    password: str | None = None
    sentinel_username: str | None = None
    sentinel_password: str | None = None

    @classmethod
    def parse(cls, url: str) -> Place:
        """Return what an address says. Raises: ValueError."""
        parts = urlsplit(url)
        given = parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query))
        query = dict(given)
        who, _, where = parts.netloc.rpartition("@")
        user, _, password = who.partition(":")
        master = unquote(parts.path[1:])
        if not master or "/" in master or not query.keys() <= _QUERY or len(query) != len(given):
            raise ValueError("a master's name and nothing strange")
        return cls(
            tuple(_address(one) for one in where.split(",")), master, int(query.get("db", "0")),
            unquote(user) or None, unquote(password) or None,
            query.get("sentinel_username"), query.get("sentinel_password"),
        )  # fmt: skip

    def __str__(self) -> str:
        return f"{SCHEME}://{','.join(f'{host}:{port}' for host, port in self.sentinels)}/{self.master}"


def _address(text: str) -> Address:
    parts = urlsplit(f"//{text}")
    if not parts.hostname or parts.port == 0 or parts.path:
        raise ValueError("no address of a Sentinel")
    return parts.hostname, parts.port or PORT


class Sentinels:
    """Knows whom to ask; who answered last is asked first."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._order = list(place.sentinels)
        self.connections: WeakSet[MasterConnection] = WeakSet()
        """Those that were made to whom they named."""

    async def master(self) -> Address:
        """Return the master's host and port, as the first Sentinel that knows says.

        Raises: OSError (none answers), UnknownMaster.
        """
        unknown = False
        for address in list(self._order):
            try:
                found = await self._ask(*address)
            except (RedisError, OSError):
                continue
            if found is not None:
                self._order.remove(address)
                self._order.insert(0, address)
                return found
            unknown = True
        if unknown:
            raise UnknownMaster(f"no Sentinel knows a master {self._place.master}")
        raise OSError("no Sentinel answers")

    async def leave_the_old(self) -> bool:
        """Break the connections to whom most Sentinels no longer name; say whether there were any.

        One that is away keeps nobody waiting where the others are enough.
        """
        asked = {each: asyncio.create_task(self._ask(*each)) for each in self._order}
        try:
            master = await _most(list(asked.values()))
        finally:
            await end(asked.values())
        if master is None:
            return False
        elsewhere = any(not connection.is_to(master) for connection in list(self.connections))
        is_wrong = elsewhere and await self._is_replica(*master)
        # One that is behind the others, or they, are not to be asked first for the next connection.
        self._order.sort(key=lambda each: (_told(asked[each]) == master) is is_wrong)
        if is_wrong:
            return False
        left = [connection.leave(master) for connection in list(self.connections)]
        return any(left)

    async def _ask(self, host: str, port: int) -> Address | None:
        who = self._place.sentinel_username, self._place.sentinel_password
        answer = await _answer(host, port, *who, "SENTINEL", "GET-MASTER-ADDR-BY-NAME", self._place.master)
        return None if answer is None else (answer[0].decode(), int(answer[1]))

    async def _is_replica(self, host: str, port: int) -> bool:
        """Say whether a server that is named as master says himself that he is none."""
        try:
            role = await _answer(host, port, self._place.username, self._place.password, "ROLE")
        except (RedisError, OSError):
            return False  # not reached from here, maybe; what the old one takes is lost all the same
        return bool(role[:1] != [b"master"])


async def _most(asked: Sequence[asyncio.Task[Address | None]]) -> Address | None:
    """Return whom more than half of these name, as soon as they do; None if there is no such."""
    left: Collection[asyncio.Task[Address | None]] = asked
    while left:
        _, left = await asyncio.wait(left, return_when=asyncio.FIRST_COMPLETED)
        named = Counter(found for found in map(_told, asked) if found is not None)
        for master, votes in named.most_common(1):
            if 2 * votes > len(asked):
                return master
    return None


def _told(asked: asyncio.Task[Address | None]) -> Address | None:
    """Return whom a Sentinel has named so far; whatever was wrong with it, it names nobody."""
    if not asked.done() or asked.cancelled() or asked.exception() is not None:
        return None
    return asked.result()


async def _answer(host: str, port: int, username: str | None, password: str | None, *command: str) -> Any:
    """Ask a server one thing over a connection of its own. Raises: RedisError, OSError."""
    connection = Connection(
        host=host, port=port, protocol=2, retry=Retry(NoBackoff(), 0),
        socket_timeout=ASK_TIMEOUT, socket_connect_timeout=ASK_TIMEOUT,
        username=username, password=password,
    )  # fmt: skip
    try:
        await connection.connect()  # type: ignore[no-untyped-call]  # the library has no types here
        await connection.send_command(*command)
        return await connection.read_response(disable_decoding=True)
    finally:
        await connection.disconnect(nowait=True)


class MasterConnection(Connection):
    """A connection to whoever is master when it is made."""

    def __init__(self, *, sentinels: Sentinels, **options: Any) -> None:
        super().__init__(**options)
        self._sentinels = sentinels

    async def _connect(self) -> None:
        self.host, self.port = await self._sentinels.master()
        await super()._connect()  # type: ignore[no-untyped-call]  # the library has no types here
        self._sentinels.connections.add(self)

    def is_to(self, master: Address) -> bool:
        """Say whether it is to this master, or down."""
        is_up = self._writer is not None and not self._writer.transport.is_closing()
        return not is_up or (self.host, self.port) == master

    def leave(self, master: Address) -> bool:
        """Break it, if it is up and to another than the master; whoever reads of it hears that it ended."""
        if self._writer is None or self.is_to(master):
            return False
        self._writer.transport.abort()
        return True

    async def on_connect_check_health(self, check_health: bool = True) -> None:
        """Greet the server, and hear from itself that it is master."""
        await super().on_connect_check_health(check_health=check_health)
        await self.send_command("ROLE")
        role = await self.read_response(disable_decoding=True)
        if role[0] != b"master":
            raise Unusable(f"{self.host}:{self.port} is no master yet, or none any more")
