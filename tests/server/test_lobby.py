"""Quick match, listings, the memory for answers."""

from __future__ import annotations

from protocol.answers import OpenRoom
from server.lobby import FRESH_MS, GOOD_MS, SHOWN, Listings, Recent
from server.quick import MISSED_MS, Queue, Waiter
from server.store import MemoryStore
from tests.harness.clock import ManualClock
from tests.server.doubles import PaperHouse


class Two:
    """Two nodes' queues over one store."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.store = MemoryStore(self.clock.now)
        self.here = Queue(self.store, self.clock, "here/1")
        self.there = Queue(self.store, self.clock, "there/1")


async def test_four_who_ask_for_one_ruleset_are_matched_in_the_order_they_came() -> None:
    two = Two()
    assert [await two.here.join(player, "nanning") for player in "abc"] == [None, None, None]
    assert await two.here.join("x", "zhuji") is None
    assert await two.here.join("d", "nanning") == [Waiter(player, "here/1") for player in "abcd"]
    assert len(two.here) == 1


async def test_who_asks_twice_waits_once_and_who_asks_for_another_waits_there() -> None:
    """Z-01, Z-02: one player, one place."""
    two = Two()
    for _ in range(4):
        assert await two.here.join("a", "nanning") is None
    await two.here.join("a", "zhuji")
    assert len(two.here) == 1
    assert [await two.here.join(player, "nanning") for player in "bcd"] == [None, None, None]


async def test_nothing_is_kept_of_who_waits_no_more() -> None:
    two = Two()
    await two.here.join("a", "nanning")
    assert two.here.leave("a") == "nanning"
    assert two.here.leave("a") is None
    assert len(two.here) == 0
    assert [await two.here.join(player, "nanning") for player in "bcd"] == [None, None, None]


async def test_four_on_two_nodes_are_matched_by_the_node_of_the_fourth() -> None:
    two = Two()
    await two.here.join("a", "nanning")
    await two.there.join("b", "nanning")
    await two.here.join("c", "nanning")
    four = await two.there.join("d", "nanning")
    owners = ("here/1", "there/1", "here/1", "there/1")
    assert four == [Waiter(player, owner) for player, owner in zip("abcd", owners, strict=True)]
    assert (len(two.here), len(two.there)) == (2, 0)


async def test_who_was_taken_out_and_is_brought_nowhere_waits_anew() -> None:
    two = Two()
    await two.here.join("a", "nanning")
    for player in "bcd":
        await two.there.join(player, "nanning")
    assert await two.here.pulse() == []
    two.clock.jump(MISSED_MS)
    assert await two.here.pulse() == []
    for player in "ef":
        assert await two.there.join(player, "nanning") is None
    four = await two.there.join("g", "nanning")
    assert four is not None
    assert four[0] == Waiter("a", "here/1")


async def test_a_node_that_makes_no_rooms_brings_nobody_together_and_its_people_go_on_waiting() -> None:
    two = Two()
    for player in "abc":
        await two.here.join(player, "nanning")
    two.here.wait_anew(["d"], "nanning")
    assert await two.here.pulse(seats=False) == []
    two.there.wait_anew(["e"], "nanning")
    assert await two.there.pulse() == [("nanning", [Waiter(player, "here/1") for player in "abcd"])]
    assert (len(two.here), len(two.there)) == (4, 1)


async def test_whose_node_is_gone_is_waited_for_no_longer() -> None:
    two = Two()
    await two.there.join("lost", "nanning")
    await two.here.join("a", "nanning")
    for _ in range(8):
        two.clock.jump(two.clock.now() + 1000)
        assert await two.here.pulse() == []
    for player in "bc":
        assert await two.here.join(player, "nanning") is None
    assert await two.here.join("d", "nanning") == [Waiter(player, "here/1") for player in "abcd"]


def listings(house: PaperHouse, store: MemoryStore, clock: ManualClock, me: str, *others: str) -> Listings:
    return Listings(house, store, clock, me, lambda: others)


def rooms(*names: str) -> list[OpenRoom]:
    return [OpenRoom(name, "C", "nanning", "h", (), 8, 0) for name in names]


async def test_a_listing_is_of_bounded_length() -> None:
    house, clock = PaperHouse(), ManualClock()
    house.open = rooms(*(str(number) for number in range(SHOWN + 20)))
    here = listings(house, MemoryStore(clock.now), clock, "here/1")
    assert len((await here.show(None)).rooms) == SHOWN


async def test_rooms_of_other_nodes_are_listed_as_long_as_their_node_says_so() -> None:
    clock = ManualClock()
    store = MemoryStore(clock.now)
    own, other = PaperHouse(), PaperHouse()
    own.open, other.open = rooms("mine"), rooms("theirs")
    here = listings(own, store, clock, "here/1", "there/1")
    there = listings(other, store, clock, "there/1", "here/1")

    async def shown() -> list[str]:
        return [room.room for room in (await here.show(None)).rooms]

    assert await shown() == ["mine"]
    there.pulse()
    clock.jump(clock.now() + FRESH_MS)
    assert await shown() == ["mine", "theirs"]
    other.open = []
    there.pulse()
    clock.jump(clock.now() + FRESH_MS)
    assert await shown() == ["mine"]
    other.open = rooms("again")
    there.pulse()
    clock.jump(clock.now() + FRESH_MS)
    assert await shown() == ["mine", "again"]
    clock.jump(clock.now() + GOOD_MS)
    assert await shown() == ["mine"]


async def test_a_node_alone_tells_nobody_what_it_lists() -> None:
    clock = ManualClock()
    store = MemoryStore(clock.now)
    house = PaperHouse()
    house.open = rooms("mine")
    listings(house, store, clock, "here/1").pulse()
    assert await store.lobbies(["here/1"]) == []


async def test_what_is_here_is_listed_while_the_store_is_away() -> None:
    clock = ManualClock()
    store = MemoryStore(clock.now)
    house = PaperHouse()
    house.open = rooms("mine")
    store.down = True
    listed = await listings(house, store, clock, "here/1", "there/1").show("nanning")
    assert [room.room for room in listed.rooms] == ["mine"]


def test_the_oldest_answers_are_forgotten() -> None:
    recent = Recent(2)
    for number in range(3):
        recent.keep("p", str(number), number)
    assert [recent.find("p", str(number)) for number in range(3)] == [None, 1, 2]
    assert recent.find("q", "2") is None
