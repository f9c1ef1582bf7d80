"""What a room's owner says to other nodes: to each what its own people may know, and to nobody more."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Raw

from protocol import to_server as ask
from protocol.codec import Codec, encode
from protocol.events import HandEnded
from protocol.to_client import Frame, Message, Prompt, RoomState, Snapshot
from protocol.vocabulary import View
from server.abroad import Abroad
from server.effects import Attach, Detach, Effect, Enter, Listen, RoomGone
from server.notes import (
    AskAgain,
    Gone,
    Heads,
    Here,
    Note,
    NotTaken,
    Passed,
    Put,
    Said,
    SaidToRoom,
    Told,
    read_message,
)
from server.rooms import Kit
from server.store import keys
from tests.server.doubles import IDS, PaperHouse, PaperRelay
from tests.server.tables import ROOM, Bench, Client
from tests.server.twins import SETS, record_game, twin_games

VIEWS: tuple[View, ...] = ("seat0", "seat1", "seat2", "seat3", "public")


class Owner:
    """The owner's side, with a relay and a house of paper."""

    def __init__(self, most_watchers: int = 2) -> None:
        self.relay = PaperRelay()
        self.house = PaperHouse()
        self.house.rooms.add(ROOM)
        self.dead: set[str] = set()
        self.saw = 0
        self.abroad = Abroad(
            self.house, self.relay, is_dead=self.dead.__contains__, saw=self._saw,  # type: ignore[arg-type]  # of paper
            watchers_here=lambda room: self.abroad.count_watchers(room), most_watchers=most_watchers,
        )  # fmt: skip

    def _saw(self, connection: int) -> None:
        self.saw = max(self.saw, connection)

    def put(self, sender: str, what: Enter | Attach | Detach | Passed, room: str = ROOM) -> None:
        self.relay.bring(sender, Put(room, what))

    def letters(self) -> list[tuple[str, Note]]:
        return self.relay.take()


class Elsewhere(Bench):
    """A table whose people are each on a node of their own, and none on the owner's."""

    def __init__(self, kit: Kit | None = None) -> None:
        self.owner = Owner(most_watchers=10)
        super().__init__(kit=kit, room={"hands": 4})
        self.watch("w")

    def connect(self, player: str) -> Client:
        client = super().connect(player)
        enter = Enter(client.number, player, player, "", "watcher" if player == "w" else "player", "public")
        self.owner.put(f"node of {player}", enter)
        return client

    def _save(self, plan: Any) -> list[Effect]:
        effects = super()._save(plan)
        self.owner.abroad.deliver(ROOM, effects)
        return effects

    def heard_on(self, view: View) -> list[Message]:
        """Return what was said on a view's channel."""
        channel = keys.channel(ROOM, view)
        return [
            read_message(bytes(raw))
            for on, broadcast in self.owner.relay.broadcasts if on == channel
            for _, _, raw in broadcast.said
        ]  # fmt: skip

    def items_for(self, node: str) -> list[Any]:
        """Return what was said to a node alone, in order."""
        return [
            item
            for to, note in self.owner.relay.letters if to == node and isinstance(note, Told)
            for item in note.items
        ]  # fmt: skip

    def bytes_for(self, player: str, view: View) -> list[object]:
        """Return all that a player's node hears of this room, until the hand's end shows all hands."""
        out: list[object] = []
        for message in self.heard_on(view):
            if isinstance(message, Frame) and isinstance(message.event, HandEnded):
                break
            out.append(encode(message, Codec.MSGPACK))
        for item in self.items_for(f"node of {player}"):
            out.append(type(item))
            out.append(bytes(item.message) if isinstance(item, Said | SaidToRoom) else item)
        return out


@pytest.mark.parametrize("viewer", range(5), ids=["seat 0", "seat 1", "seat 2", "seat 3", "a watcher"])
def test_a_node_cannot_tell_games_apart_by_what_its_player_has_not_seen_co_4_1(viewer: int) -> None:
    name = "w" if viewer == 4 else f"p{viewer}"
    compared = 0
    for original, others in twin_games(Elsewhere, viewer, games=4, most=30):
        for twin in others:
            compared += 1
            assert twin.bytes_for(name, VIEWS[viewer]) == original.bytes_for(name, VIEWS[viewer])
    assert compared >= 4, "too few twins to mean anything"


def test_each_channel_carries_its_view_and_each_letter_what_is_for_the_node_s_own_player() -> None:
    bench, _ = record_game(Elsewhere, tuple(SETS.tiles()), 20)
    for view in VIEWS:
        frames = [message for message in bench.heard_on(view) if isinstance(message, Frame)]
        assert [frame.n for frame in frames] == list(range(frames[0].n, frames[0].n + len(frames)))
        assert {frame.view for frame in frames} == {view}
        assert not any(isinstance(message, Prompt | RoomState) for message in bench.heard_on(view))
    for player, view in zip(("p0", "p1", "p2", "p3", "w"), VIEWS, strict=True):
        items = bench.items_for(f"node of {player}")
        said = [item for item in items if isinstance(item, Said)]
        assert {item.connection for item in said} == {bench.present[player]}
        told = [read_message(bytes(item.message)) for item in said]
        assert {each.view for each in told if isinstance(each, Snapshot | Frame)} <= {view, "public"}
        assert any(isinstance(each, Prompt) for each in told) is (player != "w")


