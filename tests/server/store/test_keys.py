"""Where things lie in the store itself: one hash tag for all of a room, and an end for what must end."""

from __future__ import annotations

import redis.asyncio

from server.store import Append, Owner, Publication, RedisStore, keys


async def test_all_of_a_room_lies_under_one_hash_tag(
    real_store: RedisStore, raw: redis.asyncio.Redis
) -> None:
    channel = keys.channel("abc", "seat-3")
    assert "{abc}" in channel
    before = set(await raw.keys())
    await real_store.create_room("abc", "a/1", b"meta")
    await real_store.append(Append("abc", 1, 0, (b"x",), (Publication(channel, b"y"),)))
    made = set(await raw.keys()) - before - {keys.ROOMS.encode()}
    assert made == {keys.head("abc").encode(), keys.journal("abc").encode()}
    assert all(b"{abc}" in key for key in made)


async def test_a_deleted_room_leaves_no_key(real_store: RedisStore, raw: redis.asyncio.Redis) -> None:
    await real_store.create_room("abc", "a/1", b"meta")
    await real_store.append(Append("abc", 1, 0, (b"x",)))
    await real_store.delete_room("abc", 1)
    assert await raw.keys() == []


async def test_players_codes_and_records_run_out(real_store: RedisStore, raw: redis.asyncio.Redis) -> None:
    await real_store.put_player("p", b"x", 1000)
    await real_store.put_once("c", b"x", 600)
    await real_store.save_record("m1", b"x", keep=None, ttl_s=50)
    await real_store.save_record("m2", b"x", keep=None, ttl_s=None)
    assert 990 < await raw.ttl(keys.player("p")) <= 1000
    assert 590 < await raw.ttl(keys.once("c")) <= 600
    assert 40 < await raw.ttl(keys.record("m1")) <= 50
    assert await raw.ttl(keys.record("m2")) == -1


async def test_a_record_that_ran_out_is_taken_off_the_list(
    real_store: RedisStore, raw: redis.asyncio.Redis
) -> None:
    for i in range(6):
        await real_store.save_record(f"m{i}", b"x", keep=None, ttl_s=50)
    await raw.delete(keys.record("m5"), keys.record("m3"))
    assert await real_store.list_records(3) == ["m4", "m2", "m1"]
    assert await raw.zcard(keys.RECORDS) == 4


async def test_a_node_silent_for_a_week_is_forgotten(
    real_store: RedisStore, raw: redis.asyncio.Redis
) -> None:
    now = (await real_store.beat(Owner("here", "1"))).now_ms
    await raw.hset(keys.BEATS, "gone", f"{now - 604_801_000} 1")
    await raw.hset(keys.BEATS, "away", f"{now - 604_700_000} 1")
    assert set((await real_store.beat(Owner("here", "1"))).signs) == {Owner("here", "1"), Owner("away", "1")}
    assert await raw.hkeys(keys.BEATS) == [b"here", b"away"]
