"""What the feed has to say: made from what rooms tell everybody, kept until a broker has it. No I/O.

Only a room with the option ``feed`` is in it, and of that what the public view is told, when it is told it
(CO-8.2): nothing is here that the owner has not let go. Players' ids and the invite code stay in the house.

Events wait in one queue with a bound; when it is full the oldest go. A state waits for nothing: it is made
when it is sent, and so the newest. It may hold events that were dropped, or are still to come where many
wait: whoever reads both takes it as a snapshot.

A process that was stopped and wakes may be a room's owner no more, without knowing. An event was saved
before it was told, so it is true whoever sends it; a state that waited over such a pause is dropped, and made
again when the room has saved something.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from msgspec.json import encode
from msgspec.structs import replace

from protocol.events import MatchStarted
from protocol.feed import FeedEvent, FeedLobby, FeedNode, FeedRoom, FeedState
from protocol.mqtt import LOBBY, events_topic, key_of, node_topic, state_topic
from protocol.to_client import Frame, Message, RoomState, Snapshot
from protocol.view import MatchInfo
from server.effects import Effect, RoomGone, ToEachView, ToRoom, ToView
from server.ports import Shown
from server.streams import PUBLIC

__all__ = ["LOBBY_EVERY_MS", "Outbox", "Post", "status"]

MOST_EVENTS: Final = 10_000
"""How many events wait, of all rooms together."""
EVENTS_AT_ONCE: Final = 15
STATES_AT_ONCE: Final = 4
"""With those events and the lobby, what a broker takes unanswered (20), and no long work for the loop."""
STATE_EVERY_MS: Final = 1_000
"""A room's state is sent this often at most."""
STATE_AGAIN_MS: Final = 600_000
"""How often it is sent though nothing happened."""
STATE_KEPT_S: Final = 3_600
"""How long a broker keeps a state that nobody sends again: that of a room that ended while it was away."""
LOBBY_EVERY_MS: Final = 5_000
"""How often the lobby is sent though nothing changed."""
LOBBY_SOONEST_MS: Final = 1_000
LOBBY_KEPT_S: Final = 15
NODE_KEPT_S: Final = 86_400
"""How long it is told that a node has gone."""
STOPPED_MS: Final = 2 * LOBBY_EVERY_MS
"""Who has not looked for so long was stopped: he looks every `LOBBY_EVERY_MS`."""
TAIL: Final = 32
"""How many of the last events are sent again when a room is taken over: its last owner may not have."""


class Post(NamedTuple):
    """One message for the broker, at QoS 1. `kept_s` is how long it keeps one it retains; None: for good."""

    topic: str
    payload: bytes
    retain: bool
    kept_s: int | None = None


@dataclass(slots=True)
class _Room:
    """What was told of a room, and when its state was sent last, or was to be."""

    told: RoomState
    about: FeedRoom
    sent_at: int | None = None
    is_new: bool = True
    """Its last events are still to be told again."""


