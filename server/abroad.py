"""Who is in rooms of this node from other nodes, and what is said to them.

Other nodes put their players' inputs into our rooms; what a room says to a view goes out once, on that view's
channel, and everything else to the nodes of those it concerns. Nothing is published while nobody listens
elsewhere. What was lost on the way is noticed by the other side, which every second hears how far its views
are, and says which connections it has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from msgspec import Raw, Struct

from protocol.codec import Codec, encode
from protocol.to_client import Frame, Message
from protocol.vocabulary import View
from server.effects import (
    Attach,
    CloseConnection,
    Detach,
    Effect,
    Enter,
    Input,
    Listen,
    Membership,
    Repeat,
    RoomGone,
    Submit,
    ToConnection,
    ToEachView,
    ToPlayer,
    ToRoom,
    ToView,
)
from server.notes import (
    AskAgain,
    Away,
    Broadcast,
    Closed,
    Gone,
    Head,
    Heads,
    Here,
    Item,
    Listens,
    NotTaken,
    Passed,
    Put,
    Said,
    SaidToRoom,
    Told,
    read_command,
)
from server.ports import House
from server.relay import Relay
from server.store import keys
from server.store.base import STARTS
from server.streams import VIEWS

__all__ = ["Abroad", "command_id_of"]

HEADS_AT_ONCE: Final = 100
"""Rooms in one letter."""


def command_id_of(what: Input) -> str | None:
    """Return the id under which an input is answered; None where it is not."""
    if isinstance(what, Submit):
        return what.command.id
    return what.command_id if isinstance(what, Enter | Repeat) else None


class _Person(Struct):
    """One connection of another node's in a room of ours."""

    sender: str
    player: str
    view: View | None = None
    member: bool = False


class _Room:
    """Who is in one room from elsewhere."""

    __slots__ = ("epoch", "people", "players", "told", "views")

    def __init__(self, epoch: int) -> None:
        self.epoch = epoch
        self.people: dict[int, _Person] = {}
        self.players: dict[str, int] = {}
        """The newest connection each player was heard by."""
        self.views: Counter[View] = Counter()
        self.told: Counter[str] = Counter()
        """How many notes each node was told."""

    def turn(self, person: _Person, view: View | None, member: bool) -> None:
        if person.view is not None:
            self.views[person.view] -= 1
        if view is not None:
            self.views[view] += 1
        person.view, person.member = view, member

    def senders(self, to: str = "all") -> set[str]:
        return {
            each.sender
            for each in self.people.values()
            if each.view is not None and (to == "all" or each.member == (to == "members"))
        }


class _Post:
    """What one step has to say elsewhere, as it is put together.

    What a view is told goes out before the letters, but for frames that follow a letter.
    """

    def __init__(self, relay: Relay, name: str, room: _Room) -> None:
        self._relay = relay
        self._name = name
        self._room = room
        self._letters: dict[str, list[Item]] = {}
        self._views: dict[View, list[tuple[int, int, Raw]]] = {}

    def to_view(self, view: View, message: Message) -> None:
        raw = Raw(encode(message, Codec.MSGPACK))
        if isinstance(message, Frame):
            if self._letters:
                self.send()
            self._views.setdefault(view, []).append((message.inc, message.n, raw))
        else:
            self._views.setdefault(view, []).append((0, 0, raw))

    def to_nodes(self, senders: Iterable[str], item: Item) -> None:
        for sender in senders:
            self._letters.setdefault(sender, []).append(item)

    def send(self) -> None:
        relay = self._relay
        name, room = self._name, self._room
        for view, said in self._views.items():
            relay.say(keys.channel(name, view), Broadcast(relay.me, room.epoch, tuple(said)))
        for sender, items in self._letters.items():
            room.told[sender] += 1
            relay.send(sender, Told(name, room.epoch, room.told[sender], tuple(items)))
        self._views.clear()
        self._letters.clear()


