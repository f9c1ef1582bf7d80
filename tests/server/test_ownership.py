"""When a silent node's rooms may be taken, and when not."""

from __future__ import annotations

import pytest

from server.ownership import BEAT_EVERY, LEASE, LeaseWatch, Ownership, runs_elsewhere
from server.store import Beats, MemoryStore, Owner, RoomHead, StaleEpoch, StoreDown

HIM = Owner("him", "1")
US = Owner("us", "1")


class Clock:
    """Seconds, moved by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Story:
    """A watcher and a store that tells it who beats; one step is one beat's time."""

    def __init__(self) -> None:
        self.watch = LeaseWatch()
        self.now = 50.0
        self.store_ms = 1_000
        self.signs: dict[Owner, int] = {}

    def answer(self, *beating: Owner) -> None:
        self.now += BEAT_EVERY
        self.store_ms += 500
        self.signs.update(dict.fromkeys(beating, self.store_ms))
        self.watch.answered(self.now, Beats(self.store_ms, dict(self.signs)))


@pytest.fixture
def story() -> Story:
    return Story()


def steps(seconds: float) -> int:
    return int(seconds / BEAT_EVERY)


def test_a_node_that_beats_lives(story: Story) -> None:
    for _ in range(20):
        story.answer(HIM)
        assert not story.watch.is_dead(HIM)


def test_a_node_silent_for_a_lease_is_dead(story: Story) -> None:
    story.answer(HIM)
    for _ in range(steps(LEASE) - 1):
        story.answer()
        assert not story.watch.is_dead(HIM)
    story.answer()
    assert story.watch.is_dead(HIM)


def test_a_node_that_beats_again_lives_again(story: Story) -> None:
    story.answer(HIM)
    for _ in range(10):
        story.answer()
    story.answer(HIM)
    assert not story.watch.is_dead(HIM)


def test_a_watcher_that_has_just_come_up_waits_a_lease(story: Story) -> None:
    assert not story.watch.is_dead(HIM)
    story.signs[HIM] = 1
    for _ in range(steps(LEASE)):
        story.answer()
        assert not story.watch.is_dead(HIM)
    story.answer()
    assert story.watch.is_dead(HIM)


def test_a_stalled_store_is_not_a_dead_node(story: Story) -> None:
    story.answer(HIM)
    for _ in range(steps(LEASE) - 1):
        story.answer()
    story.watch.silent()
    story.now += 60
    assert not story.watch.is_dead(HIM)
    for _ in range(steps(LEASE)):
        story.answer()
        assert not story.watch.is_dead(HIM)
    story.answer()
    assert story.watch.is_dead(HIM)


def test_a_watcher_that_was_asleep_looks_anew(story: Story) -> None:
    for _ in range(6):
        story.answer(HIM)
    story.now += 10
    story.answer()
    assert not story.watch.is_dead(HIM)
    for _ in range(steps(LEASE)):
        assert not story.watch.is_dead(HIM)
        story.answer()
    assert story.watch.is_dead(HIM)


def test_an_owner_never_heard_of_has_a_lease_from_when_he_is_asked_for(story: Story) -> None:
    for _ in range(20):
        story.answer(US)
    for _ in range(steps(LEASE)):
        assert not story.watch.is_dead(HIM)
        story.answer(US)
    assert story.watch.is_dead(HIM)
    story.answer(US, HIM)
    assert not story.watch.is_dead(HIM)


def test_an_earlier_start_of_a_node_that_came_back_is_dead_after_a_lease(story: Story) -> None:
    again = Owner("him", "2")
    story.answer(HIM)
    for _ in range(steps(LEASE)):
        story.answer(again)
    assert story.watch.is_dead(HIM) and not story.watch.is_dead(again)


def head(owner: Owner, epoch: int = 1) -> RoomHead:
    return RoomHead("r", epoch, str(owner), 0, 0, b"")


async def test_a_node_takes_the_rooms_of_its_own_earlier_start_at_once() -> None:
    store, clock = MemoryStore(), Clock()
    before = Ownership(store, "a/b", clock)
    await before.beat()
    await store.create_room("r", str(before.me), b"")
    again = Ownership(store, "a/b", clock)
    await again.beat()
    (left,) = (await store.heads(["r"])).values()
    assert again.may_take(left) and not before.may_take(left)
    assert await again.take(left) == await again.take(left) > 1
    with pytest.raises(StaleEpoch):
        await before.take(left)
    assert not again.may_take((await store.heads(["r"]))["r"])


async def test_of_two_nodes_that_find_a_room_ownerless_one_gets_it() -> None:
    store, clock = MemoryStore(), Clock()
    one, other = Ownership(store, "one", clock), Ownership(store, "other", clock)
    await store.create_room("r", "dead/1", b"")
    left = (await store.heads(["r"]))["r"]
    for _ in range(steps(LEASE) + 1):
        await one.beat()
        await other.beat()
        one.may_take(left), other.may_take(left)
        clock.now += BEAT_EVERY
    assert one.may_take(left) and other.may_take(left)
    assert await other.take(left) > 1
    with pytest.raises(StaleEpoch):
        await one.take(left)


async def test_a_beat_that_fails_begins_the_lease_anew() -> None:
    store, clock = MemoryStore(), Clock()
    me = Ownership(store, "me", clock)
    await me.beat()
    assert not me.may_take(head(HIM))
    clock.now += LEASE / 2
    store.down = True
    with pytest.raises(StoreDown):
        await me.beat()
    store.down = False
    clock.now += LEASE / 2
    await me.beat()
    assert not me.may_take(head(HIM))