class Outbox:
    """What waits to be sent by one node. Times are the owner's clock, in ms.

    `look` gives a room as all may see it now; None where it is not this node's.
    """

    def __init__(self, node: str, look: Callable[[str], Shown | None], most: int = MOST_EVENTS) -> None:
        self.dropped = 0
        """Events that were dropped so far, since too many waited."""
        self._node = node
        self._look = look
        self._most = most
        self._rooms: dict[str, _Room] = {}
        self._events: deque[Frame] = deque()
        self._untold: dict[str, None] = {}
        """Rooms whose state is to be sent, or taken back where they are no more."""
        self._out: list[Frame] = []
        self._taken_back: list[str] = []
        """What was given out last; whether it came anywhere is known when more is asked for."""
        self._lobby_sent_at: int | None = None
        self._lobby_changed = False
        self._looked_at = 0

    # ---------------------------------------------------------------- in

    def take(self, room: str, effects: Sequence[Effect]) -> bool:
        """Take what a room says; tell whether the feed has more to say now."""
        known = self._rooms.get(room)
        if known is not None and known.is_new and self._tell_tail(room, known):
            effects = [effect for effect in effects if not isinstance(effect, ToView | ToEachView)]
        noted = False
        for effect in effects:
            if isinstance(effect, ToView | ToEachView):
                public = _public(effect)
                if known is not None and isinstance(public, Frame):
                    self._put(public)
                    noted = True
            elif isinstance(effect, ToRoom):
                if effect.to == "members" and isinstance(effect.message, RoomState):
                    before, known = known, self._described(room, known, effect.message)
                    noted = noted or before is not known or known is not None
            elif isinstance(effect, RoomGone) and known is not None:
                self._close(room)
                known, noted = None, True
        if noted:
            self._untold[room] = None
        return noted

    def lost(self, room: str) -> None:
        """Leave a room to another node, with all that is retained of it."""
        if room in self._rooms:
            self._close(room)
            self._untold.pop(room, None)

    def _described(self, room: str, known: _Room | None, told: RoomState) -> _Room | None:
        if not told.room_options["feed"]:
            if known is not None:
                self._close(room)
            return None
        if known is None:
            known = self._rooms[room] = _Room(told, _about(told, 0))
            self._lobby_changed = True
        known.told = told
        return known

    def _tell_tail(self, room: str, known: _Room) -> bool:
        """Tell a room's last events again, its latest step's included; tell whether it could be."""
        shown = self._look(room)
        if shown is None or not shown.is_saved:
            return False
        known.is_new = False
        for frame in list(shown.frames)[-TAIL:]:
            self._put(frame)
        return True

    def _close(self, room: str) -> None:
        del self._rooms[room]
        self._lobby_changed = True

    def _put(self, frame: Frame) -> None:
        if len(self._events) >= self._most:
            self._events.popleft()
            self.dropped += 1
        self._events.append(frame)

    # ---------------------------------------------------------------- out

    def connected(self, now: int) -> None:
        """Begin with a broker that may know nothing of before; what may not have come is sent again."""
        room = max(self._most - len(self._events), 0)
        self.dropped += max(len(self._out) - room, 0)
        self._events.extendleft(reversed(self._out[-room:] if room else []))
        self._out.clear()
        self._untold.update(dict.fromkeys([*self._rooms, *self._taken_back]))
        self._taken_back.clear()
        for each in self._rooms.values():
            each.sent_at = None
        self._lobby_sent_at = None
        self._looked_at = now

    def due(self, now: int) -> list[Post]:
        """Give out what is to be sent now, in order; to ask again is to say that the last has come."""
        if now - self._looked_at > STOPPED_MS:
            self._untold = {room: None for room in self._untold if room not in self._rooms}
        self._looked_at = now
        for name in self._untold:
            room = self._rooms.get(name)
            if room is not None and room.is_new:
                self._tell_tail(name, room)
        self._out = [self._events.popleft() for _ in range(min(EVENTS_AT_ONCE, len(self._events)))]
        posts = [_event(frame) for frame in self._out]
        posts.extend(self._states(now))
        if self._lobby_due_at() <= now:
            posts.append(self._lobby(now))
        return posts

    def next_due(self) -> int:
        """Tell when there is something to be sent if nothing is said meanwhile."""
        if self._events:
            return self._looked_at
        return min([self._lobby_due_at(), *map(self._state_due_at, self._untold)])

    def _states(self, now: int) -> Iterator[Post]:
        due = [room for room in self._untold if self._state_due_at(room) <= now]
        self._taken_back.clear()
        for name in due[:STATES_AT_ONCE]:
            del self._untold[name]
            room = self._rooms.get(name)
            if room is None:
                self._taken_back.append(name)
                yield Post(state_topic(name), b"", True)
            elif (shown := self._look(name)) is None:
                self._close(name)  # another node's by now, which says what is to be said
            elif not shown.is_saved:
                room.sent_at, self._untold[name] = now, None  # in a moment it is
            else:
                room.sent_at = now
                yield self._state(room, shown.snapshot())

    def _state(self, room: _Room, seen: Snapshot) -> Post:
        about = _about(room.told, seen.state.hand)
        if about != room.about:
            room.about, self._lobby_changed = about, True
        table = seen.state
        if table.match is not None:
            table = replace(table, match=_nameless(table.match))
        state = FeedState(seen.room, self._node, seen.inc, seen.n, about, table)
        return Post(state_topic(seen.room), encode(state), True, STATE_KEPT_S)

    def _state_due_at(self, name: str) -> int:
        room = self._rooms.get(name)
        return 0 if room is None or room.sent_at is None else room.sent_at + STATE_EVERY_MS

    def _lobby_due_at(self) -> int:
        if self._lobby_sent_at is None:
            return 0
        return self._lobby_sent_at + (LOBBY_SOONEST_MS if self._lobby_changed else LOBBY_EVERY_MS)

    def _lobby(self, now: int) -> Post:
        """List the rooms; those that are no longer here are found out, and old states are sent again."""
        for name in [name for name in self._rooms if self._look(name) is None]:
            self._close(name)
        for name, room in self._rooms.items():
            if room.sent_at is not None and room.sent_at + STATE_AGAIN_MS <= now:
                self._untold[name] = None
        self._lobby_sent_at, self._lobby_changed = now, False
        lobby = FeedLobby(self._node, tuple([room.about for room in self._rooms.values()]))
        return Post(LOBBY, encode(lobby), True, LOBBY_KEPT_S)


def status(node: str, is_online: bool) -> Post:
    """Give what is said of a node when it comes, and when it goes."""
    told = FeedNode(node, "online" if is_online else "offline")
    return Post(node_topic(node), encode(told), True, None if is_online else NODE_KEPT_S)


def _public(effect: ToView | ToEachView) -> Message | None:
    """Give what the public view is told."""
    if isinstance(effect, ToEachView):
        return effect.messages[PUBLIC]
    return effect.message if effect.view == "public" else None


def _event(frame: Frame) -> Post:
    key = key_of(frame.room, frame.inc, frame.n)
    event = frame.event
    if isinstance(event, MatchStarted):
        event = replace(event, info=_nameless(event.info))
    told = FeedEvent(frame.room, key, frame.inc, frame.n, event)
    return Post(events_topic(frame.room), encode(told), False)


def _about(told: RoomState, hand: int) -> FeedRoom:
    first, second, third, fourth = (seat.name for seat in told.seats)
    return FeedRoom(
        told.room, told.phase, told.ruleset, (first, second, third, fourth), hand,
        int(told.room_options["hands"]),
    )  # fmt: skip


def _nameless(info: MatchInfo) -> MatchInfo:
    """Leave players' ids out: names are for all, ids for the house."""
    first, second, third, fourth = (replace(seat, player="") for seat in info.seats)
    return replace(info, seats=(first, second, third, fourth))
