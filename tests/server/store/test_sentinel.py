"""A store behind Sentinels: found through them, followed when it fails over, mended where it was behind."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest
import redis.asyncio

from scripts.needs import REDIS_SERVER
from server.embedded.binary import find_binary
from server.store import (
    Append,
    JournalConflict,
    Message,
    OutcomeUnknown,
    Owner,
    Publication,
    StaleEpoch,
    StoreDown,
    StoreRefused,
    append_until_answered,
    keys,
    open_store,
    sentinel,
)
from server.store.base import Store, Subscriber
from server.store.link import shown
from server.store.sentinel import Place
from tests.harness.sentinels import Watched, free_port, watched
from tests.harness.valkey import running

T = TypeVar("T")
CHANNEL = "sifang:{r}:view:public"


@pytest.fixture(params=["valkey", pytest.param("redis", marks=pytest.mark.redis_server)])
def cluster(request: pytest.FixtureRequest) -> Iterator[Watched]:
    """A store that fails over, of each kind."""
    binary: str | Path | None = find_binary() if request.param == "valkey" else REDIS_SERVER.find()
    assert binary is not None
    with watched(binary) as found:
        yield found


async def answered(call: Callable[[], Awaitable[T]]) -> T:
    """Ask until the store has answered, as its users do."""
    while True:
        try:
            return await call()
        except (StoreDown, OutcomeUnknown):
            await asyncio.sleep(0)


async def listening(store: Store) -> Subscriber:
    """Return a subscriber that hears the channel."""
    listener = store.subscriber()
    await listener.listen(CHANNEL)
    assert await listener.next() == Message(CHANNEL, None)
    return listener


async def test_a_master_that_dies_is_followed_by_its_replica_and_nothing_replicated_is_lost(
    cluster: Watched,
) -> None:
    store = await open_store(cluster.url)
    listener = await listening(store)
    await store.create_room("r", "a/1", b"meta")
    await store.append(Append("r", 1, 0, (b"a",)))
    await store.beat(Owner("a", "1"))
    assert store.replicas == 1
    assert await asyncio.gather(*[store.is_replicated() for _ in range(20)]) == [True] * 20
    await asyncio.to_thread(cluster.master.kill)
    await append_until_answered(store, Append("r", 1, 1, (b"b",)), sleep=asyncio.sleep)
    journal = await answered(lambda: store.read("r"))
    assert [entry.data for entry in journal.entries] == [b"a", b"b"]
    assert await listener.next() == Message(CHANNEL, None)
    await answered(lambda: store.publish(Publication(CHANNEL, b"hello")))
    assert await listener.next() == Message(CHANNEL, b"hello")
    await listener.close()
    await store.close()


async def test_what_the_replica_had_not_is_put_back(cluster: Watched) -> None:
    store = await open_store(cluster.url)
    await store.create_room("r", "a/1", b"meta")
    await store.append(Append("r", 1, 0, (b"a",)))
    assert await cluster.replicated()
    await cluster.cut_off_the_replica()
    await store.append(Append("r", 1, 1, (b"b",)))
    assert not await store.is_replicated()
    await store.beat(Owner("a", "1"))
    assert store.replicas == 0
    await store.create_room("new", "a/1", b"meta")
    await store.append(Append("new", 1, 0, (b"n",)))
    await asyncio.to_thread(cluster.master.kill)
    cluster.replica.wake()
    with pytest.raises(JournalConflict) as told:
        await append_until_answered(store, Append("r", 1, 2, (b"c",)), sleep=asyncio.sleep)
    assert told.value.length == 1
    with pytest.raises(StaleEpoch) as gone:
        await append_until_answered(store, Append("new", 1, 1, (b"m",)), sleep=asyncio.sleep)
    assert gone.value.current == 0
    await answered(lambda: store.restore(Append("r", 1, 0, (b"a", b"b", b"c")), "a/1", b"meta"))
    await answered(lambda: store.restore(Append("new", 1, 0, (b"n", b"m")), "a/1", b"meta"))
    for room, entries in (("r", [b"a", b"b", b"c"]), ("new", [b"n", b"m"])):
        journal = await answered(lambda room=room: store.read(room))  # type: ignore[misc]  # bound in its turn
        assert [entry.data for entry in journal.entries] == entries
    assert await answered(store.list_rooms) == ["new", "r"]
    await store.close()


async def test_a_master_that_has_become_a_replica_is_left(cluster: Watched) -> None:
    """An operator fails over by hand, and nothing breaks: the old master lives on as a replica."""
    store = await open_store(cluster.url)
    await cluster.swap()
    while await cluster.roles() != ("slave", "master"):
        await answered(lambda: store.put_player("p", b"", 60))
    await answered(lambda: store.create_room("r", "a/1", b""))
    await append_until_answered(store, Append("r", 1, 0, (b"a",)), sleep=asyncio.sleep)
    assert (await answered(lambda: store.heads(["r"])))["r"].length == 1
    await store.close()


async def test_a_master_that_most_sentinels_no_longer_name_is_left_before_it_is_a_replica(
    cluster: Watched,
) -> None:
    """What it acknowledges meanwhile is lost, and who comes new is at another store than who was there."""
    store = await open_store(cluster.url)
    listener = await listening(store)
    await asyncio.gather(*[store.beat(Owner("a", "1")) for _ in range(4)])
    await cluster.swap()
    with pytest.raises((StoreDown, OutcomeUnknown)):
        while True:
            await store.beat(Owner("a", "1"))
            await asyncio.sleep(0)
    await answered(lambda: store.put_player("p", b"there", 60))
    assert (await cluster.roles())[0] == "master"
    sentinels = store._link.sentinels
    assert sentinels is not None and not await sentinels.leave_the_old()  # once is enough
    async with redis.asyncio.Redis.from_url(cluster.replica.url) as raw:
        assert await raw.exists(keys.player("p"))
    assert await listener.next() == Message(CHANNEL, None)
    await answered(lambda: store.publish(Publication(CHANNEL, b"hello")))
    assert await listener.next() == Message(CHANNEL, b"hello")
    await listener.close()
    await store.close()


class Naming:
    """Sentinels that name whom a test says."""

    def __init__(self, count: int, named: int) -> None:
        self.named = [named] * count
        """The port that each of them names; 0: it does not answer."""
        self.url = ""

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[Naming]:
        """Let them answer, until the end of this."""
        async with contextlib.AsyncExitStack() as stack:
            ports = []
            for number in range(len(self.named)):
                server = await asyncio.start_server(partial(self._answer, number), "127.0.0.1")
                stack.callback(server.close)
                ports.append(server.sockets[0].getsockname()[1])
            self.url = f"sentinel://{','.join(f'127.0.0.1:{port}' for port in ports)}/sifang"
            yield self

    async def _answer(
        self, number: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        while head := await reader.readline():
            words = []
            for _ in range(int(head[1:])):
                words.append(await reader.readexactly(int((await reader.readline())[1:])))
                await reader.readline()
            answer = "+OK"
            if words[0] == b"SENTINEL":
                if not self.named[number]:
                    continue
                port = str(self.named[number])
                answer = f"*2\r\n$9\r\n127.0.0.1\r\n${len(port)}\r\n{port}"
            writer.write(f"{answer}\r\n".encode())
        writer.close()


async def test_a_master_is_not_left_for_one_that_says_himself_that_he_is_a_replica() -> None:
    """Sentinels started anew on an old configuration name such a one, and he takes nobody's writes."""
    ports = free_port(), free_port()
    with (
        running("--port", str(ports[0])),
        running("--port", str(ports[1]), "--replicaof", f"127.0.0.1 {ports[0]}") as other,
    ):
        async with Naming(3, ports[0]).running() as naming:
            store = await open_store(naming.url)
            sentinels = store._link.sentinels
            assert sentinels is not None
            naming.named[:2] = [ports[1]] * 2
            assert not await sentinels.leave_the_old()
            await asyncio.gather(*[store.ping() for _ in range(8)])
            async with redis.asyncio.Redis.from_url(other.url) as raw:
                await raw.execute_command("REPLICAOF", "NO", "ONE")  # type: ignore[no-untyped-call]  # untyped there
            assert await sentinels.leave_the_old()
            await answered(lambda: store.put_player("p", b"there", 60))
            async with redis.asyncio.Redis.from_url(other.url) as raw:
                assert await raw.exists(keys.player("p"))
            await store.close()