def test_the_invite_code_reaches_no_node_that_has_only_watchers() -> None:
    bench, _ = record_game(Elsewhere, tuple(SETS.tiles()), 4)
    for player in ("p1", "w"):
        states = [
            message
            for item in bench.items_for(f"node of {player}") if isinstance(item, Said | SaidToRoom)
            if isinstance(message := read_message(bytes(item.message)), RoomState)
        ]  # fmt: skip
        assert states
        assert any(state.code for state in states) is (player == "p1")


# ---------------------------------------------------------------- what is taken, and who is there


def enter(connection: int, player: str = "p", role: str = "player") -> Enter:
    return Enter(connection, player, player, IDS[connection % 100], role, "public")  # type: ignore[arg-type]  # a role


def test_what_is_not_taken_is_told_with_its_reason() -> None:
    owner = Owner()
    owner.put("a/1", enter(7), room="elsewhere")
    assert owner.letters() == [("a/1", NotTaken("elsewhere", 7, IDS[7], "unknown"))]
    owner.house.busy.add(ROOM)
    command = Raw(encode(ask.Ready(IDS[3], ROOM, True), Codec.MSGPACK))
    owner.put("a/1", Passed(7, "p", command, 0))
    assert owner.letters() == [("a/1", NotTaken(ROOM, 7, IDS[3], "busy"))]
    owner.put("a/1", Detach(7, "p"), room="elsewhere")
    assert owner.letters() == []
    assert owner.saw == 7


def listens(owner: Owner, connection: int, view: View = "public", member: bool = False) -> None:
    owner.abroad.deliver(ROOM, [Listen(connection, view, member)])
    owner.letters()


def test_nothing_is_kept_of_strangers_who_ask_something_of_the_room() -> None:
    """Who is there stays known by his connection, to be told what becomes of him."""
    owner = Owner()
    owner.put("a/1", enter(1, "p1"))
    listens(owner, 1, "seat0", member=True)
    command = Raw(encode(ask.Ready(IDS[3], ROOM, True), Codec.MSGPACK))
    for stranger in range(100):
        owner.put("b/1", Passed(1000 + stranger, f"x{stranger}", command, 0))
    owner.put("a/1", Passed(1, "p1", command, 0))
    owner.abroad.pulse()
    assert owner.abroad.rooms[ROOM].players == {"p1": 1}


def test_watchers_of_all_nodes_are_counted_against_one_bound() -> None:
    owner = Owner(most_watchers=2)
    for connection in (1, 2):
        owner.put(f"node {connection}/1", enter(connection, f"w{connection}", "watcher"))
        listens(owner, connection)
    assert owner.abroad.count_watchers(ROOM) == 2
    owner.put("c/1", enter(3, "w3", "watcher"))
    assert owner.letters() == [("c/1", NotTaken(ROOM, 3, IDS[3], "full"))]
    owner.put("node 1/1", enter(1, "w1", "watcher"))  # who looks on already may turn to another view
    assert owner.letters() == []


def test_who_is_not_said_to_be_there_any_more_is_gone_and_who_is_unknown_attaches_anew() -> None:
    owner = Owner()
    owner.put("a/1", enter(1, "p1"))
    owner.put("a/1", enter(2, "p2"))
    owner.put("b/1", enter(3, "p3"))
    owner.house.take()
    owner.relay.bring("a/1", Here({ROOM: (2, 9), "gone": (4,)}))
    assert owner.house.take() == [(ROOM, Detach(1, "p1"))]
    assert owner.letters() == [("a/1", AskAgain(ROOM, (9,))), ("a/1", NotTaken("gone", 0, "", "unknown"))]
    owner.relay.bring("a/1", Here({}))
    assert owner.house.take() == [(ROOM, Detach(2, "p2"))]


def test_people_of_a_dead_node_are_away_and_the_others_hear_how_far_their_views_are() -> None:
    owner = Owner()
    owner.put("a/1", enter(1, "p1"))
    owner.put("b/1", enter(2, "p2"))
    for connection in (1, 2):
        listens(owner, connection)
    owner.house.take()
    owner.dead.add("a/1")
    owner.abroad.pulse()
    assert owner.house.take() == [(ROOM, Detach(1, "p1"))]
    ((to, heads),) = owner.letters()
    assert (to, type(heads)) == ("b/1", Heads)
    assert isinstance(heads, Heads)
    assert [(head.room, head.epoch, head.told) for head in heads.rooms] == [(ROOM, 1, 1)]


def test_a_room_that_is_lost_or_no_more_is_said_to_be_so_and_forgotten() -> None:
    owner = Owner()
    owner.put("a/1", enter(1, "p1"))
    owner.abroad.lost(ROOM)
    assert owner.letters() == [("a/1", NotTaken(ROOM, 0, "", "unknown"))]
    owner.put("a/1", enter(1, "p1"))
    owner.abroad.deliver(ROOM, [RoomGone("empty")])
    assert owner.letters() == [("a/1", Told(ROOM, 1, 1, (Gone(),)))]
    assert owner.abroad.rooms == {}
    owner.put("a/1", enter(1, "p1"))
    owner.house.rooms.clear()
    owner.abroad.pulse()
    assert owner.abroad.rooms == {}
