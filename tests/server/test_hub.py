"""From rooms to connections: who hears what, in which order, and what becomes of who does not read."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from protocol.codec import Codec, encode
from protocol.codes import CloseCode, RejectCode
from protocol.to_client import Echo, Message, Notice, Rejected, RoomClosed, Running
from server.effects import (
    Attach,
    CloseConnection,
    Detach,
    Effect,
    Listen,
    Membership,
    RoomGone,
    SetTimer,
    ToConnection,
    ToPlayer,
    ToRoom,
    ToView,
)
from server.hub import Hub
from server.peers import Peer
from server.writing import HELD, Bounds
from tests.server.doubles import PaperHouse, PaperWire, Tally


class Bench:
    """A hub, its loop's next turns, and its connections."""

    def __init__(self) -> None:
        self.turns: list[Callable[[], None]] = []
        self.time = 0.0
        self.tick = 0.0
        self.house = PaperHouse()
        self.house.rooms |= {"r", "s"}
        self.tally = Tally()
        self.hub = Hub(self.turns.append, self.tally, Bounds(), self._timer)
        self.hub.bus = self.house
        self.wires: dict[int, PaperWire] = {}

    def _timer(self) -> float:
        self.time += self.tick
        return self.time

    def peer(self, player: str = "", codec: Codec = Codec.MSGPACK) -> Peer:
        wire = PaperWire(codec)
        peer = self.hub.open(wire, codec, "192.0.2.1")
        peer.player = player
        if player:
            self.hub.speakers.take(player, peer.id)
        self.wires[peer.id] = wire
        return peer

    def listener(self, player: str, view: str, member: bool, room: str = "r") -> Peer:
        peer = self.peer(player)
        self.say(Listen(peer.id, view, member), room=room)  # type: ignore[arg-type]  # any view, as text
        return peer

    def say(self, *effects: Effect, room: str = "r") -> None:
        self.hub.deliver(room, effects)

    def turn(self) -> None:
        """Let the loop have one turn."""
        turns, self.turns[:] = list(self.turns), []
        for callback in turns:
            callback()

    def run(self) -> None:
        while self.turns:
            self.turn()

    def read(self, peer: Peer) -> list[int]:
        """Return the numbers that a connection has got."""
        self.run()
        return [message.at for message in self.wires[peer.id].take() if isinstance(message, Echo)]


def note(number: int) -> Echo:
    return Echo(number, 0)


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_a_view_is_heard_by_its_listeners_alone(bench: Bench) -> None:
    south, west = bench.listener("p0", "seat0", True), bench.listener("p1", "seat1", True)
    watcher, other = bench.listener("w", "public", False), bench.listener("x", "seat0", True, room="s")
    bench.say(ToView("seat0", note(1)), ToView("public", note(2)))
    assert [bench.read(peer) for peer in (south, west, watcher, other)] == [[1], [], [2], []]


def test_a_message_to_the_room_reaches_members_watchers_or_all(bench: Bench) -> None:
    seated, standing = bench.listener("p0", "seat0", True), bench.listener("p1", "public", True)
    watcher = bench.listener("w", "public", False)
    bench.say(ToRoom(note(1)), ToRoom(note(2), "members"), ToRoom(note(3), "watchers"))
    assert [bench.read(peer) for peer in (seated, standing, watcher)] == [[1, 2], [1, 2], [1, 3]]


def test_everything_to_one_connection_keeps_its_order_and_goes_out_in_one_write(bench: Bench) -> None:
    peer = bench.listener("p0", "seat0", True)
    bench.say(ToConnection(peer.id, note(1)), ToView("seat0", note(2)), ToPlayer("p0", note(3)))
    assert bench.wires[peer.id].writes == 0
    assert bench.read(peer) == [1, 2, 3]
    assert bench.wires[peer.id].writes == 1


