"""From rooms to connections: who listens to which view of which room.

How what is said to them is written, and what becomes of who does not read, `writing.py` decides. Membership
is kept here too, as the rooms tell it: a player is a member of one room at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from time import perf_counter
from typing import Any

from protocol.codec import Codec
from protocol.codes import CloseCode
from protocol.to_client import Accepted, Message, Rejected, RoomClosed, Running
from protocol.vocabulary import View
from server.abroad import Abroad
from server.auth import Speakers
from server.bus import Bus
from server.effects import (
    Attach,
    Audience,
    CloseConnection,
    Detach,
    Effect,
    Input,
    Listen,
    Membership,
    RoomGone,
    ToConnection,
    ToEachView,
    ToPlayer,
    ToRoom,
    ToView,
)
from server.notes import read_message
from server.peers import Peer, Wire
from server.ports import Meter
from server.streams import VIEWS
from server.whereabouts import Whereabouts
from server.wording import worded
from server.writing import Bounds, Writing


class _Audience:
    """Who listens to one room."""

    __slots__ = ("alone", "views")

    def __init__(self) -> None:
        self.views: dict[View, dict[int, Peer]] = {}
        self.alone: list[Peer | None] = [None] * len(VIEWS)
        """The member who listens to a view, where nobody else does; a seat's is its player, nearly always."""

    def see_who_is_alone(self) -> None:
        """Take in that somebody has come or gone."""
        for place, view in enumerate(VIEWS):
            peers = self.views.get(view, {})
            first = next(iter(peers.values()), None)
            self.alone[place] = first if first is not None and first.member and len(peers) == 1 else None

    def everybody(self) -> Iterator[Peer]:
        for peers in self.views.values():
            yield from peers.values()


