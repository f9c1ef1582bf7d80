"""The contract of everything beside the journal, the same for every implementation."""

from __future__ import annotations

import asyncio

import pytest

from server.store import Owner, RoomExists, RoomHead, StaleEpoch, Store


async def test_a_room_is_made_listed_and_described(store: Store) -> None:
    assert await store.list_rooms() == []
    assert await store.create_room("r2", "a/1", b"\0meta") == 1
    assert await store.create_room("r1", "a/1", b"") == 1
    assert await store.list_rooms() == ["r1", "r2"]
    assert await store.heads(["r2", "nowhere"]) == {"r2": RoomHead("r2", 1, "a/1", 0, 0, b"\0meta")}
    assert await store.heads([]) == {}


async def test_making_the_same_room_again_is_no_error(store: Store) -> None:
    await store.create_room("r1", "a/1", b"meta")
    assert await store.create_room("r1", "a/1", b"meta") == 1


async def test_a_room_of_another_is_not_made_again(store: Store) -> None:
    await store.create_room("r1", "a/1", b"meta")
    with pytest.raises(RoomExists):
        await store.create_room("r1", "b/1", b"mine")
    await store.acquire("r1", "a/1", 1)
    with pytest.raises(RoomExists):
        await store.create_room("r1", "a/1", b"meta")
    assert (await store.heads(["r1"]))["r1"].meta == b"meta"


async def test_of_two_that_take_a_room_one_gets_it(store: Store) -> None:
    await store.create_room("r1", "a/1", b"")
    epoch = await store.acquire("r1", "b/1", 1)
    assert epoch > 1
    with pytest.raises(StaleEpoch) as told:
        await store.acquire("r1", "c/1", 1)
    assert told.value.current == epoch
    head = (await store.heads(["r1"]))["r1"]
    assert (head.epoch, head.owner) == (epoch, "b/1")


async def test_two_that_take_a_room_over_the_same_epoch_have_epochs_of_their_own(store: Store) -> None:
    """A failover may have lost that the first took it."""
    await store.create_room("r1", "a/1", b"")
    await store.create_room("r2", "a/1", b"")
    assert await store.acquire("r1", "b/1", 1) != await store.acquire("r2", "c/1", 1)


async def test_taking_a_room_again_after_a_lost_answer_is_no_rivalry(store: Store) -> None:
    await store.create_room("r1", "a/1", b"")
    epoch = await store.acquire("r1", "b/1", 1)
    assert await store.acquire("r1", "b/1", 1) == epoch
    assert await store.acquire("r1", "b/1", epoch) > epoch


async def test_a_room_that_is_gone_cannot_be_taken(store: Store) -> None:
    with pytest.raises(StaleEpoch) as told:
        await store.acquire("nowhere", "a/1", 0)
    assert told.value.current == 0


async def test_a_description_is_replaced_by_the_owner_alone(store: Store) -> None:
    await store.create_room("r1", "a/1", b"old")
    await store.put_meta("r1", 1, b"new")
    await store.acquire("r1", "b/1", 1)
    with pytest.raises(StaleEpoch):
        await store.put_meta("r1", 1, b"stale")
    with pytest.raises(StaleEpoch):
        await store.put_meta("nowhere", 1, b"stale")
    assert (await store.heads(["r1"]))["r1"].meta == b"new"


async def test_a_deleted_room_leaves_nothing(store: Store) -> None:
    await store.create_room("r1", "a/1", b"")
    await store.delete_room("r1", 1)
    await store.delete_room("r1", 1)
    assert await store.list_rooms() == []
    assert await store.heads(["r1"]) == {}
    assert (await store.read("r1")).length == 0


async def test_a_room_is_deleted_by_the_owner_alone(store: Store) -> None:
    await store.create_room("r1", "a/1", b"")
    await store.acquire("r1", "b/1", 1)
    with pytest.raises(StaleEpoch):
        await store.delete_room("r1", 1)
    assert await store.list_rooms() == ["r1"]


async def test_six_hundred_heads_are_read_at_once(store: Store) -> None:
    rooms = [f"r{i:03}" for i in range(600)]
    await asyncio.gather(*(store.create_room(room, "a/1", room.encode()) for room in rooms))
    heads = await store.heads(rooms)
    assert [heads[room].meta for room in rooms] == [room.encode() for room in rooms]


async def test_an_invite_code_is_one_rooms_until_freed(store: Store) -> None:
    assert await store.find_code("KMNP23") is None
    assert await store.claim_code("KMNP23", "r1")
    assert await store.claim_code("KMNP23", "r1")
    assert not await store.claim_code("KMNP23", "r2")
    assert await store.find_code("KMNP23") == "r1"
    await store.release_code("KMNP23", "r2")
    assert await store.find_code("KMNP23") == "r1"
    await store.release_code("KMNP23", "r1")
    await store.release_code("KMNP23", "r1")
    assert await store.claim_code("KMNP23", "r2")


async def test_a_player_is_kept_replaced_and_forgotten(store: Store) -> None:
    assert await store.get_player("p1") is None
    await store.put_player("p1", b"", 100)
    assert await store.get_player("p1") == b""
    await store.put_player("p1", b"\xff", 100)
    assert await store.get_player("p1") == b"\xff"
    await store.delete_player("p1")
    await store.delete_player("p1")
    assert await store.get_player("p1") is None