def test_a_message_is_encoded_once_for_each_codec(bench: Bench) -> None:
    encoded: list[Codec] = []

    def counted(codec: Codec) -> Callable[[Message], bytes]:
        def write(message: Message) -> bytes:
            encoded.append(codec)
            return encode(message, codec)

        return write

    for codec in (*[Codec.MSGPACK] * 50, *[Codec.JSON] * 50):
        peer = bench.peer(codec=codec)
        peer.encode = counted(codec)
        bench.say(Listen(peer.id, "public", False))
    bench.say(ToView("public", note(1)))
    bench.run()
    assert sorted(encoded, key=str) == sorted(Codec, key=str)


def test_a_message_to_a_player_goes_by_the_connection_that_listens_to_the_room(bench: Bench) -> None:
    here, elsewhere = bench.listener("p0", "seat0", True), bench.listener("p1", "public", False, room="s")
    bench.say(ToPlayer("p0", note(1)), ToPlayer("p1", note(2)), ToPlayer("nobody", note(3)))
    assert (bench.read(here), bench.read(elsewhere)) == ([1], [])


def test_who_listens_to_another_view_hears_the_first_no_more(bench: Bench) -> None:
    peer = bench.listener("p0", "public", True)
    bench.say(Listen(peer.id, "seat2", True), ToView("public", note(1)), ToView("seat2", note(2)))
    assert bench.read(peer) == [2]
    bench.say(Listen(peer.id, None), ToView("seat2", note(3)))
    assert bench.read(peer) == []


def test_a_room_cannot_silence_who_listens_elsewhere(bench: Bench) -> None:
    peer = bench.listener("p0", "public", True)
    bench.say(Listen(peer.id, None), room="s")
    bench.say(ToView("public", note(1)))
    assert bench.read(peer) == [1]


def test_what_an_earlier_room_answers_late_is_not_listened_to(bench: Bench) -> None:
    """Z-05: two rooms asked for in one breath: one event stream."""
    peer = bench.peer("p0")
    peer.heading = "s"
    bench.say(Listen(peer.id, "public", False), room="r")
    assert bench.house.take() == [("r", Detach(peer.id, "p0"))]
    bench.say(Listen(peer.id, "seat0", True), room="s")
    bench.say(ToView("public", note(1)), room="r")
    bench.say(ToView("seat0", note(2)), room="s")
    assert bench.read(peer) == [2]


def test_effects_for_connections_that_are_gone_are_dropped(bench: Bench) -> None:
    peer = bench.listener("p0", "seat0", True)
    bench.hub.close(peer)
    bench.say(
        ToConnection(peer.id, note(1)), ToView("seat0", note(2)), ToPlayer("p0", note(3)), ToRoom(note(4)),
        Listen(peer.id, "seat0"), CloseConnection(peer.id, CloseCode.BANNED), SetTimer("t", 1),
    )  # fmt: skip
    assert bench.read(peer) == []
    assert bench.wires[peer.id].hung is None


def test_nothing_is_kept_of_who_has_gone(bench: Bench) -> None:
    """I-19: maps of rooms and of connections are empty after a mass drop."""
    peers = [bench.listener(f"p{number}", "public", False) for number in range(100)]
    bench.say(ToView("public", note(1)))
    for peer in peers:
        bench.hub.speakers.drop(peer.player, peer.id)
        bench.hub.close(peer)
    bench.run()
    hub = bench.hub
    writing = hub.writing
    left = hub.peers, hub._rooms, writing._patient, writing._held, writing._urgent
    assert left == ({}, {}, {}, {}, {})
    assert len(hub.speakers) == 0


def test_a_connection_is_closed_after_what_was_said_before(bench: Bench) -> None:
    peer = bench.listener("p0", "seat0", True)
    bench.say(ToView("seat0", note(1)), CloseConnection(peer.id, CloseCode.BANNED), ToView("seat0", note(2)))
    assert bench.read(peer) == [1]
    assert bench.wires[peer.id].hung is CloseCode.BANNED


def test_a_refusal_is_worded_in_the_players_language_and_counted(bench: Bench) -> None:
    zh, en = bench.peer("a"), bench.peer("b")
    en.lang = "en"
    for peer in (zh, en):
        bench.say(ToConnection(peer.id, Rejected("x", RejectCode.NOT_YOUR_TURN)))
    bench.say(ToConnection(en.id, Rejected("y", RejectCode.BAD_OPTION, "as it was")))
    bench.run()
    lines = [message.message for peer in (zh, en) for message in bench.wires[peer.id].take()]  # type: ignore[union-attr]  # all are refusals
    assert lines == ["还没轮到你", "It is not your turn", "as it was"]
    assert bench.tally.rejects == {"not_your_turn": 2, "bad_option": 1}