async def test_a_sentinel_that_hangs_keeps_nobody_at_the_old_master(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others may have left him already: they see the signs of who stays stand still, and take his tables."""
    monkeypatch.setattr(sentinel, "ASK_TIMEOUT", 3600.0)
    ports = free_port(), free_port()
    with running("--port", str(ports[0])), running("--port", str(ports[1])):
        async with Naming(3, ports[0]).running() as naming:
            store = await open_store(naming.url)
            sentinels = store._link.sentinels
            assert sentinels is not None
            naming.named[:] = [ports[1], ports[1], 0]
            async with asyncio.timeout(30):
                assert await sentinels.leave_the_old()
            naming.named[:] = [ports[0], ports[1], ports[1]]
            assert not await sentinels.leave_the_old(), "nobody is at the one that one alone names"
            await store.close()


async def test_a_master_is_left_for_one_that_does_not_answer_yet() -> None:
    """What it takes meanwhile would be lost: better to wait for the other."""
    ports = free_port(), free_port()
    with running("--port", str(ports[0])):
        async with Naming(3, ports[0]).running() as naming:
            store = await open_store(naming.url)
            sentinels = store._link.sentinels
            assert sentinels is not None
            naming.named[:2] = [ports[1]] * 2
            assert await sentinels.leave_the_old()
            with pytest.raises((StoreDown, OutcomeUnknown)):
                await store.ping()
            await store.close()


async def test_sentinels_that_do_not_know_the_name_are_named_so(cluster: Watched) -> None:
    with pytest.raises(StoreRefused) as told:
        await open_store(cluster.url.replace("/sifang", "/other"))
    assert told.value.code == "store_master" and "/other" in told.value.message


async def test_a_sentinel_given_for_the_store_itself_is_named_so(cluster: Watched) -> None:
    first = cluster.url.removeprefix("sentinel://").split(",")[0]
    with pytest.raises(StoreRefused) as told:
        await open_store(f"redis://{first}")
    assert told.value.code == "store_sentinel" and "give sentinel://" in told.value.message


async def test_sentinels_that_nobody_reaches_are_unreachable() -> None:
    with pytest.raises(StoreRefused) as told:
        await open_store(f"sentinel://hush:hush@127.0.0.1:{free_port()}/sifang?sentinel_password=hush")
    assert told.value.code == "store_unreachable" and "hush" not in told.value.message


def test_an_address_says_all_there_is_to_say() -> None:
    url = "sentinel://me:a%2Fb@one,two:7000,[::1]:7001/mine?db=3&sentinel_username=s&sentinel_password=p%20w"
    place = Place(
        (("one", 26379), ("two", 7000), ("::1", 7001)), "mine", 3, "me", "a/b", "s", "p w"
    )  # fmt: skip
    assert Place.parse(url) == place
    assert shown(url) == "sentinel://one:26379,two:7000,::1:7001/mine"
    assert Place.parse("sentinel://:pw@h/m") == Place((("h", 26379),), "m", password="pw")


@pytest.mark.parametrize(
    "url",
    ["sentinel://h", "sentinel://h/", "sentinel:///m", "sentinel://h/m/n", "sentinel://h,/m", "sentinel://h:0/m",
     "sentinel://h/m?db=x", "sentinel://h/m?name=m", "sentinel://h/m?db=1&db=2", "sentinel://h:x/m"],
)  # fmt: skip
async def test_an_address_that_means_nothing_is_refused(url: str) -> None:
    with pytest.raises(StoreRefused) as told:
        await open_store(url)
    assert told.value.code == "store_url"
