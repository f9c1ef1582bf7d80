"""What a client may say: one closed tagged union, read strictly.

``Hello`` is said once and first; ``Ping`` at any time; neither has an id. Everything else is a
*command*: it carries an id of 16 random bytes, gets exactly one answer (``Accepted`` or ``Rejected``),
and may be sent again with the same id after a lost connection: the first answer comes again, and nothing
happens twice. Who speaks is known from the connection, never from a field.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, field

from protocol.vocabulary import (
    Action,
    Code,
    CommandId,
    Hex32,
    Name,
    Options,
    PromptId,
    RoomId,
    Seat,
    StreamPoint,
    TaggedStrict,
    Tile,
    View,
)  # fmt: skip

__all__ = [
    "AcceptOptions", "Act", "AddBot", "CancelQuickMatch", "Command", "Consent", "CreateRoom",
    "DeviceCode", "EndMatch", "GetCatalogue", "GetLobby", "GetRecord", "GetResult", "GetRules",
    "GetWaits", "Hello", "JoinRoom", "Kick", "Leave", "Message", "Nonce", "Phrase", "Ping",
    "QuickMatch", "Ready", "ReadyNext", "Rematch", "RemoveBot", "Rename", "Resync", "RoomCommand",
    "SetOptions", "Sit", "StandUp", "StartMatch", "TakeBack", "Unwatch", "Watch",
]  # fmt: skip

_Word: TypeAlias = Annotated[str, Meta(max_length=64)]


class Hello(TaggedStrict, frozen=True):
    """Open the session.

    Never grows within ``sifang.1``: whatever is newer is learnt after the level is agreed.
    """

    levels: Annotated[tuple[Annotated[int, Meta(ge=1, le=9999)], ...], Meta(min_length=1, max_length=16)]
    """Levels the client speaks; the server picks the highest it knows."""
    token: Annotated[str, Meta(max_length=256)] | None = None
    """Who the player is; none makes a new guest."""
    device_code: Annotated[str, Meta(max_length=64)] | None = None
    """Instead of a token: the one-time code made on another device."""
    name: Name | None = None
    """Name wished for; a returning player keeps his own when left out."""
    lang: Literal["zh", "en"] = "zh"
    client: _Word = ""
    """Program and version, for the logs."""
    resume: Annotated[tuple[StreamPoint, ...], Meta(max_length=4)] = ()
    """Streams to go on with."""


class Ping(TaggedStrict, frozen=True):
    """Ask for an ``Echo``. ``at`` is the client's own business and comes back as it is."""

    at: Annotated[int, Meta(ge=0, le=2**53 - 1)]


class Command(TaggedStrict, frozen=True):
    """Base of all commands."""

    id: CommandId


class RoomCommand(Command, frozen=True):
    """Base of commands to a room, which they name, so that one sent again late cannot reach another room."""

    room: RoomId


# ---------------------------------------------------------------- the player


class Rename(Command, frozen=True):
    """Take another name."""

    name: Name


class DeviceCode(Command, frozen=True):
    """Make a one-time code with which another device becomes this player (10 min)."""


class GetLobby(Command, frozen=True):
    """List open rooms and live games, of one ruleset or of all."""

    ruleset: _Word | None = None


class GetCatalogue(Command, frozen=True):
    """List the rulesets with all options, presets and quick phrases: what a room form needs."""


class GetRules(Command, frozen=True):
    """Give a ruleset's sheet under these options (defaults when left out)."""

    ruleset: _Word
    options: Options = field(default_factory=dict)


class GetRecord(Command, frozen=True):
    """Give the record of a finished match one took part in, or whose room let all watch."""

    match: _Word


# ---------------------------------------------------------------- into a room


class CreateRoom(Command, frozen=True):
    """Make a room and sit down in it as its host."""

    ruleset: _Word
    options: Options = field(default_factory=dict)
    """The ruleset's options; ``preset`` names a starting point."""
    room_options: Options = field(default_factory=dict)
    """Room options (CO-8)."""
    bots: Annotated[int, Meta(ge=0, le=3)] = 0
    """Seats to fill with bots at once."""


class JoinRoom(Command, frozen=True):
    """Come in by the invite code, and take the first free seat, else a bot's, unless told to stand."""

    code: Code
    sit: bool = True


class Watch(Command, frozen=True):
    """Look on: a room by its public id or by its invite code (one of the two)."""

    room: RoomId | None = None
    code: Code | None = None
    view: View = "public"

    def __post_init__(self) -> None:
        if (self.room is None) is (self.code is None):
            raise ValueError("name either `room` or `code`")


