"""Whether a server may serve as the store: old enough, keeping everything, ours to write to.

Each reason to refuse has a code and one line. Nothing is written here.
"""

from __future__ import annotations

import asyncio
import os
import re
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from redis.exceptions import (
    AuthenticationError,
    AuthenticationWrongNumberOfArgsError,
    BusyLoadingError,
    InvalidResponse,
    NoPermissionError,
    RedisError,
    ResponseError,
)

from server.store.base import OutcomeUnknown, StoreDown, StoreFault, StoreRefused
from server.store.link import CONNECT_TIMEOUT, Link, shown
from server.store.sentinel import UnknownMaster

OLDEST = (7, 0)
"""The oldest Redis; Valkey calls itself Redis 7.2.4 and is never older."""


@dataclass(frozen=True, slots=True)
class Warned:
    """Something the operator should know about a store that is used all the same."""

    code: str
    message: str


async def check_server(link: Link) -> list[Warned]:
    """Ask a server what it is, and return what is to be warned of.

    Raises: StoreRefused.
    """
    where = shown(link.url)
    try:
        (raw,) = await link.call(("INFO",))
    except (StoreDown, OutcomeUnknown, StoreFault) as error:
        causes = _causes(error)
        refused = _refused(where, causes)
        # One that speaks no TLS waits for more of what it takes for a command: that looks like nobody there.
        is_late = any(isinstance(cause, TimeoutError) for cause in causes)
        if refused.code == "store_unreachable" and is_late and await _takes_connections_without_tls(link.url):
            refused = StoreRefused(
                "store_tls",
                f"{where} takes connections, but TLS does not come about: if it speaks none, give redis://",
            )
        raise refused from None
    return judge(where, parse_info(str(raw, "utf-8", "replace")))


def parse_info(text: str) -> dict[str, str]:
    """Return the fields of an INFO answer."""
    lines = (line.partition(":") for line in text.splitlines() if ":" in line and not line.startswith("#"))
    return {name: value for name, _, value in lines}


def judge(where: str, info: Mapping[str, str]) -> list[Warned]:
    """Judge a server by its INFO fields; `where` is its address as it may be shown.

    Raises: StoreRefused.
    """
    if "sentinel" in (info.get("redis_mode"), info.get("server_mode")):  # Redis's word, and Valkey's
        raise StoreRefused("store_sentinel", f"{where} is a Sentinel; give sentinel://host:port,…/MASTER")
    version = info.get("redis_version", "")
    parts = re.match(r"(\d+)\.(\d+)", version)
    if parts is None:
        raise StoreRefused("store_protocol", f"{where} does not say which Redis or Valkey it is")
    if (int(parts[1]), int(parts[2])) < OLDEST:
        raise StoreRefused(
            "store_too_old", f"{where} is Redis {version}; needed is Redis 7.0 or Valkey 7.2, or newer"
        )
    if info.get("cluster_enabled") == "1":
        raise StoreRefused("store_cluster", f"{where} is a cluster, which is not supported")
    if info.get("role") in ("slave", "replica"):
        raise StoreRefused("store_replica", f"{where} is a replica and takes no writes; give its master")
    policy = info.get("maxmemory_policy", "")
    if policy != "noeviction":
        raise StoreRefused(
            "store_evicts",
            f"{where} would drop games when memory runs out: maxmemory-policy is {policy or 'not told'!r},"
            " set it to 'noeviction'",
        )
    if info.get("aof_enabled") != "1":
        return [
            Warned("store_no_aof", f"{where} keeps no AOF (appendonly no): games are lost when it restarts")
        ]
    return []


def _causes(error: BaseException) -> list[BaseException]:
    """Return an error and what led to it, last first; the client library wraps what it was told."""
    causes = [error]
    while (cause := causes[-1].__cause__ or causes[-1].__context__) is not None:
        causes.append(cause)
    return causes


def _refused(where: str, causes: list[BaseException]) -> StoreRefused:
    """Turn a failed first call into the line for people."""

    def caused_by(*kinds: type[BaseException]) -> bool:
        return any(isinstance(cause, kinds) for cause in causes)

    told = " ".join(map(str, causes)).lower()
    if caused_by(BusyLoadingError):
        return StoreRefused("store_loading", f"{where} is still loading its data")
    words = _words(causes)
    if caused_by(NoPermissionError):
        return StoreRefused("store_auth", f"{where} does not let us do what we must: {words}")
    if caused_by(AuthenticationError, AuthenticationWrongNumberOfArgsError):
        return StoreRefused("store_auth", f"{where} does not let us in: wrong or missing user or password")
    if "unknown command" in told or "noproto" in told:
        return StoreRefused(
            "store_too_old", f"{where} is too old; needed is Redis 7.0 or Valkey 7.2, or newer"
        )
    if caused_by(UnknownMaster):
        return StoreRefused("store_master", f"{where}: the Sentinels know no master of that name")
    if caused_by(InvalidResponse):
        return StoreRefused("store_protocol", f"{where} does not answer as a Redis or Valkey does")
    if caused_by(ResponseError):
        return StoreRefused("store_protocol", f"{where} refuses: {words}")
    if caused_by(ssl.SSLError):
        return StoreRefused("store_tls", f"{where} takes connections, but TLS does not come about: {words}")
    return StoreRefused("store_unreachable", f"{where} cannot be reached: {words}")


def _words(causes: list[BaseException]) -> str:
    """Return the reason in the words of who gave it first: the store's own, or the system's."""
    first = next(cause for cause in reversed(causes) if isinstance(cause, (RedisError, OSError)))
    if isinstance(first, TimeoutError):
        return "no answer in time"
    if isinstance(first, ssl.SSLCertVerificationError):
        return first.verify_message
    if isinstance(first, ssl.SSLError):
        return (first.reason or str(first)).replace("_", " ").lower()
    if isinstance(first, OSError):
        # What has no number of the system's own (a name that is not known) says itself what it is.
        number = first.errno or 0
        return os.strerror(number) if number > 0 else first.strerror or str(first)
    return str(first).strip().rstrip(".") or "no answer"


async def _takes_connections_without_tls(url: str) -> bool:
    """Say whether an address that is to be spoken to over TLS takes connections at all."""
    parts = urlsplit(url)
    if parts.scheme != "rediss":
        return False
    try:
        async with asyncio.timeout(CONNECT_TIMEOUT):
            _, writer = await asyncio.open_connection(parts.hostname, parts.port or 6379)
    except OSError:
        return False
    writer.close()
    return True
