"""The stores under test: the stand-in in memory, the embedded Valkey, and a Redis where there is one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
import redis.asyncio

from scripts.needs import REDIS_SERVER
from server.store import MemoryStore, RedisStore, Store, open_store
from tests.harness.fixtures import valkey
from tests.harness.valkey import Valkey, running

__all__ = ["valkey"]


@pytest.fixture(scope="session")
def redis_server() -> Iterator[Valkey]:
    """The oldest Redis at hand, beside the Valkey."""
    with running(binary=REDIS_SERVER.find()) as server:
        yield server


async def open_empty(server: Valkey) -> RedisStore:
    """Empty a server and open it as a store."""
    async with redis.asyncio.Redis.from_url(server.url) as raw:
        await raw.flushall()
        await raw.script_flush()
    return await open_store(server.url)


@pytest.fixture(params=["memory", "valkey", pytest.param("redis", marks=pytest.mark.redis_server)])
async def store(request: pytest.FixtureRequest) -> AsyncIterator[Store]:
    """Each implementation in turn, empty."""
    if request.param == "memory":
        opened: Store = MemoryStore()
    else:
        opened = await open_empty(
            request.getfixturevalue("valkey" if request.param == "valkey" else "redis_server")
        )
    yield opened
    await opened.close()


@pytest.fixture
async def real_store(valkey: Valkey) -> AsyncIterator[RedisStore]:
    """The store on the embedded Valkey, empty."""
    opened = await open_empty(valkey)
    yield opened
    await opened.close()


@pytest.fixture
async def raw(valkey: Valkey) -> AsyncIterator[redis.asyncio.Redis]:
    """A client of the embedded Valkey that sees the keys themselves."""
    async with redis.asyncio.Redis.from_url(valkey.url) as client:
        yield client
