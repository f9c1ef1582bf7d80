"""A reader of channels that comes back by itself and says so."""

from __future__ import annotations

import asyncio

import pytest
import redis.asyncio
from redis.exceptions import RedisError, ResponseError

from server.store import Message, Publication, RedisStore, StoreFault, keys, open_store
from server.store.subscribe import RedisSubscriber, read_pushes
from tests.harness.proxy import proxy_to
from tests.harness.valkey import Valkey, running

PUBLIC = keys.channel("r", "public")
SEAT = keys.channel("r", "seat-0")


async def no_sleep(seconds: float) -> None:
    await asyncio.sleep(0)


async def test_every_channel_is_confirmed_again_after_a_cut(
    real_store: RedisStore, raw: redis.asyncio.Redis
) -> None:
    listener = real_store.subscriber()
    await listener.listen(PUBLIC, SEAT)
    assert {await listener.next(), await listener.next()} == {Message(PUBLIC, None), Message(SEAT, None)}
    await raw.client_kill_filter(_type="pubsub")
    assert {await listener.next(), await listener.next()} == {Message(PUBLIC, None), Message(SEAT, None)}
    await real_store.publish(Publication(SEAT, b"heard"))
    assert await listener.next() == Message(SEAT, b"heard")
    await listener.close()


async def test_a_restart_of_the_store_is_survived() -> None:
    with running() as server:
        store = await open_store(server.url)
        listener = RedisSubscriber(server.url, sleep=no_sleep)
        await listener.listen(PUBLIC)
        assert await listener.next() == Message(PUBLIC, None)
        server.kill()
        waiting = asyncio.create_task(listener.next())
        for _ in range(50):
            await asyncio.sleep(0)
        assert not waiting.done()
        server.start()
        assert await waiting == Message(PUBLIC, None)
        await listener.close()
        await store.close()


async def test_a_connection_that_hangs_is_given_up(valkey: Valkey, real_store: RedisStore) -> None:
    async with proxy_to(valkey.socket) as proxy:
        listener = RedisSubscriber(proxy.url, quiet=0.1, sleep=no_sleep)
        await listener.listen(PUBLIC)
        assert await listener.next() == Message(PUBLIC, None)
        proxy.deaf = True
        waiting = asyncio.create_task(listener.next())
        while proxy.connections == 1:
            await proxy.change()
        proxy.deaf = False
        assert await waiting == Message(PUBLIC, None)
        await real_store.publish(Publication(PUBLIC, b"heard"))
        assert await listener.next() == Message(PUBLIC, b"heard")
        await listener.close()


async def test_a_quiet_connection_is_kept(valkey: Valkey, real_store: RedisStore) -> None:
    async with proxy_to(valkey.socket) as proxy:
        listener = RedisSubscriber(proxy.url, quiet=0.05, sleep=no_sleep)
        await listener.listen(PUBLIC)
        assert await listener.next() == Message(PUBLIC, None)
        waiting = asyncio.create_task(listener.next())
        await proxy.heard(b"PING", 3)
        await real_store.publish(Publication(PUBLIC, b"heard"))
        assert await waiting == Message(PUBLIC, b"heard")
        assert proxy.connections == 1
        await listener.close()


async def test_whoever_answers_nonsense_is_asked_again_less_and_less_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Enough(Exception):
        pass

    class Senseless:
        def __init__(self) -> None:
            self._reader = asyncio.StreamReader()
            self._reader.feed_data(b"?what\r\n")

        def pack_commands(self, commands: object) -> list[bytes]:
            return []

        async def send_packed_command(self, packed: object) -> None:
            pass

    async def connection() -> Senseless:
        return Senseless()

    async def release(connection: Senseless, *, broken: bool) -> None:
        assert broken

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 4:
            raise Enough

    slept: list[float] = []
    listener = RedisSubscriber("redis://127.0.0.1", sleep=sleep)
    monkeypatch.setattr(listener._link, "connection", connection)
    monkeypatch.setattr(listener._link, "release", release)
    with pytest.raises(Enough):
        await listener.next()
    assert slept == sorted(set(slept))


async def test_channels_may_change_while_somebody_waits(real_store: RedisStore) -> None:
    listener = real_store.subscriber()
    waiting = asyncio.create_task(listener.next())
    await listener.listen(PUBLIC)
    assert await waiting == Message(PUBLIC, None)
    waiting = asyncio.create_task(listener.next())
    await listener.listen(SEAT, PUBLIC)
    assert await waiting == Message(SEAT, None)
    await listener.ignore(PUBLIC, "never-listened-to")
    await real_store.publish(Publication(PUBLIC, b"unheard"))
    await real_store.publish(Publication(SEAT, b"heard"))
    assert await listener.next() == Message(SEAT, b"heard")
    await listener.close()


async def test_a_wait_given_up_loses_nothing(real_store: RedisStore) -> None:
    listener = real_store.subscriber()
    await listener.listen(PUBLIC)
    await listener.next()
    waiting = asyncio.create_task(listener.next())
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    await real_store.publish(Publication(PUBLIC, b"heard"))
    assert await listener.next() == Message(PUBLIC, b"heard")
    await listener.close()


async def test_a_forbidden_channel_is_a_fault() -> None:
    with running("--user", "weak", "on", ">pw", "~*", "+@all", "&allowed") as server:
        listener = RedisSubscriber(f"unix://weak:pw@{server.socket}", sleep=no_sleep)
        await listener.listen(PUBLIC)
        with pytest.raises(StoreFault):
            await listener.next()
        await listener.close()


def test_pushes_are_read_whole_wherever_what_comes_is_cut() -> None:
    came = (
        b">3\r\n$10\r\nssubscribe\r\n$1\r\nc\r\n:1\r\n+PONG\r\n"
        b">3\r\n$8\r\nsmessage\r\n$1\r\nc\r\n$6\r\n\r\n>3\r\n\r\n_\r\n"
    )
    whole = [[b"ssubscribe", b"c", 1], b"PONG", [b"smessage", b"c", b"\r\n>3\r\n"], b""]
    for cut in range(len(came) + 1):
        found, rest = read_pushes(came[:cut])
        more, left = read_pushes(rest + came[cut:])
        assert (found + more, left) == (whole, b"")


def test_an_error_is_read_as_one_and_nonsense_breaks_the_connection() -> None:
    ((error,), _) = read_pushes(b"-NOPERM this channel\r\n")
    assert isinstance(error, ResponseError)
    for nonsense in (b"?what\r\n", b">what\r\n", b"$what\r\n", b":what\r\n"):
        with pytest.raises(RedisError):
            read_pushes(nonsense)
