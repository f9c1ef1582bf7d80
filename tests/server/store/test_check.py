"""Which servers are refused, each with its own code and one line."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import redis.asyncio

from scripts.needs import REDIS_SERVER
from server.store import StoreRefused, open_store
from server.store.check import judge
from tests.harness.sentinels import free_port
from tests.harness.valkey import Valkey, running

GOOD = {
    "redis_version": "7.2.4",
    "cluster_enabled": "0",
    "role": "master",
    "maxmemory_policy": "noeviction",
    "aof_enabled": "1",
}


async def refusal(url: str, **options: float) -> StoreRefused:
    with pytest.raises(StoreRefused) as told:
        await open_store(url, **options)
    assert "\n" not in told.value.message and told.value.message == str(told.value)
    return told.value


@contextlib.asynccontextmanager
async def scripted(folder: Path, *answers: bytes) -> AsyncIterator[str]:
    """A server that gives fixed answers, one to each thing it is told, and then closes."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            for answer in answers:
                await reader.read(65536)
                writer.write(answer)
                await writer.drain()
            await reader.read(65536)
        writer.close()

    server = await asyncio.start_unix_server(serve, str(folder / "s.sock"))
    async with server:
        yield f"unix://{folder / 's.sock'}"


NONSENSE = (
    "", "localhost", "http://localhost:6379", "redis://", "redis://:6379", "redis://localhost:port",
    "redis://localhost:0", "redis://localhost/games", "redis://localhost?dbb=1", "redis://localhost?db=x",
    "redis://localhost?retry=9", "redis://localhost?ssl_keyfile=x", "unix://", "unix://run/store.sock",
    "redis://[::1", "redis://localhost:99999",
)  # fmt: skip


@pytest.mark.parametrize("url", NONSENSE)
async def test_an_address_that_means_nothing_is_refused(url: str) -> None:
    assert (await refusal(url)).code == "store_url"


async def test_an_address_that_nobody_listens_on_is_unreachable(tmp_path: Path) -> None:
    told = await refusal(f"unix://{tmp_path}/nobody.sock")
    assert told.code == "store_unreachable" and "nobody.sock" in told.message
    assert (await refusal("redis://user:hush@127.0.0.1:1/0")).code == "store_unreachable"


async def test_why_an_address_cannot_be_reached_is_said(tmp_path: Path) -> None:
    for url, why in (
        (f"unix://{tmp_path}/nobody.sock", "No such file or directory"),
        ("redis://127.0.0.1:1", "Connection refused"),
        ("rediss://127.0.0.1:1", "Connection refused"),
        ("sentinel://127.0.0.1:1/sifang", "no Sentinel answers"),
    ):
        told = await refusal(url)
        assert (told.code, told.message) == (
            "store_unreachable", f"{url.partition('?')[0]} cannot be reached: {why}"
        )  # fmt: skip
    unknown = await refusal("redis://nobody.invalid")
    assert unknown.code == "store_unreachable" and "nobody.invalid cannot be reached: " in unknown.message