class Hub:
    """The connections of this node.

    `soon` calls something back in the loop's next turn; `timer` returns seconds, for slices and measurements.
    """

    def __init__(
        self,
        soon: Callable[[Callable[[], None]], object],
        meter: Meter,
        bounds: Bounds | None = None,
        timer: Callable[[], float] = perf_counter,
    ) -> None:
        self.peers: dict[int, Peer] = {}
        self.speakers = Speakers()
        self.writing = Writing(soon, meter, bounds or Bounds(), timer)
        self.bus: Bus | None = None
        self.abroad: Abroad | None = None
        """Who is in rooms of this node from other nodes."""
        self.whereabouts: Whereabouts | None = None
        self.elsewhere: dict[str, Callable[[], None]] = {}
        """Rooms of other nodes that connections here are in, and what to do when one is found to be here."""
        self._put, self._spread, self._hurry = self.writing.put, self.writing.spread, self.writing.hurry
        self._meter = meter
        self._timer = timer
        self._last = 0
        self._rooms: dict[str, _Audience] = {}
        self._members: dict[str, tuple[str, Running | None]] = {}
        self._awaited: dict[str, tuple[Callable[[Running], None], Callable[[], None]]] = {}
        self._ways: dict[type, Callable[[str, Any], None]] = {
            ToView: self._to_view, ToEachView: self._to_each_view, ToConnection: self._to_connection,
            ToPlayer: self._to_player, ToRoom: self._to_room, Listen: self.turn_to,
            Membership: self._note_membership,
            CloseConnection: self._close_connection, RoomGone: self._forget,
        }  # fmt: skip

    # ------------------------------------------------------------ connections

    def open(self, wire: Wire, codec: Codec, address: str) -> Peer:
        """Take a new connection in."""
        self._last += 1
        peer = self.peers[self._last] = Peer(self._last, wire, codec, address)
        return peer

    def rename(self, peer: Peer, connection: int) -> None:
        """Give a connection the number under which all nodes know it."""
        del self.peers[peer.id]
        peer.id = connection
        self.peers[connection] = peer

    def close(self, peer: Peer) -> None:
        """Forget a connection."""
        peer.gone = True
        self.writing.forget(peer)
        self.peers.pop(peer.id, None)
        self.unlisten(peer)

    def hang(self, peer: Peer, code: CloseCode) -> None:
        """Close a connection with a named code; what was said before goes out first."""
        if not peer.gone:
            self.writing.write(peer)
        if not peer.gone:
            peer.gone = True
            peer.wire.hang(code)

    def send(self, peer: Peer, message: Message) -> None:
        """Say something to one connection."""
        if isinstance(message, Rejected):
            self._meter.rejected(message.code)
            message = worded(message, peer.lang)
        if not peer.gone:
            self._put(peer, peer.encode(message))

    def say_outside(self, message: Message) -> None:
        """Say something to every player who listens to no room."""
        self._spread([peer for peer in self.peers.values() if peer.player and not peer.room], message)

    # ------------------------------------------------------------ rooms

    def deliver(self, room: str, effects: Sequence[Effect]) -> None:
        """See `Outlet.deliver`."""
        start, ways = self._timer(), self._ways
        if room in self.elsewhere:
            self.elsewhere[room]()
        for effect in effects:
            way = ways.get(type(effect))
            if way is not None:
                way(room, effect)
        if self.abroad is not None and room in self.abroad.rooms:
            self.abroad.deliver(room, effects)
        self._meter.stage("publish", self._timer() - start)

    def coming(self, room: str) -> None:
        """See `Outlet.coming`: what they miss they are told when they attach."""
        audience = self._rooms.get(room)
        for peer in list(audience.everybody()) if audience is not None else ():
            self.unlisten(peer)

    def come(self, room: str) -> None:
        """See `Outlet.come`."""
        self._the_bus.come(room)

    def lost(self, room: str, inputs: Sequence[Input] = ()) -> None:
        """See `Outlet.lost`."""
        if self.abroad is not None:
            self.abroad.lost(room)
        here = [player for player, (where, _) in self._members.items() if where == room]
        for player in here:
            if self.speakers.of(player) is None:
                del self._members[player]
        audience = self._rooms.get(room)
        for peer in list(audience.everybody()) if audience is not None else ():
            self._the_bus.post(room, Attach(peer.id, peer.player, peer.view, None, peer.name))
        for given in inputs:
            self._the_bus.post(room, given)

    def listen(self, peer: Peer, room: str, view: View, member: bool) -> None:
        """Let a connection hear a view of a room, in place of whatever it heard."""
        self.unlisten(peer)
        peer.room, peer.view, peer.member = room, view, member
        audience = self._rooms.setdefault(room, _Audience())
        audience.views.setdefault(view, {})[peer.id] = peer
        audience.see_who_is_alone()

    def unlisten(self, peer: Peer) -> None:
        """Let a connection hear nothing of any room."""
        audience = self._rooms.get(peer.room)
        room, peer.room, peer.behind = peer.room, "", False
        self.writing.unhold(peer)
        if peer.outbox:
            self._hurry(peer)
        if audience is None:
            return
        audience.views[peer.view].pop(peer.id, None)
        audience.see_who_is_alone()
        if not audience.views[peer.view]:
            del audience.views[peer.view]
        if not audience.views:
            del self._rooms[room]

    def reserve(self, player: str, room: str) -> None:
        """Count a player as a member of a room that he is about to enter, until the room says what he is."""
        self._members.setdefault(player, (room, None))

    def release(self, player: str, room: str) -> None:
        """Take back that a player is a member of a room, or about to be."""
        if self._members.get(player, ("", None))[0] == room:
            del self._members[player]
        awaited = self._awaited.pop(player, None)
        if awaited is not None:
            awaited[1]()

    def when_member(
        self, player: str, callback: Callable[[Running], None], refused: Callable[[], None] = lambda: None
    ) -> None:
        """Call back once when a player is a member of a room, at once if he is; or when he is refused."""
        running = self.running(player)
        if running is None:
            self._awaited[player] = callback, refused
        else:
            callback(running)

    def belongs(self, player: str, room: str, running: Running | None) -> None:
        """Take in what a room says of a player: a member of it, and as what, or none."""
        if running is None:
            self.release(player, room)
            return
        self._members[player] = (room, running)
        awaited = self._awaited.pop(player, None)
        if awaited is not None:
            awaited[0](running)

    def room_of(self, player: str) -> str | None:
        """Return the room a player is a member of, or about to enter."""
        return self._members.get(player, (None, None))[0]

    def running(self, player: str) -> Running | None:
        """Return the room a player is a member of, and as what."""
        return self._members.get(player, ("", None))[1]

    def count_watchers(self, room: str) -> int:
        """Return how many look on at a room, from other nodes too if the room is here."""
        audience = self._rooms.get(room)
        here = 0 if audience is None else sum(not peer.member for peer in audience.everybody())
        return here + (0 if self.abroad is None else self.abroad.count_watchers(room))

    def count_listeners(self) -> tuple[int, int]:
        """Return how many connections listen as members and how many as watchers."""
        listening = [peer for peer in self.peers.values() if peer.room]
        members = sum(peer.member for peer in listening)
        return members, len(listening) - members

    @property
    def _the_bus(self) -> Bus:
        assert self.bus is not None, "the composition root gives the hub its bus before anybody comes"
        return self.bus

    def _to_view(self, room: str, effect: ToView) -> None:
        audience = self._rooms.get(room)
        if audience is not None and effect.view in audience.views:
            self._spread(audience.views[effect.view].values(), effect.message)

    def _to_each_view(self, room: str, effect: ToEachView) -> None:
        audience = self._rooms.get(room)
        if audience is None:
            return
        for place, peer in enumerate(audience.alone):
            if peer is None:
                if VIEWS[place] in audience.views:
                    self._spread(audience.views[VIEWS[place]].values(), effect.messages[place])
            elif not peer.gone:
                if not peer.outbox:  # else it is to be written already
                    self._hurry(peer)
                peer.outbox.append(peer.encode(effect.messages[place]))

    def _to_room(self, room: str, effect: ToRoom) -> None:
        audience = self._rooms.get(room)
        if audience is None:
            return
        to = effect.to
        wanted = (one for one in audience.everybody() if to == "all" or one.member == (to == "members"))
        self._spread(wanted, effect.message)

    def _to_connection(self, room: str, effect: ToConnection) -> None:
        peer, message = self.peers.get(effect.connection), effect.message
        # Who was brought in by a quick match has asked nothing, and waits for no answer.
        if peer is not None and not (isinstance(message, Accepted | Rejected) and message.id == ""):
            self.send(peer, message)

    def _to_player(self, room: str, effect: ToPlayer) -> None:
        peer = self.peers.get(self.speakers.of(effect.player) or 0)
        if peer is not None and peer.room == room:
            self.send(peer, effect.message)

    def turn_to(self, room: str, effect: Listen) -> None:
        """Let a connection hear what a room lets it hear, if it has not turned elsewhere meanwhile."""
        peer = self.peers.get(effect.connection)
        if peer is None:
            return
        if peer.heading not in ("", room):
            self._the_bus.post(room, Detach(peer.id, peer.player))
        elif effect.view is not None:
            self.listen(peer, room, effect.view, effect.member)
        elif peer.room == room:
            self.unlisten(peer)

    def _note_membership(self, room: str, effect: Membership) -> None:
        running = Running(room, effect.seat, effect.match, effect.view) if effect.inside else None
        self.belongs(effect.player, room, running)
        if self.whereabouts is not None:
            self.whereabouts.note(effect.player, room, running)

    def believe(self, player: str, running: Running | None) -> None:
        """Take what the store has noted for where a player is a member; what a room here says goes before."""
        if running is None:
            self._members.pop(player, None)
        else:
            self._members[player] = (running.room, running)

    def _close_connection(self, room: str, effect: CloseConnection) -> None:
        peer = self.peers.get(effect.connection)
        if peer is not None:
            self.hang(peer, effect.code)

    def _forget(self, room: str, effect: RoomGone) -> None:
        self.end(room)
        for player in [one for one, (where, _) in self._members.items() if where == room]:
            del self._members[player]
            if self.whereabouts is not None:
                self.whereabouts.note(player, room, None)

    def end(self, room: str) -> None:
        """Let nobody hear a room any more that is no more; who was left behind has not heard so."""
        audience = self._rooms.get(room)
        for peer in list(audience.everybody()) if audience is not None else ():
            if peer.behind:
                self.send(peer, RoomClosed(room, "closed"))
        self.empty(room)

    def empty(self, room: str) -> None:
        """Let nobody hear a room any more."""
        audience = self._rooms.get(room)
        for peer in list(audience.everybody()) if audience is not None else ():
            self.unlisten(peer)

    def catch_up(self) -> None:
        """Go on with the watchers whose sockets have room again; call it about once a second."""
        self.writing.catch_up(self._attach_again)

    def _attach_again(self, peer: Peer) -> bool:
        again = Attach(peer.id, peer.player, peer.view, None, peer.name)
        return self._the_bus.post(peer.room, again) != "busy"

    # ------------------------------------------------------------ from rooms of other nodes

    def pass_on(self, peers: Iterable[Peer], raw: bytes) -> None:
        """Say to connections what another node has written for them, in MessagePack."""
        as_json: bytes | None = None
        for peer in peers:
            if peer.gone or peer.behind:
                continue
            if peer.codec is Codec.MSGPACK:
                self._put(peer, raw)
                continue
            if as_json is None:
                as_json = peer.encode(read_message(raw))
            self._put(peer, as_json)

    def pass_to_room(self, room: str, to: Audience, raw: bytes) -> None:
        """Say to everybody here who listens to a room what another node has written for them."""
        audience = self._rooms.get(room)
        if audience is not None:
            self.pass_on(
                [one for one in audience.everybody() if to == "all" or one.member == (to == "members")], raw
            )