def test_a_notice_reaches_players_outside_rooms_alone(bench: Bench) -> None:
    inside, outside, stranger = bench.listener("a", "seat0", True), bench.peer("b"), bench.peer()
    bench.hub.say_outside(Notice("store_down"))
    bench.run()
    assert [len(bench.wires[peer.id].take()) for peer in (inside, outside, stranger)] == [0, 1, 0]


# ---------------------------------------------------------------- membership


def test_a_player_is_a_member_of_one_room_until_it_lets_him_go(bench: Bench) -> None:
    hub = bench.hub
    hub.reserve("p", "r")
    assert (hub.room_of("p"), hub.running("p")) == ("r", None)
    hub.reserve("p", "s")
    assert hub.room_of("p") == "r"
    bench.say(Membership("p", True, 2, True, "seat2"))
    assert hub.running("p") == Running("r", 2, True, "seat2")
    bench.say(Membership("p", False), room="s")
    assert hub.room_of("p") == "r"
    bench.say(Membership("p", False))
    assert (hub.room_of("p"), hub.running("p")) == (None, None)


def test_a_room_that_is_gone_frees_its_players_and_listeners(bench: Bench) -> None:
    peer, other = bench.listener("p", "seat0", True), bench.listener("q", "seat0", True, room="s")
    bench.say(Membership("p", True, 0), Membership("away", True))
    bench.say(Membership("q", True, 0), room="s")
    bench.say(RoomGone("empty"))
    assert [bench.hub.room_of(player) for player in ("p", "away", "q")] == [None, None, "s"]
    assert (peer.room, other.room) == ("", "s")


def test_who_waits_for_a_membership_hears_of_it_once(bench: Bench) -> None:
    told: list[Running] = []
    bench.hub.when_member("p", told.append)
    bench.say(Membership("p", True, 1, False, "seat1"), Membership("p", True, 1, True, "seat1"))
    assert told == [Running("r", 1, False, "seat1")]
    bench.hub.when_member("p", told.append)
    assert told[1:] == [Running("r", 1, True, "seat1")]
    bench.hub.when_member("q", told.append)
    bench.say(Membership("q", False), Membership("q", True))
    assert len(told) == 2


# ---------------------------------------------------------------- who does not read


def test_a_player_who_does_not_read_is_cut_off_at_the_bound(bench: Bench) -> None:
    stuck, fine = bench.listener("p0", "seat0", True), bench.listener("p1", "seat1", True)
    wire = bench.wires[stuck.id]
    wire.stuck = 262_144
    bench.say(ToRoom(note(1)))
    assert bench.read(stuck) == [1]
    assert bench.hub.writing.slow["player"] == 0
    wire.stuck = 262_145
    bench.say(ToRoom(note(2)))
    assert bench.read(fine) == [1, 2]
    assert wire.aborted
    bench.say(ToRoom(note(3)))
    assert (bench.read(stuck), bench.read(fine)) == ([], [3])
    assert bench.hub.writing.slow == {"player": 1, "watcher": 0}


def test_a_watcher_who_falls_behind_gets_a_snapshot_instead(bench: Bench) -> None:
    watcher, other = bench.listener("w", "public", False), bench.listener("v", "public", False)
    watcher.name = "小明"
    wire = bench.wires[watcher.id]
    wire.stuck = 40_000
    for number in range(HELD + 3):
        bench.say(ToView("public", note(number)))
        bench.run()
    assert bench.read(watcher) == []
    assert len(bench.read(other)) == HELD + 3
    bench.hub.catch_up()
    assert bench.house.take() == []
    wire.stuck = 0
    bench.hub.catch_up()
    assert bench.house.take() == [("r", Attach(watcher.id, "w", "public", None, "小明"))]
    bench.say(ToView("public", note(1000)))
    assert bench.read(watcher) == []
    bench.say(ToConnection(watcher.id, note(1001)), Listen(watcher.id, "public", False))
    bench.say(ToView("public", note(1002)))
    assert bench.read(watcher) == [1001, 1002]
    assert not wire.aborted