async def test_that_a_store_does_not_speak_tls_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """A store takes the beginning of TLS for that of a command and waits; others answer with nonsense."""
    monkeypatch.setattr("server.store.link.CONNECT_TIMEOUT", 0.3)
    port = free_port()
    with running("--port", str(port)):
        told = await refusal(f"rediss://127.0.0.1:{port}")
    assert told.code == "store_tls" and "redis://" in told.message

    async def no_tls(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(65536)
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(no_tls, "127.0.0.1", port)
    async with server:
        told = await refusal(f"rediss://127.0.0.1:{port}")
    assert told.code == "store_tls" and told.message.endswith("TLS does not come about: wrong version number")


async def test_what_a_store_refuses_is_told_in_its_own_words(valkey: Valkey) -> None:
    told = await refusal(f"{valkey.url}?db=99")
    assert (told.code, told.message) == (
        "store_protocol", f"{valkey.url} refuses: DB index is out of range"
    )  # fmt: skip


async def test_no_refusal_shows_the_password() -> None:
    told = await refusal("redis://user:hush@127.0.0.1:1/0?db=1")
    assert "hush" not in told.message and "user" not in told.message and "127.0.0.1:1" in told.message


async def test_a_server_that_closes_at_once_is_unreachable(tmp_path: Path) -> None:
    async with scripted(tmp_path, b"") as url:
        assert (await refusal(url, answer_timeout=0.3)).code == "store_unreachable"


async def test_something_that_is_no_store_is_named_so(tmp_path: Path) -> None:
    async with scripted(tmp_path, b"HTTP/1.1 400 Bad Request\r\n\r\n") as url:
        assert (await refusal(url)).code == "store_protocol"


async def test_a_store_that_does_not_say_what_it_is_is_refused() -> None:
    with pytest.raises(StoreRefused) as told:
        judge("here", {**GOOD, "redis_version": "new"})
    assert told.value.code == "store_protocol"


async def test_a_redis_before_resp3_is_too_old(tmp_path: Path) -> None:
    async with scripted(
        tmp_path, b"-ERR unknown command `HELLO`, with args beginning with: `3`, \r\n"
    ) as url:
        assert (await refusal(url)).code == "store_too_old"


@pytest.mark.parametrize("version", ["5.0.14", "6.2.14", "6.9.9"])
async def test_a_redis_before_seven_is_too_old(version: str) -> None:
    with pytest.raises(StoreRefused) as told:
        judge("here", {**GOOD, "redis_version": version})
    assert told.value.code == "store_too_old" and version in told.value.message


@pytest.mark.parametrize("version", ["7.0.0", "7.2.4", "8.0.1", "10.0.0"])
async def test_seven_and_later_are_taken(version: str) -> None:
    assert judge("here", {**GOOD, "redis_version": version}) == []


async def test_a_store_that_still_loads_is_named_so(tmp_path: Path) -> None:
    loading = b"-LOADING Redis is loading the dataset in memory\r\n"
    hello = b"%1\r\n$5\r\nproto\r\n:3\r\n"
    async with scripted(tmp_path, hello + b"+OK\r\n" * 2, loading, loading) as url:
        assert (await refusal(url)).code == "store_loading"


@pytest.mark.parametrize("policy", ["allkeys-lru", "volatile-lru", "allkeys-random", "volatile-ttl"])
async def test_a_store_that_evicts_is_refused(valkey: Valkey, policy: str) -> None:
    async with redis.asyncio.Redis.from_url(valkey.url) as raw:
        await raw.config_set("maxmemory-policy", policy)
        try:
            told = await refusal(valkey.url)
        finally:
            await raw.config_set("maxmemory-policy", "noeviction")
    assert told.code == "store_evicts" and policy in told.message


async def test_a_store_started_evicting_is_refused_even_without_a_limit() -> None:
    with running("--maxmemory-policy", "allkeys-lru") as server:
        assert (await refusal(server.url)).code == "store_evicts"


async def test_a_store_without_aof_is_warned_of() -> None:
    with running("--appendonly", "no") as server:
        store = await open_store(server.url)
        assert [warned.code for warned in store.warnings] == ["store_no_aof"]
        await store.ping()
        await store.close()


async def test_a_durable_store_is_not_warned_of(valkey: Valkey) -> None:
    store = await open_store(valkey.url)
    assert store.warnings == ()
    await store.close()


async def test_a_replica_is_refused() -> None:
    with running("--replicaof", "127.0.0.1 1") as server:
        assert (await refusal(server.url)).code == "store_replica"


async def test_a_cluster_is_refused() -> None:
    with running("--cluster-enabled", "yes", "--port", "0") as server:
        assert (await refusal(server.url)).code == "store_cluster"


async def test_a_missing_or_wrong_password_is_named_so() -> None:
    with running("--requirepass", "right") as server:
        assert (await refusal(server.url)).code == "store_auth"
        assert (await refusal(f"unix://default:wrong@{server.socket}")).code == "store_auth"
        store = await open_store(f"unix://default:right@{server.socket}")
        await store.ping()
        await store.close()


async def test_a_user_who_may_not_ask_is_refused() -> None:
    with running("--user", "weak", "on", ">pw", "~*", "+hello", "+client") as server:
        told = await refusal(f"unix://weak:pw@{server.socket}")
    assert told.code == "store_auth" and "'info'" in told.message and "password" not in told.message


@pytest.mark.redis_server
async def test_debians_redis_is_taken_and_refused_when_it_evicts() -> None:
    with running(binary=REDIS_SERVER.find()) as server:
        store = await open_store(server.url)
        assert store.warnings == ()
        await store.close()
    with running("--maxmemory-policy", "volatile-lfu", binary=REDIS_SERVER.find()) as server:
        assert (await refusal(server.url)).code == "store_evicts"
