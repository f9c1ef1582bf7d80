"""What an operator may see of a room: enough to tell whether it is stuck, and nothing of a hand.

An operator may also be a player. So all of this is public anyway, or could be: the phase as the public view
names it, what seats are told of each other, how long ago something public happened. What a room does on
behalf of one seat shows nowhere: a claim's answer moves neither the time it has stood nor the length of the
journal (told as it was when the hand began), and no deadline is named.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias

from msgspec import Struct

from server.rooms import Room
from server.store.base import Owner
from server.streams import PUBLIC

__all__ = [
    "Known", "NotRead", "Place", "SeatSeen", "Seen", "SeenClosely", "Standstill", "Unreadable", "Unseen",
    "look", "look_closely",
]  # fmt: skip

Phase: TypeAlias = Literal["lobby", "starting", "nonces", "playing", "window", "hand_over", "match_over"]
Unseen: TypeAlias = Literal["silent", "unowned", "unreadable"]


class Known(Struct, frozen=True, kw_only=True):
    """What the store says of any room: its owner (a node, and which start of it) and the epoch.

    `state` is `open` where its owner told more of it, `silent` where he was asked and did not, `unowned`
    where nobody has it at this moment, `unreadable` where its owner could not read its journal.
    """

    room: str
    node: str
    start: str
    epoch: int
    state: Literal["open"] | Unseen


class NotRead(Known, frozen=True, kw_only=True):
    """A room that its owner could not read, and why: in words of ours or the kind of error and the line."""

    reason: str


class Unreadable(NamedTuple):
    """What an operator sees of such a room: under which epoch it is ours, and why it does not read."""

    epoch: int
    reason: str


class Seen(Known, frozen=True, kw_only=True):
    """What a room's owner tells of it; `still_s` is how long nothing public has happened."""

    ruleset: str
    phase: Phase
    hand: int
    hands: int
    still_s: int
    players: int
    bots: int
    away: int
    autopilot: int
    watchers: int
    journal: int
    overdue: bool


class SeatSeen(Struct, frozen=True):
    """One seat: who sits there, whether he is there, who plays for him; points without the running hand."""

    kind: Literal["free", "player", "bot"]
    name: str
    online: bool
    away_s: int
    control: str
    score: int


class SeenClosely(Seen, frozen=True, kw_only=True):
    """One room in detail; `stands` says why its clocks stand: `store` is away, nobody is there (`empty`)."""

    seats: tuple[SeatSeen, ...]
    standing: int
    match: str
    listed: bool
    watch: str
    stands: tuple[str, ...]
    draining: bool


class Standstill:
    """Since when a room has stood, in ms of its owner's clock; the watchdog looks once a second."""

    __slots__ = ("_head", "since")

    def __init__(self, now: int) -> None:
        self.since = now
        self._head = (0, 0)

    def look(self, room: Room, now: int) -> None:
        """Take in how far the public stream is."""
        head = (room.streams.inc, room.streams.heads[PUBLIC])
        if head != self._head:
            self._head, self.since = head, now


class Place(NamedTuple):
    """What the shell around a room knows of it; `journal` is its length where the running hand began."""

    owner: Owner
    epoch: int
    journal: int
    since: int
    overdue: bool


def look(room: Room, place: Place, now: int) -> Seen:
    """Describe a room in a line."""
    return Seen(**_line(room, place, now))


def look_closely(room: Room, place: Place, now: int) -> SeenClosely:
    """Describe a room in detail."""
    values, table = room.room_values(), room.table
    return SeenClosely(
        **_line(room, place, now),
        seats=tuple([_seat(room, seat, now) for seat in range(4)]),
        standing=len(room.members.standing()),
        match="" if table is None else table.standing.info.match,
        listed=bool(values["listed"]),
        watch=str(values["watch"]),
        stands=room.clocks.stands_for,
        draining=room.draining,
    )


def _line(room: Room, place: Place, now: int) -> dict[str, Any]:
    members, table = room.members, room.running
    chairs = members.chairs
    return {
        "room": members.room, "node": place.owner.node, "start": place.owner.incarnation,
        "epoch": place.epoch, "state": "open", "ruleset": members.ruleset, "phase": _phase(room),
        "hand": 0 if table is None or table.hand is None else table.hand.number,
        "hands": 0 if table is None else table.pace.hands,
        "still_s": max(now - place.since, 0) // 1000,
        "players": members.humans(), "bots": sum(1 for chair in chairs if chair.level),
        "away": sum(1 for chair in chairs if chair.player and not room.presence.is_here(chair.player)),
        "autopilot": 0 if table is None else table.standing.controls.count("autopilot"),
        "watchers": len(room.presence.watchers), "journal": place.journal, "overdue": place.overdue,
    }  # fmt: skip


def _phase(room: Room) -> Phase:
    """Name the phase as the public view does."""
    table = room.running
    if table is None:
        return "match_over" if room.members.match_over else "lobby"
    hand = table.hand
    if hand is None:
        return "starting"
    if hand.state is None:
        return "nonces"
    if hand.is_over:
        return "hand_over"
    return "playing" if hand.state.window is None else "window"


def _seat(room: Room, seat: int, now: int) -> SeatSeen:
    chair, table, presence = room.members.chairs[seat], room.running, room.presence
    control = "" if table is None else table.standing.controls[seat]
    score = 0 if table is None else table.scores[seat]
    kind: Literal["free", "player", "bot"] = "player" if chair.player else "free" if chair.is_free else "bot"
    away_ms = presence.away_ms(chair.player, now) if chair.player else None
    online = bool(chair.player) and presence.is_here(chair.player)
    return SeatSeen(kind, room.members.name_of(seat), online, (away_ms or 0) // 1000, control, score)