async def test_the_last_sign_of_an_earlier_start_is_kept_over_our_own_first() -> None:
    ms = 1_000
    store, clock = MemoryStore(lambda: ms), Clock()
    before = Ownership(store, "a", clock)
    assert before.last_sign(head(before.me)) is None
    await before.beat()
    ms = 9_000
    again = Ownership(store, "a", clock)
    await again.beat()
    assert again.last_sign(head(before.me)) == 1_000
    assert again.last_sign(head(again.me)) == 9_000
    assert again.last_sign(head(HIM)) is None


async def test_a_node_that_goes_leaves_no_sign() -> None:
    store, clock = MemoryStore(), Clock()
    me, other = Ownership(store, "me", clock), Ownership(store, "other", clock)
    await me.beat()
    await me.leave()
    assert set((await other.beat()).signs) == {other.me}


def test_a_sign_counts_from_when_it_was_given_and_not_from_when_it_was_seen(story: Story) -> None:
    story.answer(HIM)
    story.answer()
    story.signs[HIM] = story.store_ms + 100
    story.answer()
    for _ in range(steps(LEASE) - 1):
        story.answer()
        assert not story.watch.is_dead(HIM)
    assert story.watch.next_end() == pytest.approx(story.now + 0.1)
    story.now -= 0.4
    story.answer()
    assert story.watch.is_dead(HIM) and story.watch.next_end() is None


def test_a_store_whose_time_leaps_makes_nobody_dead(story: Story) -> None:
    story.answer(HIM)
    story.signs[HIM] = story.store_ms + 1
    story.store_ms += 3_600_000
    for _ in range(steps(LEASE) - 1):
        story.answer()
        assert not story.watch.is_dead(HIM)
    story.answer()
    assert story.watch.is_dead(HIM)


async def test_the_next_beat_comes_when_a_lease_ends() -> None:
    ms = 1_000
    store, clock = MemoryStore(lambda: ms), Clock()
    me, him = Ownership(store, "me", clock), Ownership(store, "him", clock)
    assert me.pause() == BEAT_EVERY
    await him.beat()
    await me.beat()
    assert me.pause() == BEAT_EVERY
    for _ in range(3):
        clock.now += 0.5
        await me.beat()
    clock.now += 0.3
    assert me.newly_dead() == set()
    await me.beat()
    assert me.pause() == pytest.approx(0.201)
    clock.now += me.pause()
    await me.beat()
    assert me.newly_dead() == {him.me}
    me.seen_to({him.me})
    assert me.newly_dead() == set() and me.pause() == BEAT_EVERY
    ms += 1
    await him.beat()
    await me.beat()
    assert me.newly_dead() == set()
    for _ in range(5):
        clock.now += 0.5
        await me.beat()
    assert me.newly_dead() == {him.me}


async def test_a_node_whose_name_is_taken_is_told_so() -> None:
    ms = 1_000
    store = MemoryStore(lambda: ms)
    clock = Clock()
    him = Ownership(store, "same-0", clock)
    slept: list[float] = []
    beats = True

    async def sleep(seconds: float) -> None:
        nonlocal ms
        slept.append(seconds)
        ms += int(seconds * 1000)
        if beats:
            await him.beat()

    assert not await runs_elsewhere(store, "same-0", sleep)
    await him.beat()
    assert slept == []
    assert await runs_elsewhere(store, "same-0", sleep)
    assert not await runs_elsewhere(store, "other-0", sleep)
    assert slept == [1.2]
    beats = False
    assert not await runs_elsewhere(store, "same-0", sleep), "he was killed a moment ago"
    ms += 2_000
    slept.clear()
    assert not await runs_elsewhere(store, "same-0", sleep)
    assert slept == [], "a sign that is old needs no watching"


async def test_of_two_starts_of_one_name_the_earlier_is_replaced() -> None:
    store, clock = MemoryStore(), Clock()
    first, other = Ownership(store, "same-0", clock), Ownership(store, "other-0", clock)
    await first.beat()
    second = Ownership(store, "same-0", clock)
    for _ in range(3):
        await second.beat()
        await other.beat()
        assert not second.is_replaced and not other.is_replaced
        await first.beat()
        assert first.is_replaced


async def test_the_others_are_those_that_live_on_other_machines() -> None:
    ms = 1_000
    store, clock = MemoryStore(lambda: ms), Clock()
    me, sibling, far, dead = (Ownership(store, name, clock) for name in ("m-0", "m-1", "f-0", "d-0"))
    assert me.others(siblings=True) == []
    await dead.beat()
    ms += 2_000
    for node in (sibling, far, me):
        await node.beat()
    assert me.others(siblings=False) == [far.me]
    assert set(me.others(siblings=True)) == {sibling.me, far.me}


async def test_who_is_being_emptied_takes_rooms_only_when_nobody_else_can() -> None:
    ms = 1_000
    clock = Clock()
    store = MemoryStore(lambda: ms)
    me, drained, fresh = (Ownership(store, name, clock) for name in ("m-0", "d-0", "f-0"))

    async def beat(*nodes: Ownership) -> None:
        nonlocal ms
        ms += 500
        clock.now += BEAT_EVERY
        for node in nodes:
            await node.beat()

    for node in (drained, me):
        assert node.is_to_take
        node.drains = True
        assert not node.is_to_take
    await beat(fresh, drained, me)
    await beat(fresh, drained, me)
    assert me.takers(siblings=True) == [fresh.me] and drained.me in me.others(siblings=True)
    for _ in range(steps(LEASE)):
        assert [node.is_to_take for node in (drained, me)] == [False, False]
        await beat(me, drained)
    assert me.takers(siblings=True) == drained.takers(siblings=True) == []
    assert [node.is_to_take for node in (drained, me)] == [True, True]