class QuickMatch(Command, frozen=True):
    """Be seated with whoever else asks for this ruleset."""

    ruleset: _Word


class CancelQuickMatch(Command, frozen=True):
    """Stop waiting for a quick match."""


# ---------------------------------------------------------------- in a room, before and after matches


class Sit(RoomCommand, frozen=True):
    """Take this seat, or move to it; while one stands and none is free, or in a match, a bot's."""

    seat: Seat


class StandUp(RoomCommand, frozen=True):
    """Give up the seat and stay in the room."""


class AddBot(RoomCommand, frozen=True):
    """Seat a bot (host)."""

    seat: Seat
    level: Literal["random", "greedy"] = "greedy"


class RemoveBot(RoomCommand, frozen=True):
    """Take a bot away (host)."""

    seat: Seat


class Kick(RoomCommand, frozen=True):
    """Send somebody away by the name the host sees (host, before a match)."""

    name: Name


class SetOptions(RoomCommand, frozen=True):
    """Change ruleset and options as a whole (host, before a match); everybody has to accept anew."""

    ruleset: _Word
    options: Options = field(default_factory=dict)
    room_options: Options = field(default_factory=dict)


class AcceptOptions(RoomCommand, frozen=True):
    """Accept the options as numbered ``options_rev`` in the room's state."""

    options_rev: Annotated[int, Meta(ge=0, le=2**53 - 1)]


class Ready(RoomCommand, frozen=True):
    """Be ready for the match to start, or not."""

    ready: bool


class StartMatch(RoomCommand, frozen=True):
    """Start (host)."""


class Rematch(RoomCommand, frozen=True):
    """Wish for another match, in the same seats or in seats drawn anew."""

    seats: Literal["same", "drawn"] = "same"


class Leave(RoomCommand, frozen=True):
    """Leave the room. While a match runs this is for good and must be confirmed (CO-3.3)."""

    confirm: bool = False


class Unwatch(RoomCommand, frozen=True):
    """Stop looking on."""


class Consent(RoomCommand, frozen=True):
    """Let one's hand be watched (``seat``), or watchers see sooner (``early``), or no more (CO-8.2)."""

    to: Literal["seat", "early"]
    given: bool


class Phrase(RoomCommand, frozen=True):
    """Say a quick phrase by its id."""

    phrase: Annotated[int, Meta(ge=1, le=999)]


# ---------------------------------------------------------------- at the table


class Act(RoomCommand, frozen=True):
    """Answer a prompt, by its number."""

    prompt: PromptId
    action: Action


class Nonce(RoomCommand, frozen=True):
    """Add one's own randomness to the coming hand (CO-5.2)."""

    hand: Annotated[int, Meta(ge=1, le=9999)]
    nonce: Hex32


class ReadyNext(RoomCommand, frozen=True):
    """Have seen this hand's result."""

    hand: Annotated[int, Meta(ge=1, le=9999)]


class TakeBack(RoomCommand, frozen=True):
    """Take the seat back from autopilot."""


class EndMatch(RoomCommand, frozen=True):
    """End the match between two hands (host, where ``hands`` is 0)."""


class GetWaits(RoomCommand, frozen=True):
    """What would complete my hand: as it rests, or if ``discard`` were thrown."""

    discard: Tile | None = None


class GetResult(RoomCommand, frozen=True):
    """Give the result of an earlier hand of this match again."""

    hand: Annotated[int, Meta(ge=1, le=9999)]


class Resync(RoomCommand, frozen=True):
    """Ask for what is missing of a stream: the run after ``last``, or a snapshot."""

    view: View
    inc: Annotated[int, Meta(ge=0, le=2**53 - 1)] = 0
    last: Annotated[int, Meta(ge=0, le=2**53 - 1)] = 0


Message: TypeAlias = (
    Hello | Ping | Rename | DeviceCode | GetLobby | GetCatalogue | GetRules | GetRecord | CreateRoom
    | JoinRoom | Watch | QuickMatch | CancelQuickMatch | Sit | StandUp | AddBot | RemoveBot | Kick
    | SetOptions | AcceptOptions | Ready | StartMatch | Rematch | Leave | Unwatch | Consent | Phrase | Act
    | Nonce | ReadyNext | TakeBack | EndMatch | GetWaits | GetResult | Resync
)  # fmt: skip
"""Everything a client may say."""
