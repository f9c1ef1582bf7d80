"""The line between nodes, over every store: letters and broadcasts come once and in order."""

from __future__ import annotations

from collections.abc import Awaitable

from msgspec import Raw

from protocol.codec import Codec, encode
from protocol.to_client import Echo
from server.notes import Broadcast, Letter, Released, Superseded, read_broadcast, write
from server.relay import Relay
from server.store import Publication, Store, keys
from server.store.base import Speaker, Spoken
from tests.harness.clock import ManualClock, until

PUBLIC = keys.channel("r", "public")


class End:
    """One end of the line, and what it heard."""

    def __init__(self, store: Store, name: str) -> None:
        self.heard: list[object] = []
        self.reports: list[str] = []
        self.relay = Relay(store, ManualClock(), name, lambda event, more: self.reports.append(event))
        self.relay.on(Released, lambda sender, note: self.heard.append((sender, note)))
        self.up = 0
        self.relay.on_again(self.confirmed)

    def confirmed(self) -> None:
        self.up += 1

    def take(self, data: bytes | None) -> None:
        self.heard.append(None if data is None else read_broadcast(data))

    async def has(self, count: int) -> None:
        await until(lambda: len(self.heard) >= count)


async def started(store: Store, *names: str) -> list[End]:
    ends = [End(store, name) for name in names]
    for end in ends:
        await end.relay.start()
    for end in ends:
        await until(lambda end=end: end.up > 0)  # type: ignore[misc]  # bound as it is now
    return ends


async def stop(*ends: End) -> None:
    for end in ends:
        await end.relay.stop()


async def test_what_a_node_says_is_heard_in_order_on_all_its_channels(store: Store) -> None:
    first, second = await started(store, "a/1", "b/1")
    second.relay.hear(PUBLIC, second.take)
    await second.has(1)
    echo = Raw(encode(Echo(1, 2), Codec.MSGPACK))
    for number in range(20):
        first.relay.say(PUBLIC, Broadcast("a/1", 7, ((1, number, echo),)))
        first.relay.send("b/1", Released((f"r{number}",)))
    await second.has(41)
    assert second.heard[0] is None
    for number in range(20):
        said, note = second.heard[1 + 2 * number : 3 + 2 * number]
        assert isinstance(said, Broadcast)
        assert (said.sender, said.epoch) == ("a/1", 7)
        assert (said.said[0][1], bytes(said.said[0][2])) == (number, bytes(echo))
        assert note == ("a/1", Released((f"r{number}",)))
    await stop(first, second)


async def test_the_sender_learns_that_nobody_hears_a_node_that_is_gone(store: Store) -> None:
    first, second = await started(store, "a/1", "b/1")
    assert await first.relay.send("b/1", Released(())) == 1
    await stop(second)
    told: list[Awaitable[int]] = [first.relay.send("b/1", Released(())) for _ in range(200)]
    assert (await told[-1], await first.relay.send("nobody/1", Released(()))) == (0, 0)
    await stop(first)


async def test_a_letter_that_does_not_read_ends_nothing(store: Store) -> None:
    first, second = await started(store, "a/1", "b/1")
    await store.publish(Publication(keys.node("b/1"), b"\xff\x00"))
    newer = write(Letter("a/1", (Superseded("p", 1, 2),))).replace(b"superseded", b"not-known!")
    await store.publish(Publication(keys.node("b/1"), newer))
    await first.relay.send("b/1", Released(("r",)))
    await second.has(1)
    assert second.heard == [("a/1", Released(("r",)))]
    assert second.reports == ["fault", "fault"]
    await stop(first, second)


async def test_a_channel_taken_off_is_heard_no_more(store: Store) -> None:
    first, second = await started(store, "a/1", "b/1")
    second.relay.hear(PUBLIC, second.take)
    await second.has(1)
    second.relay.ignore(PUBLIC)
    second.relay.ignore(PUBLIC)
    first.relay.say(PUBLIC, Broadcast("a/1", 1, ()))
    await first.relay.send("b/1", Released(()))
    await second.has(2)
    assert second.heard == [None, ("a/1", Released(()))]
    await stop(first, second)