class Abroad:
    """The other nodes' people in the rooms of this one.

    `is_dead` tells whether a start of a node has given no sign of life for a lease; `saw` hears of every
    connection's number; `most_watchers` is for each room, over all nodes.
    """

    def __init__(
        self,
        house: House,
        relay: Relay,
        *,
        is_dead: Callable[[str], bool],
        saw: Callable[[int], None],
        watchers_here: Callable[[str], int],
        most_watchers: int,
    ) -> None:
        self.rooms: dict[str, _Room] = {}
        self._house = house
        self._relay = relay
        self._is_dead = is_dead
        self._saw = saw
        self._watchers_here = watchers_here
        self._most_watchers = most_watchers
        self._nodes: dict[int, str] = {}
        relay.on(Put, self._put)
        relay.on(Here, self._here)

    # ---------------------------------------------------------------- in

    def _put(self, sender: str, note: Put) -> None:
        what = note.what
        self._saw(what.connection)
        self._nodes[what.connection % STARTS] = sender
        given: Input = what if not isinstance(what, Passed) else Submit(
            what.connection, what.player, read_command(what.command), what.rtt_ms
        )  # fmt: skip
        why = "full" if self._is_full(note.room, given) else self._house.post(note.room, given)
        if why == "taken":
            self._came(sender, note.room, given)
        elif not isinstance(given, Detach):
            self._relay.send(sender, NotTaken(note.room, what.connection, command_id_of(given) or "", why))

    def _is_full(self, room: str, given: Input) -> bool:
        if not isinstance(given, Enter) or given.role != "watcher":
            return False
        entry = self.rooms.get(room)
        is_in = entry is not None and given.connection in entry.people
        return not is_in and self._watchers_here(room) >= self._most_watchers

    def _came(self, sender: str, room: str, given: Input) -> None:
        entry = self.rooms.get(room)
        if entry is None:
            entry = self.rooms[room] = _Room(self._house.epoch(room) or 0)
        if isinstance(given, Enter | Repeat | Attach | Submit):
            entry.players[given.player] = max(given.connection, entry.players.get(given.player, 0))
        if isinstance(given, Enter | Attach):
            entry.people.setdefault(given.connection, _Person(sender, given.player))
        elif isinstance(given, Detach):
            self._forget(entry, given.connection)

    def _forget(self, entry: _Room, connection: int) -> None:
        person = entry.people.pop(connection, None)
        if person is not None:
            entry.turn(person, None, False)
            if entry.players.get(person.player) == connection:
                del entry.players[person.player]

    def _here(self, sender: str, note: Here) -> None:
        """Compare who another node says it has here with who we think it has."""
        for room, entry in self.rooms.items():
            has = set(note.rooms.get(room, ()))
            self._detach(room, entry, [
                connection for connection, person in entry.people.items()
                if person.sender == sender and connection not in has
            ])  # fmt: skip
        for room, connections in note.rooms.items():
            known = self.rooms.get(room)
            if self._house.epoch(room) is None:
                self._relay.send(sender, NotTaken(room, 0, "", "unknown"))
                continue
            unknown = tuple([each for each in connections if known is None or each not in known.people])
            if unknown:
                self._relay.send(sender, AskAgain(room, unknown))

    def _detach(self, room: str, entry: _Room, connections: Iterable[int]) -> None:
        for connection in connections:
            player = entry.people[connection].player
            self._forget(entry, connection)
            self._house.post(room, Detach(connection, player))

    # ---------------------------------------------------------------- out

    def deliver(self, room: str, effects: Sequence[Effect]) -> None:
        """Say what concerns other nodes of what a room says; it has people from there."""
        entry = self.rooms[room]
        post = _Post(self._relay, room, entry)
        for effect in effects:
            match effect:
                case ToView(view, message):
                    if entry.views[view]:
                        post.to_view(view, message)
                case ToEachView(messages):
                    for view, message in zip(VIEWS, messages, strict=True):
                        if entry.views[view]:
                            post.to_view(view, message)
                case ToConnection(connection, message):
                    self._say(post, connection, message)
                case ToPlayer(player, message):
                    person = entry.people.get(entry.players.get(player, 0))
                    if person is not None and person.view is not None:
                        self._say(post, entry.players[player], message)
                case ToRoom(message, to):
                    senders = entry.senders(to)
                    if senders:
                        post.to_nodes(senders, SaidToRoom(to, Raw(encode(message, Codec.MSGPACK))))
                case Listen(connection, view, member):
                    listener = entry.people.get(connection)
                    if listener is not None:
                        entry.turn(listener, view, member)
                        post.to_nodes([listener.sender], Listens(connection, view, member))
                case Membership(player, inside, seat, in_match, view):
                    sender = self._node_of(entry.players.get(player))
                    if sender is not None:
                        post.to_nodes([sender], Away(player, inside, seat, in_match, view))
                case CloseConnection(connection, code):
                    sender = self._node_of(connection)
                    if sender is not None:
                        post.to_nodes([sender], Closed(connection, code.value))
                case RoomGone():
                    post.to_nodes({person.sender for person in entry.people.values()}, Gone())
                    del self.rooms[room]
        post.send()

    def _say(self, post: _Post, connection: int, message: Message) -> None:
        sender = self._node_of(connection)
        if sender is not None:
            post.to_nodes([sender], Said(connection, Raw(encode(message, Codec.MSGPACK))))

    def _node_of(self, connection: int | None) -> str | None:
        return None if connection is None else self._nodes.get(connection % STARTS)

    def lost(self, room: str) -> None:
        """Take in that a room is not here any more: the others shall look where it is."""
        entry = self.rooms.pop(room, None)
        if entry is not None:
            for sender in {person.sender for person in entry.people.values()}:
                self._relay.send(sender, NotTaken(room, 0, "", "unknown"))

    # ---------------------------------------------------------------- each second

    def pulse(self) -> None:
        """Say how far the views are that others listen to; let go of the connections of dead nodes."""
        dead = {sender for sender in self._nodes.values() if self._is_dead(sender)}
        self._nodes = {number: sender for number, sender in self._nodes.items() if sender not in dead}
        heads: dict[str, list[Head]] = {}
        for room, entry in list(self.rooms.items()):
            self._detach(room, entry, [
                connection for connection, person in entry.people.items() if person.sender in dead
            ])  # fmt: skip
            if not entry.people or self._house.epoch(room) is None:
                del self.rooms[room]
                continue
            # Whoever asked something and is not in the room, as anybody may, is not remembered.
            entry.players = {who: by for who, by in entry.players.items() if by in entry.people}
            far = self._house.heads(room)
            if far is not None:
                for sender in entry.senders():
                    views = {each.view for each in entry.people.values() if each.sender == sender}
                    ends = {view: number for view, number in far[1].items() if view in views}
                    head = Head(room, entry.epoch, far[0], ends, entry.told[sender])
                    heads.setdefault(sender, []).append(head)
        for sender, rooms in heads.items():
            for at in range(0, len(rooms), HEADS_AT_ONCE):
                self._relay.send(sender, Heads(tuple(rooms[at : at + HEADS_AT_ONCE])))

    def count_watchers(self, room: str) -> int:
        """Return how many look on at a room from other nodes."""
        entry = self.rooms.get(room)
        if entry is None:
            return 0
        return sum(each.view is not None and not each.member for each in entry.people.values())
