"""Appends over one connection: gathered, answered one by one, and told apart when the connection fails."""

from __future__ import annotations

import asyncio

import pytest
import redis.asyncio

from server.store import (
    Append,
    JournalConflict,
    Message,
    OutcomeUnknown,
    Publication,
    RedisStore,
    StoreDown,
    StoreFault,
    append_until_answered,
    keys,
    open_store,
)
from tests.harness.proxy import proxy_to
from tests.harness.valkey import Valkey, running
from tests.server.store.conftest import open_empty


async def settled() -> None:
    """Let everything that can run now run."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_what_is_asked_in_one_turn_goes_out_as_one_pipeline(real_store: RedisStore) -> None:
    for i in range(30):
        await real_store.create_room(f"t{i}", "a/1", b"")
    await asyncio.gather(*(real_store.append(Append(f"t{i}", 1, 0, (b"x",))) for i in range(30)))
    assert real_store.batches == 1
    await asyncio.gather(*(real_store.append(Append(f"t{i}", 1, 1, (b"x",))) for i in range(30)))
    assert real_store.batches == 2


async def test_a_script_the_store_forgot_is_sent_again(
    real_store: RedisStore, raw: redis.asyncio.Redis
) -> None:
    await real_store.create_room("r", "a/1", b"")
    await real_store.append(Append("r", 1, 0, (b"a",)))
    await raw.script_flush()
    assert (await real_store.append(Append("r", 1, 1, (b"b",)))).length == 2
    await raw.script_flush()
    assert (await real_store.read("r")).length == 2
    with pytest.raises(JournalConflict):
        await real_store.append(Append("r", 1, 5, (b"c",)))


async def test_a_connection_lost_while_idle_costs_nothing(
    real_store: RedisStore, raw: redis.asyncio.Redis
) -> None:
    await real_store.create_room("r", "a/1", b"")
    await real_store.append(Append("r", 1, 0, (b"a",)))
    await raw.client_kill_filter(_type="normal", skipme=True)
    await real_store.ping()
    assert (await real_store.append(Append("r", 1, 1, (b"b",)))).length == 2


async def test_an_answer_cut_off_is_an_unknown_outcome_and_the_repeat_writes_nothing_twice(
    valkey: Valkey, real_store: RedisStore
) -> None:
    await real_store.create_room("r", "a/1", b"")
    channel = keys.channel("r", "public")
    listener = real_store.subscriber()
    await listener.listen(channel)
    assert await listener.next() == Message(channel, None)
    batch = Append("r", 1, 1, (b"the-move", b"its-deadline"), (Publication(channel, b"frame"),))
    async with proxy_to(valkey.socket) as proxy:
        store = await open_store(proxy.url)
        await store.append(Append("r", 1, 0, (b"first",)))
        proxy.cut_answer_to(b"the-move")
        with pytest.raises(OutcomeUnknown):
            await store.append(batch)
        assert [entry.data for entry in (await real_store.read("r")).entries][1:] == list(batch.entries)
        answer = await store.append(batch)
        assert answer.repeated and answer.length == 3
        await store.close()
    await real_store.publish(Publication(channel, b"last"))
    assert await listener.next() == Message(channel, b"frame")
    assert await listener.next() == Message(channel, b"last")
    await listener.close()


async def test_the_loop_carries_an_append_through_a_cut(valkey: Valkey, real_store: RedisStore) -> None:
    await real_store.create_room("r", "a/1", b"")
    troubles: list[Exception] = []

    async def sleep(seconds: float) -> None:
        assert seconds > 0

    async with proxy_to(valkey.socket) as proxy:
        store = await open_store(proxy.url)
        proxy.cut_answer_to(b"the-move")
        answer = await append_until_answered(
            store, Append("r", 1, 0, (b"the-move",)), sleep=sleep, on_trouble=troubles.append
        )
        await store.close()
    assert answer.repeated and answer.length == 1
    assert [type(trouble) for trouble in troubles] == [OutcomeUnknown]


async def test_every_call_under_way_hears_of_the_cut(valkey: Valkey, real_store: RedisStore) -> None:
    for i in range(5):
        await real_store.create_room(f"t{i}", "a/1", b"")
    async with proxy_to(valkey.socket) as proxy:
        store = await open_store(proxy.url)
        await store.append(Append("t0", 1, 0, (b"first",)))
        proxy.cut_answer_to(b"move")
        answers = await asyncio.gather(
            *(store.append(Append(f"t{i}", 1, 1 if i == 0 else 0, (b"move",))) for i in range(5)),
            return_exceptions=True,
        )
        await store.close()
    assert [type(answer) for answer in answers] == [OutcomeUnknown] * 5


async def test_a_store_that_is_silent_is_an_unknown_outcome_and_its_late_answer_harms_nothing() -> None:
    with running() as server:
        store = await open_store(server.url, answer_timeout=0.3)
        await store.create_room("r", "a/1", b"")
        await store.append(Append("r", 1, 0, (b"a",)))
        server.pause()
        with pytest.raises(OutcomeUnknown):
            await store.append(Append("r", 1, 1, (b"b",)))
        server.wake()
        await append_until_answered(store, Append("r", 1, 1, (b"b",)), sleep=asyncio.sleep)
        assert (await store.append(Append("r", 1, 2, (b"c",)))).length == 3
        assert [entry.data for entry in (await store.read("r")).entries] == [b"a", b"b", b"c"]
        await store.close()


async def test_a_caller_that_gives_up_takes_nobodys_answer(real_store: RedisStore) -> None:
    for i in range(3):
        await real_store.create_room(f"t{i}", "a/1", b"")
    calls = [asyncio.ensure_future(real_store.append(Append(f"t{i}", 1, 0, (b"%d" % i,)))) for i in range(3)]
    await asyncio.sleep(0)
    calls[1].cancel()
    first, given_up, last = await asyncio.gather(*calls, return_exceptions=True)
    assert isinstance(given_up, asyncio.CancelledError)
    assert not isinstance(first, BaseException) and not isinstance(last, BaseException)
    assert (await real_store.append(Append("t1", 1, 0, (b"1",)))).length == 1


async def test_a_store_that_is_away_is_a_definite_failure() -> None:
    with running() as server:
        store = await open_empty(server)
        await store.create_room("r", "a/1", b"")
        await store.append(Append("r", 1, 0, (b"a",)))
        server.kill()
        await settled()
        with pytest.raises(StoreDown):
            await store.append(Append("r", 1, 1, (b"b",)))
        with pytest.raises(StoreDown):
            await store.read("r")
        server.start()
        assert (await store.append(Append("r", 1, 1, (b"b",)))).length == 2
        await store.close()


async def test_a_full_memory_refuses_and_forgets_nothing(valkey: Valkey) -> None:
    with running() as server:
        store = await open_empty(server)
        await store.create_room("r", "a/1", b"")
        await store.append(Append("r", 1, 0, (b"a",)))
        async with redis.asyncio.Redis.from_url(server.url) as raw:
            await raw.config_set("maxmemory", "1")
            with pytest.raises(StoreDown):
                await store.append(Append("r", 1, 1, (b"b",)))
            assert (await store.read("r")).length == 1
            await raw.config_set("maxmemory", "0")
        assert (await store.append(Append("r", 1, 1, (b"b",)))).length == 2
        await store.close()


async def test_a_store_that_forbids_our_script_writes_nothing() -> None:
    with running("--user", "weak", "on", ">pw", "~*", "&*", "+@all", "-script") as server:
        store = await open_store(f"unix://weak:pw@{server.socket}")
        await store.create_room("r", "a/1", b"")
        with pytest.raises(StoreDown):
            await store.append(Append("r", 1, 0, (b"a",)))
        assert (await store.read("r")).length == 0
        await store.close()


async def test_a_cut_before_anything_was_sent_is_a_definite_failure(
    valkey: Valkey, real_store: RedisStore
) -> None:
    await real_store.create_room("r", "a/1", b"")
    async with proxy_to(valkey.socket) as proxy:
        store = await open_store(proxy.url)
        proxy.cut_answer_to(b"LOAD")
        with pytest.raises(StoreDown):
            await store.append(Append("r", 1, 0, (b"a",)))
        assert not (await store.append(Append("r", 1, 0, (b"a",)))).repeated
        await store.close()


async def test_a_key_of_another_kind_is_a_fault(real_store: RedisStore, raw: redis.asyncio.Redis) -> None:
    await raw.set(keys.head("r"), "something else")
    with pytest.raises(StoreFault):
        await real_store.append(Append("r", 1, 0, (b"a",)))
    with pytest.raises(StoreFault):
        await real_store.acquire("r", "a/1", 1)


async def test_taking_a_room_is_repeated_after_a_lost_answer(valkey: Valkey, real_store: RedisStore) -> None:
    await real_store.create_room("r", "a/1", b"")
    async with proxy_to(valkey.socket) as proxy:
        store = await open_store(proxy.url)
        proxy.cut_answer_to(b"taker/1")
        with pytest.raises(OutcomeUnknown):
            await store.acquire("r", "taker/1", 1)
        epoch = await store.acquire("r", "taker/1", 1)
        assert (await store.heads(["r"]))["r"].epoch == epoch
        await store.close()


async def test_letting_go_ends_what_is_under_way(real_store: RedisStore, valkey: Valkey) -> None:
    async with proxy_to(valkey.socket) as proxy:
        store = await open_store(proxy.url)
        await store.create_room("r", "a/1", b"")
        await store.append(Append("r", 1, 0, (b"a",)))
        proxy.deaf = True
        call = asyncio.ensure_future(store.append(Append("r", 1, 1, (b"b",))))
        await settled()
        await store.close()
        with pytest.raises(OutcomeUnknown):
            await call


async def test_a_server_that_has_become_a_replica_is_left_for_the_next_call() -> None:
    with running() as server:
        async with proxy_to(server.socket) as proxy, redis.asyncio.Redis.from_url(server.url) as raw:
            store = await open_store(proxy.url)
            await store.create_room("r", "a/1", b"")
            await store.append(Append("r", 1, 0, (b"a",)))
            await store.put_player("p", b"", 60)
            before = proxy.connections
            await raw.execute_command("REPLICAOF 127.0.0.1 1")  # type: ignore[no-untyped-call]  # untyped there
            with pytest.raises(StoreDown):
                await store.append(Append("r", 1, 1, (b"b",)))
            with pytest.raises(StoreDown):
                await store.put_player("p", b"", 60)
            await raw.execute_command("REPLICAOF NO ONE")  # type: ignore[no-untyped-call]  # untyped there
            await store.append(Append("r", 1, 1, (b"b",)))
            await store.put_player("p", b"", 60)
            assert proxy.connections == before + 2
            await store.close()


async def test_an_answer_of_another_shape_is_one_calls_trouble(real_store: RedisStore) -> None:
    pipe = real_store._pipe
    odd = pipe.begin(("SET", "k", "v"), int)
    even = pipe.begin(("DEL", "k"), int)
    with pytest.raises(ValueError):
        await asyncio.wait_for(odd, 5)
    assert await even == 1 and await pipe.call(("DEL", "k")) == 0
    assert pipe.batches == 2


async def test_a_connection_that_fails_as_none_should_is_tried_again(
    real_store: RedisStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def connection() -> None:
        raise RuntimeError("no more threads")

    with monkeypatch.context() as broken:
        broken.setattr(real_store._link, "connection", connection)
        with pytest.raises(StoreDown):
            await asyncio.wait_for(real_store.append(Append("r", 1, 0, (b"a",))), 5)
    await real_store.create_room("r", "a/1", b"")
    assert (await real_store.append(Append("r", 1, 0, (b"a",)))).length == 1
