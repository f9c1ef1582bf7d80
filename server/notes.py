"""What nodes say to each other by the store's channels.

A *letter* goes to one node, by the channel of its present start; it holds notes. A *broadcast* goes to every
node that listens to one view of one room, and holds what that view may see and nothing else. Both name their
sender. What is said to clients stands in them as it goes on the wire (MessagePack), and is passed on so.

Nodes of one cluster may be of two versions while it is upgraded: fields are only ever added, at the end and
with a default, and a note of a kind not known here is left aside with its letter.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Raw, Struct, ValidationError
from msgspec.msgpack import Decoder, Encoder

from protocol import to_server
from protocol.to_client import Message
from protocol.to_server import RoomCommand
from protocol.vocabulary import View
from server.effects import Attach, Audience, Detach, Enter, Repeat

__all__ = [
    "Answered", "AskAgain", "Asked", "Away", "Broadcast", "Closed", "Gone", "Head", "Heads", "Here", "Letter",
    "Listens", "Note", "NotTaken", "Passed", "Put", "Released", "Revoked", "Said", "SaidToRoom", "Seating",
    "Superseded", "Told", "read_broadcast", "read_command", "read_letter", "read_message", "write",
]  # fmt: skip


class _Note(Struct, frozen=True, array_like=True):
    """Base of what stands in letters; the first element names the kind."""


# ---------------------------------------------------------------- to a room's owner


class Passed(Struct, frozen=True, tag=True):
    """A `Submit`, with its command as it goes on the wire."""

    connection: int
    player: str
    command: Raw
    rtt_ms: int


class Put(_Note, frozen=True, tag="put"):
    """An input for a room that the receiver owns."""

    room: str
    what: Enter | Repeat | Attach | Detach | Passed


class Here(_Note, frozen=True, tag="here"):
    """Every connection of the sender's that is in, or looks on at, rooms of the receiver's; each second."""

    rooms: dict[str, tuple[int, ...]]


# ---------------------------------------------------------------- from a room's owner


class Said(_Note, frozen=True, tag="to"):
    """A message for one connection."""

    connection: int
    message: Raw


class SaidToRoom(_Note, frozen=True, tag="room"):
    """A message for everybody here who listens to the room."""

    to: Audience
    message: Raw


class Listens(_Note, frozen=True, tag="listen"):
    """From now on a connection listens to this view; `None`: to nothing of the room any more."""

    connection: int
    view: View | None
    member: bool


class Away(_Note, frozen=True, tag="member"):
    """See `effects.Membership`; for the node its player is on."""

    player: str
    inside: bool
    seat: int | None
    match: bool
    view: View


class Closed(_Note, frozen=True, tag="close"):
    """Close one connection with this code."""

    connection: int
    code: int


class Gone(_Note, frozen=True, tag="gone"):
    """The room is no more."""


Item: TypeAlias = Said | SaidToRoom | Listens | Away | Closed | Gone


class Told(_Note, frozen=True, tag="told"):
    """What a room has to say to connections of the receiver's, in order; under the owner's epoch.

    ``count`` is 1 for the first such note about the room, 2 for the next, and so on.
    """

    room: str
    epoch: int
    count: int
    items: tuple[Item, ...]


class NotTaken(_Note, frozen=True, tag="not"):
    """An input was not taken: too many wait, too many look on, or the room is not here (`unknown`).

    Of no connection (0): the room is not here any more.
    """

    room: str
    connection: int
    command_id: str
    why: Literal["busy", "full", "unknown"]


class AskAgain(_Note, frozen=True, tag="again"):
    """These connections are said to be in the room, and are not known there: let them attach anew."""

    room: str
    connections: tuple[int, ...]


class Head(Struct, frozen=True, array_like=True):
    """How far one room's views are, under the owner's epoch; `told` is the `count` of its last `Told`."""

    room: str
    epoch: int
    inc: int
    views: dict[View, int]
    told: int


class Heads(_Note, frozen=True, tag="heads"):
    """How far the views of rooms are that the receiver listens to, and what it was told of each."""

    rooms: tuple[Head, ...]


# ---------------------------------------------------------------- between nodes


class Superseded(_Note, frozen=True, tag="superseded"):
    """A player speaks by a newer connection `by`, elsewhere; the older one must go."""

    player: str
    connection: int
    by: int


class Revoked(_Note, frozen=True, tag="revoked"):
    """A player's token is worth nothing any more: close this connection of his."""

    player: str
    connection: int


class Seating(_Note, frozen=True, tag="seat"):
    """A quick match has found its four: bring this player into the room."""

    player: str
    room: str
    code: str


class Released(_Note, frozen=True, tag="released"):
    """The sender has let these rooms go: they are free to be taken at once."""

    rooms: tuple[str, ...]


class Asked(_Note, frozen=True, tag="asked"):
    """An operator asks something of the receiver; it answers under the number (``overseer.py``)."""

    number: int
    what: str
    room: str = ""
    text: str = ""


class Answered(_Note, frozen=True, tag="answered"):
    """The answer: a status of HTTP and a body of JSON."""

    number: int
    status: int
    body: bytes


Note: TypeAlias = (
    Put | Here | Told | NotTaken | AskAgain | Heads | Superseded | Revoked | Seating | Released | Asked
    | Answered
)  # fmt: skip


class Letter(Struct, frozen=True, array_like=True):
    """Notes from one start of one node (`Owner` as text) to another."""

    sender: str
    notes: tuple[Note, ...]


class Broadcast(Struct, frozen=True, array_like=True):
    """Messages of one view: incarnation and number where it is a frame, else zeros; and the message."""

    sender: str
    epoch: int
    said: tuple[tuple[int, int, Raw], ...]


_encoder = Encoder()
_letters = Decoder(Letter)
_broadcasts = Decoder(Broadcast)
_messages: Decoder[Message] = Decoder(Message)
_commands: Decoder[to_server.Message] = Decoder(to_server.Message)


def read_message(raw: bytes) -> Message:
    """Read what another node has written for a client. Raises: msgspec.MsgspecError."""
    return _messages.decode(raw)


def read_command(raw: Raw) -> RoomCommand:
    """Read a client's command as another node has passed it on. Raises: msgspec.MsgspecError."""
    command = _commands.decode(raw)
    if not isinstance(command, RoomCommand):
        raise ValidationError("no command to a room")
    return command


def write(what: Letter | Broadcast) -> bytes:
    """Write a letter or a broadcast."""
    return _encoder.encode(what)


def read_letter(data: bytes) -> Letter:
    """Read a letter. Raises: msgspec.MsgspecError."""
    return _letters.decode(data)


def read_broadcast(data: bytes) -> Broadcast:
    """Read a broadcast. Raises: msgspec.MsgspecError."""
    return _broadcasts.decode(data)
