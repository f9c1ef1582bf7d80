"""The seam between the pure room and the asyncio shell: what goes in, and what is to be done.

A room (``rooms.py``) is sans-IO: it is given an ``Input`` and the time, and answers with a ``Plan``: the
journal entries that must be saved before anybody hears of anything. The shell (``runner.py``) saves them,
then calls ``commit`` and carries out the effects that come back. One plan of a room is under way at a time;
if saving fails for good the room object is thrown away. Times are milliseconds of the owner's monotonic
clock.

Inputs and effects are trees of the moment, in no cycle: the collector passes them by.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from msgspec import Struct

from protocol.codes import CloseCode
from protocol.to_client import Message as Outgoing
from protocol.to_server import RoomCommand
from protocol.vocabulary import Seat, StreamPoint, View

__all__ = [
    "Attach", "Audience", "CloseConnection", "CloseRoom", "Detach", "Drain", "Effect", "Enter", "Halt",
    "Input", "Listen", "Membership", "Plan", "Repeat", "RoomGone", "SaveRecord", "SetTimer", "StoreChanged",
    "Submit", "Tick", "ToConnection", "ToEachView", "ToPlayer", "ToRoom", "ToView",
]  # fmt: skip

Audience: TypeAlias = Literal["all", "members", "watchers"]
"""Members sit or stand in the room; watchers look on. Both listen to a view."""


# ---------------------------------------------------------------- in


class Enter(Struct, frozen=True, tag=True):
    """A player comes in by code, creates, or watches: the command is answered to ``connection``.

    Where ``command_id`` is empty nobody waits for an answer: he is brought in (quick match).
    """

    connection: int
    player: str
    name: str
    command_id: str
    role: Literal["player", "watcher"]
    view: View
    sit: bool = True


class Repeat(Struct, frozen=True, tag=True):
    """A member of this room asks to come into another, or to make one.

    If it is his own entering, sent again by its id, the first answer comes again; else he is refused
    ``in_room`` or ``in_match``, with this room's name.
    """

    connection: int
    player: str
    command_id: str


class Attach(Struct, frozen=True, tag=True):
    """A player's (new) connection listens to the room: after a resume, a reload, a reconnect.

    The room says by ``Listen`` which view he gets: a member his own, anybody else (``name`` is his) the
    public one.
    """

    connection: int
    player: str
    view: View
    resume: StreamPoint | None = None
    name: str = ""


class Detach(Struct, frozen=True, tag=True):
    """A connection is gone. Of an older one than the player's present it changes nothing."""

    connection: int
    player: str


class Submit(Struct, frozen=True, gc=False):
    """A command to the room; who sends it is known from the connection, never from a field.

    ``rtt_ms`` is the connection's round trip as the server's own pings measured it: it is not charged
    (CO-8.1).
    """

    connection: int
    player: str
    command: RoomCommand
    rtt_ms: int = 0


class Tick(Struct, frozen=True, gc=False):
    """A timer set by the room is due."""

    key: str


class StoreChanged(Struct, frozen=True, gc=False):
    """The store has stopped answering, or is back: clocks stand meanwhile. Never leads to an entry."""

    up: bool


class Drain(Struct, frozen=True, gc=False):
    """The node is being emptied: no new match begins here."""


class CloseRoom(Struct, frozen=True, gc=False):
    """An operator closes the room, its hand void."""

    cause: str


class Halt(Struct, frozen=True, gc=False):
    """The room's owner found its own books wrong: the hand is void and the match ends as it stands."""


Input: TypeAlias = (
    Enter | Repeat | Attach | Detach | Submit | Tick | StoreChanged | Drain | CloseRoom | Halt
)  # fmt: skip


# ---------------------------------------------------------------- out


@dataclass(slots=True)
class Plan:
    """What an input leads to: entries to journal first, in one append.

    ``private`` is the room's own memo for ``commit``.
    """

    entries: tuple[bytes, ...] = ()
    private: object = None
    checkpoint: bool = False
    """The first entry holds the whole room: once saved, what stands before it can be dropped."""
    is_final: bool = False
    """It tells of a deal's commitment, a hand's result or a match's end: a replica must have it first."""


class ToConnection(Struct, frozen=True, gc=False):
    """A message for one connection: answers, snapshots, missing runs."""

    connection: int
    message: Outgoing


class ToPlayer(Struct, frozen=True, gc=False):
    """A message for a player's present connection, wherever it is.

    Dropped where there is none: a resume brings what is open.
    """

    player: str
    message: Outgoing


class ToView(Struct, frozen=True, gc=False):
    """A message for everybody who listens to the view; encoded once per codec."""

    view: View
    message: Outgoing


class ToEachView(Struct, frozen=True, gc=False):
    """What is told to all views at once: to whoever listens to one, its own of these messages.

    They are as many as ``streams.VIEWS``, and in that order.
    """

    messages: Sequence[Outgoing]


class ToRoom(Struct, frozen=True, gc=False):
    """A message for everybody in the room, whatever his view; encoded once per codec."""

    message: Outgoing
    to: Audience = "all"


class Listen(Struct, frozen=True, gc=False):
    """From now on the connection listens to this view and to no other of the room.

    ``None``: it hears nothing of the room any more.
    """

    connection: int
    view: View | None
    member: bool = True


class Membership(Struct, frozen=True, gc=False):
    """A player has become a member of the room, or is none any more and may go elsewhere.

    Also told of whoever was refused to come in, of a member whose seat or view changes or whose match begins
    or ends, and of every member after a recovery.
    """

    player: str
    inside: bool
    seat: Seat | None = None
    match: bool = False
    view: View = "public"


class SetTimer(Struct, frozen=True, gc=False):
    """Arm the timer ``key`` for ``due_ms`` (absolute); ``None`` disarms it. One timer per key."""

    key: str
    due_ms: int | None


class CloseConnection(Struct, frozen=True, gc=False):
    """Close one connection with a named code."""

    connection: int
    code: CloseCode


class SaveRecord(Struct, frozen=True, gc=False):
    """Keep a finished match's record (JSON bytes) under its id, for its players, or for all (``public``)."""

    match: str
    data: bytes
    players: tuple[str, ...] = ()
    public: bool = False


class RoomGone(Struct, frozen=True, gc=False):
    """The room is no more: delete it and forget its players' membership."""

    cause: str


Effect: TypeAlias = (
    ToConnection | ToPlayer | ToView | ToEachView | ToRoom | Listen | Membership | SetTimer | CloseConnection
    | SaveRecord | RoomGone
)  # fmt: skip