async def test_a_one_time_code_is_taken_once(store: Store) -> None:
    assert await store.put_once("code", b"player", 600)
    assert await store.put_once("code", b"player", 600)
    assert not await store.put_once("code", b"other", 600)
    for _ in range(2):
        assert await store.see_once("code") == b"player"
    assert await store.take_once("code") == b"player"
    assert await store.take_once("code") is await store.see_once("code") is None
    assert await store.put_once("code", b"other", 600)


async def test_records_are_listed_newest_first(store: Store) -> None:
    assert await store.list_records(5) == []
    for name in ("m1", "m2", "m3"):
        await store.save_record(name, name.encode(), keep=None, ttl_s=None)
    await store.save_record("m1", b"m1 again", keep=None, ttl_s=None)
    assert await store.list_records(2) == ["m3", "m2"]
    assert await store.list_records(9) == ["m3", "m2", "m1"]
    assert await store.get_record("m1") == b"m1 again"
    assert await store.get_record("m9") is None


async def test_only_the_newest_records_are_kept(store: Store) -> None:
    for i in range(6):
        await store.save_record(f"m{i}", b"x", keep=3, ttl_s=1000)
    assert await store.list_records(9) == ["m5", "m4", "m3"]
    assert await store.get_record("m2") is None
    await store.save_record("m6", b"x", keep=0, ttl_s=None)
    assert await store.list_records(9) == []


async def test_the_servers_key_is_made_once(store: Store) -> None:
    key = await store.server_key()
    assert len(key) == 32 and await store.server_key() == key


async def test_signs_of_life_name_the_latest_start_and_the_one_before(store: Store) -> None:
    first, second, third = (Owner("a", start) for start in ("1", "2", "3"))
    other = Owner("a/b", "1")
    assert set((await store.beat(first)).signs) == {first}
    assert set((await store.beat(first)).signs) == {first}
    assert set((await store.beat(other)).signs) == {first, other}
    assert set((await store.beat(second)).signs) == {first, second, other}
    assert set((await store.beat(second)).signs) == {first, second, other}
    beats = await store.beat(third)
    assert set(beats.signs) == {second, third, other}
    assert beats.signs[third] == beats.now_ms >= beats.signs[second]


async def test_a_node_that_goes_takes_its_signs_with_it(store: Store) -> None:
    first, second, other = Owner("a", "1"), Owner("a", "2"), Owner("b", "1")
    await store.beat(first)
    await store.beat(second)
    await store.forget_node(first)
    assert set((await store.beat(other)).signs) == {first, second, other}
    await store.forget_node(second)
    await store.forget_node(second)
    assert set((await store.beat(other)).signs) == {other}


async def test_a_node_that_is_being_emptied_is_known_as_such_for_as_long_as_it_lives(store: Store) -> None:
    first, again, other = Owner("a", "1"), Owner("a", "2"), Owner("b", "1")
    assert (await store.beat(first)).draining == frozenset()
    assert (await store.beat(first, drains=True)).draining == {first}
    assert (await store.beat(other)).draining == (await store.signs()).draining == {first}
    assert again not in (await store.beat(again)).draining
    await store.forget_node(again)
    assert (await store.beat(other)).draining == frozenset()


async def test_a_store_that_is_up_answers(store: Store) -> None:
    await store.ping()


async def test_a_room_let_go_has_no_owner_and_is_named_until_somebody_takes_it(store: Store) -> None:
    await store.create_room("r1", "a/1", b"meta")
    await store.free_room("r1", 1)
    await store.free_room("r1", 1)
    head = (await store.heads(["r1"]))["r1"]
    assert (head.epoch, head.owner, head.meta) == (2, "", b"meta")
    assert (await store.beat(Owner("b", "1"))).free == {"r1"}
    with pytest.raises(StaleEpoch):
        await store.put_meta("r1", 1, b"stale")
    epoch = await store.acquire("r1", "b/1", 2)
    assert (await store.beat(Owner("b", "1"))).free == frozenset()
    assert (await store.heads(["r1"]))["r1"] == RoomHead("r1", epoch, "b/1", 0, 0, b"meta")
    with pytest.raises(StaleEpoch) as told:
        await store.free_room("r1", 1)
    assert told.value.current == epoch
    with pytest.raises(StaleEpoch) as told:
        await store.free_room("nowhere", 0)
    assert told.value.current == 0


async def test_a_room_let_go_and_deleted_is_free_no_more(store: Store) -> None:
    await store.create_room("r1", "a/1", b"")
    await store.free_room("r1", 1)
    await store.delete_room("r1", 2)
    assert (await store.beat(Owner("b", "1"))).free == frozenset()


async def test_a_room_let_go_says_when(real_store: Store) -> None:
    await real_store.create_room("r1", "a/1", b"")
    before = (await real_store.beat(Owner("a", "1"))).now_ms
    await real_store.free_room("r1", 1)
    after = (await real_store.beat(Owner("a", "1"))).now_ms
    assert before <= (await real_store.heads(["r1"]))["r1"].freed_ms <= after