async def test_a_channel_taken_off_and_heard_again_at_once_is_confirmed_anew(store: Store) -> None:
    """Who is new on it waits for that before he asks for what he misses."""
    (end,) = await started(store, "a/1")
    before: list[bytes | None] = []
    end.relay.hear(PUBLIC, before.append)
    await until(lambda: before == [None])
    end.relay.ignore(PUBLIC)
    end.relay.hear(PUBLIC, end.take)
    await end.has(1)
    assert end.heard == [None]
    await stop(end)


async def test_starts_are_told_apart_by_their_numbers(store: Store) -> None:
    numbers = [await store.start_number() for _ in range(3)]
    assert len({*numbers}) == 3
    assert all(0 <= number < 65_536 for number in numbers)


async def test_a_newer_connection_takes_over_with_a_higher_counter(store: Store) -> None:
    assert await store.speaker_of("p") is None
    first = await store.speak("p", Speaker(100, 1, "a/1"), 60)
    assert first == Spoken(100, None, None)
    behind = await store.speak("p", Speaker(40, 2, "b b/1"), 60)
    assert behind == Spoken(101, Speaker(100, 1, "a/1"), None)
    ahead = await store.speak("p", Speaker(500, 1, "a/1"), 60)
    assert ahead == Spoken(500, Speaker(101, 2, "b b/1"), None)
    assert await store.speaker_of("p") == Speaker(500, 1, "a/1")
    assert (await store.speak("q", Speaker(1, 1, "a/1"), 60)).before is None


async def test_a_counter_of_today_is_kept_to_the_last_digit(store: Store) -> None:
    now = 1_796_000_000_123
    await store.speak("p", Speaker(now, 65_535, "a/1"), 60)
    assert (await store.speak("p", Speaker(5, 1, "a/1"), 60)).counter == now + 1


async def test_where_a_player_is_a_member_is_noted_until_that_room_says_otherwise(store: Store) -> None:
    assert await store.member_of("p") is None
    await store.note_member("p", "r1", b"\x00 seat")
    assert await store.member_of("p") == b"\x00 seat"
    assert (await store.speak("p", Speaker(1, 1, "a/1"), 60)).member == b"\x00 seat"
    await store.note_member("p", "r2", b"two")
    await store.note_member("p", "r1", None)
    await store.note_member("p", "r", None)
    assert await store.member_of("p") == b"two"
    await store.note_member("p", "r2", None)
    assert await store.member_of("p") is None
    await store.note_member("p", "r2", None)


async def test_notes_of_members_are_taken_in_order(store: Store) -> None:
    for number in range(50):
        store.note_member("p", "r", b"%d" % number)
        store.note_member("p", "r", None)
    await store.note_member("p", "r", b"last")
    assert await store.member_of("p") == b"last"


async def test_the_first_four_who_wait_are_brought_together(store: Store) -> None:
    async def wait(player: str, is_new: bool = True) -> tuple[bool, list[tuple[str, bytes]]]:
        waits, four = await store.wait("nanning", player, f"node of {player}".encode(), 60_000, 4, is_new)
        return waits, list(four)

    assert await wait("a", is_new=False) == (False, [])
    for player in "abc":
        assert await wait(player) == (True, [])
    assert await wait("a") == (True, [])
    assert await wait("b", is_new=False) == (True, [])
    await store.wait_no_more("nanning", "a")
    assert await wait("d") == (True, [])
    assert await wait("a") == (True, [(player, f"node of {player}".encode()) for player in "bcda"])
    assert await wait("b", is_new=False) == (False, [])


async def test_queues_of_two_rulesets_have_nothing_to_do_with_each_other(store: Store) -> None:
    for player in "abc":
        await store.wait("nanning", player, b"x", 60_000, 4, True)
    waits, four = await store.wait("zhuji", "d", b"x", 60_000, 4, True)
    assert (waits, list(four)) == (True, [])
    waits, four = await store.wait("nanning", "e", b"x", 60_000, 4, True)
    assert waits
    assert [player for player, _ in four] == ["a", "b", "c", "e"]


async def test_what_nodes_list_is_read_by_their_owners(store: Store) -> None:
    assert await store.lobbies([]) == []
    await store.put_lobby("a/1", b"first", 60_000)
    await store.put_lobby("b/1", b"other", 60_000)
    await store.put_lobby("a/1", b"second", 60_000)
    assert await store.lobbies(["a/1", "nobody/1", "b/1"]) == [b"second", b"other"]