def test_a_watcher_who_is_held_up_for_a_moment_loses_nothing(bench: Bench) -> None:
    watcher = bench.listener("w", "public", False)
    bench.wires[watcher.id].stuck = 40_000
    for number in range(HELD):
        bench.say(ToView("public", note(number)))
        bench.run()
    assert bench.read(watcher) == []
    bench.wires[watcher.id].stuck = 0
    bench.hub.catch_up()
    assert bench.house.take() == []
    assert bench.read(watcher) == list(range(HELD))


def test_a_watcher_left_behind_asks_again_while_the_room_is_busy(bench: Bench) -> None:
    watcher = bench.listener("w", "public", False)
    bench.wires[watcher.id].stuck = 40_000
    for number in range(HELD + 2):
        bench.say(ToView("public", note(number)))
        bench.run()
    bench.wires[watcher.id].stuck = 0
    bench.house.busy.add("r")
    bench.hub.catch_up()
    assert bench.house.take() == []
    bench.house.busy.clear()
    bench.hub.catch_up()
    assert len(bench.house.take()) == 1


def test_a_watcher_who_asks_on_and_does_not_read_is_cut_off(bench: Bench) -> None:
    watcher = bench.listener("w", "public", False)
    wire = bench.wires[watcher.id]
    wire.stuck = 40_000
    for number in range(2 * HELD + 4):
        bench.hub.send(watcher, note(number))
        bench.run()
    assert wire.aborted


def test_a_watcher_left_behind_hears_that_the_room_is_no_more(bench: Bench) -> None:
    watcher, other = bench.listener("w", "public", False), bench.listener("v", "public", False)
    bench.wires[watcher.id].stuck = 40_000
    for number in range(HELD + 2):
        bench.say(ToView("public", note(number)))
        bench.run()
    bench.wires[other.id].take()
    closed = RoomClosed("r", "closed")
    bench.say(ToRoom(closed), RoomGone("closed"))
    bench.run()
    assert [bench.wires[peer.id].take() for peer in (watcher, other)] == [[closed]] * 2


def test_a_watcher_left_behind_who_comes_in_hears_again(bench: Bench) -> None:
    watcher = bench.listener("w", "public", False)
    bench.wires[watcher.id].stuck = 40_000
    for number in range(HELD + 2):
        bench.say(ToView("public", note(number)))
        bench.run()
    bench.say(Listen(watcher.id, "seat3", True), ToView("seat3", note(500)))
    assert bench.read(watcher) == [500]


def test_players_come_first_and_watchers_in_slices(bench: Bench) -> None:
    watchers = [bench.listener(f"w{number}", "public", False) for number in range(10)]
    player = bench.listener("p", "seat0", True)
    bench.tick = 0.0004  # each look at the time takes this long: three watchers fit in a slice
    bench.say(ToView("public", note(1)), ToView("seat0", note(1)))
    bench.turn()
    served = sum(bench.wires[peer.id].writes for peer in watchers)
    assert bench.wires[player.id].writes == 1
    assert 0 < served < 10
    bench.say(ToView("seat0", note(2)))
    bench.turn()
    assert bench.wires[player.id].writes == 2
    assert served < sum(bench.wires[peer.id].writes for peer in watchers) < 10
    assert [bench.read(peer) for peer in watchers] == [[1]] * 10


def test_every_stage_is_measured(bench: Bench) -> None:
    bench.listener("p", "seat0", True)
    bench.say(ToView("seat0", note(1)))
    bench.run()
    assert bench.tally.stages["publish"] == 2
    assert bench.tally.stages["flush"] == 1


def test_members_and_watchers_are_counted(bench: Bench) -> None:
    bench.listener("p", "seat0", True)
    bench.listener("w", "public", False)
    bench.listener("v", "public", False)
    bench.peer("outside")
    assert bench.hub.count_listeners() == (1, 2)
